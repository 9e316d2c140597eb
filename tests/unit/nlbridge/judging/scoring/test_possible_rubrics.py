from __future__ import annotations

import math
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from causalcore.derivation.derivation import derive
from causalcore.derivation.rubric import build_rubric
from causalcore.scenario.intervention import do
from causalcore.scenario.scenario import Event, Link, Scenario
from nlbridge.judging.scoring.satisfaction import NAMES, possible_rubrics, satisfaction

NOT_E1 = do({"e1": "false"})


def chain(*confidences):
    events = tuple(Event(id=f"e{i + 1}", statement=f"Claim {i + 1}.") for i in range(len(confidences) + 1))
    links = tuple(Link(cause=f"e{i + 1}", effect=f"e{i + 2}", confidence=c) for i, c in enumerate(confidences))
    return Scenario(events=events, links=links)


@given(st.lists(st.floats(0.1, 0.9), min_size=1, max_size=4))
def test_in_a_chain_an_event_must_change_iff_every_link_before_it_is_there(confidences):
    ways = possible_rubrics(chain(*confidences), NOT_E1)
    assert math.isclose(sum(way.weight for way in ways), 1)
    for place in range(1, len(confidences) + 1):
        changed = sum(way.weight for way in ways if dict(way.demands)[f"e{place + 1}"] is True)
        assert math.isclose(changed, math.prod(confidences[:place]), rel_tol=1e-9)


@given(st.lists(st.floats(0.1, 0.9), min_size=1, max_size=3), st.lists(st.floats(0.02, 0.98), min_size=4, max_size=4))
def test_the_chance_of_satisfaction_is_the_sum_over_all_ways_and_all_values(confidences, chances):
    scenario = chain(*confidences)
    altered = {event.id: chance for event, chance in zip(scenario.events, chances, strict=False)}
    total = 0.0
    for values in product((True, False), repeat=len(scenario.events)):
        read = dict(zip(altered, values, strict=True))
        weight = math.prod(altered[e] if read[e] else 1 - altered[e] for e in altered)
        total += weight * sum(
            way.weight
            for way in possible_rubrics(scenario, NOT_E1)
            if all(change is None or read[event] is change for event, change in way.demands)
        )
    said = satisfaction(build_rubric(derive(scenario, NOT_E1)), altered)
    assert math.isclose(math.exp(said[NAMES.index("chance that all claims have their value")]), total, abs_tol=1e-6)


def test_a_sure_text_may_be_read_in_one_way_only():
    (way,) = possible_rubrics(chain(1.0, 1.0), NOT_E1)
    assert way.weight == 1
    assert dict(way.demands) == {"e1": True, "e2": True, "e3": True}


def test_an_event_off_the_path_must_stay_in_every_way():
    scenario = chain(0.6)
    apart = Scenario(events=(*scenario.events, Event(id="e9", statement="Apart.")), links=scenario.links)
    assert {dict(way.demands)["e9"] for way in possible_rubrics(apart, NOT_E1)} == {False}


@pytest.mark.parametrize("links", [8, 12])
def test_many_doubts_are_bounded(links):
    assert len(possible_rubrics(chain(*[0.5] * links), NOT_E1)) <= 32

"""Findings against the truth of random full models: a point is the truth, and a range holds it."""

from __future__ import annotations

import random
from itertools import permutations

import pytest
from full_models import FullModel, diagrams, observed_knowledge

from causalcore.identification import Diagram, Given, Kind, Knowledge, Query, probability, solve

KINDS = [Kind.MARGINAL, Kind.CORRELATION, Kind.EFFECT, Kind.TREATED, Kind.DIRECT, Kind.INDIRECT, Kind.EXPLAINING]


def queries(diagram: Diagram, rng: random.Random):
    pairs = rng.sample(list(permutations(diagram.observed, 2)), 1)
    for cause, effect in pairs:
        other = next(name for name in diagram.observed if name not in {cause, effect})
        middle = tuple(name for name in diagram.order if name in diagram.between(cause, effect))
        for kind in KINDS:
            if kind in {Kind.DIRECT, Kind.INDIRECT} and (not middle or set(middle) & diagram.hidden):
                continue
            condition = ((other, 1),) if kind is Kind.EXPLAINING else ()
            yield Query(kind=kind, cause=cause, effect=effect, mediators=middle, condition=condition)


def assert_sound(query: Query, knowledge: Knowledge, model: FullModel) -> None:
    found = solve(query, knowledge)
    assert found.check(knowledge)
    if not found.assumption:
        truth = model.truth(query)
        assert found.low - 1e-6 <= truth <= found.high + 1e-6, f"{query} {found}"


@pytest.mark.parametrize("diagram", list(diagrams(6, seed=5, size=3)), ids=str)
def test_from_the_whole_distribution_every_finding_is_sound(diagram):
    rng = random.Random(str(diagram))
    model = FullModel(diagram, rng)
    knowledge = observed_knowledge(model)
    for query in queries(diagram, rng):
        assert_sound(query, knowledge, model)


@pytest.mark.parametrize("diagram", list(diagrams(10, seed=6)), ids=str)
def test_from_some_tables_every_finding_is_sound(diagram):
    rng = random.Random(str(diagram))
    model = FullModel(diagram, rng)
    knowledge = observed_knowledge(model, rng)
    for query in queries(diagram, rng):
        assert_sound(query, knowledge, model)


INSTRUMENT = Diagram(("U", "Z", "X", "Y"), (("U", "X"), ("U", "Y"), ("Z", "X"), ("X", "Y")), frozenset({"U"}))


def told(diagram: Diagram, *rows: tuple[dict[str, int], dict[str, int], float], slack: float = 0.0) -> Knowledge:
    return Knowledge(diagram, tuple(Given(probability(event, given), value, slack) for event, given, value in rows))


@pytest.mark.parametrize("seed", range(8))
def test_the_bounds_of_an_instrument_hold_the_effect(seed):
    model = FullModel(INSTRUMENT, random.Random(seed))
    rows = [({n: 1}, {"Z": z}, model.chance({n: 1}, {"Z": z})) for n in "XY" for z in (0, 1)]
    query = Query(kind=Kind.EFFECT, cause="X", effect="Y")
    found = solve(query, told(INSTRUMENT, *rows))
    if not found.assumption:
        assert found.low <= model.truth(query) <= found.high


def test_an_instrument_that_leaves_the_sign_open_needs_its_assumption():
    rows = [({"X": 1}, {"Z": 0}, 0.4), ({"X": 1}, {"Z": 1}, 0.6), ({"Y": 1}, {"Z": 0}, 0.5), ({"Y": 1}, {"Z": 1}, 0.6)]
    found = solve(Query(kind=Kind.EFFECT, cause="X", effect="Y"), told(INSTRUMENT, *rows))
    assert found.value == pytest.approx(0.5)
    assert "same effect" in found.assumption
    assert not found.firm


def test_a_strong_instrument_bounds_the_sign():
    rows = [({"X": 1}, {"Z": 0}, 0.0), ({"X": 1}, {"Z": 1}, 1.0), ({"Y": 1}, {"Z": 0}, 0.2), ({"Y": 1}, {"Z": 1}, 0.7)]
    found = solve(Query(kind=Kind.EFFECT, cause="X", effect="Y"), told(INSTRUMENT, *rows))
    assert (found.assumption, found.low, found.high) == ("", pytest.approx(0.5), pytest.approx(0.5))


def test_what_rounding_could_turn_is_not_firm():
    diagram = Diagram(("X", "Y"), (("X", "Y"),))
    rows = [({"Y": 1}, {"X": 0}, 0.50), ({"Y": 1}, {"X": 1}, 0.505)]
    query = Query(kind=Kind.EFFECT, cause="X", effect="Y")
    assert solve(query, told(diagram, *rows)).firm
    assert not solve(query, told(diagram, *rows, slack=0.005)).firm


def test_explaining_away_has_a_sign_where_its_size_is_open():
    diagram = Diagram(("X", "Y", "Z"), (("X", "Z"), ("Y", "Z")))
    rows = [({"Y": 1}, {"X": x, "Z": 1}, value) for x, value in ((0, 0.9), (1, 0.4))]
    found = solve(Query(kind=Kind.EXPLAINING, cause="X", effect="Y", condition=(("Z", 1),)), told(diagram, *rows))
    assert (found.sign, found.low, found.high) == (-1, pytest.approx(-0.5), pytest.approx(0.0))


def test_among_the_selected_an_effect_needs_a_path():
    diagram = Diagram(("X", "Y", "Z"), (("X", "Z"), ("Y", "Z")))
    found = solve(Query(kind=Kind.INFLUENCE, cause="X", effect="Y", condition=(("Z", 1),)), Knowledge(diagram, ()))
    assert (found.value, found.rule) == (0.0, "no causal path")


def test_nothing_given_leaves_everything_open():
    diagram = Diagram(("X", "Y"), (("X", "Y"),))
    found = solve(Query(kind=Kind.EFFECT, cause="X", effect="Y"), Knowledge(diagram, ()))
    assert (found.low, found.high, found.sign) == (-1.0, 1.0, None)


def test_a_changed_number_fails_the_check():
    diagram = Diagram(("X", "Y"), (("X", "Y"),))
    rows = [({"Y": 1}, {"X": 0}, 0.2), ({"Y": 1}, {"X": 1}, 0.6)]
    found = solve(Query(kind=Kind.EFFECT, cause="X", effect="Y"), told(diagram, *rows))
    assert found.check(told(diagram, *rows))
    assert not found.check(told(diagram, rows[0], ({"Y": 1}, {"X": 1}, 0.7)))

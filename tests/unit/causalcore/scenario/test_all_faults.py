"""All faults of a scenario, a model or a line come at once, each with its place."""

from __future__ import annotations

from dataclasses import replace

import pytest

from causalcore.derivation.derivation import compile_scenario, derive
from causalcore.errors import MalformedModelError, MalformedScenarioError, OutsideDomainError
from causalcore.exchange.model_file import model_from_dict
from causalcore.files.faults import MOST_SHOWN, listed_faults
from causalcore.scenario.file import scenario_from_dict
from causalcore.scenario.intervention import do
from causalcore.scenario.scenario import EVENT_VALUES, Event, Kind, Link, Scenario, Sign

GOOD = {"id": "e1", "statement": "It rained."}


def said(data, error=MalformedScenarioError, read=scenario_from_dict):
    with pytest.raises(error) as caught:
        read(data)
    return str(caught.value)


def test_faults_of_form_come_with_their_paths():
    message = said({"events": [GOOD, {"id": "e2"}, {"id": "e3", "statement": 5, "kind": "odd"}], "foo": 1})
    assert message.startswith("expected a scenario without faults, got 4: (1) ")
    for place in ("events.1.statement", "events.2.statement", "events.2.kind", "foo"):
        assert place in message


def test_faults_against_the_rules_come_together():
    links = [{"cause": "e9", "effect": "e1"}, {"cause": "e1", "effect": "e8"}]
    message = said({"events": [GOOD, GOOD], "links": links, "mechanisms": {"e7": "e1"}})
    for part in ("got 4", "distinct ids, got e1", "cause of e9 -> e1", "effect of e1 -> e8", "a mechanism of one of"):
        assert part in message


def test_kinds_that_are_made_in_python_are_checked_and_lists_are_taken():
    events = [Event(id="e1", statement="It rained."), Event(id="e2", statement="It was wet.", kind="odd")]
    odd = Scenario(events=events, links=[Link(cause="e1", effect="e2", strength="strong", sign="up")])
    with pytest.raises(MalformedScenarioError) as caught:
        compile_scenario(odd)
    for part in (
        "got 3",
        "the kind of e2",
        "the sign of e1 -> e2",
        "the strength of e1 -> e2 to be one of Strength.NECESSARY",
    ):
        assert part in str(caught.value)
    assert Link(cause="e1", effect="e2", sign="inhibits") == Link(cause="e1", effect="e2", sign=Sign.INHIBITS)
    assert Link(cause="e1", effect="e2", sign="inhibits").sign is Sign.INHIBITS
    plain = Scenario(events=[events[0], replace(events[1], kind=Kind.EVENT)], links=[Link(cause="e1", effect="e2")])
    assert str(derive(plain, do({"e1": "false"})).answer("e2").kind) == "changed"


@pytest.mark.parametrize(
    ("parts", "shown"),
    [
        ({"events": "e1"}, "expected events=[Event(...), ...], got 'e1'; "),
        ({"events": None}, "expected events=[Event(...), ...], got nothing; "),
        ({"events": [{"id": "e1", "statement": "It rained."}]}, "got a list with an object with 2 keys; "),
        ({"links": [("e1", "e2")]}, "expected links=[Link(...), ...], got a list with a list of 2; "),
        (
            {"mechanisms": {"e1": "true"}},
            'expected mechanisms=[("EVENT", "FORMULA"), ...], got an object with 1 keys; ',
        ),
    ],
)
def test_parts_of_a_scenario_that_are_none_are_refused(parts, shown):
    with pytest.raises(MalformedScenarioError) as refused:
        Scenario(**parts)
    assert f"{shown}scenario_from_dict takes plain values" in f"...{refused.value}"


@pytest.mark.parametrize(("given", "shown"), [(None, "nothing"), ("It rained.", "'It rained.'")])
def test_what_is_no_scenario_is_refused(given, shown):
    for work in (compile_scenario, lambda it: derive(it, do({"e1": False}))):
        with pytest.raises(MalformedScenarioError, match=f"expected a Scenario, got {shown}; make one"):
            work(given)


def test_a_fact_may_be_a_truth_value_as_in_an_intervention():
    rain, match = Event(id="e1", statement="It rained.", fact=False), Event(id="e2", statement="The match was off.")
    assert (rain.fact, Event(id="e", statement="It rained.", values=[False, True]).values) == ("false", EVENT_VALUES)
    assert derive(Scenario(events=[rain, match]), do({"e1": True})).answer("e1").value == "true"


def test_a_fact_that_is_no_value_is_refused_in_words():
    with pytest.raises(OutsideDomainError, match=r"expected a value of e1 in \{false, true\}, got nothing; write"):
        compile_scenario(Scenario(events=[Event(id="e1", statement="It rained.", fact=None)]))


def test_one_fault_keeps_its_class_and_its_text():
    assert said({"events": [{**GOOD, "fact": "maybe"}]}, OutsideDomainError).startswith("expected a value of e1 in")


def test_faults_of_a_model_come_together():
    data = {"variables": {"X": 3, "Y": [0, 1], "Z": 4}, "mechanisms": {}, "noise": {"U": 1}}
    message = said(data, MalformedModelError, model_from_dict)
    assert all(place in message for place in ("got 3", "for X", "for Z", "the noise U"))


def test_many_faults_are_cut_off():
    message = listed_faults("a line", [f"fault {number}" for number in range(MOST_SHOWN + 5)])
    assert message.endswith("and 5 more")
    assert f"({MOST_SHOWN})" in message

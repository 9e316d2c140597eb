"""What claims presuppose, and that they are void without it."""

from __future__ import annotations

import pytest

from causalcore.derivation.derivation import compile_scenario, derive
from causalcore.derivation.rubric import build_rubric
from causalcore.scenario.intervention import do
from causalcore.scenario.scenario import Scenario
from nlbridge.judging.verification import verify
from nlbridge.reading.reader import read
from nlbridge.supposing.hypothetical import resolve

TRAVEL = "Using a lantern to light the track, Ida walked to the mill. The river was low."


def claims(scenario: Scenario) -> dict[str, str]:
    """Return, for each claim that presupposes another, which one."""
    return {event.id: event.presupposes[0] for event in scenario.events if event.presupposes}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (TRAVEL, {"e1": "e2"}),
        ("Jonas painted on the quay. Rain drove him in. At noon he resumed his painting.", {"e4": "e1"}),
        ("Vera smoked. At Easter she stopped smoking.", {"e2": "e1"}),
        ("Olga left for Turin in May. The plums ripened. In June she returned.", {"e3": "e1"}),
        ("The organ broke. The sexton repaired the organ.", {"e2": "e1"}),
        ("The bell rang at six. It rang again at seven.", {"e2": "e1"}),
        ("Max sold the boat. His wife regretted that he had sold the boat.", {"e2": "e1"}),
    ],
)
def test_a_trigger_and_the_clause_that_it_takes_for_granted_are_found(text, found):
    assert claims(read(text)) == found


@pytest.mark.parametrize(
    "text",
    [
        "Olga baked a cake. In June she returned the tin.",
        "The bell did not ring at six. It rang again at seven.",
        "The lamp was lit. The sexton repaired the organ.",
        "Max sold the boat. His wife said that he had sold the boat.",
        "Singing a hymn, Ida walked to the mill.",
    ],
)
def test_without_a_clause_that_states_it_nothing_is_presupposed(text):
    assert claims(read(text)) == {}


def test_a_claim_is_void_where_what_it_presupposes_fails():
    scenario = read("Olga left for Turin in May. The plums ripened. In June she returned.")
    answer = derive(scenario, do({"e1": "false"})).answer("e3")
    assert answer.kind == "changed"
    assert answer.void
    assert derive(scenario, do({"e3": "false"})).answer("e1").kind == "unchanged"


def test_presuppositions_and_links_close_no_circle():
    text = "Using a lantern, Ida walked to the mill, so the dog stopped barking. It barked. The dog barked again."
    assert compile_scenario(read(text)).derive(do({"e1": "false"})).answers


def judged(edit: str) -> bool | None:
    found = resolve(read(TRAVEL), had="Ida stayed at home")
    return verify(build_rubric(derive(found.scenario, found.intervention)), edit, clause=found.clause).valid


def test_an_edit_may_drop_what_is_void_and_may_not_keep_it():
    assert judged("Ida stayed at home. The river was low.") is not False
    assert judged("Using a lantern to light the track, Ida stayed at home. The river was low.") is False

from __future__ import annotations

import pytest

from causalcore.derivation.derivation import derive
from causalcore.derivation.rubric import build_rubric
from causalcore.scenario.intervention import do
from causalcore.scenario.scenario import Event, Link, Scenario
from nlbridge.grounding.by_words import ground
from nlbridge.judging.verification import ErrorClass, verify
from nlbridge.weights.thresholds import LIKELY

TEXT = "A pack of stray dogs scared the flock. As a result, the shepherd moved the fence."
PARTS = ("A pack of stray dogs", "scared the flock", "the shepherd moved the fence")
STATEMENTS = ("There was a pack of stray dogs.", "The flock was scared.", "The shepherd moved the fence.")
SCENARIO = Scenario(
    text=TEXT,
    events=tuple(
        Event(id=f"e{k}", statement=said, span=(TEXT.index(part), TEXT.index(part) + len(part)))
        for k, (part, said) in enumerate(zip(PARTS, STATEMENTS, strict=True))
    ),
    links=(Link(cause="e0", effect="e1"), Link(cause="e1", effect="e2")),
)
RUBRIC = build_rubric(derive(SCENARIO, do({"e1": "false"})))
REST = "As a result, the shepherd did not move the fence."


@pytest.mark.parametrize(
    "edit",
    ["No stray dogs scared the flock.", "No pack of stray dogs scared the flock.", "No dogs had scared the flock."],
)
def test_no_before_a_subject_denies_its_predicate_alone(edit: str):
    grounding = ground(f"{edit} {REST}", SCENARIO, RUBRIC.intervention)
    assert grounding.by_event["e0"].stands is None
    assert grounding.by_event["e1"].altered > LIKELY
    assert verify(RUBRIC, f"{edit} {REST}").valid is not False


@pytest.mark.parametrize("edit", ["There was no pack of stray dogs, so the flock was calm."])
def test_no_in_a_sentence_of_existence_denies_the_thing(edit: str):
    report = verify(RUBRIC, f"{edit} {REST}")
    assert report.valid is False
    assert ErrorClass.E1 in report.errors

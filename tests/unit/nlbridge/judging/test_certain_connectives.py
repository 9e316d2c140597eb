from __future__ import annotations

import pytest

from causalcore.derivation.derivation import derive
from causalcore.derivation.rubric import build_rubric
from causalcore.scenario.intervention import do
from causalcore.scenario.scenario import Event, Link, Scenario
from nlbridge.grounding.by_words import ground
from nlbridge.judging.error_classes import certain_mismatches
from nlbridge.judging.report import ErrorClass
from nlbridge.judging.verification import verify

TEXT = "The dam burst, so the mill was flooded. Consequently, the miller moved to town. Owls nested in the oak."
CLAIMS = ("The dam burst", "the mill was flooded", "the miller moved to town", "Owls nested in the oak")
EVENTS = tuple(
    Event(id=f"e{k}", statement=f"{claim}.", span=(TEXT.index(claim), TEXT.index(claim) + len(claim)))
    for k, claim in enumerate(CLAIMS)
)
SCENARIO = Scenario(text=TEXT, events=EVENTS, links=(Link(cause="e0", effect="e1"), Link(cause="e1", effect="e2")))
RUBRIC = build_rubric(derive(SCENARIO, do({"e1": "false"})))
REST = "Consequently, the miller did not move to town. Owls nested in the oak."
FITTING = (
    "Although the dam burst, the mill was not flooded.",
    "Though the dam burst, the mill was not flooded.",
    "The mill was not flooded even though the dam burst.",
    "The dam burst, but the mill was not flooded.",
    "The dam burst. Even so, the mill was not flooded.",
    "The dam burst. Nevertheless, the mill was not flooded.",
    "The dam burst, yet the mill was not flooded.",
)
UNFITTING = (
    ("because", "Because the dam burst, the mill was not flooded."),
    ("because", "The mill was not flooded because the dam burst."),
    ("since", "Since the dam burst, the mill was not flooded."),
    ("so", "The dam burst, so the mill was not flooded."),
    ("as a result", "The dam burst. As a result, the mill was not flooded."),
    ("therefore", "The dam burst. Therefore, the mill was not flooded."),
    ("consequently", "The dam burst. Consequently, the mill was not flooded."),
)


def odd(edit: str) -> list[str]:
    return [m.joint.words for m in certain_mismatches(RUBRIC, ground(edit, SCENARIO, RUBRIC.intervention))]


@pytest.mark.parametrize("edit", FITTING)
def test_a_concession_fits_a_cause_that_stands_beside_an_effect_that_does_not(edit: str):
    assert odd(f"{edit} {REST}") == []


@pytest.mark.parametrize(("word", "edit"), UNFITTING)
def test_a_reason_between_a_cause_that_stands_and_an_effect_that_does_not_is_an_e3(word: str, edit: str):
    assert odd(f"{edit} {REST}") == [word]
    report = verify(RUBRIC, f"{edit} {REST}")
    assert (report.valid, report.errors) == (False, (ErrorClass.E3,))
    assert f"'{word}' is consecutive" in report.reasons[0]


@pytest.mark.parametrize("word", ["Even so", "Nevertheless", "All the same", "Still", "Despite this"])
def test_a_concession_across_sentences_between_values_that_agree_is_an_e3(word: str):
    edit = (
        f"The dam burst, but the mill was not flooded. {word}, the miller did not move to town. Owls nested in the oak."
    )
    assert [one.lower() for one in odd(edit)] == [word.lower()]


@pytest.mark.parametrize(
    "edit",
    [
        "Partly because the dam burst, the mill was not flooded.",
        "The dam burst. A new wall had been built, so the mill was not flooded.",
        "The dam burst, a new wall stood firm, and so the mill was not flooded.",
        "The dam burst. The mill, however, was not flooded.",
        "Not because the dam burst was the mill spared.",
    ],
)
def test_what_a_connective_may_join_otherwise_proves_nothing(edit: str):
    assert odd(f"{edit} {REST}") == []

"""A what-if that keeps a claim holds it there, and everything that hangs on it alone stays."""

from __future__ import annotations

import pytest

import causalcore

TEXT = "The pump failed, so the cellar flooded. As a result, the wine was lost."


@pytest.mark.parametrize(
    "had",
    [
        "the pump not failed but the cellar flooded anyway",
        "the pump not failed, but the cellar still flooded",
        "the cellar flooded although the pump had not failed",
    ],
)
def test_what_hangs_on_a_claim_that_is_kept_stays(had: str) -> None:
    answers = causalcore.rubric(TEXT, had=had).answers
    assert [str(answer.kind) for answer in answers.values()] == ["changed", "unchanged", "unchanged"]
    assert answers["e3"].confidence == pytest.approx(1, abs=0.005)


def test_values_that_are_set_without_words_are_certain() -> None:
    answers = causalcore.rubric(TEXT, do={"e1": "false", "e2": "true"}).answers
    assert [answer.confidence for answer in answers.values()] == pytest.approx([1, 1, 1])


def test_what_hangs_on_what_is_moved_as_well_is_not_held() -> None:
    text = "It snowed and the wind blew, so the school closed."
    answers = causalcore.rubric(text, had="it not snowed but the wind blown").answers
    assert str(answers["e3"].kind) != "unchanged"


@pytest.mark.parametrize(
    ("text", "had"),
    [
        ("The pump failed with no warning, so the cellar flooded.", "the pump not failed"),
        ("The pump failed for no reason, so the cellar flooded.", "the pump not failed"),
        ("A driver with no licence hit the gate, so the yard closed.", "the driver not hit the gate"),
        ("The vet used a drug that was no longer sold, so the inspector came.", "the vet not used the drug"),
        ("Neither the vet nor the farmer came, so the calf died.", "the vet come"),
        ("The train stopped at no station, so the guests complained.", "the train stopped"),
    ],
)
def test_a_denial_beside_the_verb_does_not_turn_a_what_if_round(text: str, had: str) -> None:
    assert str(causalcore.rubric(text, had=had).answers["e1"].kind) == "changed"

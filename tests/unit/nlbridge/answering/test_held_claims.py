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

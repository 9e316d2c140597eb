"""A reading and an intervention -> a rubric whose answers are weighed, and the answer that is shown for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from causalcore.derivation.derivation import derive
from causalcore.derivation.rubric import build_rubric
from nlbridge.answering.request import Prepared

if TYPE_CHECKING:
    from causalcore.scenario.intervention import Intervention
    from causalcore.scenario.scenario import Scenario
    from nlbridge.supposing.hypothetical import Hypothetical

CALIBRATED: Final = 0.95
"""Confidence below which `hybrid` asks a model."""


def prepared(scenario: Scenario, intervention: Intervention, what_if: Hypothetical | None = None) -> Prepared:
    """Derive and build the rubric; a text that was read has its answers weighed by what the reader expects."""
    from causalcore.derivation.expectation import with_expectation
    from nlbridge.supposing.expectation import expectations, was_read

    derivation = derive(scenario, intervention)
    if was_read(scenario):
        found = what_if.scores if what_if else None
        derivation = with_expectation(derivation, expectations(scenario, intervention, found))
    clause, sure = (what_if.clause, what_if.confidence) if what_if else (None, 1.0)
    return Prepared(rubric=build_rubric(derivation), clause=clause, confidence=sure)


def is_sure(found: Prepared) -> bool:
    """Tell whether the what-if and every answer are as sure as `CALIBRATED` asks, by their calibrated confidences."""
    answers = found.rubric.derivation.answers
    return found.confidence >= CALIBRATED and all(one.confidence >= CALIBRATED and not one.doubt for one in answers)


def representative(found: Prepared) -> str:
    """Return one rewrite that meets the rubric: the model's where there is one that is verified as valid."""
    from nlbridge.judging.verification import verify
    from nlbridge.telling.criteria_wording import representative_answer

    if found.rewrite and verify(found.rubric, found.rewrite, clause=found.clause).valid is True:
        return found.rewrite
    return representative_answer(found.rubric)

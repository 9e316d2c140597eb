"""A rubric in words: criteria in CoBe's form."""

from __future__ import annotations

from causalcore.derivation.derivation import AnswerKind
from causalcore.derivation.rubric import CriterionKind, Rubric
from nlbridge.reading.quantities import level


def criteria_in_cobe_form(rubric: Rubric) -> dict[str, str]:
    """Return the four strings of CoBe's criteria; one that does not apply is empty.

    The first two list claims of the original text: those that must stay and those that must not.
    """
    return {
        "unchanged": _unchanged(rubric),
        "changed": _changed(rubric),
        "numeric": _numeric(rubric),
        "latent": " ".join(latent.statement for latent in rubric.scenario.latents),
    }


def _changed(rubric: Rubric) -> str:
    """List the original claims of the events that leave their factual value, in the order of the text."""
    moved = {answer.event for answer in rubric.derivation.answers if answer.kind is AnswerKind.CHANGED}
    moved |= {name for name, value in rubric.intervention if value != rubric.scenario.event(name).fact}
    return " ".join(event.statement for event in rubric.scenario.events if event.id in moved)


def _unchanged(rubric: Rubric) -> str:
    kept = {criterion.event for criterion in rubric.criteria if criterion.kind is CriterionKind.UNCHANGED}
    return " ".join(event.statement for event in rubric.scenario.events if event.id in kept)


def _numeric(rubric: Rubric) -> str:
    told = []
    for criterion in rubric.criteria:
        if criterion.kind is CriterionKind.NUMERIC and criterion.event:
            claim = rubric.scenario.event(criterion.event).statement.rstrip(".")
            stated = level(claim)
            than = stated.words if stated is not None else "stated"
            way = f"{criterion.expected} than {than}" if criterion.expected else "another value"
            told.append(f"Numerical change expected: {claim}: {way}.")
    return " ".join(told)

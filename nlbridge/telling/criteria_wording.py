"""A rubric in words: criteria in CoBe's form, and one answer that meets them."""

from __future__ import annotations

from typing import Final

from causalcore.derivation.derivation import AnswerKind
from causalcore.derivation.rubric import CriterionKind, Rubric
from nlbridge.reading.quantities import level
from nlbridge.supposing.chosen_values import beyond
from nlbridge.telling.acceptable_english import ill_formed, misjoined, unsettled
from nlbridge.telling.rewriting import chosen_world, edited, retold, stated

SURE: Final = 0.9
"""Confidence of every answer from which a reading is sure enough that its own rewrite has to be called valid."""


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


def representative_answer(rubric: Rubric) -> str:
    """Write one rewrite of the text that meets the rubric, in English that can be shown; empty if there is none.

    See `answer_or_reason`, which also says why there is none.
    """
    return answer_or_reason(rubric)[0]


def answer_or_reason(rubric: Rubric) -> tuple[str, str]:
    """Return one rewrite of the text that meets the rubric, or an empty text and why none is shown.

    The rewrites of `nlbridge.telling.rewriting` are tried from the closest to the original to the plainest. The first
    one is taken that `nlbridge.telling.acceptable_english` finds no fault with and that the verifier does not call
    invalid; where the reading is sure, it must call it valid. None is written of a quantity that goes further than the
    text has it, by an amount that nobody knows.
    """
    from nlbridge.judging.verification import verify
    from nlbridge.supposing.expectation import was_read

    values = chosen_world(rubric)
    if beyond(rubric.scenario, values):
        return "", "a quantity goes further than the text says, and nobody knows how far"
    read = was_read(rubric.scenario)
    if read and (why := unsettled(rubric, values)):
        return "", why
    sure = read and all(answer.confidence >= SURE for answer in rubric.derivation.answers)
    first = ""
    for answer in dict.fromkeys(write(rubric, values) for write in (edited, retold, stated)):
        why = (misjoined(rubric, values, answer) if read else "") or ill_formed(rubric.scenario.text, answer, read=read)
        if not why:
            valid = verify(rubric, answer).valid
            if valid or (valid is None and not sure):
                return answer, ""
            why = "the verifier does not call it valid"
        first = first or why
    return "", first

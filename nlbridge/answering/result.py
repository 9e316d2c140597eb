"""Results as JSON objects, in the shape that `docs/reference` promises to scripts."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Any, Final

from causalcore.derivation.answer_kind import AnswerKind
from causalcore.derivation.rubric import CriterionKind
from causalcore.scenario.scenario import Provenance, Scenario

if TYPE_CHECKING:
    from causalcore.derivation.derivation import Answer, Derivation
    from nlbridge.answering.request import Prepared
    from nlbridge.chat.client.profile import Fit
    from nlbridge.judging.report import CriterionVerdict, Report

VERDICTS: Final = {True: "valid", False: "invalid", None: "undetermined"}
MARKS: Final = {"pass": "✓", "fail": "✗", "undetermined": "?"}
PLACES: Final = ("cause", "effect", "claim_span")
"""Fields of a criterion for the studio's tables; `verify` leaves them out."""


def rubric_row(row_id: object, prepared: Prepared, *, explain: bool = False) -> dict[str, Any]:
    """Return the output object of `rubric`, with whole proofs instead of their last steps if `explain`.

    If a language model helped, the object says what relies on the model.
    """
    from nlbridge.answering.preparation import representative
    from nlbridge.language.forms.negation import negate
    from nlbridge.telling.cobe_item import criteria_in_cobe_form
    from nlbridge.telling.to_check import to_check

    rubric = prepared.rubric
    changed = rubric.derivation.of_kind(AnswerKind.CHANGED)
    negate.prefetch(rubric.scenario.event(name).statement for name in changed)  # Describing them needs a parse.
    example = representative(prepared)
    fit = None if prepared.basis is None else prepared.basis.answer_fit
    return {
        "id": row_id,
        "events": [
            _event(rubric.scenario, answer, explain=explain)
            | {"confidence": _calibrated(fit, answer.confidence), "provenance": str(answer.provenance)}
            for answer in rubric.derivation.answers
        ],
        "links": [
            {
                "cause": link.cause,
                "effect": link.effect,
                "sign": str(link.sign),
                "strength": str(link.strength),
                "connective": link.connective,
                "span": list(link.span) if link.span else None,
                "implied": link.connective is None,
                "confidence": round(link.confidence, 4),
                "provenance": str(link.provenance),
            }
            for link in rubric.scenario.links
        ],
        "left_out": [
            {"span": list(part.span), "words": part.words, "kind": part.kind} for part in rubric.scenario.left_out
        ],
        "what_if": what_if_row(prepared),
        "do": dict(rubric.intervention),
        "criteria": dict(criteria_in_cobe_form(rubric)),
        "silence": str(rubric.silence),
        "to_check": [doubt.to_dict() for doubt in to_check(rubric, sure=prepared.confidence, reading=prepared.reading)],
        "representative_answer": example.text or None,
        "representative_answer_withheld": example.withheld or None,
        "representative_answer_leaves_out": [],
    } | ({} if prepared.basis is None else {"basis": prepared.basis.row()})


def what_if_row(prepared: Prepared) -> dict[str, Any]:
    """Return the values that a what-if sets, its words, and the confidence in them."""
    return {
        "do": dict(prepared.rubric.intervention),
        "words": prepared.clause,
        "confidence": round(prepared.confidence, 4),
    }


def report_row(row_id: object, report: Report, prepared: Prepared, *, places: bool = False) -> dict[str, Any]:
    """Return the output object of `verify`: `errors` is empty unless the edit is invalid.

    With `places`, each criterion includes the ends of its link and the span of its claim in the text.
    """
    basis = prepared.basis
    verdict_fit, score_fit = (None, None) if basis is None else basis.verdict_fits
    return {
        "id": row_id,
        "valid": report.valid,
        "confidence": _calibrated(verdict_fit, report.confidence),
        "score": _calibrated(score_fit, report.score),
        "shown": round(report.shown, 4),
        "errors": errors_of(report),
        "reasons": list(report.reasons),
        "silence": str(prepared.rubric.silence),
        "what_if": what_if_row(prepared),
        "criteria": [
            {name: value for name, value in criterion_row(verdict, prepared).items() if places or name not in PLACES}
            for verdict in asked_verdicts(report)
        ],
    } | ({} if basis is None else {"basis": basis.row()})


def errors_of(report: Report) -> list[str]:
    """Return the classes of error of an invalid edit; any other edit has none."""
    return [str(error) for error in report.errors] if report.valid is False else []


def asked_verdicts(report: Report) -> tuple[CriterionVerdict, ...]:
    """Return the verdicts on criteria that require something of an edit."""
    return tuple(verdict for verdict in report.verdicts if verdict.criterion.kind is not CriterionKind.OPEN)


def criterion_row(verdict: CriterionVerdict, prepared: Prepared) -> dict[str, Any]:
    """Return the verdict on one criterion, with the fields `PLACES`."""
    criterion, scenario = verdict.criterion, prepared.rubric.scenario
    events = (event.span for event in scenario.events if event.id == criterion.event)
    links = (link.span for link in scenario.links if (link.cause, link.effect) == (criterion.cause, criterion.effect))
    claim_span = next(chain(events, links), None)
    row = {
        "kind": str(criterion.kind),
        "event": criterion.event,
        "cause": criterion.cause,
        "effect": criterion.effect,
        "required": verdict.required,
        "statement": criterion.statement,
        "verdict": str(verdict.outcome),
        "confidence": round(verdict.confidence, 4),
        "error": str(verdict.error) if verdict.error else None,
        "quote": verdict.quote,
        "span": list(verdict.span) if verdict.span else None,
        "claim_span": list(claim_span) if claim_span else None,
        "why": verdict.why,
        "provenance": str(verdict.provenance),
    }
    if prepared.basis is None:
        return row
    return row | {"rests_on": "model" if verdict.provenance is Provenance.MODEL else "offline"}


def _calibrated(fit: Fit | None, chance: float) -> float:
    return round(chance if fit is None else fit.of(chance), 4)


def derivation_row(row_id: object, derivation: Derivation, *, explain: bool = False) -> dict[str, Any]:
    """Return the output object of `derive`; `explain` as in `rubric_row`."""
    return {
        "id": row_id,
        "do": dict(derivation.intervention),
        "events": [
            _event(derivation.scenario, answer, explain=explain) | {"value": answer.value, "void": answer.void}
            for answer in derivation.answers
        ],
    }


def _event(scenario: Scenario, answer: Answer, *, explain: bool) -> dict[str, Any]:
    event = scenario.event(answer.event)
    return {
        "id": event.id,
        "statement": event.statement,
        "span": list(event.span) if event.span else None,
        "answer": str(answer.kind),
        "likeliest": str(answer.likeliest) if str(answer.likeliest) in {"changed", "unchanged"} else None,
        "confidence": round(answer.confidence, 4),
        "direction": str(answer.direction) if answer.direction else None,
        "why": reason_of(answer, explain=explain),
    }


def reason_of(answer: Answer, *, explain: bool = False) -> str:
    """Return the last step of an answer's proof, or all of it if `explain`, and what the text does not say."""
    why = str(answer.evidence if explain else answer.step)
    return f"{why} Not said: {answer.doubt}." if answer.doubt else why

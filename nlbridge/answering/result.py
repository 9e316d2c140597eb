"""Results as JSON objects, in the shape that `docs/reference` promises to scripts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from causalcore.derivation.rubric import CriterionKind

if TYPE_CHECKING:
    from causalcore.derivation.derivation import Answer, Derivation
    from causalcore.derivation.rubric import Rubric
    from causalcore.scenario.scenario import Link, Scenario
    from nlbridge.judging.report import Report
    from nlbridge.llm.roles.basis import Basis


def rubric_row(row_id: object, rubric: Rubric, basis: Basis | None = None, *, explain: bool = False) -> dict[str, Any]:
    """Return the output object of `rubric`; with a language model's help it says what rests on it.

    Parameters
    ----------
    explain
        Give whole proofs instead of their last steps.
    """
    from nlbridge.telling.criteria_wording import criteria_in_cobe_form, representative_answer

    return {
        "id": row_id,
        "events": [_event(rubric.scenario, answer, explain=explain) for answer in rubric.derivation.answers],
        "links": [_link(link) for link in rubric.scenario.links],
        "criteria": dict(criteria_in_cobe_form(rubric)),
        "representative_answer": representative_answer(rubric),
    } | _based(basis)


def report_row(row_id: object, report: Report, basis: Basis | None = None) -> dict[str, Any]:
    """Return the output object of `verify`: `errors` is empty unless the edit is invalid."""
    said: dict[str, Any] = {} if basis is None else {"reasons": list(report.reasons)}
    return {
        "id": row_id,
        "valid": report.valid,
        "errors": [str(error) for error in report.errors] if report.valid is False else [],
        "criteria": [
            {
                "kind": str(verdict.criterion.kind),
                "statement": verdict.criterion.statement,
                "verdict": str(verdict.outcome),
                "quote": verdict.quote,
                "why": verdict.why,
            }
            | ({} if basis is None else {"rests_on": "model" if verdict.by_model else "offline"})
            for verdict in report.verdicts
            if verdict.criterion.kind is not CriterionKind.OPEN
        ],
    } | (said | _based(basis))


def _based(basis: Basis | None) -> dict[str, Any]:
    return {} if basis is None else {"basis": basis.row()}


def derivation_row(row_id: object, derivation: Derivation, *, explain: bool = False) -> dict[str, Any]:
    """Return the output object of `derive`; `explain` as in `rubric_row`."""
    return {
        "id": row_id,
        "do": dict(derivation.intervention),
        "events": [
            _event(derivation.scenario, answer, explain=explain)
            | {"value": answer.value, "void": answer.void, "confidence": round(answer.confidence, 4)}
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
        "direction": str(answer.direction) if answer.direction else None,
        "why": str(answer.evidence if explain else answer.step),
    }


def _link(link: Link) -> dict[str, Any]:
    return {
        "cause": link.cause,
        "effect": link.effect,
        "sign": str(link.sign),
        "strength": str(link.strength),
        "connective": link.connective,
        "span": list(link.span) if link.span else None,
    }

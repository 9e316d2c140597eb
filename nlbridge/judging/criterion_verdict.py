"""What an edit does to one criterion: meets it, breaks it, or leaves it undetermined, each with its chance.

A claim that must stay is met if the edit positively tells it, and broken if it tells it otherwise; a claim that must
change is met if the edit tells it otherwise or as gone, and broken if it still tells it. A claim that the edit does not
take up, of the same subject and object, is undetermined, whatever its words look like.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from causalcore.derivation.rubric import Criterion, CriterionKind
from nlbridge.grounding.edit_text import place
from nlbridge.grounding.quantity_moves import demanded, misplaced, moved
from nlbridge.judging.altered_latents import altered_latents
from nlbridge.judging.by_words.features import must_change, must_stay
from nlbridge.judging.error_classes import LIKELY, ErrorClass
from nlbridge.judging.report import Outcome, Verdict

if TYPE_CHECKING:
    from causalcore.derivation.rubric import Rubric
    from nlbridge.grounding.connectives.misuse import Mismatch
    from nlbridge.grounding.grounding import Assertion, Grounding

SHOWN: Final = 0.7
"""Chance from which a criterion counts as met, or as broken."""
UNJOINED: Final = "no connective joins the two claims"
"""Why a criterion about a connective is left open that the edit need not express."""
_CLASSES: Final = {
    CriterionKind.UNCHANGED: ErrorClass.E1,
    CriterionKind.CHANGED: ErrorClass.E2,
    CriterionKind.INTERVENTION: ErrorClass.E2,
    CriterionKind.NUMERIC: ErrorClass.E4,
    CriterionKind.LATENT: ErrorClass.E5,
    CriterionKind.CONNECTIVE: ErrorClass.E3,
}


def criterion_verdict(rubric: Rubric, criterion: Criterion, grounding: Grounding) -> Verdict:
    """Judge one criterion by what the edit was read to say."""
    if criterion.kind is CriterionKind.CONNECTIVE:
        return _connective(criterion, grounding)
    if criterion.kind is CriterionKind.LATENT:
        return _latent(rubric, criterion, grounding)
    if criterion.event is None or criterion.kind is CriterionKind.OPEN:
        return _verdict(criterion, Outcome.UNDETERMINED, why="nothing in the edit decides it", confidence=0.5)
    assertion = grounding.assertion(criterion.event)
    met, broken = chances(rubric, criterion, assertion)
    outcome = Outcome.PASS if met >= SHOWN else Outcome.FAIL if broken >= SHOWN else Outcome.UNDETERMINED
    if demanded(rubric, criterion) and moved(rubric, grounding, criterion.event) is not None:
        outcome = Outcome.FAIL if criterion.event in misplaced(rubric, grounding, 0.0) else Outcome.PASS
    return _verdict(
        criterion,
        outcome,
        quote=assertion.quote,
        why=_why(assertion),
        confidence={Outcome.PASS: met, Outcome.FAIL: broken}.get(outcome, max(met, broken)),
        required=must_stay(rubric, criterion) or must_change(criterion) or criterion.kind is CriterionKind.INTERVENTION,
        by_model=assertion.by_model,
        span=_place(grounding, assertion.quote),
    )


def chances(rubric: Rubric, criterion: Criterion, assertion: Assertion) -> tuple[float, float]:
    """Return the chance that a criterion about a claim is met, and that it is broken.

    Units
    -----
    probability; they add up to the chance that the edit takes the claim up
    """
    kept, altered = assertion.told * (1 - assertion.altered), assertion.told * assertion.altered
    return (kept, altered) if must_stay(rubric, criterion) else (altered, kept)


def _latent(rubric: Rubric, criterion: Criterion, grounding: Grounding) -> Verdict:
    for shift in altered_latents(rubric, grounding):
        if shift.latent == criterion.event:
            why = f"{shift.quote!r} excludes it"
            return _verdict(criterion, Outcome.FAIL, quote=shift.quote, why=why, span=_place(grounding, shift.quote))
    return _verdict(criterion, Outcome.UNDETERMINED, why="nothing in the edit speaks against it", confidence=0.5)


def _connective(criterion: Criterion, grounding: Grounding) -> Verdict:
    for odd in grounding.mismatches:
        if (odd.cause, odd.effect) == (criterion.cause, criterion.effect):
            outcome = Outcome.FAIL if odd.weight >= LIKELY else Outcome.PASS
            why = _why_connective(criterion, odd, fits=outcome is Outcome.PASS)
            sure = odd.weight if outcome is Outcome.FAIL else 1 - odd.weight
            return _verdict(criterion, outcome, quote=odd.joint.words, why=why, confidence=sure)
    return _verdict(criterion, Outcome.UNDETERMINED, why=UNJOINED, confidence=0.5)


def _verdict(criterion: Criterion, outcome: Outcome, *, quote: str = "", why: str, **more: object) -> Verdict:
    error = _CLASSES[criterion.kind] if outcome is Outcome.FAIL else None
    return Verdict(criterion=criterion, outcome=outcome, quote=quote, why=why, error=error, **more)  # type: ignore[arg-type]


def _place(grounding: Grounding, quote: str) -> tuple[int, int] | None:
    return place(quote, grounding.edit.given) if quote else None


def _why(assertion: Assertion) -> str:
    if assertion.by_model:
        return assertion.why
    if assertion.told < SHOWN:
        return f"cannot tell whether the edit speaks of {assertion.aligned!r} ({assertion.told:.0%} sure)"
    sure = max(assertion.altered, 1 - assertion.altered)
    said = "altered" if assertion.altered >= LIKELY else "kept"
    return f"{assertion.aligned!r} is {said} ({sure:.0%} sure): {assertion.why}"


def _why_connective(criterion: Criterion, odd: Mismatch, *, fits: bool) -> str:
    """Say of which kind a connective is, and by which values it was judged where it is not of the kind asked for."""
    said = "consecutive" if odd.joint.consecutive else "concessive"
    why = f"{odd.joint.words!r} is {said}"
    if fits is (said == criterion.expected):
        return why
    if fits:
        return f"{why}, not {criterion.expected}; it fits the values that the edit itself gives to the two claims"
    return f"{why}, as asked for, but does not fit the values that the edit itself gives to the two claims"

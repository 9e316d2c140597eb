"""What an edit does to one criterion: meets it, breaks it, or leaves it undetermined, each with its chance.

A claim that must stay is met if the edit positively tells it, and broken if it tells it otherwise; a claim that must
change is met if the edit tells it otherwise or as gone, and broken if it still tells it. A claim that the edit does not
take up, of the same subject and object, is undetermined, whatever its words look like. A claim of which only chances
are known meets a criterion from `SHOWN` on; one that was read as a value does by that value, its details, and the
policy for what an edit passes over.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from causalcore.derivation.explanation import Evidence
from causalcore.derivation.rubric import Criterion, CriterionKind, Rubric
from causalcore.scenario.scenario import Kind
from nlbridge.grounding.grounding import trust
from nlbridge.judging.by_values import REQUIRED, by_value, suspected
from nlbridge.judging.findings import must_move
from nlbridge.judging.report import CriterionVerdict, ErrorClass, verdict_on
from nlbridge.weights.thresholds import LIKELY, SHOWN

if TYPE_CHECKING:
    from collections.abc import Sequence

    from nlbridge.grounding.connectives.misuse import Mismatch
    from nlbridge.grounding.grounding import GroundedClaim, GroundedConnective, Grounding, Witness
    from nlbridge.judging.findings import Shift

UNJOINED: Final = "no connective joins the two claims"
"""Why a criterion about a connective is left open that the edit need not express."""
UNDECIDED: Final = "nothing in the edit decides it"


def criterion_verdicts(rubric: Rubric, grounding: Grounding, shifts: Sequence[Shift]) -> tuple[CriterionVerdict, ...]:
    """Judge every criterion by the reading of the edit, and find failures that no criterion covers.

    Parameters
    ----------
    shifts
        Where the words of the edit alter the background.
    """
    asked = (_of_criterion(rubric, criterion, grounding, shifts) for criterion in rubric.criteria)
    return (*asked, *_unasked(rubric, grounding))


def _of_criterion(
    rubric: Rubric, criterion: Criterion, grounding: Grounding, shifts: Sequence[Shift]
) -> CriterionVerdict:
    if criterion.kind is CriterionKind.CONNECTIVE:
        return _of_connective(rubric, criterion, grounding)
    claim = grounding.claim(criterion.event or "")
    if criterion.kind is CriterionKind.LATENT and claim is None:
        return _of_background(criterion, grounding, shifts)
    if criterion.kind is CriterionKind.OPEN or claim is None:
        return verdict_on(criterion, grounding, None, why=UNDECIDED)
    if claim.value is None:
        return _by_chances(rubric, criterion, claim, grounding)
    return by_value(rubric, criterion, claim, grounding)


def _by_chances(rubric: Rubric, criterion: Criterion, claim: GroundedClaim, grounding: Grounding) -> CriterionVerdict:
    """Judge a claim by the chances that the edit keeps or alters it; an amount by its direction."""
    kept, altered = claim.told * (1 - claim.altered), claim.told * claim.altered
    stays = bool(criterion.stays)
    meets, breaks = (kept, altered) if stays else (altered, kept)
    met = True if meets >= SHOWN else False if breaks >= SHOWN else None
    if claim.moved is not None and (way := must_move(rubric, criterion)):
        met = claim.moved == way
    return verdict_on(
        criterion,
        grounding,
        met,
        quote=claim.quote,
        why=_chances_in_words(claim, stays=stays),
        sure=max(meets, breaks) if met is None else meets if met else breaks,
        required=criterion.kind in REQUIRED,
    )


def _chances_in_words(claim: GroundedClaim, *, stays: bool) -> str:
    if claim.told < SHOWN:
        return f"it is uncertain whether the edit mentions {claim.aligned!r} ({claim.told:.0%})"
    changes = claim.altered >= LIKELY
    does = "change" if changes else "keep"
    beside = "" if changes is not stays else ", which must stay" if stays else ", which must change"
    return f"the edit seems to {does} it{beside} ({max(claim.altered, 1 - claim.altered):.0%} certain)"


def _of_background(criterion: Criterion, grounding: Grounding, shifts: Sequence[Shift]) -> CriterionVerdict:
    shift = next((one for one in shifts if one.latent == criterion.event), None)
    if shift is None:
        return verdict_on(criterion, grounding, None, why="nothing in the edit speaks against it")
    return verdict_on(criterion, grounding, False, quote=shift.quote, why=f"{shift.quote!r} excludes it", sure=1.0)


def _of_connective(rubric: Rubric, criterion: Criterion, grounding: Grounding) -> CriterionVerdict:
    for word in grounding.connectives:
        odd = word.measured
        if odd is not None and (word.cause, word.effect) == (criterion.cause, criterion.effect):
            suits = odd.weight < LIKELY
            why = _suiting_in_words(criterion, odd, suits=suits)
            sure = 1 - odd.weight if suits else odd.weight
            found = verdict_on(criterion, grounding, suits, quote=word.quote, why=why, sure=sure)
            return replace(found, span=None)  # The same word may join other claims before.
        if odd is None and {word.cause, word.effect} == {criterion.cause, criterion.effect}:
            wrong = suspected(rubric, grounding, word)
            why = f"{word.quote!r} is {_kind(word)}" + (f", {wrong}." if wrong else ".")
            met = word.suits if wrong else True
            sure = 0.5 if met is None else trust(word.witnesses)
            return verdict_on(criterion, grounding, met, quote=word.quote, why=why, sure=sure)
    return verdict_on(criterion, grounding, None, why=UNJOINED)


def _kind(word: GroundedConnective) -> str:
    return "consecutive" if word.consecutive else "concessive"


def _suiting_in_words(criterion: Criterion, odd: Mismatch, *, suits: bool) -> str:
    """Say of which kind a connective is, and by which values it was judged where it is the wrong kind."""
    said = "consecutive" if odd.joint.consecutive else "concessive"
    why = f"{odd.joint.words!r} is {said}"
    if suits is (said == criterion.expected):
        return why
    if suits:
        return f"{why}, not {criterion.expected}; it fits the values that the edit itself gives to the two claims"
    return f"{why}, as asked for, but does not fit the values that the edit itself gives to the two claims"


def _unasked(rubric: Rubric, grounding: Grounding) -> tuple[CriterionVerdict, ...]:
    """Return failures that no criterion of the text asks about.

    Its background is altered, something new is told against it, or words join claims further apart than a link.
    """
    asked = {frozenset((c.cause, c.effect)) for c in rubric.of_kind(CriterionKind.CONNECTIVE)}
    found = []
    for one in grounding.conflicts:
        kind = CriterionKind.LATENT if one.background else CriterionKind.UNCHANGED
        said, why = f"{one.original!r} holds in the original.", f"The edit excludes it: {one.passage!r}."
        met = None if one.suspected else False
        found.append(_beside(kind, said, one.passage, why, one.witnesses, grounding, met))
    for word in grounding.connectives:
        if word.measured is not None or frozenset((word.cause, word.effect)) in asked:
            continue
        if wrong := suspected(rubric, grounding, word):
            said = f"{word.quote!r} joins {word.cause} and {word.effect}."
            why = f"It is {_kind(word)}, {wrong}."
            kind = CriterionKind.CONNECTIVE
            found.append(_beside(kind, said, word.quote, why, word.witnesses, grounding, word.suits))
    return tuple(found)


def _beside(
    kind: CriterionKind,
    said: str,
    quote: str,
    why: str,
    witnesses: Sequence[Witness],
    grounding: Grounding,
    met: bool | None,
) -> CriterionVerdict:
    reason = Evidence(sentences=(said.rstrip("."),))
    criterion = Criterion(kind=kind, statement=said, _reason=lambda: reason)
    return verdict_on(criterion, grounding, met, quote=quote, why=why, sure=trust(witnesses))


def error_of(rubric: Rubric, verdict: CriterionVerdict, grounding: Grounding) -> tuple[ErrorClass, ...]:
    """Return the classes of a failed criterion; that of an amount which still stands is E2, too."""
    criterion = verdict.criterion
    if criterion.kind is CriterionKind.NUMERIC or _amount_kept(rubric, criterion):
        claim = grounding.claim(criterion.event or "")
        return (ErrorClass.E2, ErrorClass.E4) if claim is not None and claim.stands else (ErrorClass.E4,)
    return () if verdict.error is None else (verdict.error,)


def _amount_kept(rubric: Rubric, criterion: Criterion) -> bool:
    """Tell whether a criterion asks that an amount is not told any more, since there is nothing that it is of."""
    return (
        criterion.kind is CriterionKind.CHANGED
        and criterion.event is not None
        and rubric.scenario.event(criterion.event).kind is Kind.QUANTITY
    )

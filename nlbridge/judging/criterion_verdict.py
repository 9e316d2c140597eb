"""Verdicts on single criteria: met, broken, or undetermined, each with its chance.

A claim that must stay is met if the edit asserts it, and broken if the edit says otherwise. A claim that must change is
met if the edit says otherwise or that it is gone, and broken if the edit still asserts it. A claim that the edit does
not mention, with the same subject and object, is undetermined, however similar the words are. A claim that has only
chances decides from `SHOWN` on; a claim read as a value by that value, its details, and the policy on silence.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from causalcore.derivation.explanation import Evidence
from causalcore.derivation.rubric import REQUIRED, Criterion, CriterionKind, Rubric
from causalcore.scenario.scenario import Kind
from nlbridge.grounding.claims.same_matter import of_another_claim
from nlbridge.grounding.grounding import trust
from nlbridge.judging.by_values import by_value, suspected
from nlbridge.judging.findings import must_move
from nlbridge.judging.report import CriterionVerdict, ErrorClass, verdict_on
from nlbridge.weights.thresholds import LIKELY, SHOWN

if TYPE_CHECKING:
    from collections.abc import Sequence

    from nlbridge.grounding.grounding import GroundedClaim, GroundedConnective, Grounding, Witness
    from nlbridge.judging.findings import Shift

UNJOINED: Final = "no connective joins the two claims"
"""Why a criterion is undetermined if it asks for a connective that the edit need not express."""
ELSEWHERE: Final = "the edit has the words of this claim only in a clause about another one"
UNDECIDED: Final = "nothing in the edit decides it"


def criterion_verdicts(rubric: Rubric, grounding: Grounding, shifts: Sequence[Shift]) -> tuple[CriterionVerdict, ...]:
    """Judge every criterion by the reading of the edit, and report failures that no criterion covers.

    `shifts` says where the words of the edit alter the background.
    """
    asked = [_of_criterion(rubric, criterion, grounding, shifts) for criterion in rubric.criteria]
    return (*asked, *_unasked(rubric, grounding))


def _of_criterion(
    rubric: Rubric, criterion: Criterion, grounding: Grounding, shifts: Sequence[Shift]
) -> CriterionVerdict:
    if criterion.kind is CriterionKind.CONNECTIVE:
        return _of_connective(rubric, criterion, grounding)
    claim = grounding.by_event.get(criterion.event or "")
    if criterion.kind is CriterionKind.LATENT and claim is None:
        return _of_background(criterion, grounding, shifts)
    if criterion.kind is CriterionKind.OPEN or claim is None:
        return verdict_on(criterion, grounding, None, why=UNDECIDED)
    if claim.value is None:
        return _by_chances(rubric, criterion, claim, grounding)
    return by_value(rubric, criterion, claim, grounding)


def _by_chances(rubric: Rubric, criterion: Criterion, claim: GroundedClaim, grounding: Grounding) -> CriterionVerdict:
    """Judge a claim by the chances that the edit keeps or alters it; an amount by the direction it moves.

    An amount decides against these chances. The verdict is then as sure as it is that the edit mentions the claim.
    """
    kept, altered = claim.told * (1 - claim.altered), claim.told * claim.altered
    stays = bool(criterion.stays)
    meets, breaks = (kept, altered) if stays else (altered, kept)
    met = True if meets >= SHOWN else False if breaks >= SHOWN else None
    if stays and met is False and of_another_claim(grounding.edit, claim.event):
        return verdict_on(criterion, grounding, None, why=ELSEWHERE, required=criterion.kind in REQUIRED)
    sure = max(meets, breaks) if met is None else meets if met else breaks
    way = 0 if claim.moved is None else must_move(rubric, criterion)
    if way and met is not (claim.moved == way):
        met, sure = claim.moved == way, max(claim.told, 0.5)
    return verdict_on(
        criterion,
        grounding,
        met,
        quote=claim.quote,
        occurrence=claim.occurrence,
        why=_chances_in_words(claim, stays=stays),
        sure=sure,
        required=criterion.kind in REQUIRED,
    )


def _chances_in_words(claim: GroundedClaim, *, stays: bool) -> str:
    if claim.told < SHOWN:
        return f"the edit mentions {claim.aligned!r} with a chance of only {claim.told:.0%}"
    changes = claim.altered >= LIKELY
    does = "change" if changes else "keep"
    beside = "" if changes is not stays else ", but it must stay" if stays else ", but it must change"
    return f"the edit seems to {does} it{beside} ({max(claim.altered, 1 - claim.altered):.0%} certain)"


def _of_background(criterion: Criterion, grounding: Grounding, shifts: Sequence[Shift]) -> CriterionVerdict:
    shift = next((candidate for candidate in shifts if candidate.latent == criterion.event), None)
    if shift is None:
        return verdict_on(criterion, grounding, None, why="nothing in the edit speaks against it")
    return verdict_on(criterion, grounding, False, quote=shift.quote, why=f"{shift.quote!r} excludes it", sure=1.0)


def _of_connective(rubric: Rubric, criterion: Criterion, grounding: Grounding) -> CriterionVerdict:
    for word in grounding.connectives:
        odd = word.measured
        if odd is not None and (word.cause, word.effect) == (criterion.cause, criterion.effect):
            suits = odd.weight < LIKELY
            why = _suiting_in_words(criterion, word, suits=suits)
            sure = 1 - odd.weight if suits else odd.weight
            return verdict_on(
                criterion, grounding, suits, quote=word.quote, occurrence=word.occurrence, why=why, sure=sure
            )
        if odd is None and {word.cause, word.effect} == {criterion.cause, criterion.effect}:
            wrong = suspected(rubric, grounding, word)
            why = f"{word.quote!r} is {_kind(word)}" + (f", {wrong}." if wrong else ".")
            met = word.suits if wrong else True
            sure = 0.5 if met is None else trust(word.witnesses)
            return verdict_on(criterion, grounding, met, quote=word.quote, why=why, sure=sure)
    return verdict_on(criterion, grounding, None, why=UNJOINED)


def _kind(word: GroundedConnective) -> str:
    return "consecutive" if word.consecutive else "concessive"


def _suiting_in_words(criterion: Criterion, word: GroundedConnective, *, suits: bool) -> str:
    """Say which kind a connective is, and which values decided if that is not what the criterion expects."""
    kind = _kind(word)
    why = f"{word.quote!r} is {kind}"
    if suits is (kind == criterion.expected):
        return why
    if suits:
        return f"{why}, not {criterion.expected}; it fits what the edit says of the two claims"
    return f"{why}, as required, but does not fit what the edit says of the two claims"


def _unasked(rubric: Rubric, grounding: Grounding) -> tuple[CriterionVerdict, ...]:
    """Return failures that no criterion of the text covers.

    These are conflicts with the original, and unfitting connectives between claims more than one link apart.
    """
    asked = {frozenset((c.cause, c.effect)) for c in rubric.of_kind(CriterionKind.CONNECTIVE)}
    verdicts = []
    for conflict in grounding.conflicts:
        kind = CriterionKind.LATENT if conflict.background else CriterionKind.UNCHANGED
        statement, why = f"{conflict.original!r} holds in the original.", f"The edit excludes it: {conflict.passage!r}."
        met = None if conflict.suspected else False
        verdicts.append(_beside(kind, statement, conflict.passage, why, conflict.witnesses, grounding, met))
    for word in grounding.connectives:
        if word.measured is not None or frozenset((word.cause, word.effect)) in asked:
            continue
        if wrong := suspected(rubric, grounding, word):
            statement = f"{word.quote!r} joins {word.cause} and {word.effect}."
            why = f"It is {_kind(word)}, {wrong}."
            kind = CriterionKind.CONNECTIVE
            verdicts.append(_beside(kind, statement, word.quote, why, word.witnesses, grounding, word.suits))
    return tuple(verdicts)


def _beside(
    kind: CriterionKind,
    statement: str,
    quote: str,
    why: str,
    witnesses: Sequence[Witness],
    grounding: Grounding,
    met: bool | None,
) -> CriterionVerdict:
    reason = Evidence(sentences=(statement.rstrip("."),))
    criterion = Criterion(kind=kind, statement=statement, _reason=lambda: reason)
    return verdict_on(criterion, grounding, met, quote=quote, why=why, sure=trust(witnesses))


def error_of(rubric: Rubric, verdict: CriterionVerdict, grounding: Grounding) -> tuple[ErrorClass, ...]:
    """Return the error classes of a failed criterion; an amount that the edit keeps is also E2."""
    criterion = verdict.criterion
    if criterion.kind is CriterionKind.NUMERIC or _amount_kept(rubric, criterion):
        claim = grounding.by_event.get(criterion.event or "")
        return (ErrorClass.E2, ErrorClass.E4) if claim is not None and claim.stands else (ErrorClass.E4,)
    return () if verdict.error is None else (verdict.error,)


def _amount_kept(rubric: Rubric, criterion: Criterion) -> bool:
    """Return whether a criterion requires that an amount is no longer stated, since what it measures is gone."""
    return (
        criterion.kind is CriterionKind.CHANGED
        and criterion.event is not None
        and rubric.scenario.event_by_id[criterion.event].kind is Kind.QUANTITY
    )

"""What an edit does to one criterion: meets it, breaks it, or leaves it undetermined, each with its chance.

A claim that must stay is met if the edit positively tells it, and broken if it tells it otherwise; a claim that must
change is met if the edit tells it otherwise or as gone, and broken if it still tells it. A claim that the edit does not
take up, of the same subject and object, is undetermined, whatever its words look like. A claim of which only chances
are known meets a criterion from `SHOWN` on; one that was read as a value does by that value, its details, and the
policy for what an edit passes over.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from causalcore.derivation.explanation import Evidence
from causalcore.derivation.rubric import Criterion, CriterionKind, Rubric, Silence
from causalcore.scenario.scenario import Event, Kind
from nlbridge.grounding.edit import place
from nlbridge.grounding.grounding import Told, Way, trust
from nlbridge.judging.findings import must_change, must_move, must_stay
from nlbridge.judging.report import CLASSES, CriterionOutcome, CriterionVerdict, ErrorClass
from nlbridge.judging.suspected_connectives import suspected
from nlbridge.weights.thresholds import LIKELY, SHOWN

if TYPE_CHECKING:
    from collections.abc import Sequence

    from nlbridge.grounding.connectives.misuse import Mismatch
    from nlbridge.grounding.grounding import GroundedClaim, GroundedConnective, Grounding, Witness
    from nlbridge.judging.findings import Shift

UNJOINED: Final = "no connective joins the two claims"
"""Why a criterion about a connective is left open that the edit need not express."""
UNDECIDED: Final = "nothing in the edit decides it"
UNLOOKED: Final = "the passage does not mention it"
REQUIRED: Final = frozenset(
    {CriterionKind.INTERVENTION, CriterionKind.UNCHANGED, CriterionKind.CHANGED, CriterionKind.NUMERIC}
)
"""Kinds of criteria that an edit must be shown to meet to be valid."""
_RELATIVE: Final = re.compile(r"(who|whom|whose|which|that)\b", re.IGNORECASE)
_OUTCOMES: Final = {True: CriterionOutcome.PASS, False: CriterionOutcome.FAIL, None: CriterionOutcome.UNDETERMINED}
_VALUES: Final = {
    Told.TRUE: "tells it",
    Told.BARE: "says it without its detail",
    Told.FALSE: "says that it is not so",
    Told.OTHER: "tells another value",
    Told.GONE: "takes away what it is about",
    Told.SUSPENDED: "says it only as supposed, doubted or denied",
    Told.UNREAD: "was read differently twice",
}


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
        return _verdict(criterion, grounding, None, why=UNDECIDED)
    if claim.value is None:
        return _by_chances(rubric, criterion, claim, grounding)
    return _by_value(rubric, criterion, claim, grounding)


def _verdict(
    criterion: Criterion,
    grounding: Grounding,
    met: bool | None,
    *,
    quote: str = "",
    why: str,
    sure: float = 0.5,
    **more: object,
) -> CriterionVerdict:
    return CriterionVerdict(
        criterion=criterion,
        outcome=_OUTCOMES[met],
        quote=quote,
        why=why,
        confidence=sure,
        span=place(quote, grounding.edit.given) if quote else None,
        error=CLASSES[criterion.kind] if met is False else None,
        provenance=grounding.provenance,
        **more,  # type: ignore[arg-type]
    )


def _by_chances(rubric: Rubric, criterion: Criterion, claim: GroundedClaim, grounding: Grounding) -> CriterionVerdict:
    """Judge a claim by the chances that the edit keeps or alters it; an amount by its direction."""
    chances = claim.chances
    kept, altered = chances.kept, chances.otherwise
    meets, breaks = (kept, altered) if must_stay(rubric, criterion) else (altered, kept)
    met = True if meets >= SHOWN else False if breaks >= SHOWN else None
    if claim.moved is not None and (way := must_move(rubric, criterion)):
        met = claim.moved == way
    return _verdict(
        criterion,
        grounding,
        met,
        quote=claim.quote,
        why=_chances_in_words(claim),
        sure=max(meets, breaks) if met is None else meets if met else breaks,
        required=criterion.kind in REQUIRED,
    )


def _chances_in_words(claim: GroundedClaim) -> str:
    if claim.told < SHOWN:
        return f"it is uncertain whether the edit mentions {claim.aligned!r} ({claim.told:.0%})"
    says = "says otherwise" if claim.altered >= LIKELY else "still says so"
    return f"the edit {says} ({max(claim.altered, 1 - claim.altered):.0%} certain)"


def _of_background(criterion: Criterion, grounding: Grounding, shifts: Sequence[Shift]) -> CriterionVerdict:
    shift = next((one for one in shifts if one.latent == criterion.event), None)
    if shift is None:
        return _verdict(criterion, grounding, None, why="nothing in the edit speaks against it")
    return _verdict(criterion, grounding, False, quote=shift.quote, why=f"{shift.quote!r} excludes it", sure=1.0)


def _by_value(rubric: Rubric, criterion: Criterion, claim: GroundedClaim, grounding: Grounding) -> CriterionVerdict:
    """Judge a claim by the value that was read."""
    if criterion.kind is CriterionKind.LATENT:
        return _shown(criterion, claim, claim.value not in {Told.FALSE, Told.OTHER}, grounding, required=False)
    event = rubric.scenario.event(claim.event)
    if criterion.kind is CriterionKind.INTERVENTION:
        return _supposed(criterion, event, claim, grounding)
    if criterion.kind is CriterionKind.UNCHANGED:
        return _kept(rubric, criterion, claim, grounding)
    if _gone_with(rubric, claim, grounding):
        return _shown(criterion, claim, True, grounding, why="It is gone with what it was about.")
    if _passed_over(rubric, criterion, claim):
        return _shown(criterion, claim, False, grounding, why=_silent(rubric))
    return _shown(criterion, claim, _moved(criterion, event, claim), grounding)


def _kept(rubric: Rubric, criterion: Criterion, claim: GroundedClaim, grounding: Grounding) -> CriterionVerdict:
    """Judge whether a claim that must stay is kept; if the edit does not mention it, by the policy on silence."""
    if claim.way_there is Way.NEEDED:
        why = f"The what-if contradicts it: {claim.quote!r} says how the supposed event came about."
        return _shown(criterion, claim, None, grounding, why=why)
    if claim.way_there is Way.CHOSEN:
        why = f"The edit adds an explanation that the what-if does not need: {claim.quote!r}."
        return _shown(criterion, claim, claim.stands, grounding, why=why)
    detail = incidental(rubric, claim.event)
    if claim.value is Told.ABSENT and not claim.doubt:
        met = {Silence.OPEN: None, Silence.FAIL: False, Silence.PASS: True}[rubric.silence]
        if met is not None and not detail:
            return _shown(criterion, claim, met, grounding, why=_silent(rubric))
        why = "It is a detail of what changes." if detail else ""
        return _shown(criterion, claim, None, grounding, required=not detail, why=why)
    if claim.value is Told.BARE:
        why = f"The edit says it in {claim.quote!r}, without its detail."
        return _shown(criterion, claim, None if rubric.silence is Silence.FAIL else True, grounding, why=why)
    if claim.stands is False and detail:
        why = f"It is a detail of what changes; the edit says otherwise in {claim.quote!r}."
        return _shown(criterion, claim, None, grounding, why=why)
    return _shown(criterion, claim, claim.stands, grounding)


def _passed_over(rubric: Rubric, criterion: Criterion, claim: GroundedClaim) -> bool:
    """Tell whether an edit does not mention an amount that must move, and silence counts against it."""
    unsaid = claim.value is Told.ABSENT and not claim.doubt
    return unsaid and rubric.silence is Silence.FAIL and bool(must_move(rubric, criterion))


def _silent(rubric: Rubric) -> str:
    return f"{UNLOOKED[:1].upper()}{UNLOOKED[1:]}, and silence counts as {rubric.silence}."


def _supposed(criterion: Criterion, event: Event, claim: GroundedClaim, grounding: Grounding) -> CriterionVerdict:
    """Judge whether what is supposed is carried out: by its own words where they were asked, else by the claim."""
    if criterion.expected == event.fact:
        return _shown(criterion, claim, claim.stands, grounding)
    own = grounding.claim(event.id, supposed=True)
    if own is None:
        return _shown(criterion, claim, _moved(criterion, event, claim), grounding)
    if own.stands and claim.stands:
        return _shown(criterion, own, None, grounding, why="The edit says both.")
    if own.value is Told.BARE and claim.stands is False:
        why = f"The edit says it in {own.quote!r}, without its detail."
        return _shown(criterion, own, True, grounding, why=why)
    if own.stands is None and claim.stands:
        return _shown(criterion, claim, False, grounding)
    return _shown(criterion, own, own.stands, grounding)


def _moved(criterion: Criterion, event: Event, claim: GroundedClaim) -> bool | None:
    """Tell whether a claim is told as the criterion asks that it changes; None where that is not read."""
    if claim.stands is not False:
        return None if claim.stands is None else False
    if event.kind is not Kind.QUANTITY or criterion.expected is None or claim.value is Told.GONE:
        return True
    if claim.way:
        return claim.way == criterion.expected
    return None if claim.value is Told.OTHER else True


def incidental(rubric: Rubric, event: str) -> bool:
    """Tell whether a claim is a detail of one that changes or is supposed otherwise.

    It stands within its words, or in a relative clause right behind them.

    Examples
    --------
    >>> from causalcore.derivation.derivation import derive
    >>> from causalcore.derivation.rubric import build_rubric
    >>> from causalcore.scenario.intervention import do
    >>> from causalcore.scenario.scenario import Event, Scenario
    >>> fair = Event(id="e1", statement="The oven came on the day of the fair.", span=(0, 36))
    >>> day = Event(id="e2", statement="It was the day of the fair.", span=(14, 36))
    >>> rubric = build_rubric(derive(Scenario(events=(fair, day)), do({"e1": "false"})))
    >>> incidental(rubric, "e2"), incidental(rubric, "e1")
    (True, False)
    >>> sent = Event(id="e1", statement="The letter went to a clerk.", span=(0, 26))
    >>> left = Event(id="e2", statement="The clerk had left.", span=(27, 39))
    >>> told = Scenario(text="The letter went to a clerk who had left.", events=(sent, left))
    >>> incidental(build_rubric(derive(told, do({"e1": "false"}))), "e2")
    True
    """
    text, span = rubric.scenario.text, rubric.scenario.event(event).span
    supposed = (c for c in rubric.of_kind(CriterionKind.INTERVENTION) if not must_stay(rubric, c))
    changes = {c.event for c in rubric.criteria if must_change(c)} | {c.event for c in supposed}
    around = [one.span for one in rubric.scenario.events if one.id in changes and one.span is not None]
    if span is None:
        return False
    behind = bool(_RELATIVE.match(text, span[0]))
    return any(
        (low <= span[0] and span[1] <= high and (low, high) != span)
        or (behind and low < span[0] and not text[high : span[0]].strip(" ,"))
        for low, high in around
    )


def _gone_with(rubric: Rubric, claim: GroundedClaim, grounding: Grounding) -> bool:
    """Tell whether a claim that the edit does not tell in full is void, and the edit takes away what it was about."""
    if claim.value not in {Told.ABSENT, Told.BARE} or not rubric.derivation.answer(claim.event).void:
        return False
    bases = (grounding.claim(name) for name in rubric.scenario.event(claim.event).presupposes)
    return any(base is not None and base.value in {Told.FALSE, Told.GONE} and not base.doubt for base in bases)


def _shown(
    criterion: Criterion,
    claim: GroundedClaim,
    met: bool | None,
    grounding: Grounding,
    *,
    required: bool = True,
    why: str = "",
) -> CriterionVerdict:
    met = None if claim.doubt else met
    return _verdict(
        criterion,
        grounding,
        met,
        quote=claim.quote,
        why=why or claim.doubt or _value_in_words(claim),
        sure=0.5 if met is None else trust(claim.witnesses),
        required=required and criterion.kind in REQUIRED,
    )


def _value_in_words(claim: GroundedClaim) -> str:
    if claim.value is None or claim.value is Told.ABSENT:
        return f"Not shown: {UNLOOKED}."
    return f"The edit {_VALUES[claim.value]}" + (f" in {claim.quote!r}." if claim.quote else ".")


def _of_connective(rubric: Rubric, criterion: Criterion, grounding: Grounding) -> CriterionVerdict:
    for word in grounding.connectives:
        odd = word.measured
        if odd is not None and (word.cause, word.effect) == (criterion.cause, criterion.effect):
            suits = odd.weight < LIKELY
            why = _suiting_in_words(criterion, odd, suits=suits)
            sure = 1 - odd.weight if suits else odd.weight
            found = _verdict(criterion, grounding, suits, quote=word.quote, why=why, sure=sure)
            return replace(found, span=None)  # The same word may join other claims before.
        if odd is None and {word.cause, word.effect} == {criterion.cause, criterion.effect}:
            wrong = suspected(rubric, grounding, word)
            why = f"{word.quote!r} is {_kind(word)}" + (f", {wrong}." if wrong else ".")
            met = word.suits if wrong else True
            sure = 0.5 if met is None else trust(word.witnesses)
            return _verdict(criterion, grounding, met, quote=word.quote, why=why, sure=sure)
    return _verdict(criterion, grounding, None, why=UNJOINED)


def _kind(word: GroundedConnective) -> str:
    return "consecutive" if word.consecutive else "concessive"


def _suiting_in_words(criterion: Criterion, odd: Mismatch, *, suits: bool) -> str:
    """Say of which kind a connective is, and by which values it was judged where it is not of the kind asked for."""
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
    return _verdict(criterion, grounding, met, quote=quote, why=why, sure=trust(witnesses))


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

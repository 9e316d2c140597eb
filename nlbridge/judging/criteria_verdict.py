"""An edit judged criterion by criterion, by what a language model read it to tell.

Source: `docs/explanation/semantics.md`, verification as satisfiability. The reading says which value the edit gives
to each claim; from there on nothing is weighed: a criterion that surely fails makes the edit invalid, anything unread
or unsure leaves it undetermined, and it is valid only if every criterion is met and the engine finds a world that
has all the values. No verdict rests on a connective alone unless a second look says that it does not suit. Beside the
verdict stands the chance that the edit is valid, which is its score.
"""

from __future__ import annotations

from dataclasses import replace
from math import prod
from typing import TYPE_CHECKING, Final

from causalcore.derivation.rubric import Criterion, CriterionKind, Rubric, Silence
from causalcore.scenario.scenario import Event, Kind
from nlbridge.grounding.connectives.told_connectives import suspected
from nlbridge.grounding.told import Told, ToldClaim, ToldConnective, ToldEdit, Way, Witness
from nlbridge.grounding.told_values import asserted, gone_with, incidental
from nlbridge.judging.error_classes import ErrorClass
from nlbridge.judging.report import Outcome, Report, Verdict
from nlbridge.judging.verification import judgement
from nlbridge.weights.calibration import model_path_weights

if TYPE_CHECKING:
    from collections.abc import Sequence

SURE: Final = 0.75
"""Confidence of a criterion from which it decides, either way."""
UNLOOKED: Final = "the passage does not take it up"
_LIKELY_MET: Final = {
    Told.ABSENT: 0.5,
    Told.BARE: 0.7,
    Told.SUSPENDED: 0.3,
    Told.UNREAD: 0.5,
}
"""Chance that a criterion is met of which the edit does not say so plainly, by what it says; set by hand."""
_UNTOLD_CHANGE: Final = 0.75
"""The same of a claim that must change and that the edit passes over: mostly it is implied that it did."""
_NEEDED: Final = 0.5
"""The same where what is supposed could not be so beside a cause of it that the edit tells otherwise."""
_SUSPECTED: Final = 0.7
"""The chance that nothing is wrong with a joining word, or with something new, that nobody looked at again."""
_DOUBTED: Final = 0.5
"""The chance of a valid edit that has any other doubt against it."""
_CLASSES: Final = {
    CriterionKind.UNCHANGED: (ErrorClass.E1,),
    CriterionKind.CHANGED: (ErrorClass.E2,),
    CriterionKind.INTERVENTION: (ErrorClass.E2,),
    CriterionKind.LATENT: (ErrorClass.E5,),
    CriterionKind.CONNECTIVE: (ErrorClass.E3,),
}
_REQUIRED: Final = frozenset(
    {CriterionKind.INTERVENTION, CriterionKind.UNCHANGED, CriterionKind.CHANGED, CriterionKind.NUMERIC}
)


def judge_by_criteria(rubric: Rubric, told: ToldEdit) -> Report:
    """Judge what an edit was read to tell.

    Returns
    -------
    Report
        Invalid with the classes of the criteria that surely fail; valid if all are surely met; else undetermined
        with the reasons.
    """
    verdicts = (*(_verdict(rubric, criterion, told) for criterion in rubric.criteria), *_conflicts(rubric, told))
    sure = [v for v in verdicts if v.criterion.confidence >= SURE]
    wrong = [v for v in sure if v.outcome is Outcome.FAIL and _believed(v, told)]
    core = _core(rubric, told)
    reasons = tuple(f"{v.criterion.statement} {v.why}" for v in wrong)
    met = chance_of_validity(rubric, told, verdicts)
    if wrong:
        errors = {error for v in wrong for error in _classes(rubric, v, told)}
        return Report(
            valid=False,
            errors=tuple(sorted(errors)),
            verdicts=verdicts,
            reasons=(*reasons, *core),
            confidence=max(v.confidence * v.criterion.confidence for v in wrong),
            score=min(met, 0.5),
        )
    unsteady = (told.unsteady,) if told.unsteady else ()
    doubts = tuple(dict.fromkeys((*unsteady, *told.doubts, *_doubts(rubric, verdicts), *core)))
    sure_of = min((v.confidence * v.criterion.confidence for v in verdicts if v.required), default=0.5)
    return Report(
        valid=None if doubts else True,
        errors=(),
        verdicts=verdicts,
        reasons=doubts,
        confidence=max(sure_of, 0.5),
        score=met if doubts else max(met, 0.5),
    )


def chance_of_validity(rubric: Rubric, told: ToldEdit, verdicts: Sequence[Verdict]) -> float:
    """Return the chance that an edit is valid: that each required criterion is met, and nothing else speaks against it.

    The criteria that are shown rest on one reading, whose slips come together: the least sure of them counts for all.
    The chances of the others are multiplied.

    Units
    -----
    probability
    """
    passed, others = [1.0], [1.0]
    for verdict in verdicts:
        chance = _met(rubric, told, verdict)
        (passed if verdict.outcome is Outcome.PASS else others).append(chance)
    against = _DOUBTED ** (len(told.doubts) + bool(told.unsteady))
    return min(passed) * prod(others) * against


def _met(rubric: Rubric, told: ToldEdit, verdict: Verdict) -> float:
    """Return the chance that an edit does what one criterion asks, the criterion itself being only likely."""
    criterion = verdict.criterion
    if criterion.kind is CriterionKind.OPEN:
        return _met_if_settled(rubric, told, criterion)
    if verdict.outcome is Outcome.UNDETERMINED and (criterion.kind is CriterionKind.CONNECTIVE or not criterion.event):
        return _SUSPECTED if verdict.quote else 1.0
    if verdict.outcome is Outcome.UNDETERMINED:
        claim = told.claim(criterion.event or "")
        if claim is None or criterion.kind is CriterionKind.LATENT:
            return 1.0
        likely = _LIKELY_MET.get(claim.value, _DOUBTED)
        if claim.way_there is Way.NEEDED:
            likely = _NEEDED
        elif claim.value is Told.ABSENT and criterion.kind in {CriterionKind.CHANGED, CriterionKind.NUMERIC}:
            likely = _UNTOLD_CHANGE
        return likely if verdict.required else (1 + likely) / 2
    meets = verdict.confidence if verdict.outcome is Outcome.PASS else 1 - verdict.confidence
    return criterion.confidence * meets + (1 - criterion.confidence) * (1 - meets)


def _met_if_settled(rubric: Rubric, told: ToldEdit, criterion: Criterion) -> float:
    """Return the chance that an edit treats a disputed claim rightly; one that is truly open may go either way."""
    answer = rubric.derivation.answer(criterion.event or "")
    claim = told.claim(answer.event)
    if not answer.doubt or claim is None:
        return 1.0
    changes = 0.5 if answer.expected is None else answer.expected
    return _LIKELY_MET[Told.ABSENT] if claim.stands is None else 1 - changes if claim.stands else changes


def _believed(failed: Verdict, told: ToldEdit) -> bool:
    """Tell whether a failure may decide: one of a reading that contradicts itself only by words that prove it."""
    claim = told.claim(failed.criterion.event or "")
    return not told.unsteady or (claim is not None and Witness.PROOF in claim.witnesses)


def _classes(rubric: Rubric, verdict: Verdict, told: ToldEdit) -> tuple[ErrorClass, ...]:
    criterion = verdict.criterion
    if criterion.kind is CriterionKind.NUMERIC or _amount_kept(rubric, criterion):
        claim = told.claim(criterion.event or "")
        return (ErrorClass.E2, ErrorClass.E4) if claim is not None and claim.stands else (ErrorClass.E4,)
    if verdict.error is not None:
        return (verdict.error,)
    return _CLASSES.get(criterion.kind, ())


def _amount_kept(rubric: Rubric, criterion: Criterion) -> bool:
    """Tell whether a criterion asks that an amount is not told any more, since there is nothing that it is of."""
    return (
        criterion.kind is CriterionKind.CHANGED
        and criterion.event is not None
        and rubric.scenario.event(criterion.event).kind is Kind.QUANTITY
    )


def _doubts(rubric: Rubric, verdicts: Sequence[Verdict]) -> list[str]:
    disputed = {answer.event for answer in rubric.derivation.answers if answer.doubt}
    found = []
    for verdict in verdicts:
        criterion = verdict.criterion
        if criterion.kind is CriterionKind.OPEN and criterion.event in disputed:
            found.append(criterion.statement)
        elif verdict.required and verdict.outcome is Outcome.UNDETERMINED:
            found.append(f"{criterion.statement} {verdict.why}")
        elif verdict.required and criterion.confidence < SURE:
            found.append(f"{criterion.statement} The text was not surely read so ({criterion.confidence:.0%}).")
        elif verdict.outcome is Outcome.FAIL:
            found.append(f"{criterion.statement} {verdict.why}")
    return found


def _verdict(rubric: Rubric, criterion: Criterion, told: ToldEdit) -> Verdict:
    if criterion.kind is CriterionKind.CONNECTIVE:
        return _connective(rubric, criterion, told)
    claim = told.claim(criterion.event or "")
    if criterion.kind is CriterionKind.OPEN or claim is None:
        why = "Nothing in the edit decides it."
        return Verdict(criterion=criterion, outcome=Outcome.UNDETERMINED, quote="", why=why, confidence=0.5)
    if criterion.kind is CriterionKind.LATENT:
        return _shown(criterion, claim, claim.value not in {Told.FALSE, Told.OTHER}, told, required=False)
    event = rubric.scenario.event(claim.event)
    if criterion.kind is CriterionKind.INTERVENTION:
        return _supposed(criterion, event, claim, told)
    if criterion.kind is CriterionKind.UNCHANGED:
        return _kept(rubric, criterion, claim, told)
    if gone_with(rubric, claim, told):
        return _shown(criterion, claim, True, told, why="It is gone with what it was about.")
    return _shown(criterion, claim, _moved(criterion, event, claim), told)


def _kept(rubric: Rubric, criterion: Criterion, claim: ToldClaim, told: ToldEdit) -> Verdict:
    """Judge whether a claim that must stay is kept: by what is told of it, and where nothing is, by the policy."""
    if claim.way_there is Way.NEEDED:
        why = f"What is supposed could not be so beside it: {claim.quote!r} tells how it came about."
        return _shown(criterion, claim, None, told, why=why)
    if claim.way_there is Way.CHOSEN:
        why = f"A chosen explanation: {claim.quote!r} tells how what is supposed came about, and it need not have."
        return _shown(criterion, claim, claim.stands, told, why=why)
    detail = incidental(rubric, claim.event)
    if claim.value is Told.ABSENT and not claim.doubt:
        met = {Silence.OPEN: None, Silence.FAIL: False, Silence.PASS: True}[rubric.silence]
        if met is not None and not detail:
            why = f"{UNLOOKED[:1].upper()}{UNLOOKED[1:]}, and silence counts as {rubric.silence}."
            return _shown(criterion, claim, met, told, why=why)
        why = "It is a detail of what changes." if detail else ""
        return _shown(criterion, claim, None, told, required=not detail, why=why)
    if claim.value is Told.BARE:
        why = f"The edit tells it in {claim.quote!r}, without its detail."
        return _shown(criterion, claim, None if rubric.silence is Silence.FAIL else True, told, why=why)
    if claim.stands is False and detail:
        why = f"It is a detail of what changes, told otherwise in {claim.quote!r}."
        return _shown(criterion, claim, None, told, why=why)
    return _shown(criterion, claim, claim.stands, told)


def _supposed(criterion: Criterion, event: Event, claim: ToldClaim, told: ToldEdit) -> Verdict:
    """Judge whether what is supposed is carried out: by its own words where they were asked, else by the claim."""
    if criterion.expected == event.fact:
        return _shown(criterion, claim, claim.stands, told)
    own = told.claim(event.id, supposed=True)
    if own is None:
        return _shown(criterion, claim, _moved(criterion, event, claim), told)
    if own.stands and claim.stands:
        return _shown(criterion, own, None, told, why="It is told both ways.")
    if own.value is Told.BARE and claim.stands is False:
        why = f"The edit tells it in {own.quote!r}, without its detail."
        return _shown(criterion, own, True, told, why=why)
    if own.stands is None and claim.stands:
        return _shown(criterion, claim, met=False, told=told)
    return _shown(criterion, own, own.stands, told)


def _moved(criterion: Criterion, event: Event, claim: ToldClaim) -> bool | None:
    """Tell whether a claim is told as the criterion asks that it changes; None where that is not read."""
    if claim.stands is not False:
        return None if claim.stands is None else False
    if event.kind is not Kind.QUANTITY or criterion.expected is None or claim.value is Told.GONE:
        return True
    if claim.way:
        return claim.way == criterion.expected
    return None if claim.value is Told.OTHER else True


def _shown(
    criterion: Criterion,
    claim: ToldClaim,
    met: bool | None,
    told: ToldEdit,
    *,
    required: bool = True,
    why: str = "",
) -> Verdict:
    met = None if claim.doubt else met
    outcome = {True: Outcome.PASS, False: Outcome.FAIL, None: Outcome.UNDETERMINED}[met]
    error = next(iter(_CLASSES.get(criterion.kind, (ErrorClass.E4,))), None) if met is False else None
    return Verdict(
        criterion=criterion,
        outcome=outcome,
        quote=claim.quote,
        why=why or claim.doubt or _why(claim),
        confidence=0.5 if met is None else trust(claim.witnesses),
        span=_place(told, claim.quote),
        error=error,
        required=required and criterion.kind in _REQUIRED,
        by_model=True,
    )


def trust(witnesses: Sequence[Witness]) -> float:
    """Return the chance that a value is right by the best of its witnesses; a second look alone is one look.

    Examples
    --------
    >>> trust((Witness.SECOND_LOOK,)) == trust((Witness.LOOK,)) < trust((Witness.LOOK, Witness.PROOF))
    True
    """
    weights = model_path_weights()
    if tuple(witnesses) == (Witness.SECOND_LOOK,):
        return weights[Witness.LOOK]
    return max(weights[one] for one in witnesses)


def _why(claim: ToldClaim) -> str:
    if claim.value is Told.ABSENT:
        return f"Not shown: {UNLOOKED}."
    said = {
        Told.TRUE: "tells it",
        Told.BARE: "tells it without its detail",
        Told.FALSE: "tells that it is not so",
        Told.OTHER: "tells another value",
        Told.GONE: "takes away what it is about",
        Told.SUSPENDED: "tells it only as supposed, doubted or denied",
        Told.UNREAD: "was not read the same twice",
    }[claim.value]
    return f"The edit {said}" + (f" in {claim.quote!r}." if claim.quote else ".")


def _place(told: ToldEdit, quote: str) -> tuple[int, int] | None:
    start = told.passage.find(quote) if quote else -1
    return None if start < 0 else (start, start + len(quote))


def _connective(rubric: Rubric, criterion: Criterion, told: ToldEdit) -> Verdict:
    for one in told.connectives:
        if {one.cause, one.effect} == {criterion.cause, criterion.effect}:
            wrong = suspected(rubric, told, one)
            said = "consecutive" if one.consecutive else "concessive"
            outcome = _joined(one) if wrong else Outcome.PASS
            return Verdict(
                criterion=criterion,
                outcome=outcome,
                quote=one.quote,
                why=f"{one.quote!r} is {said}" + (f", {wrong}." if wrong else "."),
                confidence=0.5 if outcome is Outcome.UNDETERMINED else trust(one.witnesses),
                span=_place(told, one.quote),
                error=ErrorClass.E3 if outcome is Outcome.FAIL else None,
                by_model=True,
            )
    why = "No connective joins the two claims."
    return Verdict(criterion=criterion, outcome=Outcome.UNDETERMINED, quote="", why=why, confidence=0.5)


def _joined(joint: ToldConnective) -> Outcome:
    """Return what a joining word that the engine suspects comes to, by the second look at the clauses it joins."""
    return {True: Outcome.PASS, False: Outcome.FAIL, None: Outcome.UNDETERMINED}[joint.suits]


def _conflicts(rubric: Rubric, told: ToldEdit) -> tuple[Verdict, ...]:
    """Return failures that no criterion of the text asks about.

    Its background is altered, something new is told against it, or words join claims further apart than a link.
    """
    asked = {frozenset((c.cause, c.effect)) for c in rubric.of_kind(CriterionKind.CONNECTIVE)}
    found = []
    for one in told.conflicts:
        kind = CriterionKind.LATENT if one.background else CriterionKind.UNCHANGED
        said = f"{one.original!r} holds in the original."
        why = f"The edit excludes it: {one.passage!r}."
        error = ErrorClass.E5 if one.background else ErrorClass.E1
        verdict = _beside(kind, said, one.passage, why, error, one.witnesses, told)
        found.append(replace(verdict, outcome=Outcome.UNDETERMINED, error=None) if one.suspected else verdict)
    for joint in told.connectives:
        if frozenset((joint.cause, joint.effect)) in asked or not (wrong := suspected(rubric, told, joint)):
            continue
        said = f"{joint.quote!r} joins {joint.cause} and {joint.effect}."
        why = f"It is {'consecutive' if joint.consecutive else 'concessive'}, {wrong}."
        verdict = _beside(CriterionKind.CONNECTIVE, said, joint.quote, why, ErrorClass.E3, joint.witnesses, told)
        outcome = _joined(joint)
        found.append(verdict if outcome is Outcome.FAIL else replace(verdict, outcome=outcome, error=None))
    return tuple(found)


def _beside(
    kind: CriterionKind,
    said: str,
    quote: str,
    why: str,
    error: ErrorClass,
    witnesses: Sequence[Witness],
    told: ToldEdit,
) -> Verdict:
    from causalcore.derivation.evidence import Evidence

    reason = Evidence(sentences=(said.rstrip("."),))
    criterion = Criterion(kind=kind, statement=said, _reason=lambda: reason)
    return Verdict(
        criterion=criterion,
        outcome=Outcome.FAIL,
        quote=quote,
        why=why,
        confidence=trust(witnesses),
        span=_place(told, quote),
        error=error,
        by_model=True,
    )


def _core(rubric: Rubric, told: ToldEdit) -> tuple[str, ...]:
    """Return why the values that were read cannot hold together, nothing if they can."""
    result = judgement(rubric.scenario, rubric.intervention, asserted(rubric, told))
    return result.sentences if result.status == "inconsistent" else ()

"""An edit judged criterion by criterion, where a language model helped to read it.

Source: `docs/explanation/semantics.md`, verification as satisfiability. The reading says which value the edit gives
to each claim; from there on nothing is weighed: a sure criterion that fails makes the edit invalid, anything unread
or unsure leaves it undetermined, and it is valid only if every criterion is met and the engine finds a world that
has all the values.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from causalcore.derivation.derivation import derive
from causalcore.derivation.rubric import Criterion, CriterionKind, Rubric
from nlbridge.grounding.grounding import CLEAR, Assertion, Grounding, Reading
from nlbridge.judging.report import Outcome, Report, Verdict
from nlbridge.judging.validity import told_from_outside, unanswered
from nlbridge.judging.verification import LIKELY, ErrorClass, judgement, unedited

if TYPE_CHECKING:
    from nlbridge.grounding.connectives.misuse import Mismatch

SURE: Final = 0.75
"""Confidence of a criterion from which it decides, either way."""

_ASKED: Final = frozenset(
    {CriterionKind.INTERVENTION, CriterionKind.UNCHANGED, CriterionKind.CHANGED, CriterionKind.NUMERIC}
)
_CLASSES: Final = {
    CriterionKind.UNCHANGED: (ErrorClass.E1,),
    CriterionKind.CHANGED: (ErrorClass.E2,),
    CriterionKind.INTERVENTION: (ErrorClass.E2,),
    CriterionKind.NUMERIC: (ErrorClass.E4,),
    CriterionKind.LATENT: (ErrorClass.E5,),
    CriterionKind.CONNECTIVE: (ErrorClass.E3,),
}


def judge_by_criteria(rubric: Rubric, grounding: Grounding) -> Report:
    """Judge what an edit was read to assert.

    Returns
    -------
    Report
        Invalid with the classes of the criteria that surely fail; valid if all are surely met; else undetermined
        with the reasons.
    """
    verdicts = tuple(_verdict(rubric, criterion, grounding) for criterion in rubric.criteria)
    if not grounding.edit.words:
        return Report(valid=None, errors=(), verdicts=verdicts, reasons=("the edit has no words to judge",))
    if unedited(rubric, grounding):
        reason = "the edit is the original: the what-if is not carried out"
        return Report(valid=False, errors=(ErrorClass.E2,), verdicts=verdicts, reasons=(reason,))
    strange = [odd for odd in grounding.mismatches if not odd.linked]
    sure = sure_criteria(rubric)
    wrong = [v for v in verdicts if v.outcome is Outcome.FAIL and v.criterion in sure]
    core = _core(rubric, grounding)
    if wrong or any(odd.weight >= CLEAR for odd in strange):
        errors = {error for verdict in wrong for error in _classes(verdict, grounding, rubric)}
        errors |= {ErrorClass.E3 for odd in strange if odd.weight >= CLEAR}
        reasons = [f"{v.criterion.statement} {v.why}" for v in wrong] + [_strange(odd) for odd in strange]
        return Report(valid=False, errors=tuple(sorted(errors)), verdicts=verdicts, reasons=(*reasons, *core))
    doubts = (
        *grounding.doubts,
        *told_from_outside(grounding),
        *_doubts(verdicts, sure),
        *(_strange(odd) for odd in strange if odd.weight >= LIKELY),
        *unanswered(grounding),
        *core,
    )
    return Report(valid=None if doubts else True, errors=(), verdicts=verdicts, reasons=tuple(dict.fromkeys(doubts)))


def _classes(verdict: Verdict, grounding: Grounding, rubric: Rubric) -> tuple[ErrorClass, ...]:
    criterion = verdict.criterion
    if criterion.kind is CriterionKind.NUMERIC and criterion.event is not None:
        kept = grounding.assertion(criterion.event).altered < LIKELY
        return (ErrorClass.E2, ErrorClass.E4) if kept else (ErrorClass.E4,)
    return _CLASSES.get(criterion.kind, ())


def _strange(odd: Mismatch) -> str:
    return f"{odd.joint.words!r} joins {odd.cause} and {odd.effect}, which nothing in the text joins"


def sure_criteria(rubric: Rubric) -> frozenset[Criterion]:
    """Return the criteria that decide: sure enough, and the same without the links that are not.

    Unsure links of one reading are often wrong together, so that several of them make nothing surer.
    """
    firm = tuple(link for link in rubric.scenario.links if link.confidence >= SURE)
    moved: set[str] = set()
    if len(firm) < len(rubric.scenario.links):
        without = derive(replace(rubric.scenario, links=firm), rubric.intervention)
        both = zip(rubric.derivation.answers, without.answers, strict=True)
        moved = {a.event for a, b in both if (a.kind, a.value, a.direction) != (b.kind, b.value, b.direction)}
    return frozenset(c for c in rubric.criteria if c.confidence >= SURE and c.event not in moved)


def _doubts(verdicts: tuple[Verdict, ...], sure: frozenset[Criterion]) -> list[str]:
    found = []
    for verdict in verdicts:
        criterion = verdict.criterion
        unsure = criterion not in sure
        if criterion.kind in _ASKED and verdict.outcome is Outcome.UNDETERMINED:
            found.append(f"{criterion.statement} {verdict.why}")
        elif unsure and criterion.kind in {*_ASKED, CriterionKind.OPEN}:
            found.append(f"{criterion.statement} The text was not surely read so ({criterion.confidence:.0%}).")
        elif verdict.outcome is Outcome.FAIL:
            found.append(f"{criterion.statement} {verdict.why}")
    return found


def _core(rubric: Rubric, grounding: Grounding) -> tuple[str, ...]:
    """Return why the values that were read cannot hold together, nothing if they can."""
    values = []
    events = {event.id: event for event in rubric.scenario.events}
    for assertion in grounding.assertions:
        event = events.get(assertion.event)
        if event is None or assertion.reading is Reading.UNREAD:
            continue
        others = frozenset(event.values) - {event.fact}
        said = frozenset({event.fact}) if assertion.reading is Reading.HOLDS else others
        if assertion.value in event.values:
            said = frozenset({str(assertion.value)})
        if said:
            values.append((event.id, said))
    result = judgement(rubric.scenario, rubric.intervention, tuple(values))
    return result.sentences if result.status == "inconsistent" else ()


def _verdict(rubric: Rubric, criterion: Criterion, grounding: Grounding) -> Verdict:
    if criterion.kind is CriterionKind.CONNECTIVE:
        return _connective(criterion, grounding)
    assertion = next((one for one in grounding.assertions if one.event == criterion.event), None)
    if assertion is None or criterion.kind is CriterionKind.OPEN:
        why = "Nothing in the edit decides it."
        return Verdict(criterion=criterion, outcome=Outcome.UNDETERMINED, quote="", why=why)
    return Verdict(
        criterion=criterion,
        outcome=_outcome(rubric, criterion, assertion),
        quote=assertion.quote,
        why=_why(assertion),
        by_model=assertion.by_model,
    )


def _outcome(rubric: Rubric, criterion: Criterion, assertion: Assertion) -> Outcome:
    if assertion.reading is Reading.UNREAD:
        return Outcome.UNDETERMINED
    holds = assertion.reading is Reading.HOLDS
    if criterion.kind in {CriterionKind.UNCHANGED, CriterionKind.LATENT}:
        return Outcome.PASS if holds else Outcome.FAIL
    event = rubric.scenario.event(assertion.event)
    if criterion.expected == event.fact or criterion.expected is None or len(event.values) == 2:
        return Outcome.PASS if holds is (criterion.expected == event.fact) else Outcome.FAIL
    if holds or assertion.value in event.values:
        return Outcome.PASS if assertion.value == criterion.expected else Outcome.FAIL
    return Outcome.UNDETERMINED


def _why(assertion: Assertion) -> str:
    if assertion.by_model or not assertion.aligned:
        return assertion.why
    return f"for {assertion.aligned!r}: {assertion.why} (altered with probability {assertion.altered:.2f})"


def _connective(criterion: Criterion, grounding: Grounding) -> Verdict:
    for odd in grounding.mismatches:
        if odd.linked and (odd.cause, odd.effect) == (criterion.cause, criterion.effect):
            outcome = Outcome.PASS
            if odd.weight >= LIKELY:
                outcome = Outcome.FAIL if odd.weight >= CLEAR else Outcome.UNDETERMINED
            said = "consecutive" if odd.joint.consecutive else "concessive"
            why = f"{odd.joint.words!r} is {said}."
            return Verdict(criterion=criterion, outcome=outcome, quote=odd.joint.words, why=why)
    why = "No connective joins the two claims."
    return Verdict(criterion=criterion, outcome=Outcome.UNDETERMINED, quote="", why=why)

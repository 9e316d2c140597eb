"""An edit judged by a rubric: valid, invalid with its error classes, or undetermined.

Source: `docs/explanation/semantics.md`, verification as satisfiability. The
grounding says which value the edit asserts for each event; a small calibrated
model weighs its probabilities and the connectives; the engine confirms that
what was read is consistent with the scenario before anything is called valid.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from causalcore.derivation.derivation import CompiledScenario, Judgement, compile_scenario
from causalcore.derivation.rubric import Criterion, CriterionKind
from nlbridge.grounding.calibration import Boosted, boosted, load
from nlbridge.grounding.edit_text import passage
from nlbridge.grounding.grounding import Assertion, Grounding, Reading, ground
from nlbridge.grounding.quantity_moves import asserted, demanded, misplaced, moved
from nlbridge.judging.altered_latents import altered_latents
from nlbridge.judging.certain_errors import CertainError, certain_errors
from nlbridge.judging.error_classes import LIKELY as LIKELY
from nlbridge.judging.error_classes import ErrorClass as ErrorClass
from nlbridge.judging.error_classes import error_classes
from nlbridge.judging.features import NAMES, edit_features, must_stay
from nlbridge.judging.plain_contradictions import plain_contradictions
from nlbridge.judging.report import Outcome, Report, Verdict
from nlbridge.language.meaning.alignment import words
from nlbridge.supposing.chosen_values import mistaken, unsaid

if TYPE_CHECKING:
    from causalcore.derivation.rubric import Rubric
    from causalcore.scenario.intervention import Intervention
    from causalcore.scenario.scenario import Scenario
    from nlbridge.grounding.claim_evidence import ClaimEvidence
    from nlbridge.grounding.connectives.misuse import Mismatch


UNJOINED: Final = "no connective joins the two claims"
"""Why a criterion about a connective is left open that the edit need not express."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Judge:
    """The model that weighs a whole edit, with the probabilities from which it speaks."""

    model: Boosted
    invalid_from: float
    valid_to: float


@lru_cache(maxsize=2)
def _judge(kind: str) -> _Judge:
    data = load("verifier")[kind]
    if not isinstance(data, dict):
        message = f"expected an object {kind!r} in weights/verifier.json; run fit_verifier again"
        raise TypeError(message)
    return _Judge(
        model=boosted(data, NAMES), invalid_from=float(data["invalid from"]), valid_to=float(data["valid to"])
    )


def verify(
    rubric: Rubric,
    edit: str,
    *,
    clause: str | None = None,
    grounding: Grounding | None = None,
    evidence: ClaimEvidence | None = None,
) -> Report:
    """Judge `edit` by `rubric`.

    Parameters
    ----------
    clause
        The what-if in words, where it was given so.
    grounding
        What the edit asserts, where a language model helped to read it.
    evidence
        What weighs claims besides their words; see `nlbridge.grounding.claim_evidence`.
    """
    grounding = grounding or ground(edit, rubric.scenario, rubric.intervention, clause=clause, evidence=evidence)
    verdicts = tuple(_verdict(rubric, criterion, grounding) for criterion in rubric.criteria)
    if not words(grounding.passage):
        return Report(valid=None, errors=(), verdicts=verdicts, reasons=("the edit has no words to judge",))
    if unedited(rubric, grounding):
        reason = "the edit is the original: the what-if is not carried out"
        return Report(valid=False, errors=(ErrorClass.E2,), verdicts=verdicts, reasons=(reason,))
    judge = _judge("read" if _was_read(rubric.scenario) else "given")
    values = edit_features(rubric, grounding)
    wrong = judge.model.probability(values)
    decision = decide(wrong, values, judge.invalid_from, judge.valid_to)
    weighed = decision is False
    if misplaced(rubric, grounding) or altered_latents(rubric, grounding) or mistaken(rubric, grounding):
        decision = False
    certain = certain_errors(rubric, grounding, clause)
    if decision is False or certain:
        found = error_classes(rubric, grounding, values, weighed=weighed) if decision is False else ((), ())
        errors, reasons = _with_certain(certain, *found)
        return Report(valid=False, errors=errors, verdicts=verdicts, reasons=(*reasons, *_proof(rubric, grounding)))
    if decision is True:
        proof = (*_proof(rubric, grounding), *_against(rubric, grounding))
        if not proof:
            return Report(valid=True, errors=(), verdicts=verdicts, reasons=())
    return Report(valid=None, errors=(), verdicts=verdicts, reasons=_doubts(rubric, grounding, wrong, judge))


def _with_certain(
    certain: tuple[CertainError, ...], errors: tuple[ErrorClass, ...], reasons: tuple[str, ...]
) -> tuple[tuple[ErrorClass, ...], tuple[str, ...]]:
    """Add the errors that are proved to those that were weighed: a reason for each class, then further ones."""
    first = {one.error: one.reason for one in reversed(certain)} | dict(zip(errors, reasons, strict=True))
    further = (one.reason for one in certain if one.reason not in first.values())
    return tuple(sorted(first)), (*(first[error] for error in sorted(first)), *further)


def decide(wrong: float, values: tuple[float, ...], invalid_from: float, valid_to: float) -> bool | None:
    """Return valid, invalid or neither, from the chance of an error and the features in the order of `NAMES`.

    Where every criterion is sure and clearly met, the weighing may not doubt it unless it holds an error likelier
    than not.
    """
    if wrong >= invalid_from:
        return False
    clearly_met = values[NAMES.index("every criterion is clearly met")] > 0 and wrong < LIKELY
    return True if wrong <= valid_to or clearly_met else None


def _was_read(scenario: Scenario) -> bool:
    return any(event.confidence < 1 for event in scenario.events) or any(link.confidence < 1 for link in scenario.links)


def unedited(rubric: Rubric, grounding: Grounding) -> bool:
    """Tell whether the edit is the original, though the what-if is none of what the text states."""
    moved = any(value != rubric.scenario.event(name).fact for name, value in rubric.intervention)
    before = [w.text for w in words(passage(rubric.scenario.text, rubric.scenario.text)) if not w.mark]
    return moved and bool(before) and before == [w.text for w in words(grounding.passage) if not w.mark]


@lru_cache(maxsize=64)
def _compiled(scenario: Scenario) -> CompiledScenario:
    return compile_scenario(scenario)


@lru_cache(maxsize=512)
def judgement(
    scenario: Scenario, intervention: Intervention, values: tuple[tuple[str, frozenset[str]], ...]
) -> Judgement:
    """Ask the engine whether the values of the events can hold together under the intervention."""
    return _compiled(scenario).judge(intervention, dict(values))


def _proof(rubric: Rubric, grounding: Grounding) -> tuple[str, ...]:
    """Return why the values that were read with confidence contradict the scenario; nothing if they do not."""
    values = []
    for assertion in grounding.assertions:
        event = rubric.scenario.event(assertion.event)
        others = frozenset(event.values) - {event.fact}
        told = None if assertion.reading is Reading.UNREAD else asserted(rubric, grounding, event)
        if told is not None:
            values.append((event.id, told))
        elif assertion.reading is Reading.HOLDS:
            values.append((event.id, frozenset({event.fact})))
        elif assertion.reading is Reading.ALTERED and others:
            values.append((event.id, others))
    result = judgement(rubric.scenario, rubric.intervention, tuple(values))
    return result.sentences if result.status == "inconsistent" else ()


def _against(rubric: Rubric, grounding: Grounding) -> tuple[str, ...]:
    """Return what forbids to call an edit valid, however well it weighs."""
    amounts = misplaced(rubric, grounding, 0.0)
    still = [a for a in grounding.assertions if a.event in amounts]
    unmoved = tuple(f"{a.quote!r} does not move {a.aligned!r} as asked" for a in still)
    return (*unsaid(rubric, grounding), *plain_contradictions(rubric, grounding), *unmoved)


def _doubts(rubric: Rubric, grounding: Grounding, wrong: float, judge: _Judge) -> tuple[str, ...]:
    unread = [a for a in grounding.assertions if a.reading is Reading.UNREAD]
    said = tuple(f"could not tell whether the edit keeps {a.aligned!r}" for a in unread)
    return (*_against(rubric, grounding), *said) or (
        f"the chance of an error is {wrong:.1%}; an edit is called valid up to {judge.valid_to:.0%} "
        f"and invalid from {judge.invalid_from:.0%}",
    )


def _verdict(rubric: Rubric, criterion: Criterion, grounding: Grounding) -> Verdict:
    if criterion.kind is CriterionKind.CONNECTIVE:
        return _connective_verdict(criterion, grounding)
    if criterion.kind is CriterionKind.LATENT:
        return _latent_verdict(rubric, criterion, grounding)
    if criterion.event is None or criterion.kind is CriterionKind.OPEN:
        return Verdict(
            criterion=criterion, outcome=Outcome.UNDETERMINED, quote="", why="nothing in the edit decides it"
        )
    assertion = grounding.assertion(criterion.event)
    wanted = Reading.HOLDS if must_stay(rubric, criterion) else Reading.ALTERED
    outcome = Outcome.UNDETERMINED
    if assertion.reading is not Reading.UNREAD:
        outcome = Outcome.PASS if assertion.reading is wanted else Outcome.FAIL
    if demanded(rubric, criterion) and moved(rubric, grounding, criterion.event) is not None:
        outcome = Outcome.FAIL if criterion.event in misplaced(rubric, grounding, 0.0) else Outcome.PASS
    return Verdict(
        criterion=criterion,
        outcome=outcome,
        quote=assertion.quote,
        why=_why(assertion),
        by_model=assertion.by_model,
    )


def _latent_verdict(rubric: Rubric, criterion: Criterion, grounding: Grounding) -> Verdict:
    for shift in altered_latents(rubric, grounding):
        if shift.latent == criterion.event:
            why = f"{shift.quote!r} excludes it"
            return Verdict(criterion=criterion, outcome=Outcome.FAIL, quote=shift.quote, why=why)
    why = "nothing in the edit speaks against it"
    return Verdict(criterion=criterion, outcome=Outcome.UNDETERMINED, quote="", why=why)


def _why(assertion: Assertion) -> str:
    if assertion.by_model:
        return assertion.why
    return f"for {assertion.aligned!r}: {assertion.why} (altered with probability {assertion.altered:.2f})"


def _connective_verdict(criterion: Criterion, grounding: Grounding) -> Verdict:
    for odd in grounding.mismatches:
        if (odd.cause, odd.effect) == (criterion.cause, criterion.effect):
            outcome = Outcome.FAIL if odd.weight >= LIKELY else Outcome.PASS
            why = _why_connective(criterion, odd, fits=outcome is Outcome.PASS)
            return Verdict(criterion=criterion, outcome=outcome, quote=odd.joint.words, why=why)
    return Verdict(criterion=criterion, outcome=Outcome.UNDETERMINED, quote="", why=UNJOINED)


def _why_connective(criterion: Criterion, odd: Mismatch, *, fits: bool) -> str:
    """Say of which kind a connective is, and by which values it was judged where it is not of the kind asked for."""
    said = "consecutive" if odd.joint.consecutive else "concessive"
    why = f"{odd.joint.words!r} is {said}"
    if fits is (said == criterion.expected):
        return why
    if fits:
        return f"{why}, not {criterion.expected}; it fits the values that the edit itself gives to the two claims"
    return f"{why}, as asked for, but does not fit the values that the edit itself gives to the two claims"

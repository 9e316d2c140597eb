"""An edit judged by a rubric: valid, invalid with its error classes, or undetermined.

Source: `docs/explanation/semantics.md`, verification as satisfiability. The
grounding says which value the edit asserts for each event; a small calibrated
model weighs its probabilities and the connectives; the engine confirms that
what was read is consistent with the scenario before anything is called valid.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from causalcore.derivation import CompiledScenario, Judgement, compile_scenario
from causalcore.rubric import Criterion, CriterionKind
from nlbridge.alignment import words
from nlbridge.calibration import Boosted, boosted, load
from nlbridge.edit_text import passage
from nlbridge.grounding import Assertion, Grounding, Reading, ground
from nlbridge.verification_features import NAMES, edit_features, must_change, must_stay, quantitative, wrong_way

if TYPE_CHECKING:
    from causalcore.intervention import Intervention
    from causalcore.rubric import Rubric
    from causalcore.scenario import Scenario

LIKELY: Final = 0.5


class ErrorClass(StrEnum):
    """What is wrong with an edit, by CoBe's names."""

    E1 = "E1"
    E2 = "E2"
    E3 = "E3"
    E4 = "E4"
    E5 = "E5"


class Outcome(StrEnum):
    """Whether an edit meets one criterion."""

    PASS = "pass"  # noqa: S105 - the name of an outcome
    FAIL = "fail"
    UNDETERMINED = "undetermined"


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """The outcome for one criterion, with the words of the edit that it rests on, and whether a model read them."""

    criterion: Criterion
    outcome: Outcome
    quote: str
    why: str
    by_model: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """The verdict on an edit; `errors` is empty unless `valid` is False."""

    valid: bool | None
    errors: tuple[ErrorClass, ...]
    verdicts: tuple[Verdict, ...]
    reasons: tuple[str, ...]


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


def verify(rubric: Rubric, edit: str, *, clause: str | None = None, grounding: Grounding | None = None) -> Report:
    """Judge `edit` by `rubric`.

    Parameters
    ----------
    clause
        The what-if in words, where it was given so.
    grounding
        What the edit asserts, where a language model helped to read it: then the criteria decide one by one.
    """
    if grounding is not None:
        from nlbridge.criteria_verdict import judge_by_criteria

        return judge_by_criteria(rubric, grounding)
    grounding = ground(edit, rubric.scenario, rubric.intervention, clause=clause)
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
    if decision is False:
        errors, reasons = _errors(rubric, grounding, values)
        return Report(valid=False, errors=errors, verdicts=verdicts, reasons=(*reasons, *_proof(rubric, grounding)))
    if decision is True:
        proof = _proof(rubric, grounding)
        if not proof:
            return Report(valid=True, errors=(), verdicts=verdicts, reasons=())
    return Report(valid=None, errors=(), verdicts=verdicts, reasons=_doubts(grounding, wrong, judge))


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
    before = [w.text for w in words(passage(rubric.scenario.text)) if not w.mark]
    return moved and bool(before) and before == [w.text for w in words(grounding.passage) if not w.mark]


@lru_cache(maxsize=64)
def _compiled(scenario: Scenario) -> CompiledScenario:
    return compile_scenario(scenario)


@lru_cache(maxsize=4096)
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
        if assertion.reading is Reading.HOLDS:
            values.append((event.id, frozenset({event.fact})))
        elif assertion.reading is Reading.ALTERED and others:
            values.append((event.id, others))
    result = judgement(rubric.scenario, rubric.intervention, tuple(values))
    return result.sentences if result.status == "inconsistent" else ()


def _doubts(grounding: Grounding, wrong: float, judge: _Judge) -> tuple[str, ...]:
    unread = [a for a in grounding.assertions if a.reading is Reading.UNREAD]
    said = tuple(f"could not tell whether the edit keeps {a.aligned!r}" for a in unread)
    return said or (
        f"the chance of an error is {wrong:.1%}; an edit is called valid up to {judge.valid_to:.0%} "
        f"and invalid from {judge.invalid_from:.0%}",
    )


def _errors(
    rubric: Rubric, grounding: Grounding, values: tuple[float, ...]
) -> tuple[tuple[ErrorClass, ...], tuple[str, ...]]:
    """Name the classes of the errors that are likely; the likeliest one at least."""
    stay, kept, not_set, concession, consequence, strange = (values[i] for i in (0, 3, 6, 7, 8, 9))
    strength = {
        ErrorClass.E1: stay,
        ErrorClass.E2: max(kept, not_set),
        ErrorClass.E3: max(concession, consequence, 0.6 * strange),
    }
    found = [error for error, chance in strength.items() if chance >= LIKELY] or [
        max(strength, key=lambda error: strength[error])
    ]
    if ErrorClass.E1 in found and ErrorClass.E3 in found and strength[ErrorClass.E1] > strength[ErrorClass.E3]:
        found.remove(ErrorClass.E3)
    moved = set(wrong_way(rubric, grounding))
    still = {
        c.event for c in rubric.criteria if must_change(c) and c.event and grounding.assertion(c.event).altered < LIKELY
    }
    if moved or (ErrorClass.E2 in found and any(quantitative(grounding.assertion(e).aligned) for e in still)):
        found.append(ErrorClass.E4)
    return tuple(found), tuple(_REASONS[error] for error in found)


_REASONS: Final = {
    ErrorClass.E1: "it alters a claim that does not depend on the what-if",
    ErrorClass.E2: "it keeps a claim that the what-if undoes, or does not carry the what-if out",
    ErrorClass.E3: "a connective does not suit the claims that it joins",
    ErrorClass.E4: "a quantity does not move as it must",
    ErrorClass.E5: "it alters the background",
}


def _verdict(rubric: Rubric, criterion: Criterion, grounding: Grounding) -> Verdict:
    if criterion.kind is CriterionKind.CONNECTIVE:
        return _connective_verdict(criterion, grounding)
    if criterion.event is None or criterion.kind in {CriterionKind.LATENT, CriterionKind.OPEN}:
        return Verdict(
            criterion=criterion, outcome=Outcome.UNDETERMINED, quote="", why="nothing in the edit decides it"
        )
    assertion = grounding.assertion(criterion.event)
    wanted = Reading.HOLDS if must_stay(rubric, criterion) else Reading.ALTERED
    outcome = Outcome.UNDETERMINED
    if assertion.reading is not Reading.UNREAD:
        outcome = Outcome.PASS if assertion.reading is wanted else Outcome.FAIL
    return Verdict(criterion=criterion, outcome=outcome, quote=assertion.quote, why=_why(assertion))


def _why(assertion: Assertion) -> str:
    return f"for {assertion.aligned!r}: {assertion.why} (altered with probability {assertion.altered:.2f})"


def _connective_verdict(criterion: Criterion, grounding: Grounding) -> Verdict:
    for odd in grounding.mismatches:
        if (odd.cause, odd.effect) == (criterion.cause, criterion.effect):
            outcome = Outcome.FAIL if odd.weight >= LIKELY else Outcome.PASS
            said = "consecutive" if odd.joint.consecutive else "concessive"
            return Verdict(
                criterion=criterion, outcome=outcome, quote=odd.joint.words, why=f"{odd.joint.words!r} is {said}"
            )
    return Verdict(
        criterion=criterion, outcome=Outcome.UNDETERMINED, quote="", why="no connective joins the two claims"
    )

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
from nlbridge.grounding.edit_text import passage
from nlbridge.grounding.grounding import Grounding, Reading, ground
from nlbridge.grounding.quantity_moves import asserted, misplaced
from nlbridge.judging.altered_latents import altered_latents
from nlbridge.judging.certain_errors import CertainError, certain_errors
from nlbridge.judging.criterion_verdict import criterion_verdict
from nlbridge.judging.error_classes import LIKELY as LIKELY
from nlbridge.judging.error_classes import ErrorClass as ErrorClass
from nlbridge.judging.error_classes import error_classes
from nlbridge.judging.features import NAMES, edit_features
from nlbridge.judging.report import Outcome, Report, Verdict
from nlbridge.judging.validity import SURELY_READ, doubts
from nlbridge.language.meaning.alignment import words
from nlbridge.supposing.chosen_values import mistaken
from nlbridge.supposing.expectation import was_read
from nlbridge.weights.calibration import Boosted, boosted, load

if TYPE_CHECKING:
    from collections.abc import Sequence

    from causalcore.derivation.rubric import Rubric
    from causalcore.scenario.intervention import Intervention
    from causalcore.scenario.scenario import Scenario
    from nlbridge.grounding.claims.evidence import ClaimEvidence


SURE_WHAT_IF: Final = SURELY_READ
"""Chance of having understood a what-if below which no edit is judged by it."""


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
    sure: float = 1.0,
) -> Report:
    """Judge `edit` by `rubric`.

    Parameters
    ----------
    clause
        The what-if in words, where it was given so.
    grounding
        What the edit asserts, where a language model helped to read it.
    evidence
        What weighs claims besides their words; see `nlbridge.grounding.claims.evidence`.
    sure
        The chance that the what-if was understood.
    """
    grounding = grounding or ground(edit, rubric.scenario, rubric.intervention, clause=clause, evidence=evidence)
    verdicts = tuple(criterion_verdict(rubric, criterion, grounding) for criterion in rubric.criteria)
    settled = _settled(rubric, grounding, verdicts)
    if settled is not None:
        return settled
    judge = _judge("read" if was_read(rubric.scenario) else "given")
    values = edit_features(rubric, grounding)
    wrong = judge.model.probability(values)
    certain = certain_errors(rubric, grounding, clause)
    invalid = _shown_invalid(rubric, grounding, verdicts, wrong, judge.invalid_from)
    if sure >= SURE_WHAT_IF and (certain or invalid):
        weighed = wrong >= judge.invalid_from
        found = error_classes(rubric, grounding, values, weighed=weighed) if invalid else ((), ())
        errors, reasons = _with_certain(certain, *found)
        reasons = (*reasons, *_proof(rubric, grounding))
        return Report(valid=False, errors=errors, verdicts=verdicts, reasons=reasons, confidence=max(wrong, LIKELY))
    against = (*doubts(rubric, grounding, verdicts, clause), *_unsure(wrong, judge, sure), *_proof(rubric, grounding))
    if not against:
        return Report(valid=True, errors=(), verdicts=verdicts, reasons=(), confidence=(1 - wrong) * sure)
    return Report(valid=None, errors=(), verdicts=verdicts, reasons=against, confidence=max(wrong, 1 - wrong))


def _settled(rubric: Rubric, grounding: Grounding, verdicts: tuple[Verdict, ...]) -> Report | None:
    """Return the report on what is no rewrite: no words at all, or the original again."""
    if not grounding.edit.words:
        return Report(valid=None, errors=(), verdicts=verdicts, reasons=("the edit has no words to judge",))
    if unedited(rubric, grounding):
        reason = "the edit is the original: the what-if is not carried out"
        return Report(valid=False, errors=(ErrorClass.E2,), verdicts=verdicts, reasons=(reason,))
    return None


def _shown_invalid(
    rubric: Rubric, grounding: Grounding, verdicts: tuple[Verdict, ...], wrong: float, least: float
) -> bool:
    """Tell whether the weighing finds an error likely enough, and some criterion is surely broken besides."""
    if misplaced(rubric, grounding) or altered_latents(rubric, grounding) or mistaken(rubric, grounding.edit.words):
        return True
    return wrong >= least and surely_broken(grounding, verdicts)


def surely_broken(grounding: Grounding, verdicts: Sequence[Verdict]) -> bool:
    """Tell whether an edit breaks a criterion that was surely read, or joins two claims as they do not suit."""
    sure = [v for v in verdicts if v.criterion.confidence >= SURELY_READ]
    return any(v.outcome is Outcome.FAIL for v in sure) or any(m.weight >= LIKELY for m in grounding.mismatches)


def _unsure(wrong: float, judge: _Judge, sure: float) -> tuple[str, ...]:
    """Say why the weighing, or the reading of the what-if, withholds a verdict."""
    found = () if wrong <= judge.valid_to else (f"taken together, the edit is wrong with a chance of {wrong:.0%}",)
    return found if sure >= SURE_WHAT_IF else (*found, f"the what-if may mean something else ({sure:.0%} sure)")


def _with_certain(
    certain: tuple[CertainError, ...], errors: tuple[ErrorClass, ...], reasons: tuple[str, ...]
) -> tuple[tuple[ErrorClass, ...], tuple[str, ...]]:
    """Add the errors that are proved to those that were weighed: a reason for each class, then further ones."""
    first = {one.error: one.reason for one in reversed(certain)} | dict(zip(errors, reasons, strict=True))
    further = (one.reason for one in certain if one.reason not in first.values())
    return tuple(sorted(first)), (*(first[error] for error in sorted(first)), *further)


def unedited(rubric: Rubric, grounding: Grounding) -> bool:
    """Tell whether the edit is the original, though the what-if is none of what the text states."""
    return retold(rubric, grounding.passage)


def retold(rubric: Rubric, told: str) -> bool:
    """Tell whether a passage has the words of the original, though the what-if is none of what the text states."""
    moved = any(value != rubric.scenario.event(name).fact for name, value in rubric.intervention)
    before = [w.text for w in words(passage(rubric.scenario.text, rubric.scenario.text)) if not w.mark]
    return moved and bool(before) and before == [w.text for w in words(told) if not w.mark]


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

"""An edit judged by a rubric: valid, invalid with its error classes, or undetermined.

Source: `docs/explanation/semantics.md`, verification as satisfiability. The
grounding says which value the edit asserts for each event; the score is the
calibrated chance that this is what every reading of the text asks for. Verdicts
are thresholds on it, and never against a proof.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from causalcore.derivation.derivation import CompiledScenario, Judgement, compile_scenario
from causalcore.derivation.rubric import CriterionKind
from nlbridge.grounding.edit_text import passage
from nlbridge.grounding.grounding import Grounding, Reading, ground
from nlbridge.grounding.quantity_moves import asserted, misplaced
from nlbridge.judging.altered_latents import altered_latents
from nlbridge.judging.by_words.features import edit_features
from nlbridge.judging.certain_errors import CertainError, certain_errors
from nlbridge.judging.criterion_verdict import SHOWN, criterion_verdict
from nlbridge.judging.error_classes import LIKELY as LIKELY
from nlbridge.judging.error_classes import ErrorClass as ErrorClass
from nlbridge.judging.error_classes import error_classes
from nlbridge.judging.exact_claims import exact
from nlbridge.judging.plain_contradictions import plain_contradictions, played_down, told_again
from nlbridge.judging.report import Outcome, Report, Verdict
from nlbridge.judging.scoring.evidence import by_network, evidence_of
from nlbridge.judging.scoring.satisfaction import demands_of, satisfied
from nlbridge.judging.scoring.score import GIVEN, READ, SURELY_ASKED, WRONG, scorer
from nlbridge.judging.validity import SURELY_READ, doubts, ill_joined, left_out, told_from_outside, unanswered
from nlbridge.language.encoder.edit_scores import ABSENT, KEPT
from nlbridge.language.meaning.alignment import words
from nlbridge.supposing.chosen_values import mistaken, unsaid
from nlbridge.supposing.expectation import was_read

if TYPE_CHECKING:
    from collections.abc import Sequence

    from causalcore.derivation.rubric import Rubric
    from causalcore.scenario.intervention import Intervention
    from causalcore.scenario.scenario import Scenario
    from nlbridge.supposing.readings import Readings


SURE_WHAT_IF: Final = SURELY_READ
"""Chance of having understood a what-if below which no proof is taken from it."""
FOREIGN: Final = 0.5
"""Share of the claims that an edit does not mention from which it is no telling of the text."""


def verify(
    rubric: Rubric,
    edit: str,
    *,
    clause: str | None = None,
    grounding: Grounding | None = None,
    readings: Readings | None = None,
    sure: float = 1.0,
    wrong: float = WRONG,
) -> Report:
    """Judge `edit` by `rubric`: the chance that it is valid, and the verdict that this chance and the proofs allow.

    Parameters
    ----------
    clause
        The what-if in words, where it was given so.
    grounding
        What the edit asserts, where it was read before.
    readings
        The readings of the text; None where its scenario was given.
    sure
        The chance that the what-if was understood.
    wrong
        Share of verdicts that may be wrong.
    """
    grounding = grounding or ground(edit, rubric.scenario, rubric.intervention, clause=clause)
    verdicts = tuple(criterion_verdict(rubric, criterion, grounding) for criterion in rubric.criteria)
    settled = _settled(rubric, grounding, verdicts)
    if settled is not None:
        return settled
    judge = scorer(READ if was_read(rubric.scenario) else GIVEN)
    limits = judge.allowing(wrong)
    measured = edit_features(rubric, grounding)
    score = judge.probability(measured, evidence_of(rubric, grounding, readings, clause=clause, sure=sure))
    certain = certainly_wrong(rubric, grounding, clause, sure)
    against = doubts(rubric, grounding, verdicts, clause)
    asked = min((verdict.criterion.confidence for verdict in verdicts if verdict.required), default=1.0)
    plain = not against and asked >= SURELY_ASKED
    said = limits.says(score, plain=plain, broken=surely_broken(grounding, verdicts))
    if sure < SURE_WHAT_IF:
        against = (f"the what-if may mean something else ({sure:.0%} sure)", *against)
        said = None
    moved = sure >= SURE_WHAT_IF and moved_otherwise(rubric, grounding)
    if certain or moved or said is False:
        score = min(score, max(limits.invalid_to, limits.broken_to))
        likely = said is False
        weighed = error_classes(rubric, grounding, measured, weighed=likely) if moved or likely else ((), ())
        errors, reasons = _with_certain(certain, *weighed)
        reasons = (*reasons, *_proof(rubric, grounding))
        return Report(valid=False, errors=errors, verdicts=verdicts, reasons=reasons, confidence=1 - score, score=score)
    score = _believed(rubric, grounding, score)
    bars = barred(rubric, grounding, clause, readings)
    if said and not bars:
        return Report(valid=True, errors=(), verdicts=verdicts, reasons=(), confidence=score, score=score)
    if bars:
        score = min(score, limits.plain_from - BELOW)
    why = f"valid with a chance of {score:.0%}, which is too little for a verdict either way"
    reasons = tuple(dict.fromkeys((why, *bars, *against)))
    return Report(
        valid=None, errors=(), verdicts=verdicts, reasons=reasons, confidence=max(score, 1 - score), score=score
    )


def surely_broken(grounding: Grounding, verdicts: Sequence[Verdict]) -> bool:
    """Tell whether an edit breaks a criterion that was surely read, or joins two claims as they do not suit."""
    sure = [v for v in verdicts if v.criterion.confidence >= SURELY_READ]
    return any(v.outcome is Outcome.FAIL for v in sure) or any(m.weight >= LIKELY for m in grounding.mismatches)


def moved_otherwise(rubric: Rubric, grounding: Grounding) -> bool:
    """Tell whether an edit moves an amount, a setting or a choice otherwise than is surely asked, as rules read it."""
    kinds = (CriterionKind.INTERVENTION, CriterionKind.CHANGED, CriterionKind.NUMERIC)
    criteria = (criterion for kind in kinds for criterion in rubric.of_kind(kind))
    sure = {criterion.event for criterion in criteria if criterion.confidence >= SURELY_ASKED}
    amounts = sure & set(misplaced(rubric, grounding))
    return bool(amounts or altered_latents(rubric, grounding) or mistaken(rubric, grounding.edit.words))


IN_OTHER_WORDS: Final = 0.5
"""Chance that an edit names a choice that is supposed where none of its words is found; chosen by hand."""
BELOW: Final = 0.005
"""How far below the threshold the score of an edit stays that something bars from being called valid."""


def barred(
    rubric: Rubric, grounding: Grounding, clause: str | None = None, readings: Readings | None = None
) -> tuple[str, ...]:
    """Return what keeps an edit from being called valid, however likely it is: nothing of it is weighed.

    It is no telling of the text at all, it denies its own story from outside, it tells or denies in the text's own
    words what it must not, it adds what the text says nothing of or joins what does not suit, or the network surely
    reads a claim otherwise than the text asks.
    """
    scores = grounding.scores
    foreign = scores is not None and len(scores.told) and float(scores.told[:, ABSENT].mean()) >= FOREIGN
    foreign = foreign or untold(rubric, grounding, tuple(event.id for event in rubric.scenario.events))
    return (
        *(("the edit does not tell of what the text tells",) if foreign else ()),
        *told_from_outside(grounding),
        *plain_contradictions(rubric, grounding),
        *told_again(rubric, grounding),
        *played_down(rubric, grounding, clause),
        *unanswered(grounding),
        *ill_joined(rubric, grounding),
        *left_out(rubric, grounding),
        *_not_found(rubric, grounding),
        *_read_otherwise(rubric, grounding, readings),
    )


UNTOLD: Final = 0.1
"""Chance that a claim is told below which neither words nor network find it in an edit."""
AT_MOST: Final = 0.2
"""Chance of validity that an edit has at most which does not tell a claim that must stay; chosen by hand."""
NOTHING_TOLD: Final = 0.01
"""That of an edit which tells no claim of the text at all."""


def untold(rubric: Rubric, grounding: Grounding, events: Sequence[str]) -> bool:
    """Tell whether neither the words nor the network find any of some claims in an edit."""
    scores = grounding.scores
    names = [event.id for event in rubric.scenario.events]
    if scores is None or not events or len(scores.told) != len(names):
        return False
    kept = {name: float(row[KEPT]) for name, row in zip(names, scores.told, strict=True)}
    return all(grounding.assertion(name).told < UNTOLD and kept[name] < UNTOLD for name in events)


def _believed(rubric: Rubric, grounding: Grounding, score: float) -> float:
    """Return the score of an edit, lower where claims are plainly missing or a supposed choice is not named."""
    score *= IN_OTHER_WORDS ** len(unsaid(rubric, grounding.edit.words))
    if untold(rubric, grounding, tuple(event.id for event in rubric.scenario.events)):
        return min(score, NOTHING_TOLD)
    stays = (criterion.event for criterion in rubric.of_kind(CriterionKind.UNCHANGED) if criterion.event)
    return min(score, AT_MOST) if any(untold(rubric, grounding, (event,)) for event in stays) else score


def _not_found(rubric: Rubric, grounding: Grounding) -> tuple[str, ...]:
    """Name the claims that must change or stay, and of which an edit says nothing that its words show."""
    kinds = (CriterionKind.INTERVENTION, CriterionKind.CHANGED, CriterionKind.UNCHANGED)
    asked = (criterion for kind in kinds for criterion in rubric.of_kind(kind) if criterion.event)
    return tuple(
        f"{criterion.statement} The edit may not speak of it."
        for criterion in asked
        if grounding.assertion(str(criterion.event)).told < SHOWN
    )


SURELY_TOLD: Final = 0.9
"""Chance from which the words leave no doubt of what an edit says of a claim."""
OTHERWISE: Final = 0.1
"""Chance that every claim is told as asked below which the network surely reads one otherwise."""


def _read_otherwise(rubric: Rubric, grounding: Grounding, readings: Readings | None) -> tuple[str, ...]:
    """Say that a claim is surely told otherwise than as the readings of the text ask, where the network reads so."""
    if grounding.scores is None or not rubric.scenario.events:
        return ()
    names = [event.id for event in rubric.scenario.events]
    told = dict(zip(names, by_network(grounding.scores.told), strict=True))
    told |= {name: surely for name in names if (surely := _surely_told(rubric, grounding, name)) is not None}
    worst = satisfied(demands_of(rubric, readings), told).worst
    return (f"some claim is told as asked with a chance of {worst:.0%} only",) if worst < OTHERWISE else ()


def _surely_told(rubric: Rubric, grounding: Grounding, event: str) -> tuple[float, float] | None:
    """Return the chances that a claim is told as it was and otherwise, where the words leave no doubt."""
    claim = exact(rubric, grounding.passage, event)
    if claim is not None:
        return (0.0, 1.0) if claim.denied else (1.0, 0.0)
    by_words = grounding.assertion(event)
    sure = by_words.told >= SURELY_TOLD and max(by_words.altered, 1 - by_words.altered) >= SURELY_TOLD
    return (1 - by_words.altered, by_words.altered) if sure else None


def certainly_wrong(
    rubric: Rubric, grounding: Grounding, clause: str | None = None, sure: float = 1.0
) -> tuple[CertainError, ...]:
    """Return the errors that the exact words of an edit prove, where the what-if is understood."""
    return certain_errors(rubric, grounding, clause) if sure >= SURE_WHAT_IF else ()


def _settled(rubric: Rubric, grounding: Grounding, verdicts: tuple[Verdict, ...]) -> Report | None:
    """Return the report on what is no rewrite: no words at all, or the original again."""
    if not grounding.edit.words:
        return Report(valid=None, errors=(), verdicts=verdicts, reasons=("the edit has no words to judge",), score=0.0)
    if unedited(rubric, grounding):
        reason = "the edit is the original: the what-if is not carried out"
        return Report(valid=False, errors=(ErrorClass.E2,), verdicts=verdicts, reasons=(reason,), score=0.0)
    return None


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

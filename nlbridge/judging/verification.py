"""Judge an edit: compare the rubric with the reading of the edit: valid, invalid, or undetermined.

Source: `docs/explanation/semantics.md`, verification as satisfiability. The grounding says what the edit says of each
claim; the judge does not know who read it. Where only chances are known, the score is the calibrated chance that the
edit does what every reading of the text asks for, and verdicts are thresholds on it. Where values were read, a
criterion that certainly fails makes the edit invalid, and anything unread leaves it undetermined. No verdict stands
against a proof of the engine or of exact words.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Final

from causalcore.derivation.rubric import CriterionKind
from nlbridge.grounding.by_words import ground
from nlbridge.grounding.edit import is_copy
from nlbridge.judging.certain_errors import CertainError, certain_errors, contradiction
from nlbridge.judging.criterion_verdict import criterion_verdicts, error_of
from nlbridge.judging.doubts import bars, denial_reworded, doubts, doubts_of_values, untold
from nlbridge.judging.error_classes import likely_errors
from nlbridge.judging.findings import Findings, findings_of
from nlbridge.judging.report import CriterionOutcome, CriterionVerdict, ErrorClass, Report
from nlbridge.judging.scoring.evidence import edit_features, evidence_of
from nlbridge.judging.scoring.satisfaction import Demands, chance_of_values, demands_of
from nlbridge.judging.scoring.score import GIVEN, READ, WRONG, Scorer, Thresholds, scorer
from nlbridge.weights.thresholds import ASKED, DECIDES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from causalcore.derivation.rubric import Rubric
    from nlbridge.grounding.grounding import Grounding, Measured
    from nlbridge.language.meaning.word_relations import Word
    from nlbridge.supposing.readings import Readings

IN_OTHER_WORDS: Final = 0.5
"""Chance that an edit names a choice that is supposed where none of its words is found; chosen by hand."""
BELOW: Final = 0.005
"""Distance below the threshold of the score of an edit that must not be called valid."""
AT_MOST: Final = 0.2
"""Highest score of an edit that does not mention a claim that must stay; chosen by hand."""
NOTHING_TOLD: Final = 0.01
"""Highest score of an edit that mentions no claim of the text."""


def verify(
    rubric: Rubric,
    edit: str,
    *,
    clause: str | None = None,
    readings: Readings | None = None,
    sure: float = 1.0,
    wrong: float = WRONG,
) -> Report:
    """Read `edit` by its words, and judge it; `clause` is the what-if in words, where it was given so."""
    grounding = ground(edit, rubric.scenario, rubric.intervention, clause=clause)
    return judge(rubric, grounding, readings=readings, sure=sure, wrong=wrong)


def judge(
    rubric: Rubric,
    grounding: Grounding,
    *,
    readings: Readings | None = None,
    sure: float = 1.0,
    wrong: float = WRONG,
) -> Report:
    """Judge an edit that was read: the chance that it is valid, and the verdict that this and the proofs allow.

    Parameters
    ----------
    readings
        The readings of the text; None where its scenario was given.
    sure
        The chance that the what-if was understood.
    wrong
        Share of verdicts that may be wrong.
    """
    measured = grounding.measured
    one = None if measured is None else weigh(rubric, grounding, measured, readings=readings, sure=sure)
    verdicts = criterion_verdicts(rubric, grounding, ()) if one is None else one.verdicts
    if not grounding.edit.words:
        return Report(valid=None, errors=(), verdicts=verdicts, reasons=("the edit has no words to judge",), score=0.0)
    if retold(rubric, grounding.edit.words):
        reason = "the edit is the original: the what-if is not carried out"
        return Report(valid=False, errors=(ErrorClass.E2,), verdicts=verdicts, reasons=(reason,), score=0.0)
    return _by_values(rubric, grounding, verdicts) if one is None else _by_chances(one, wrong)


def retold(rubric: Rubric, said: Sequence[Word]) -> bool:
    """Tell whether a passage has the words of the original, though the what-if is none of what the text states."""
    moved = any(value != rubric.scenario.event(name).fact for name, value in rubric.intervention)
    return moved and is_copy(said, rubric.scenario.text)


def _by_values(rubric: Rubric, grounding: Grounding, verdicts: tuple[CriterionVerdict, ...]) -> Report:
    """Judge by values: what surely fails makes an edit invalid, and it is valid where nothing else is against it."""
    failed = [v for v in verdicts if v.outcome is CriterionOutcome.FAIL and v.criterion.confidence >= DECIDES]
    wrong = [v for v in failed if _steady(grounding, v)]
    proof = contradiction(rubric, grounding)
    met = chance_of_values(rubric, grounding, verdicts)
    if wrong:
        return Report(
            valid=False,
            errors=tuple(sorted({error for v in wrong for error in error_of(rubric, v, grounding)})),
            verdicts=verdicts,
            reasons=(*(f"{v.criterion.statement} {v.why}" for v in wrong), *proof),
            confidence=max(v.confidence * v.criterion.confidence for v in wrong),
            score=min(met, 0.5),
        )
    against = tuple(dict.fromkeys((*doubts_of_values(rubric, grounding, verdicts), *proof)))
    sure_of = min((v.confidence * v.criterion.confidence for v in verdicts if v.required), default=0.5)
    return Report(
        valid=None if against else True,
        errors=(),
        verdicts=verdicts,
        reasons=against,
        confidence=max(sure_of, 0.5),
        score=met if against else max(met, 0.5),
    )


def _steady(grounding: Grounding, failed: CriterionVerdict) -> bool:
    """Tell whether a failure may decide: one of a reading that contradicts itself only by words that prove it."""
    claim = grounding.claim(failed.criterion.event or "")
    return not grounding.unsteady or (claim is not None and claim.proved)


def weigh(
    rubric: Rubric, grounding: Grounding, measured: Measured, *, readings: Readings | None = None, sure: float = 1.0
) -> Weighing:
    """Compare an edit with its rubric, computing everything once."""
    findings = findings_of(rubric, grounding)
    return Weighing(
        rubric=rubric,
        grounding=grounding,
        measured=measured,
        findings=findings,
        verdicts=criterion_verdicts(rubric, grounding, findings.shifts),
        demands=demands_of(rubric, readings),
        sure=sure,
    )


@dataclass(frozen=True, kw_only=True, eq=False)
class Weighing:
    """An edit whose claims have only probabilities, with all its evidence.

    Parameters
    ----------
    demands
        What each reading of the text asks of each claim.
    sure
        The chance that the what-if was understood.
    """

    rubric: Rubric
    grounding: Grounding
    measured: Measured
    findings: Findings
    verdicts: tuple[CriterionVerdict, ...]
    demands: Demands
    sure: float = 1.0

    @cached_property
    def doubts(self) -> tuple[str, ...]:
        """Return why the edit cannot be called valid, in words."""
        return doubts(self.rubric, self.grounding, self.findings, self.verdicts)

    @cached_property
    def evidence(self) -> tuple[float, ...]:
        """Return all that the score weighs."""
        further = evidence_of(
            self.rubric,
            self.grounding,
            self.measured,
            self.findings,
            self.verdicts,
            demands=self.demands,
            doubts=len(self.doubts),
        )
        return (*edit_features(self.rubric, self.grounding, self.measured), *further)

    @cached_property
    def scorer(self) -> Scorer:
        """Return the scorer: fitted on texts that were read, or on given scenarios."""
        return scorer(READ if self.rubric.scenario.read else GIVEN)

    @cached_property
    def bars(self) -> tuple[str, ...]:
        """Return what keeps the edit from being called valid, however likely it is."""
        return (*self._proofs, *bars(self.rubric, self.grounding, self.findings, self.measured))

    @property
    def _proofs(self) -> tuple[str, ...]:
        """Return what exact words or amounts prove, in words."""
        moved: tuple[str, ...] = ()
        if self.moved_otherwise:
            moved = likely_errors(self.rubric, self.grounding, self.findings, weighed=False)[1]
        return (*(each.reason for each in self.certain), *moved)

    @cached_property
    def certain(self) -> tuple[CertainError, ...]:
        """Return the errors that the exact words of the edit prove, where the what-if is understood."""
        return certain_errors(self.rubric, self.grounding) if self.sure >= DECIDES else ()

    @property
    def moved_otherwise(self) -> bool:
        """Tell whether the edit certainly moves an amount, a setting or a choice otherwise than is asked."""
        if self.sure < DECIDES:
            return False
        kinds = (CriterionKind.INTERVENTION, CriterionKind.CHANGED, CriterionKind.NUMERIC)
        criteria = (criterion for kind in kinds for criterion in self.rubric.of_kind(kind))
        asked = {criterion.event for criterion in criteria if criterion.confidence >= ASKED}
        return bool(asked & set(self.findings.misplaced) or self.findings.shifts or self.findings.mistaken)

    @property
    def proved(self) -> bool:
        """Tell whether exact words, or an amount that they give, prove an error against the scenario as it is."""
        return bool(self.certain) or self.moved_otherwise

    @property
    def misread(self) -> bool:
        """Tell whether all that speaks against the edit are denials of the text that it tells in other words.

        `Tom was out` tells that he was not at home, and nothing in its words shows it.
        """
        against = [v.criterion.event or "" for v in self.verdicts if v.outcome is CriterionOutcome.FAIL]
        return bool(against) and all(denial_reworded(self.rubric, self.grounding, event) for event in against)

    @property
    def plain(self) -> bool:
        """Tell whether every criterion is certainly asked, and nothing about the edit is in doubt."""
        asked = min((verdict.criterion.confidence for verdict in self.verdicts if verdict.required), default=1.0)
        return not self.doubts and asked >= ASKED


def _by_chances(one: Weighing, wrong: float) -> Report:
    """Judge by chances: the calibrated score, thresholds for a share of wrong verdicts, and what exact words show."""
    limits = one.scorer.allowing(wrong)
    score = one.scorer.probability(one.evidence)
    understood = one.sure >= DECIDES
    said = limits.says(score, plain=one.plain, proved=one.proved) if understood else None
    if said is False and (one.proved or not one.misread):
        return _invalid(one, min(score, limits.invalid_to), likely=score <= limits.invalid_to)
    score = _believed(one, score)
    if said and not one.bars:
        return Report(valid=True, errors=(), verdicts=one.verdicts, reasons=(), confidence=score, score=score)
    if one.bars:
        score = min(score, limits.plain_from - BELOW)
    why = f"valid with a chance of {score:.0%}, {_too_little(one, limits, score)}"
    unclear = () if understood else (f"the what-if may mean something else ({one.sure:.0%} sure)",)
    return Report(
        valid=None,
        errors=(),
        verdicts=one.verdicts,
        reasons=tuple(dict.fromkeys((why, *one.bars, *unclear, *one.doubts))),
        confidence=max(score, 1 - score),
        score=score,
    )


def _too_little(one: Weighing, limits: Thresholds, score: float) -> str:
    """Say why the chance of an edit gives no verdict."""
    if score <= limits.invalid_to:
        return "so not valid, but no error was found that makes it invalid"
    if one.bars or one.sure < DECIDES:
        return "which is not enough to call it valid or invalid"
    needed = min(limits.valid_from, limits.plain_from) if one.plain else limits.valid_from
    shown = f"{needed:.0%}" if f"{needed:.0%}" != f"{score:.0%}" else f"{needed:.1%}"
    return f"and {shown} are needed to call it valid"


def _invalid(one: Weighing, score: float, *, likely: bool) -> Report:
    """Name the errors of an edit: those that are proved, and those that are likely, a reason for each class first."""
    errors: tuple[ErrorClass, ...] = ()
    reasons: tuple[str, ...] = ()
    if likely or one.moved_otherwise:
        errors, reasons = likely_errors(one.rubric, one.grounding, one.findings, weighed=likely)
    first = {each.error: each.reason for each in reversed(one.certain)} | dict(zip(errors, reasons, strict=True))
    further = (each.reason for each in one.certain if each.reason not in first.values())
    named = tuple(sorted(first))
    return Report(
        valid=False,
        errors=named,
        verdicts=one.verdicts,
        reasons=(*(first[error] for error in named), *further, *contradiction(one.rubric, one.grounding)),
        confidence=1 - score,
        score=score,
    )


def _believed(one: Weighing, score: float) -> float:
    """Return the score of an edit, lower where claims are plainly missing or a supposed choice is not named."""
    rubric, grounding = one.rubric, one.grounding
    score *= IN_OTHER_WORDS ** len(one.findings.unsaid)
    if untold(rubric, grounding, tuple(event.id for event in rubric.scenario.events)):
        return min(score, NOTHING_TOLD)
    stays = (criterion.event for criterion in rubric.of_kind(CriterionKind.UNCHANGED) if criterion.event)
    return min(score, AT_MOST) if any(untold(rubric, grounding, (event,)) for event in stays) else score

"""Judge an edit: compare the rubric with the reading of the edit, and call it valid, invalid, or undetermined.

Source: `docs/explanation/semantics.md`, verification as satisfiability. The grounding says what the edit says about
each claim; the judge does not know who read it. If only chances are known, the score is the calibrated chance that the
edit does what every reading of the text requires, and verdicts are thresholds on it. If values were read, a criterion
that certainly fails makes the edit invalid, and anything unread leaves it undetermined. No verdict contradicts a proof
of the engine or of exact words.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from causalcore.derivation.rubric import MUST_MOVE, CriterionKind
from nlbridge.grounding.by_words import ground
from nlbridge.grounding.passage import passage
from nlbridge.judging.criterion_verdict import criterion_verdicts, error_of
from nlbridge.judging.doubts import NO_STORY, bars, denial_reworded, doubts, doubts_of_values, untold
from nlbridge.judging.error_classes import CertainError, certain_errors, contradiction, error_is_likely, likely_errors
from nlbridge.judging.evidence import demands_of, edit_features, evidence_of
from nlbridge.judging.findings import Findings, findings_of
from nlbridge.judging.report import CriterionOutcome, CriterionVerdict, ErrorClass, Report
from nlbridge.judging.score import GIVEN, READ, WRONG, Thresholds, chance_of_values, scorer
from nlbridge.language.meaning.sentences import words
from nlbridge.weights.thresholds import ASKED, DECIDES

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from causalcore.derivation.rubric import Rubric
    from nlbridge.grounding.grounding import Grounding, Measured
    from nlbridge.language.meaning.sentences import Word
    from nlbridge.supposing.readings import Readings

IN_OTHER_WORDS: Final = 0.5
"""Chance that an edit names a supposed choice if none of its words is found; set by hand."""
BELOW: Final = 0.005
"""How far below the threshold to put the score of an edit that must not be called valid."""
AT_MOST: Final = 0.2
"""Highest score of an edit that does not mention a claim that must stay; set by hand."""
NOTHING_TOLD: Final = 0.01
"""Highest score of an edit that mentions no claim of the text, or only asks."""


def verify(
    rubric: Rubric,
    edit: str,
    *,
    clause: str | None = None,
    readings: Readings | None = None,
    sure: float = 1.0,
    wrong: float = WRONG,
) -> Report:
    """Read `edit` by its words and judge it; `clause` is the what-if, if the user gave it in words."""
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
    """Judge an edit that was read: compute the chance that it is valid, and the verdict that this and the proofs allow.

    Parameters
    ----------
    readings
        The readings of the text; None if its scenario was given.
    sure
        The chance that the what-if was understood.
    wrong
        Share of verdicts that may be wrong.
    """
    measured, edit_words = grounding.measured, grounding.edit.words
    copied = is_unchanged_copy(rubric, edit_words)
    if measured is not None and edit_words and not copied:
        weighing = weigh(rubric, grounding, measured, readings=readings, sure=sure)
        return _by_chances(rubric, grounding, weighing, sure, wrong)
    verdicts = criterion_verdicts(rubric, grounding, findings_of(rubric, grounding).shifts if measured else ())
    if not edit_words:
        return Report(valid=None, errors=(), verdicts=verdicts, reasons=("the edit has no words to judge",), score=0.0)
    if copied:
        reason = "the edit is the original: the what-if is not carried out"
        return Report(valid=False, errors=(ErrorClass.E2,), verdicts=verdicts, reasons=(reason,), score=0.0)
    return _by_values(rubric, grounding, verdicts)


def is_unchanged_copy(rubric: Rubric, said: Sequence[Word]) -> bool:
    """Return whether a passage has just the words of the original, although the what-if contradicts the text."""
    text = rubric.scenario.text
    before, after = ([word.text for word in each if not word.mark] for each in (words(passage(text, text)), said))
    moved = any(value != rubric.scenario.event_by_id[name].fact for name, value in rubric.intervention.assignments)
    return moved and bool(before) and before == after


def _by_values(rubric: Rubric, grounding: Grounding, verdicts: tuple[CriterionVerdict, ...]) -> Report:
    """Judge by values: a certain failure makes an edit invalid; without one, it is valid if there is no doubt."""
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
    """Return whether a failure may decide; if the reading contradicts itself, only exact words that prove it count."""
    claim = grounding.by_event.get(failed.criterion.event or "")
    return not grounding.unsteady or (claim is not None and claim.proved)


@dataclass(frozen=True, kw_only=True, eq=False)
class Weighing:
    """Evidence for and against an edit whose claims have only probabilities.

    Parameters
    ----------
    doubts
        Why the edit cannot be called valid, in words.
    evidence
        All that the score weighs.
    certain
        Errors proved by the exact words of the edit, if the what-if is understood.
    moved_otherwise
        Whether the edit certainly moves an amount, a setting or a choice differently than required.
    proved
        Whether exact words, or an amount that they give, prove an error against the scenario as it is.
    plain
        Whether every criterion is certain to be required, and nothing about the edit is in doubt.
    bars
        Returns what keeps the edit from being called valid, however likely it is; costly.
    """

    findings: Findings
    verdicts: tuple[CriterionVerdict, ...]
    doubts: tuple[str, ...]
    evidence: tuple[float, ...]
    certain: tuple[CertainError, ...]
    moved_otherwise: bool
    proved: bool
    plain: bool
    bars: Callable[[], tuple[str, ...]]


def weigh(
    rubric: Rubric, grounding: Grounding, measured: Measured, *, readings: Readings | None = None, sure: float = 1.0
) -> Weighing:
    """Collect the evidence on an edit; `readings` and `sure` are as for `judge`."""
    findings = findings_of(rubric, grounding)
    verdicts = criterion_verdicts(rubric, grounding, findings.shifts)
    against = doubts(rubric, grounding, findings, verdicts)
    demands = demands_of(rubric, readings)
    further = evidence_of(rubric, grounding, measured, findings, verdicts, demands=demands, doubts=len(against))
    understood = sure >= DECIDES
    certain = certain_errors(rubric, grounding) if understood else ()
    asked = {c.event for c in rubric.criteria if c.kind in MUST_MOVE and c.confidence >= ASKED}
    moved = understood and bool(asked & set(findings.misplaced) or findings.shifts or findings.mistaken)

    def barred() -> tuple[str, ...]:
        otherwise = likely_errors(rubric, grounding, findings, weighed=False)[1] if moved else ()
        return (*(error.reason for error in certain), *otherwise, *bars(rubric, grounding, findings, measured))

    return Weighing(
        findings=findings,
        verdicts=verdicts,
        doubts=against,
        evidence=(*edit_features(rubric, grounding, measured, findings), *further),
        certain=certain,
        moved_otherwise=moved,
        proved=bool(certain) or moved,
        plain=not against and all(verdict.criterion.confidence >= ASKED for verdict in verdicts if verdict.required),
        bars=barred,
    )


def _by_chances(rubric: Rubric, grounding: Grounding, weighing: Weighing, sure: float, wrong: float) -> Report:
    """Judge by chances: the calibrated score, thresholds for a share of wrong verdicts, and what exact words show."""
    fitted = scorer(READ if rubric.scenario.read else GIVEN)
    limits, score = fitted.allowing(wrong), fitted.probability(weighing.evidence)
    unclear = () if sure >= DECIDES else (f"the what-if may mean something else ({sure:.0%} sure)",)
    verdict = None if unclear else limits.says(score, plain=weighing.plain, proved=weighing.proved)
    if verdict is False and (weighing.proved or not _unfounded(rubric, grounding, weighing.verdicts)):
        return _invalid(rubric, grounding, weighing, min(score, limits.invalid_to), likely=score <= limits.invalid_to)
    score, barred = _believed(rubric, grounding, weighing.findings.unsaid, score), weighing.bars()
    if verdict and not barred:
        return Report(valid=True, errors=(), verdicts=weighing.verdicts, reasons=(), confidence=score, score=score)
    if barred:
        score = min(score, limits.plain_from - BELOW if NO_STORY.isdisjoint(barred) else NOTHING_TOLD)
    why = _too_little(limits, score, plain=weighing.plain, held=bool(barred or unclear))
    return Report(
        valid=None,
        errors=(),
        verdicts=weighing.verdicts,
        reasons=tuple(dict.fromkeys((why, *barred, *unclear, *weighing.doubts))),
        confidence=max(score, 1 - score),
        score=score,
    )


def _unfounded(rubric: Rubric, grounding: Grounding, verdicts: Sequence[CriterionVerdict]) -> bool:
    """Return whether nothing that an edit says shows the error that its score suggests.

    Either no criterion is broken and no error is likely: the edit only leaves claims out. Or every broken one is a
    denial in the text that the edit may state in other words: `Tom was out` says that he was not at home.
    """
    against = [v.criterion.event or "" for v in verdicts if v.outcome is CriterionOutcome.FAIL]
    if not against:
        return not error_is_likely(rubric, grounding)
    return all(denial_reworded(rubric, grounding, event) for event in against)


def _too_little(limits: Thresholds, score: float, *, plain: bool, held: bool) -> str:
    """Say why the chance gives no verdict; `held` says that more than the chance holds the edit back."""
    if score <= limits.invalid_to:
        return f"valid with a chance of {score:.0%}, so not valid, but no error was found that makes it invalid"
    if held:
        return f"valid with a chance of {score:.0%}, which is not enough to call it valid or invalid"
    needed = min(limits.valid_from, limits.plain_from) if plain else limits.valid_from
    bounds = (needed, limits.invalid_to)
    digits = next((n for n in range(3) if f"{score:.{n}%}" not in {f"{bound:.{n}%}" for bound in bounds}), 3)
    chance, least, most = (f"{share:.{digits}%}" for share in (score, *bounds))
    return f"valid with a chance of {chance}; a valid verdict needs {least}, an invalid one at most {most}"


def _invalid(rubric: Rubric, grounding: Grounding, weighing: Weighing, score: float, *, likely: bool) -> Report:
    """Report an invalid edit with the proved and the likely errors, one reason for each class first."""
    more = likely or weighing.moved_otherwise
    errors, reasons = likely_errors(rubric, grounding, weighing.findings, weighed=likely) if more else ((), ())
    first = {proved.error: proved.reason for proved in reversed(weighing.certain)} | dict(
        zip(errors, reasons, strict=True)
    )
    further = (proved.reason for proved in weighing.certain if proved.reason not in first.values())
    named = tuple(sorted(first))
    return Report(
        valid=False,
        errors=named,
        verdicts=weighing.verdicts,
        reasons=(*(first[error] for error in named), *further, *contradiction(rubric, grounding)),
        confidence=1 - score,
        score=score,
    )


def _believed(rubric: Rubric, grounding: Grounding, unsaid: Sequence[str], score: float) -> float:
    """Return the score of an edit, lowered if claims are plainly missing or a supposed choice is not named."""
    score *= IN_OTHER_WORDS ** len(unsaid)
    if untold(rubric, grounding, tuple(event.id for event in rubric.scenario.events)):
        return min(score, NOTHING_TOLD)
    stays = (criterion.event for criterion in rubric.of_kind(CriterionKind.UNCHANGED) if criterion.event)
    return min(score, AT_MOST) if any(untold(rubric, grounding, (event,)) for event in stays) else score

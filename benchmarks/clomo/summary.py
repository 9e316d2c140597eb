"""The figures of a scored run: overall, by model, by scorer, by relation."""

from __future__ import annotations

from dataclasses import asdict
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final

from benchmarks.clomo.data import ABBREVIATIONS
from benchmarks.clomo.gaps.meant import meant
from benchmarks.clomo.rubric import Checked, FormVerdict
from benchmarks.clomo.verdicts import Pair, ScoreFormula, Verdicts
from benchmarks.reports.judge_agreement import agreements
from benchmarks.runs.scores import Blame
from benchmarks.statistics.agreement import agreement
from benchmarks.statistics.verdict_shares import verdict_shares

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from benchmarks.clomo.data import Dataset
    from benchmarks.clomo.score import ClomoSample


class Scorer(StrEnum):
    """Who decides the pairs."""

    LOGIC = "logic"
    GAPS = "gaps"
    JUDGE = "judge"

    def of(self, sample: ClomoSample) -> Verdicts | None:
        """Return this scorer's verdicts."""
        return {Scorer.LOGIC: sample.logic, Scorer.GAPS: sample.gaps, Scorer.JUDGE: sample.judge}[self]


JUDGES: Final[dict[str, Callable[[ClomoSample], bool | None]]] = {
    "logic": lambda sample: _good(sample.logic, ScoreFormula.PAPER),
    "gaps": lambda sample: _good(sample.gaps, ScoreFormula.PAPER),
    "language model": lambda sample: _good(sample.judge, ScoreFormula.PAPER),
    "people": lambda sample: sample.good,
}
"""Whether s = 1 by the paper's formula, and people's verdicts."""


def summarise(data: Dataset, samples: Sequence[ClomoSample]) -> dict[str, Any]:
    """Return every figure as one JSON object."""
    models = sorted({sample.model for sample in samples})
    return {
        "items": len(data.items),
        "skipped_rows": list(data.skipped),
        "responses": len(samples),
        "agreement": {
            formula.value: {
                "logic_with_human": _human(samples, Scorer.LOGIC, formula),
                "gaps_with_human": _human(samples, Scorer.GAPS, formula),
                "judge_with_human": _human(samples, Scorer.JUDGE, formula),
                "logic_with_judge": _scorers(samples, formula),
            }
            for formula in ScoreFormula
        },
        "agreements": agreements(samples, JUDGES, model=lambda one: one.model, cluster=lambda one: one.id),
        "meant": {
            scorer.value: found
            for scorer in Scorer
            if any(one.holds is not None for said in map(scorer.of, samples) if said for one in said.pairs.values())
            and (found := meant(samples, scorer.of))
        },
        "models": {model: _figures([sample for sample in samples if sample.model == model]) for model in models},
    }


def _figures(samples: Sequence[ClomoSample]) -> dict[str, Any]:
    return {
        "responses": len(samples),
        "form": {checked.value: _form(samples, checked) for checked in Checked},
        "changes_a_response": sum(len(sample.changes) for sample in samples) / len(samples),
        **{
            scorer.value: _scored(samples, scorer)
            for scorer in Scorer
            if any(scorer.of(sample) is not None for sample in samples)
        },
    }


def _scored(samples: Sequence[ClomoSample], scorer: Scorer) -> dict[str, Any]:
    scored = [(sample.relation, verdicts) for sample in samples if (verdicts := scorer.of(sample)) is not None]
    every = [verdicts for _, verdicts in scored]
    groups = {short: [one for relation, one in scored if relation is kind] for kind, short in ABBREVIATIONS.items()}
    failed = sum(verdicts.blame is Blame.MODEL and verdicts.s[ScoreFormula.PAPER] is not None for verdicts in every)
    blamed = [one.blame.value for one in every if one.blame is not None and one.s[ScoreFormula.PAPER] is None]
    return {
        "responses": len(every),
        "unanswered": failed,
        "pairs": {pair.value: _share(verdicts.pairs[pair].holds for verdicts in every) for pair in Pair},
        "task_met": _share(verdicts.task_met for verdicts in every),
        "s": {formula.value: _mean(every, formula) for formula in ScoreFormula},
        "s_by_relation": {
            formula.value: {short: _mean(group, formula) for short, group in groups.items()} for formula in ScoreFormula
        },
        "undecided_by_blame": {who: blamed.count(who) for who in sorted(set(blamed))},
    }


def _form(samples: Sequence[ClomoSample], checked: Checked) -> dict[str, Any]:
    verdicts = [check.verdict for sample in samples for check in sample.form if check.checked is checked]
    return _share(None if one is FormVerdict.UNDETERMINED else one is FormVerdict.PASS for one in verdicts)


def _share(verdicts: Iterable[bool | None]) -> dict[str, Any]:
    """Return the share of all, the undecided share, and the share among the decided."""
    return verdict_shares(list(verdicts)).to_dict()


def _mean(every: Sequence[Verdicts], formula: ScoreFormula) -> dict[str, Any]:
    """Return the mean over all, with undecided scores as 0, and the mean of the decided."""
    scores = [score for verdicts in every if (score := verdicts.s[formula]) is not None]
    return {
        "mean": sum(scores) / len(every) if every else None,
        "mean_of_decided": sum(scores) / len(scores) if scores else None,
        "responses": len(every),
        "decided": len(scores),
        "undecided": len(every) - len(scores),
    }


def _good(verdicts: Verdicts | None, formula: ScoreFormula) -> bool | None:
    score = verdicts.s[formula] if verdicts is not None else None
    return None if score is None else score == 1


def _human(samples: Sequence[ClomoSample], scorer: Scorer, formula: ScoreFormula) -> dict[str, Any]:
    """Compare a score of 1 with a human's "good" on rated responses."""
    rated = [(_good(scorer.of(sample), formula), sample.good) for sample in samples if sample.good is not None]
    return asdict(agreement([ours for ours, _ in rated], [good for _, good in rated]))


def _scorers(samples: Sequence[ClomoSample], formula: ScoreFormula) -> dict[str, Any]:
    """Compare logic with the judge, which takes the human's place, where the judge decided."""
    pairs = [(_good(sample.logic, formula), _good(sample.judge, formula)) for sample in samples]
    rated = [(ours, judged) for ours, judged in pairs if judged is not None]
    return asdict(agreement([ours for ours, _ in rated], [judged for _, judged in rated]))

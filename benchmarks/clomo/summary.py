"""The figures of a scored run: overall, by model, by relation."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from benchmarks.clomo.data import ABBREVIATIONS
from benchmarks.clomo.rubric import Checked, FormVerdict
from benchmarks.clomo.score import Pair, ScoreFormula
from benchmarks.statistics import agreement, wilson

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from benchmarks.clomo.data import Dataset
    from benchmarks.clomo.score import ClomoSample


def summarise(data: Dataset, samples: Sequence[ClomoSample]) -> dict[str, Any]:
    """Return every figure as one JSON object."""
    models = sorted({sample.model for sample in samples})
    return {
        "items": len(data.items),
        "skipped_rows": list(data.skipped),
        "responses": len(samples),
        "human": {formula.value: _human(samples, formula) for formula in ScoreFormula},
        "models": {model: _figures([sample for sample in samples if sample.model == model]) for model in models},
    }


def _figures(samples: Sequence[ClomoSample]) -> dict[str, Any]:
    groups = {short: [one for one in samples if one.relation is kind] for kind, short in ABBREVIATIONS.items()}
    return {
        "responses": len(samples),
        "form": {checked.value: _form(samples, checked) for checked in Checked},
        "changes_a_response": sum(len(sample.changes) for sample in samples) / len(samples),
        "pairs": {pair.value: _share(sample.pairs[pair].holds for sample in samples) for pair in Pair},
        "task_met": _share(sample.task_met for sample in samples),
        "s": {formula.value: _mean(samples, formula) for formula in ScoreFormula},
        "s_by_relation": {
            formula.value: {short: _mean(group, formula) for short, group in groups.items()} for formula in ScoreFormula
        },
        "undecided_by_blame": _blamed(samples),
        "human": {formula.value: _human(samples, formula) for formula in ScoreFormula},
    }


def _form(samples: Sequence[ClomoSample], checked: Checked) -> dict[str, Any]:
    verdicts = [check.verdict for sample in samples for check in sample.form if check.checked is checked]
    return _share(None if one is FormVerdict.UNDETERMINED else one is FormVerdict.PASS for one in verdicts)


def _share(found: Iterable[bool | None]) -> dict[str, Any]:
    """Give the share among the decided, and how many are not decided."""
    listed = list(found)
    decided = [one for one in listed if one is not None]
    return asdict(wilson(sum(decided), len(decided))) | {"undecided": len(listed) - len(decided)}


def _mean(samples: Sequence[ClomoSample], formula: ScoreFormula) -> dict[str, Any]:
    scores = [score for sample in samples if (score := sample.s[formula]) is not None]
    return {
        "mean": sum(scores) / len(scores) if scores else None,
        "decided": len(scores),
        "undecided": len(samples) - len(scores),
    }


def _blamed(samples: Sequence[ClomoSample]) -> dict[str, int]:
    blamed = [sample.blame.value for sample in samples if sample.blame is not None]
    return {who: blamed.count(who) for who in sorted(set(blamed))}


def _human(samples: Sequence[ClomoSample], formula: ScoreFormula) -> dict[str, Any]:
    """Compare a score of 1 with a human's "good", where there is a human's verdict."""
    rated = [(sample.s[formula], sample.good) for sample in samples if sample.good is not None]
    return asdict(agreement([None if s is None else s == 1 for s, _ in rated], [good for _, good in rated]))

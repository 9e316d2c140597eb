"""Documents from data files, and measures of a model's answer to each; the task files beside it refer to them.

A measure over the decided is averaged over the documents that have it, and NaN if none does.

Examples
--------
>>> document = {"text": "The pump failed, so the cellar flooded.", "query": "What if the pump had not failed?"}
>>> found = cobe_measures(document, ["The pump held, so the cellar stayed dry."])
>>> found["valid"], found["valid_of_decided"], found["E2"]
(1.0, 1.0, 0.0)
>>> mean_of_decided([1.0, None, 0.0])
0.5
"""

from __future__ import annotations

import math
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from benchmarks.integrations.judgement import judged
from benchmarks.integrations.samples import clomo_sample, clomo_samples, cobe_samples, paper_score, values

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from datasets import Dataset

ERRORS: Final = ("E1", "E2", "E3", "E4", "E5")
SPLIT: Final = "test"


def cobe_documents(*, path: str = "", **_: Any) -> dict[str, Dataset]:
    """Return CoBe's prompts from a file in the published format.

    Parameters
    ----------
    path
        From `--metadata '{"path": "..."}'`.
    """
    return _documents(cobe_samples(Path(path)))


def clomo_documents(*, path: str = "", formulas: str | None = None, **_: Any) -> dict[str, Dataset]:
    """Return CLoMo's prompts from a file in the published zero-shot format.

    Parameters
    ----------
    path, formulas
        From `--metadata '{"path": "...", "formulas": "..."}'`; without formulas, only the form is judged.
    """
    return _documents([{**sample, "formulas": formulas} for sample in clomo_samples(Path(path))])


def _documents(rows: Sequence[Mapping[str, Any]]) -> dict[str, Dataset]:
    from datasets import Dataset

    return {SPLIT: Dataset.from_list([dict(row) for row in rows])}


def cobe_measures(document: Mapping[str, Any], answers: Sequence[str]) -> dict[str, float | None]:
    """Judge an answer by the rubric derived from the text and the query of its document."""
    verdict = judged({"text": document["text"], "query": document["query"], "edit": answers[0]})
    return {
        "valid": float(verdict.valid is True),
        "valid_of_decided": _number(verdict.valid),
        "decided": float(verdict.valid is not None),
        "score": verdict.score,
        **{error: float(error in verdict.errors) for error in ERRORS},
    }


def clomo_measures(document: Mapping[str, Any], answers: Sequence[str]) -> dict[str, float | None]:
    """Judge a modified argument by its form, and by logic if its formulas are given."""
    sample = clomo_sample(document, answers[0], document["formulas"])
    checks = values(sample)
    met = checks.pop("task_met")
    return {
        "task_met": float(met is True),
        "task_met_of_decided": _number(met),
        "s": _number(paper_score(sample)),
        **{name: _number(passed) for name, passed in checks.items()},
    }


def _number(met: float | None) -> float | None:
    return None if met is None else float(met)


def mean_of_decided(found: Iterable[float | None]) -> float:
    """Return the mean of the decided values; NaN if there are none."""
    decided = [one for one in found if one is not None]
    return sum(decided) / len(decided) if decided else math.nan

"""The samples of each benchmark as a comparison needs them: which question, right or wrong, by which judge."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeVar

from benchmarks.errors import DatasetMissingError, MalformedItemError
from benchmarks.runs.runner import SAMPLES, samples_in, whole_lines
from benchmarks.runs.scores import Outcome, Sample, Score
from causalcore.files.json_text import read_json

T = TypeVar("T")

JUDGES: Final = {
    "derived": "the rubric derived from text and query",
    "dataset": "the dataset's own criteria strings",
    "judge": "the language model that was asked to judge",
    "logical": "the logical completion",
    "good": "whether the counter-hypothesis meets every demand",
    "faithful": "whether the model acts as its explanation says (FTC-delta)",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """One response.

    Parameters
    ----------
    question
        What was asked, by which the samples of two runs are paired.
    cluster
        Questions of one cluster are not independent.
    verdicts
        For each judge whether it is right; None where that is undetermined.
    cuts
        Groups that are also compared on their own.
    """

    question: str
    cluster: str
    verdicts: Mapping[str, bool | None]
    cuts: Mapping[str, str]


def of_cobe(folder: Path) -> list[Compared]:
    """Return CoBe's samples."""
    _found(folder)
    return [_of_cobe(sample) for sample in samples_in(folder).values()]


def _of_cobe(sample: Sample) -> Compared:
    scores = {"derived": sample.derived, "dataset": sample.dataset, "judge": sample.judge}
    return Compared(
        question=f"{sample.item}, phrasing {sample.query_index + 1}",
        cluster=sample.core,
        verdicts={name: _right(score) for name, score in scores.items() if score is not None},
        cuts={
            "domain": sample.domain,
            "graph type": sample.graph_type,
            "phrasing": str(sample.query_index + 1),
        },
    )


def _right(score: Score) -> bool | None:
    return None if score.outcome is Outcome.UNDETERMINED else score.outcome is Outcome.CORRECT


def of_conditionals(folder: Path) -> list[Compared]:
    """Return the samples of counterfactual conditionals."""
    return list(_rows(folder, _of_conditionals))


def _of_conditionals(row: Mapping[str, Any]) -> Compared:
    return Compared(
        question=row["id"],
        cluster=row["core"],
        verdicts={"logical": row["right"]},
        cuts={"condition": row["condition"]},
    )


def of_ftc(folder: Path) -> list[Compared]:
    """Return the counterfactuals of FTC, paired by item and case: each model is tested on its own explanations."""
    return [one for group in _rows(folder, _of_ftc) for one in group]


def _of_ftc(row: Mapping[str, Any]) -> list[Compared]:
    return [
        Compared(
            question=f"{row['id']} {one['case']}".strip(),
            cluster=row["id"],
            verdicts={"faithful": None if one["ftc"] is None else one["ftc"]["delta"] == 1},
            cuts={"label": row["label"]},
        )
        for one in row["cf"]
    ]


def of_chg(folder: Path) -> list[Compared]:
    """Return the counter-hypotheses of CHG."""
    return list(_rows(folder, _of_chg))


def _of_chg(row: Mapping[str, Any]) -> Compared:
    return Compared(question=row["id"], cluster=row["core"], verdicts={"good": row["good"]}, cuts={})


def _rows(folder: Path, read: Callable[[Mapping[str, Any]], T]) -> Iterator[T]:
    path = _found(folder)
    for number, line in whole_lines(path):
        try:
            yield read(read_json(line))
        except (ValueError, KeyError, TypeError, RecursionError) as broken:
            message = f"expected a sample of this benchmark on line {number} of {path}, got {line[:60]!r}; score again"
            raise MalformedItemError(message) from broken


def _found(folder: Path) -> Path:
    path = folder / SAMPLES
    if not path.is_file():
        message = f"expected a folder with {SAMPLES}, got {folder}; run or score first"
        raise DatasetMissingError(message)
    return path

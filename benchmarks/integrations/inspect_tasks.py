"""Tasks for Inspect: CoBe and CLoMo from local files, found as `causalcore/cobe` and `causalcore/clomo`.

Needs the package `inspect-ai`, which loads this file through its entry point; heavy imports wait until a task runs.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.solver import generate

from benchmarks.integrations.inspect_scorers import (
    EDIT_VALUES,
    causal_edit,
    causal_verdict,
    clomo_edit,
    of_distribution,
    shares,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["causal_edit", "causal_verdict", "clomo", "clomo_edit", "cobe"]


@task
@of_distribution
def cobe(path: str) -> Task:
    """Return CoBe: rewrites of a text under a what-if, judged by the rubric derived from the text.

    Parameters
    ----------
    path
        A file in CoBe's published format. Its criteria are ignored; the standard error clusters variations of one core
        set.
    """
    from benchmarks.integrations.samples import cobe_samples

    rows = cobe_samples(Path(path))
    return Task(
        dataset=_dataset("cobe", path, rows),
        solver=generate(),
        scorer=causal_edit(),
        metrics=shares("valid", EDIT_VALUES, cluster="core"),
    )


@task
@of_distribution
def clomo(path: str, formulas: str | None = None) -> Task:
    """Return CLoMo: arguments modified until another premise affects them.

    Parameters
    ----------
    path
        A file in CLoMo's published zero-shot format.
    formulas
        Formalisations of the items and the model's answers; without this file, only the form is judged.
    """
    from benchmarks.integrations.samples import clomo_samples

    return Task(
        dataset=_dataset("clomo", path, clomo_samples(Path(path))), solver=generate(), scorer=clomo_edit(formulas)
    )


def _dataset(name: str, path: str, rows: Sequence[dict[str, Any]]) -> MemoryDataset:
    samples = [
        Sample(id=one["id"], input=one["prompt"], metadata={key: one[key] for key in one if key != "prompt"})
        for one in rows
    ]
    return MemoryDataset(samples, name=name, location=path)

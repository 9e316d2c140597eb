"""verifiers: a taskset that rewards rollouts as rewrites; your own module exports it as the taskset.

Needs the package `verifiers`, version 0.4 or later (`verifiers.v1`). The reward is between 0 and 1. An unjudgeable
rewrite raises an error, so that verifiers marks the rollout as failed rather than wrong.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import verifiers.v1 as vf

from benchmarks.errors import NotJudgedError
from benchmarks.integrations.judgement import FIELDS, KINDS, Judged, judged


class EditData(vf.TaskData):
    """A text, and what should have been otherwise in it: the fields of a line of `causalcore verify --jsonl`."""

    text: str | None = None
    scenario: dict[str, Any] | None = None
    had: str | None = None
    query: str | None = None
    do: dict[str, str] | None = None


class EditTaskConfig(vf.TaskConfig):
    """What a rewrite is rewarded with.

    Parameters
    ----------
    undetermined
        The reward where validity is not determined.
    score
        Reward with the calibrated chance that the rewrite is valid, instead of 1 or 0.
    """

    undetermined: float = 0.0
    score: bool = False


class EditTask(vf.Task[EditData, vf.State, EditTaskConfig]):
    """Rewrite the text; the last reply is judged by the rubric of the text."""

    async def _judged(self, trace: vf.Trace) -> Judged:
        row = {name: getattr(self.data, name) for name in FIELDS} | {"edit": trace.last_reply}
        verdict = await asyncio.to_thread(judged, row)
        if verdict.error is not None:
            raise NotJudgedError(verdict.error)
        return verdict

    @vf.reward
    async def edit(self, trace: vf.Trace) -> float:
        """Return 1 for a valid rewrite and 0 for an invalid one, or as configured."""
        verdict = await self._judged(trace)
        if verdict.answered and self.config.score:
            return verdict.score
        return self.config.undetermined if verdict.valid is None else float(verdict.valid)

    @vf.metric
    async def criteria(self, trace: vf.Trace) -> dict[str, float]:
        """Return whether each decided kind of criteria is met, and whether the verdict is undetermined."""
        verdict = await self._judged(trace)
        met = {kind: verdict.of_kind(kind) for kind in KINDS}
        decided = {kind: float(value) for kind, value in met.items() if value is not None}
        return decided | {"undetermined": float(verdict.valid is None)}


class EditConfig(vf.TasksetConfig):
    """Where the texts are.

    Parameters
    ----------
    path
        A file in CoBe's format.
    """

    path: str = ""
    task: EditTaskConfig = EditTaskConfig()


class EditTaskset(vf.Taskset[EditTask, EditConfig]):
    """The texts and what-ifs of a file in CoBe's format."""

    def load(self) -> Iterator[EditTask]:
        """Yield a task for each phrasing of each item."""
        from benchmarks.integrations.samples import cobe_samples

        for row in cobe_samples(Path(self.config.path)):
            data = EditData(id=row["id"], prompt=row["prompt"], text=row["text"], query=row["query"])
            yield EditTask(data, self.config.task)


__all__ = ["EditTaskset"]

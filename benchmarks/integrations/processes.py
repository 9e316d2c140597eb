"""Rewrites judged by several processes that stay alive between calls.

Examples
--------
>>> asked = {"text": "The pump failed, so the cellar flooded.", "had": "the pump not failed"}
>>> with Judges() as judges:
...     [one.valid for one in judges.judge([asked | {"edit": "The pump held, so the cellar stayed dry."}])]
[True]
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any, Final, Self

from benchmarks.errors import JobsError
from benchmarks.integrations.judgement import Judged, handed_over, judged_together, take_over, unjudged

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor

    from nlbridge.answering.request import Settings

Row = Mapping[str, Any]
Piece = tuple[Row, ...]

MOST: Final = 12
"""Most rewrites that a process takes at a time."""


class Judges:
    """Judges batches of rewrites, in order.

    Processes start with the first batch and end with `close`, the `with` block, or Python. As with all multiprocessing,
    a script that asks for more than one needs `if __name__ == "__main__":`.

    Parameters
    ----------
    jobs
        Number of processes; 1 judges in this one.
    """

    def __init__(self, jobs: int = 1) -> None:
        if jobs < 1:
            message = f"expected one process or more, got jobs={jobs}; write the number of cores to use"
            raise JobsError(message)
        self.jobs = jobs
        self._pool: ProcessPoolExecutor | None = None

    def judge(self, rows: Sequence[Row]) -> tuple[Judged, ...]:
        """Judge rewrites; a killed process costs time, but no verdict except its own.

        Parameters
        ----------
        rows
            As in `benchmarks.integrations.judgement.judged`.
        """
        if self.jobs == 1:
            return judged_together(rows)
        from concurrent.futures.process import BrokenProcessPool

        pieces = tuple(_pieces(rows, self.jobs))
        try:
            groups = tuple(self._started().map(judged_together, pieces))
        except BrokenProcessPool:
            self.close()
            return tuple(self._again(pieces))
        return tuple(one for piece in groups for one in piece)

    def _again(self, pieces: Sequence[Piece]) -> Iterator[Judged]:
        from nlbridge.answering.batch_processes import spread

        return spread(pieces, judged_together, _lost, cores=self.jobs)

    def _started(self) -> ProcessPoolExecutor:
        if self._pool is None:
            from concurrent.futures import ProcessPoolExecutor
            from multiprocessing import get_context

            self._pool = ProcessPoolExecutor(
                max_workers=self.jobs,
                mp_context=get_context("spawn"),
                initializer=_begin,
                initargs=(handed_over(),),
            )
        return self._pool

    def close(self) -> None:
        """End the processes; the next batch starts new ones."""
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)
            self._pool = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __getstate__(self) -> dict[str, Any]:
        """Return the state to pickle: a copy starts its own processes."""
        return {"jobs": self.jobs, "_pool": None}


def _begin(settings: Settings) -> None:
    """Give a process the settings, and any endpoint, of the process that started it."""
    from nlbridge.language.pipeline.quick_start import start_worker

    start_worker()
    take_over(settings)


def _pieces(rows: Sequence[Row], jobs: int) -> Iterator[Piece]:
    """Split a batch for the processes; rewrites of one text stay together unless that leaves a process idle."""
    most = max(1, min(MOST, -(-len(rows) // jobs)))
    for _, alike in groupby(rows, key=lambda row: str(row.get("text"))):
        together = tuple(alike)
        for start in range(0, len(together), most):
            yield together[start : start + most]


def _lost(_: Row) -> Judged:
    return unjudged("the process that judged it was killed twice, perhaps for lack of memory")

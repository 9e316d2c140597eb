"""Pieces of a batch worked on elsewhere, their rows in order; none is lost when a process ends before its time."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future
from itertools import chain, islice
from typing import Any, Final, Generic, Protocol, TypeVar

AHEAD: Final = 4
"""Pieces in the queue of each process."""
Line = TypeVar("Line")
Row = TypeVar("Row")


class Pool(Protocol):
    """Where pieces are worked on: processes of this machine, or a cluster."""

    @property
    def room(self) -> int:
        """How many pieces may be under way."""
        ...

    def submit(self, piece: tuple[Any, ...]) -> Any:
        """Start the work on a piece."""
        ...

    def rows(self, task: Any) -> Sequence[Any] | None:
        """Wait for the rows of a piece; None where its process ended, or the rows cannot be made or sent."""
        ...


def in_order(pool: Pool, pieces: Iterable[tuple[Line, ...]], lost: Callable[[Line], Row]) -> Iterator[Row]:
    """Work on pieces in a pool, and yield the rows in the order of the lines.

    Pieces are taken a few ahead of the rows that are asked for, so there may be endlessly many. A piece without rows is
    worked on line by line, with nothing else in the pool.

    Parameters
    ----------
    lost
        The row for a line that has no rows even alone.
    """
    source = iter(pieces)
    sent: deque[tuple[tuple[Line, ...], Any]] = deque()
    while True:
        sent.extend((piece, pool.submit(piece)) for piece in islice(source, max(0, pool.room - len(sent))))
        if not sent:
            return
        piece, task = sent.popleft()
        rows = pool.rows(task)
        if rows is None:
            for _, task in sent:  # No line is blamed for what another one did.
                pool.rows(task)
            alone = ((line, pool.rows(pool.submit((line,)))) for line in piece)
            rows = [row for line, found in alone for row in ([lost(line)] if found is None else found)]
        yield from rows


class Processes(Generic[Line, Row]):
    """A pool of processes of this machine; a piece that ends its process is done once more by a new one.

    Parameters
    ----------
    work
        Answers the lines of a piece; it and what it is bound to must be picklable.
    """

    def __init__(self, work: Callable[[tuple[Line, ...]], Sequence[Row]], cores: int) -> None:
        from concurrent.futures import ThreadPoolExecutor

        from nlbridge.answering.desk import Desk

        self.work, self.room = work, AHEAD * cores
        self._desk, self._threads = Desk(processes=cores), ThreadPoolExecutor(cores)

    def submit(self, piece: tuple[Line, ...]) -> Future[Sequence[Row]]:
        """Start the work on a piece."""
        return self._threads.submit(self._desk.do, self.work, piece, seconds=0)

    def rows(self, task: Future[Sequence[Row]]) -> Sequence[Row] | None:
        """Wait for the rows of a piece; None where it ended its process, or they cannot be made or sent."""
        return None if task.exception() else task.result()

    def close(self) -> None:
        """End the processes."""
        self._threads.shutdown(wait=False, cancel_futures=True)
        self._desk.close()


def spread(
    pieces: Iterable[tuple[Line, ...]],
    work: Callable[[tuple[Line, ...]], Sequence[Row]],
    lost: Callable[[Line], Row],
    *,
    cores: int,
) -> Iterator[Row]:
    """Work on pieces in several processes, as `in_order`."""
    source = iter(pieces)
    first = list(islice(source, cores))
    if not first:
        return
    pool = Processes(work, len(first))
    try:
        yield from in_order(pool, chain(first, source), lost)
    finally:
        pool.close()

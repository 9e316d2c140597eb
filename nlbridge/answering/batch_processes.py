"""Work on pieces of a batch in other processes; rows come in order, and none is lost when a process dies."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future
from itertools import chain, islice
from typing import Any, Final, Generic, Protocol, TypeVar

AHEAD: Final = 4
"""Pieces queued for each process."""
Line = TypeVar("Line")
Row = TypeVar("Row")


class Pool(Protocol):
    """Workers for pieces: processes of this machine, or a cluster."""

    @property
    def room(self) -> int:
        """How many pieces may be in flight."""
        ...

    def submit(self, piece: tuple[Any, ...]) -> Any:
        """Start work on a piece."""
        ...

    def rows(self, task: Any) -> Sequence[Any] | None:
        """Wait for the rows of a piece; return None if its process died or the rows cannot be made or sent."""
        ...


def in_order(pool: Pool, pieces: Iterable[tuple[Line, ...]], lost: Callable[[Line], Row]) -> Iterator[Row]:
    """Work on pieces in a pool, and yield the rows in the order of the lines.

    Takes a few pieces ahead of the rows consumed, so the input may be endless. A piece without rows is worked on line
    by line, with nothing else in the pool; `lost` makes the row for a line that has none even alone.
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
            for _, task in sent:  # No line is blamed for what another did.
                pool.rows(task)
            alone = ((line, pool.rows(pool.submit((line,)))) for line in piece)
            rows = [row for line, result in alone for row in ([lost(line)] if result is None else result)]
        yield from rows


class Processes(Generic[Line, Row]):
    """A pool of processes of this machine; a piece that ends its process is tried once more in a new one.

    `work` answers the lines of a piece; it must be picklable, with its bound arguments.
    """

    def __init__(self, work: Callable[[tuple[Line, ...]], Sequence[Row]], cores: int) -> None:
        from concurrent.futures import ThreadPoolExecutor

        from nlbridge.answering.desk import Desk

        self.work, self.room = work, AHEAD * cores
        self._desk, self._threads = Desk(processes=cores), ThreadPoolExecutor(cores)

    def submit(self, piece: tuple[Line, ...]) -> Future[Sequence[Row]]:
        """Start work on a piece."""
        return self._threads.submit(self._desk.do, self.work, piece, seconds=0)

    def rows(self, task: Future[Sequence[Row]]) -> Sequence[Row] | None:
        """Wait for the rows of a piece; return None if its process died or they cannot be made or sent."""
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
    """Work on pieces in several processes and yield rows like `in_order`."""
    source = iter(pieces)
    first = list(islice(source, cores))
    if not first:
        return
    pool = Processes(work, len(first))
    try:
        yield from in_order(pool, chain(first, source), lost)
    finally:
        pool.close()

"""A batch on several processes: answers in order, none lost when a process ends before its time."""

from __future__ import annotations

from collections import deque
from itertools import islice
from typing import TYPE_CHECKING, Final, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from concurrent.futures import Executor, Future

AHEAD: Final = 4
"""Pieces in the queue of each process."""
Line = TypeVar("Line")
Row = TypeVar("Row")


def spread(
    pieces: Iterable[tuple[Line, ...]],
    work: Callable[[tuple[Line, ...]], Sequence[Row]],
    lost: Callable[[Line], Row],
    *,
    cores: int,
) -> Iterator[Row]:
    """Work on pieces in several processes, and give the rows in the order of the lines.

    Pieces are taken a few ahead of the rows that are asked for, so that they may be without end. When a process is
    killed, what it had not answered is worked on again by new ones. A piece that ends its process time and again is
    worked on line by line, each in a process of its own.

    Parameters
    ----------
    work
        Answers the lines of a piece; it and what it is bound to must be picklable.
    lost
        The row for a line that ends its process even alone.
    """
    from concurrent.futures.process import BrokenProcessPool

    source = iter(pieces)
    waiting: deque[tuple[Line, ...]] = deque()
    ended = 0
    while True:
        waiting.extend(islice(source, max(0, AHEAD * cores - len(waiting))))
        if not waiting:
            return
        if ended > 1:
            yield from _alone(waiting.popleft(), work, lost)
        ended += 1
        try:
            for rows in _worked(waiting, source, work, lost, cores):
                ended = 0
                yield from rows
        except BrokenProcessPool:
            continue


def _worked(
    waiting: deque[tuple[Line, ...]],
    source: Iterator[tuple[Line, ...]],
    work: Callable[[tuple[Line, ...]], Sequence[Row]],
    lost: Callable[[Line], Row],
    cores: int,
) -> Iterator[Sequence[Row]]:
    """Give the rows of what is waiting, piece by piece; a piece waits until its rows were taken."""
    with _executor(cores) as executor:
        try:
            running = deque(executor.submit(work, piece) for piece in waiting)
            while running:
                rows = _rows(running.popleft())
                yield rows or [row for line in waiting[0] for row in _apart(executor, line, work, lost)]
                waiting.popleft()
                for piece in islice(source, 1):
                    waiting.append(piece)
                    running.append(executor.submit(work, piece))
        finally:
            executor.shutdown(wait=False, cancel_futures=True)


def _apart(
    executor: Executor, line: Line, work: Callable[[tuple[Line, ...]], Sequence[Row]], lost: Callable[[Line], Row]
) -> Sequence[Row]:
    """Work on one line of a piece that failed as a whole, such as one with an answer that cannot be sent."""
    return _rows(executor.submit(work, (line,))) or [lost(line)]


def _rows(future: Future[Sequence[Row]]) -> Sequence[Row] | None:
    """Return the rows of a piece, or None where they could not be made, or not be sent.

    Raises
    ------
    concurrent.futures.process.BrokenProcessPool
        If the process was ended.
    """
    from concurrent.futures.process import BrokenProcessPool

    try:
        return future.result()
    except BrokenProcessPool:
        raise
    except Exception:  # noqa: BLE001  a fault of one piece is for its lines to say
        return None


def _alone(
    piece: tuple[Line, ...], work: Callable[[tuple[Line, ...]], Sequence[Row]], lost: Callable[[Line], Row]
) -> Iterator[Row]:
    try:
        with _executor(1) as executor:
            rows = executor.submit(work, piece).result()
        yield from rows
    except Exception:  # noqa: BLE001  the process was ended, or its answer cannot be sent
        if len(piece) == 1:
            yield lost(piece[0])
            return
        for line in piece:
            yield from _alone((line,), work, lost)


def _executor(cores: int) -> Executor:
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    from nlbridge.language.pipeline.quick_start import start_worker

    return ProcessPoolExecutor(max_workers=cores, mp_context=get_context("spawn"), initializer=start_worker)

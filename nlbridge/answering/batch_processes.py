"""A batch on several processes: answers in order, none lost when a process ends before its time."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from concurrent.futures import Executor

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

    When a process is killed, what it had not answered is worked on again by new ones. A piece that ends its process
    time and again is worked on line by line, each in a process of its own.

    Parameters
    ----------
    work
        Answers the lines of a piece; it and what it is bound to must be picklable.
    lost
        The row for a line that ends its process even alone.
    """
    from concurrent.futures.process import BrokenProcessPool

    waiting = deque(pieces)
    ended = 0
    while waiting:
        if ended > 1:
            yield from _alone(waiting.popleft(), work, lost)
        ended += 1
        try:
            with _executor(cores) as executor:
                for rows in executor.map(work, tuple(waiting)):
                    yield from rows
                    waiting.popleft()
                    ended = 0
        except BrokenProcessPool:
            continue


def _alone(
    piece: tuple[Line, ...], work: Callable[[tuple[Line, ...]], Sequence[Row]], lost: Callable[[Line], Row]
) -> Iterator[Row]:
    from concurrent.futures.process import BrokenProcessPool

    try:
        with _executor(1) as executor:
            yield from executor.submit(work, piece).result()
    except BrokenProcessPool:
        if len(piece) == 1:
            yield lost(piece[0])
            return
        for line in piece:
            yield from _alone((line,), work, lost)


def _executor(cores: int) -> Executor:
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    from nlbridge.language.pipeline.quick_start import start_quickly

    return ProcessPoolExecutor(max_workers=cores, mp_context=get_context("spawn"), initializer=start_quickly)

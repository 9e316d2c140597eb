"""Objects of a batch as lines, worked on in order, in one process or several.

A batch from Python runs the same code as `--jsonl`, so both give the same answers.
"""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sized
from typing import TYPE_CHECKING, Any, Final, TypeVar

from nlbridge.answering.batch import run
from nlbridge.answering.lines import Line
from nlbridge.answering.request import RequestError
from nlbridge.asking.options import HowToRead, opened

if TYPE_CHECKING:
    from nlbridge.answering.batch import Work

T = TypeVar("T")
Progress = bool | Callable[[int], object] | None
"""True for a progress bar on standard error, or a callback that receives the number of finished rows."""
_READING: Final = threading.Lock()
"""The offline reader works in one thread at a time."""


def worked(
    rows: Iterable[Mapping[str, Any]], work: Work, how: HowToRead, *, processes: int, progress: Progress
) -> Iterator[dict[str, Any]]:
    """Answer objects in order, each by a line of the batch format.

    Parameters
    ----------
    rows
        Taken a few ahead of the answers that are asked for.
    processes
        1, or how many; 0 for all cores from 200 objects on.
    progress
        See `Progress`.

    Raises
    ------
    RequestError
        For a number of processes below zero, or one text where rows are expected.
    """
    if processes < 0:
        message = f"expected processes of at least 0, got {processes}; 0 takes all cores for many rows"
        raise RequestError(message)
    refuse_no_rows(rows)
    total = len(rows) if isinstance(rows, Sized) else None
    return _shown(_answered(rows, work, how, processes), total, progress)


def refuse_no_rows(rows: object) -> None:
    """Refuse one text, or one object, where rows are expected.

    Raises
    ------
    RequestError
        If it is one.
    """
    if isinstance(rows, str | bytes | Mapping):
        message = f"expected an iterable of objects like {{'text': ..., 'had': ...}}, got {type(rows).__name__}; "
        message += "put it in a list"
        raise RequestError(message)


def _answered(
    rows: Iterable[Mapping[str, Any]], work: Work, how: HowToRead, processes: int
) -> Iterator[dict[str, Any]]:
    lines = (line_of(row, number) for number, row in enumerate(rows, 1))
    with opened(how) as settings:
        yield from run(lines, work, settings, jobs=processes)


def line_of(row: object, number: int) -> Line:
    """Write an object as a line; what JSON does not know becomes what the batch refuses by name.

    Examples
    --------
    >>> line_of({"id": 1, "text": "It rained."}, 4)
    Line(number=4, data=b'{"id": 1, "text": "It rained."}')
    """
    try:
        return Line(number=number, data=json.dumps(row, default=_plain).encode())
    except (TypeError, ValueError, RecursionError):  # Keys that are not strings, or an object that contains itself.
        return Line(number=number, data=json.dumps(type(row).__name__).encode())


def _plain(value: Any) -> object:
    from causalcore.scenario.file import scenario_to_dict
    from causalcore.scenario.scenario import Scenario

    if isinstance(value, Scenario):
        return scenario_to_dict(value)
    if isinstance(value, Mapping):
        return dict(value)
    return value.item() if callable(getattr(value, "item", None)) else {"not JSON": type(value).__name__}


def _shown(found: Iterator[dict[str, Any]], total: int | None, progress: Progress) -> Iterator[dict[str, Any]]:
    if callable(progress):
        for done, row in enumerate(found, 1):
            yield row
            progress(done)
        return
    if not progress:
        yield from found
        return
    from nlbridge.asking.progress import bar

    with bar("causalcore", total) as drawn:
        yield from drawn.track(found, total=total, task_id=drawn.task_ids[0])


async def in_thread(work: Callable[[], T]) -> T:
    """Do offline work outside the event loop, one piece at a time."""

    def alone() -> T:
        with _READING:
            return work()

    return await asyncio.to_thread(alone)

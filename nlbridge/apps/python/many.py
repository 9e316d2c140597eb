"""Answer batch objects in order, in one process or several.

A batch from Python runs the same code as `--jsonl`, so both give the same answers.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sized
from typing import Any, TypeVar

from logic.errors import brief
from nlbridge.answering.batch import Work, run
from nlbridge.answering.lines import Line
from nlbridge.answering.request import FIELDS, RequestError, Settings
from nlbridge.apps.python.verdict import Unanswered
from nlbridge.asking.options import how_to_read, opened

T = TypeVar("T")
Progress = bool | Callable[[int], object] | None
"""True for a progress bar on standard error, or a callback that receives the number of finished rows."""


def worked(
    rows: Iterable[Mapping[str, Any]],
    work: Work,
    how: Settings,
    processes: int,
    progress: Progress,
    result: Callable[[dict[str, Any]], T],
) -> Iterator[T | Unanswered]:
    """Yield the result of each object in order, or why there is none; it is read as a line of the batch format."""
    given: object = processes
    if not isinstance(given, int) or isinstance(given, bool) or given < 0:
        message = f"expected processes as a number from 0 on, got {brief(given)}; 0 takes all cores for many rows"
        raise RequestError(message)
    refuse_no_rows(rows)
    total = len(rows) if isinstance(rows, Sized) else None

    def answers() -> Iterator[dict[str, Any]]:
        lines = (_line_of(row, number) for number, row in enumerate(rows, 1))
        with opened(how) as settings:
            yield from run(lines, work, settings, jobs=processes)

    answered = _counted(answers(), total, progress) if progress else answers()
    return (Unanswered(id=row["id"], error=row["error"]) if "error" in row else result(row) for row in answered)


def _counted(
    answers: Iterator[dict[str, Any]], total: int | None, progress: bool | Callable[[int], object]
) -> Iterator[dict[str, Any]]:
    if callable(progress):
        for done, row in enumerate(answers, 1):
            yield row
            progress(done)
        return
    from nlbridge.asking.progress import bar

    with bar("causalcore", total) as drawn:
        yield from drawn.track(answers, total=total, task_id=drawn.task_ids[0])


def how_to_read_rows(options: Mapping[str, Any]) -> Settings:
    """Return the settings that options of a batch give; refuse what belongs into its rows."""
    for name in options:
        if name in {*FIELDS, "edit"}:
            message = f"expected {name} in each row, got it beside the rows; write {{..., {name!r}: ...}} in each"
            raise RequestError(message)
    return how_to_read(options)


def refuse_no_rows(rows: object) -> None:
    """Raise `RequestError` for a single text or object instead of rows, or for nothing."""
    if isinstance(rows, str | bytes | Mapping) or not isinstance(rows, Iterable):
        message = (
            f"expected an iterable of objects like {{'text': ..., 'had': ...}}, got {type(rows).__name__}; "
            "put it in a list"
        )
        raise RequestError(message)


def _line_of(row: object, number: int) -> Line:
    """Return an object as a line; values that JSON cannot hold become objects that the batch rejects by type."""
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

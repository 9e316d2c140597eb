"""JSON Lines in, JSON Lines out: same order, same id, one bad line never stops the run."""

from __future__ import annotations

import gc
import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from logic.errors import ReasoningError
from nlbridge.command.batch_processes import spread
from nlbridge.command.request import Settings, edit_of, judge, prepare, read_ahead, request_of
from nlbridge.language.pipeline.quick_start import stay_quick

if TYPE_CHECKING:
    from nlbridge.command.request import Request

Row = dict[str, Any]
Work = Callable[[Mapping[str, Any], Settings], Row]

PARALLEL_FROM: Final = 200
"""Lines from which a batch uses all cores by default: below, starting them costs more."""

CHUNK: Final = 12
TIDIED: Final = 240
"""Lines after which a process tidies its memory; Python itself counts objects, not what they hold."""
_answered = [0]
"""Lines that this process answered since."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One line of the input, and its 1-based number."""

    number: int
    data: bytes


def lines_of(name: str) -> tuple[Line, ...]:
    """Return the lines of a file, or of standard input for `-`, that are not blank.

    Raises
    ------
    FileNotFoundError
        If there is no such file.
    """
    if name == "-":
        data = sys.stdin.buffer.read()
    else:
        path = Path(name)
        if not path.is_file():
            message = f"expected a JSON Lines file, got {name}, which is no file; check the name"
            raise FileNotFoundError(message)
        data = path.read_bytes()
    parts = data.removeprefix(b"\xef\xbb\xbf").split(b"\n")
    return tuple(Line(number=number, data=part) for number, part in enumerate(parts, 1) if part.strip())


def rubric_line(row: Mapping[str, Any], settings: Settings) -> Row:
    """Answer one line of `rubric --jsonl`."""
    from nlbridge.command.result import rubric_row

    return rubric_row(row.get("id"), prepare(request_of(row), settings).rubric)


def cobe_line(row: Mapping[str, Any], settings: Settings) -> Row:
    """Answer one line of `rubric --jsonl --format cobe`."""
    from nlbridge.telling.cobe_item import cobe_item

    request = request_of(row)
    return cobe_item(row.get("id"), prepare(request, settings).rubric, had=request.had, query=request.query)


def verify_line(row: Mapping[str, Any], settings: Settings) -> Row:
    """Answer one line of `verify --jsonl`."""
    from nlbridge.command.result import report_row

    _, report = judge(request_of(row), edit_of(row), settings)
    return report_row(row.get("id"), report)


def answer(line: Line, work: Work, settings: Settings) -> Row:
    """Answer one line, with an error in the place of the result if it cannot be processed.

    Examples
    --------
    >>> answer(Line(number=3, data=b"[1]"), rubric_line, Settings())
    {'id': None, 'error': 'line 3: expected a JSON object, got list; write one object on each line'}
    """
    row_id: object = None
    try:
        row = object_of(line)
        row_id = row.get("id")
        return work(row, settings)
    except Exception as refused:  # noqa: BLE001  a defect in one line must not cost the others
        return answered(row_id, line, refused)


def answered(row_id: object, line: Line, refused: Exception) -> Row:
    """Return the answer to a line that could not be processed."""
    if isinstance(refused, RecursionError):
        message = f"line {line.number}: expected shallow JSON, got nesting without end; flatten it"
    elif isinstance(refused, ReasoningError | OSError):
        message = one_line(str(refused))
    else:
        message = one_line(f"internal error: {type(refused).__name__}: {refused}; please report it")
    return {"id": row_id, "error": message}


def one_line(message: str) -> str:
    """Put a message on one line, without control characters."""
    return " ".join("".join(c if c.isprintable() else " " for c in message).split())


def object_of(line: Line) -> Mapping[str, Any]:
    """Return the JSON object that a line holds."""
    try:
        row = json.loads(line.data.decode("utf-8"))
    except ValueError as broken:
        message = f"line {line.number}: expected JSON in UTF-8, got {broken}; correct the line"
        raise ReasoningError(message) from broken
    if not isinstance(row, Mapping):
        message = f"line {line.number}: expected a JSON object, got {type(row).__name__}; write one object on each line"
        raise ReasoningError(message)
    return row


def _answer_chunk(chunk: tuple[Line, ...], work: Work, settings: Settings) -> list[Row]:
    return list(_answers(chunk, work, settings))


def _answers(chunk: tuple[Line, ...], work: Work, settings: Settings) -> Iterator[Row]:
    """Answer lines that stand together, their texts parsed together."""
    with suppress(Exception):  # What is wrong with a line is for its own answer to say.
        read_ahead(_texts_of(chunk), settings)
    for line in chunk:
        yield answer(line, work, settings)
    _tidy(len(chunk))


def _texts_of(chunk: tuple[Line, ...]) -> Iterator[Request]:
    """Return the requests about texts, without those that cannot be understood."""
    for line in chunk:
        with suppress(ReasoningError):
            row = object_of(line)
            if "text" in row and row.get("scenario") is None:
                yield request_of(row)


def _tidy(lines: int) -> None:
    """Count lines, and now and then give parsed texts back that only refer to each other: few objects hold much."""
    stay_quick()
    _answered[0] += lines
    if _answered[0] >= TIDIED:
        _answered[0] = 0
        gc.collect()


def chunks(lines: Iterable[Line]) -> Iterator[tuple[Line, ...]]:
    """Cut lines into pieces for the cores; lines that start alike (the edits of one text) stay together."""
    piece: list[Line] = []
    for _, alike in groupby(lines, key=_likeness):
        together = list(alike)
        if piece and len(piece) + len(together) > CHUNK:
            yield tuple(piece)
            piece = []
        piece += together
        while len(piece) > 2 * CHUNK:
            yield tuple(piece[:CHUNK])
            piece = piece[CHUNK:]
    if piece:
        yield tuple(piece)


def _likeness(line: Line) -> bytes:
    for name in (b'"text"', b'"scenario"'):
        _, found, rest = line.data.partition(name)
        if found:
            return rest[:80]
    return b""


def run(lines: tuple[Line, ...], work: Work, settings: Settings, *, jobs: int = 0) -> Iterator[Row]:
    """Answer all lines in order.

    Parameters
    ----------
    jobs
        Processes; 0 for one, or all cores from `PARALLEL_FROM` lines on.
    """
    if settings.reader != "offline":
        from nlbridge.llm.roles.assisted_batch import run_assisted

        yield from run_assisted(lines, work, settings)
        return
    cores = jobs or ((os.cpu_count() or 1) if len(lines) >= PARALLEL_FROM else 1)
    if cores == 1:
        for chunk in chunks(lines):
            yield from _answers(chunk, work, settings)
        return
    yield from spread(chunks(lines), partial(_answer_chunk, work=work, settings=settings), _lost, cores=cores)


def _lost(line: Line) -> Row:
    """Answer a line that ended each process that took it up."""
    row_id = None
    with suppress(ReasoningError):
        row_id = object_of(line).get("id")
    message = (
        f"line {line.number}: expected an answer, but the process that worked on it was ended twice, perhaps for want "
        "of memory; run the line alone or use fewer jobs"
    )
    return {"id": row_id, "error": message}


def dumped(row: Row) -> str:
    """Write a row on one line of JSON; what is not UTF-8 is escaped."""
    text = json.dumps(row, ensure_ascii=False, allow_nan=False)
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return json.dumps(row, allow_nan=False)
    return text

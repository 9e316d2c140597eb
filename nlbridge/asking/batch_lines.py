"""Answers a JSON Lines file line by line, on standard output or into a file that a second run resumes."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import fields as fields_of
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from causalcore.files.json_text import read_json
from causalcore.files.limits import DATA
from causalcore.files.lock import locked
from causalcore.files.writing import append_line, whole_lines, write_whole
from nlbridge.answering.batch import Work, project_version, run
from nlbridge.answering.lines import Line, Row, dumped, id_of, lines_of, warn_of_unknown_fields
from nlbridge.answering.request import FIELDS, RequestError, Settings
from nlbridge.answering.result import VERDICTS
from nlbridge.asking.output import silence
from nlbridge.asking.progress import counted
from nlbridge.errors import BridgeError, OutputError

BESIDES: Final = frozenset({"endpoint_options", "endpoint", "seconds"})
"""Settings that no answer depends on, or that are recorded under another name."""


DIGITS: Final = 16
"""Hexadecimal digits of a line's digest."""


class OtherBatchError(BridgeError, ValueError):
    """A file that holds the answers of another batch."""


def batch(
    name: str,
    work: Work,
    how: Settings,
    jobs: int,
    fields: Sequence[str] = FIELDS,
    *,
    dask: str | None = None,
    out: Path | None = None,
) -> int:
    """Answer a JSON Lines file; return 2 if a line could not be processed, else 0.

    On a terminal the verdicts of edits are counted at the end.

    Parameters
    ----------
    fields
        Fields that are read; others are named once each on standard error.
    dask
        Address of a cluster to work on, or `local`.
    out
        File for the answers instead of standard output; an incomplete one is resumed.
    """
    if dask is not None:
        from nlbridge.answering.batch_cluster import refuse_cluster

        if jobs:
            message = "expected --dask or --jobs, got both; a cluster has its own number of workers"
            raise RequestError(message)
        refuse_cluster(dask)
    lines = lines_of(name)
    warn_of_unknown_fields(lines, fields)
    answers = partial(run, work=work, settings=how, jobs=jobs, dask=dask)
    rows = answers(lines) if out is None else resumed(out, lines, identity(work, how), answers)
    failed, verdicts = 0, Counter[str]()
    for row in counted(rows, len(lines), "Lines"):
        failed += "error" in row
        verdicts.update([VERDICTS[row["valid"]]] if "valid" in row else [])
        if out is None and not _read_on(dumped(row)):
            break
    if verdicts and sys.stderr.isatty():
        tally = ", ".join(f"{verdicts[name]} {name}" for name in VERDICTS.values())
        sys.stderr.write(f"causalcore: {verdicts.total()} edits: {tally}\n")
    if failed:
        again = "" if out is None else "; the same command tries them again, corrected or not"
        sys.stderr.write(
            f'causalcore: {failed} of {len(lines)} lines could not be processed; see their "error"{again}\n'
        )
    return 2 if failed else 0


def _read_on(line: str) -> bool:
    """Write a line; return whether somebody reads on. After `head` has left, nobody waits for the other lines."""
    try:
        sys.stdout.write(line + "\n")
        sys.stdout.flush()
    except BrokenPipeError:
        silence()
        return False
    return True


def identity(work: Work, settings: Settings) -> dict[str, str]:
    """Return what, besides its lines, determines the answers of a batch: the task, the settings and the version.

    Examples
    --------
    >>> from nlbridge.answering.batch import rubric_line
    >>> from nlbridge.answering.request import Settings
    >>> identity(rubric_line, Settings())["work"]
    'rubric_line'
    """
    how = {field.name: getattr(settings, field.name) for field in fields_of(settings) if field.name not in BESIDES}
    model = {} if settings.endpoint is None else {"model": settings.endpoint.name}
    return {
        "work": work.__name__,
        "settings": json.dumps(how | model),
        "version": project_version(),
    }


def resumed(
    path: Path, lines: Sequence[Line], asked: dict[str, str], rest: Callable[[tuple[Line, ...]], Iterable[Row]]
) -> Iterator[Row]:
    """Yield the row of every line, in order; keep the answers in the file and append the rest.

    An incomplete last line is removed and its row computed again, and so are errors: the endpoint may answer by now.
    The file `NAME.batch` identifies the batch by `asked` (see `identity`) and by a digest of each line; a line
    without an answer may be corrected. `rest` answers the remaining lines.
    """
    with locked(path):
        done = _claimed(path, asked, lines)
        _answer_errors(path, done, lines, rest)
        yield from done
        for count, row in enumerate(rest(tuple(lines[len(done) :])), len(done)):
            try:
                append_line(path, dumped(row).encode(), sync=False)  # A row lost in a power cut is computed again.
            except OSError as full:
                message = (
                    f"expected room for the answers in {path}, got: {full.strerror}; {count} of {len(lines)} answers "
                    "are kept: make room and give the same command again"
                )
                raise OutputError(message) from full
            yield row


def _answer_errors(
    path: Path, done: list[Row], lines: Sequence[Line], rest: Callable[[tuple[Line, ...]], Iterable[Row]]
) -> None:
    """Answer lines again whose answer is an error; drop errors at the end, where the batch continues anyway."""
    if not any("error" in row for row in done):
        return
    while done and "error" in done[-1]:
        done.pop()
    failed = [place for place, row in enumerate(done) if "error" in row]
    for place, row in zip(failed, rest(tuple(lines[place] for place in failed)), strict=True):
        done[place] = row
    write_whole(path, "".join(f"{dumped(row)}\n" for row in done))  # Until then the file stays as it was.


def _claimed(path: Path, asked: dict[str, str], lines: Sequence[Line]) -> list[Row]:
    """Mark the file as belonging to this batch, and return its rows; refuse another batch's file."""
    mark = path.with_name(f"{path.name}.batch")
    ours = {**asked, "lines": [sha256(line.data.strip()).hexdigest()[:DIGITS] for line in lines]}
    if not path.exists():
        write_whole(mark, json.dumps(ours, indent=1) + "\n")
        path.touch()
        return []
    there = _marked(mark)
    differ = [name for name in asked if there.get(name) != asked[name]]
    differ += [] if isinstance(there.get("lines"), list) else ["lines"]
    if differ:
        which = ", ".join(differ)
        message = f"expected {path} to be of this batch, got one whose {which} differ; name another file with --out"
        raise OtherBatchError(message)
    done = _rows(path)
    _refuse_changed(path, done, lines, zip(there["lines"], ours["lines"], strict=False))
    _refuse_others(path, done, lines)
    if there != ours:
        write_whole(mark, json.dumps(ours, indent=1) + "\n")
    return done


def _marked(mark: Path) -> dict[str, Any]:
    try:
        there = read_json(mark.read_bytes(), limits=DATA)
    except (OSError, ValueError):
        return {}
    return there if isinstance(there, dict) else {}


def _refuse_changed(path: Path, done: Sequence[Row], lines: Sequence[Line], digests: Iterable[tuple[str, str]]) -> None:
    """Refuse a line that is no longer the one that has been answered; `digests` has both."""
    for row, line, (before, now) in zip(done, lines, digests, strict=False):
        if before != now and "error" not in row:
            message = (
                f"expected line {line.number} as {path} answers it, got it changed since; put it back, or name another "
                "file with --out"
            )
            raise OtherBatchError(message)


def _rows(path: Path) -> list[Row]:
    """Return the rows of a file, after removing an incomplete last line left by a killed process."""
    rows: list[Row] = []
    for number, line in whole_lines(path, cut=True):
        row: Any = None
        with suppress(ValueError):
            row = read_json(line)
        if not isinstance(row, dict):
            message = (
                f"expected an answer on line {number} of {path}, got {line[:60]!r}; remove that file and start again"
            )
            raise OtherBatchError(message)
        rows.append(row)
    return rows


def _refuse_others(path: Path, done: Sequence[Row], lines: Sequence[Line]) -> None:
    """Refuse answers that do not match the lines in order, such as rows of two commands in one file."""
    for number, (row, line) in enumerate(zip(done, lines, strict=False), 1):
        if "error" not in row and row.get("id") != id_of(line):
            message = (
                f"expected the answer to line {line.number} on line {number} of {path}, got one with another id, as "
                f"where two commands wrote one file; keep its first {number - 1} lines, or name another file with --out"
            )
            raise OtherBatchError(message)
    if len(done) > len(lines):
        message = (
            f"expected at most {len(lines)} answers in {path}, got {len(done)}; keep its first {len(lines)} lines, "
            "or name another file with --out"
        )
        raise OtherBatchError(message)

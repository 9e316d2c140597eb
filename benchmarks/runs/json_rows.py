"""Rows of JSON files: objects with their places; unreadable ones are reported and skipped, or an error."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

from benchmarks.errors import DatasetMissingError, MalformedItemError
from causalcore.errors import MalformedDocumentError
from causalcore.files.json_text import read_json
from causalcore.files.limits import DATA

TOLD: Final = 5
"""Most rows reported on standard error; the summary of a run lists all."""

R = TypeVar("R")
T = TypeVar("T")


class Row(NamedTuple):
    """An object of a file, its number from 1 on, and its place for messages."""

    number: int
    place: str
    fields: dict[str, Any]


def json_rows(
    path: Path, skipped: list[str] | None = None, *, what: str = "JSON Lines", lists: bool = False
) -> Iterator[Row]:
    """Yield the objects of a JSON Lines file.

    Parameters
    ----------
    skipped
        Collects the error of each unreadable line; if None, the first one is raised.
    what
        The expected content of the file, for messages.
    lists
        Whether the file may hold one JSON list instead.
    """
    data = bytes_of(path, what)
    if lists and data.lstrip()[:1] == b"[":
        for number, row in enumerate(_json(path.name, data), 1):
            yield _row(number, f"{path.name}, row {number}", row)
        return
    lines = [(number, line) for number, line in enumerate(data.split(b"\n"), 1) if line.strip()]

    def read(one: tuple[int, bytes]) -> Row:
        place = f"{path.name}, line {one[0]}"
        return _row(one[0], place, _json(place, one[1]))

    yield from each_read(lines, read, skipped)


def json_list(path: Path, what: str) -> list[Any]:
    """Return the rows of a file that holds one JSON list of `what`."""
    rows = _json(path.name, bytes_of(path, f"a JSON list of {what}"))
    if not isinstance(rows, list) or not rows:
        problem = "an empty list" if isinstance(rows, list) else "no list"
        message = f"expected a JSON list of {what} in {path}, got {problem}; see the published format"
        raise MalformedItemError(message)
    return rows


def bytes_of(path: Path, what: str) -> bytes:
    """Return the content of a file."""
    if not path.is_file():
        message = f"expected {what}, got {path}, which is not a file; check the name"
        raise DatasetMissingError(message)
    return path.read_bytes()


def _json(place: str, data: bytes) -> Any:
    try:
        return read_json(data, limits=DATA)
    except MalformedDocumentError as broken:
        problem = f"something else ({broken.came})" if data.strip() else "an empty file"
        message = f"{place}: expected JSON, got {problem}; correct it"
        raise MalformedItemError(message) from broken


def _row(number: int, place: str, row: object) -> Row:
    if not isinstance(row, dict):
        message = f"{place}: expected an object, got {type(row).__name__}; write one for each item"
        raise MalformedItemError(message)
    return Row(number, place, row)


def each_read(rows: Iterable[R], read: Callable[[R], T], skipped: list[str] | None) -> Iterator[T]:
    """Read rows one by one; `skipped` and errors as in `json_rows`.

    Examples
    --------
    >>> def read(row):
    ...     if row < 0:
    ...         raise MalformedItemError(f"got {row}")
    ...     return row * 2
    >>> skipped = []
    >>> list(each_read([1, -1, 2], read, skipped)), skipped
    ([2, 4], ['got -1'])
    """
    for row in rows:
        try:
            value = read(row)
        except MalformedItemError as malformed:
            if skipped is None:
                raise
            skipped.append(str(malformed))
            continue
        yield value


def different_items(items: Iterable[T], path: Path, what: str, skipped: Sequence[str] | None) -> tuple[T, ...]:
    """Return items with an `id`, after checking that there are some and their ids differ.

    Parameters
    ----------
    what
        The expected content of the file, and perhaps a hint, for the message.
    """
    unique = tuple(items)
    if not unique:
        first = f" ({skipped[0]})" if skipped else ""
        message = f"expected {what} in {path}, got none{first}; see the published format"
        raise MalformedItemError(message)
    seen: set[str] = set()
    for item in unique:
        name = str(getattr(item, "id"))  # noqa: B009  an attribute of any item
        if name in seen:
            message = f"expected items with different ids in {path}, got {name} twice; remove the duplicate"
            raise MalformedItemError(message)
        seen.add(name)
    return unique


def summary_of_skipped(skipped: Sequence[str]) -> dict[str, Any]:
    """Report skipped items on standard error; return them for the summary, empty if none."""
    for line in skipped[:TOLD]:
        sys.stderr.write(f"causalcore: left out: {line}\n")
    if len(skipped) > TOLD:
        sys.stderr.write(f"causalcore: left out: {len(skipped) - TOLD} more, which summary.json names\n")
    return {"skipped_items": list(skipped)} if skipped else {}

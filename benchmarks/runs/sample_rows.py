"""Samples of any benchmark as JSON rows: written at once, resumed after a kill, never judged twice."""

from __future__ import annotations

import os
from hashlib import sha256
from itertools import islice
from typing import TYPE_CHECKING, Any

from benchmarks.errors import MalformedItemError
from benchmarks.runs.runner import SAMPLES, whole_lines
from causalcore.files.json_text import read_json

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path
    from typing import BinaryIO

    Row = dict[str, Any]


def rows_in(folder: Path, name: str = SAMPLES) -> dict[str, Row]:
    """Return the rows of a file in a folder by key; a last line that a kill tore is cut off.

    Raises
    ------
    MalformedItemError
        If a whole line is none: nothing is judged, or paid for, over silently.
    """
    path = folder / name
    found: dict[str, Row] = {}
    for number, line in whole_lines(path):
        try:
            row = read_json(line)
            found.setdefault(str(row["key"]), dict(row))
        except (ValueError, KeyError, TypeError, RecursionError) as broken:
            message = f"expected a line with a key, line {number} of {path}, got {line[:60]!r}; repair or remove it"
            raise MalformedItemError(message) from broken
    return found


def append(file: BinaryIO, rows: Iterable[Mapping[str, Any]]) -> None:
    """Write rows to the end of a file, and see that they are on the disk."""
    from nlbridge.answering.lines import dumped

    file.write("".join(f"{dumped(dict(row))}\n" for row in rows).encode())
    file.flush()
    os.fsync(file.fileno())


def row_key(*names: str, of: Iterable[str]) -> str:
    """Return a key that starts with names, and changes with anything that the verdict depends on.

    Examples
    --------
    >>> row_key("item 1", "small", of=["It rained.", "It did not rain."])
    'item 1-small-3b585c02'
    """
    digest = sha256("\0".join(of).encode("utf-8", "surrogatepass")).hexdigest()[:8]
    return "-".join((*(name for name in names if name), digest))


def judged_rows(
    keys: Sequence[str],
    judge: Callable[[Sequence[int]], Iterable[Mapping[str, Any]]],
    folder: Path,
    *,
    batch: int = 1,
    name: str = SAMPLES,
) -> Iterator[Row]:
    """Yield a row for every key, in order; what the folder holds is not judged again.

    Parameters
    ----------
    keys
        All different.
    judge
        Given the places of some keys, returns their rows in that order.
    batch
        How many are judged together; a kill costs the work of one batch at most.
    """
    there = rows_in(folder, name)
    waiting = iter([place for place, key in enumerate(keys) if key not in there])
    with (folder / name).open("ab") as file:
        for key in keys:
            if key not in there:
                places = list(islice(waiting, batch))
                rows = [{"key": keys[place], **row} for place, row in zip(places, judge(places), strict=True)]
                append(file, rows)
                there |= {row["key"]: row for row in rows}
            yield there[key]

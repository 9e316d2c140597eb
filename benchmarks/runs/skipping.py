"""Rows of a dataset that cannot be read: named and left out where that is wanted, else an error."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final, TypeVar

from benchmarks.errors import MalformedItemError

TOLD: Final = 5
"""Rows that are named on standard error; the summary of a run names all."""

R = TypeVar("R")
T = TypeVar("T")


def each_read(rows: Iterable[R], read: Callable[[R], T], skipped: list[str] | None) -> Iterator[T]:
    """Read rows one by one.

    Parameters
    ----------
    skipped
        Takes what is wrong with each row that cannot be read; None: the first one is an error.

    Raises
    ------
    MalformedItemError
        If a row cannot be read and no list collects skipped rows.

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
            found = read(row)
        except MalformedItemError as malformed:
            if skipped is None:
                raise
            skipped.append(str(malformed))
            continue
        yield found


def summary_of_skipped(skipped: Sequence[str]) -> dict[str, Any]:
    """Name what was left out on standard error; return it for the summary, nothing where nothing was."""
    for line in skipped[:TOLD]:
        sys.stderr.write(f"causalcore: left out: {line}\n")
    if len(skipped) > TOLD:
        sys.stderr.write(f"causalcore: left out: {len(skipped) - TOLD} more, which summary.json names\n")
    return {"skipped_items": list(skipped)} if skipped else {}

"""Scoring that can be killed at any moment and resumes."""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from importlib import resources
from importlib.metadata import PackageNotFoundError, version
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from benchmarks.errors import BenchmarkError, MalformedItemError
from benchmarks.runs.scores import Sample, read_as
from causalcore.files.json_text import read_json
from causalcore.files.lock import locked
from causalcore.files.writing import whole_lines, write_whole

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path
    from typing import BinaryIO

    Row = dict[str, Any]

SAMPLES: Final = "samples.jsonl"
EARLIER: Final = "samples-earlier.jsonl"
"""Samples of responses that a later run no longer had."""
SETTINGS: Final = "config.json"


class OtherRunError(BenchmarkError, ValueError):
    """A folder that holds the samples of a run with other settings."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """One thing to judge: its key, and the function that judges it by its key."""

    key: str
    judge: Callable[[str], Sample]


def numbered(keys: Iterable[str]) -> tuple[str, ...]:
    """Make keys distinct, so that a repeated generation is judged each time.

    Examples
    --------
    >>> numbered(["a", "b", "a"])
    ('a', 'b', 'a#2')
    """
    seen: dict[str, int] = {}
    distinct = []
    for key in keys:
        seen[key] = seen.get(key, 0) + 1
        distinct.append(key if seen[key] == 1 else f"{key}#{seen[key]}")
    return tuple(distinct)


def judge_identity() -> dict[str, str]:
    """Return what affects a judgement other than the settings: the version and the shipped weights."""
    weights = resources.files("nlbridge") / "weights"
    files = sorted((file for file in weights.iterdir() if file.name.endswith(".json")), key=lambda file: file.name)
    digest = sha256()
    for file in files:
        digest.update(file.name.encode() + b"\0" + sha256(file.read_bytes()).digest())
    try:
        project = version("causalcore")
    except PackageNotFoundError:
        project = "not installed"
    return {"version": project, "weights": digest.hexdigest()[:16]}


def rows_in(folder: Path, name: str = SAMPLES) -> dict[str, Row]:
    """Return the rows of a file in a folder by key; cut off a torn last line."""
    path = folder / name
    rows: dict[str, Row] = {}
    for number, line in whole_lines(path, cut=True) if path.exists() else ():
        try:
            row = read_json(line)
            rows.setdefault(str(row["key"]), dict(row))
        except (ValueError, KeyError, TypeError, RecursionError) as broken:
            message = f"expected a line with a key, line {number} of {path}, got {line[:60]!r}; repair or remove it"
            raise MalformedItemError(message) from broken
    return rows


@contextmanager
def only_samples_of(folder: Path, keys: Iterable[str]) -> Iterator[None]:
    """Work on a folder alone, and leave only the samples with these keys in it.

    Samples with other keys, of responses that a run no longer has, move to a file of their own; those of this run that
    an earlier one moved there come back first.
    """
    asked = set(keys)
    if not folder.exists():  # nothing is asked but the cost
        yield
        return
    with locked(folder / SAMPLES):
        earlier = rows_in(folder, EARLIER)
        there = rows_in(folder)
        back = [row for key, row in earlier.items() if key in asked - there.keys()]
        if back:
            with (folder / SAMPLES).open("ab") as file:
                append(file, back)
        yield
        rows = rows_in(folder)
        if others := [row for key, row in rows.items() if key not in asked]:
            with (folder / EARLIER).open("ab") as file:
                append(file, (row for row in others if str(row["key"]) not in earlier))
            write_whole(folder / SAMPLES, "".join(_lines(row for key, row in rows.items() if key in asked)))
            sys.stderr.write(f"causalcore: moved samples of responses not in this run to {folder / EARLIER}\n")


def _lines(rows: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    from nlbridge.answering.lines import dumped

    return (f"{dumped(dict(row))}\n" for row in rows)


def append(file: BinaryIO, rows: Iterable[Mapping[str, Any]]) -> None:
    """Append rows to a file, and flush them to disk."""
    file.write("".join(_lines(rows)).encode())
    file.flush()
    os.fsync(file.fileno())


def row_key(*names: str, of: Iterable[str]) -> str:
    """Return a key that starts with names, and changes with everything that affects the verdict.

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
    """Yield a row for every key, in order; judge only what the folder lacks.

    Parameters
    ----------
    keys
        All different.
    judge
        Takes positions of keys, and returns their rows in that order.
    batch
        Number judged together; a kill loses at most the work of one batch.
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


def samples_in(folder: Path) -> dict[str, Sample]:
    """Return the samples in `folder`, by key."""
    return {key: _sample(row, folder) for key, row in rows_in(folder).items()}


def _sample(row: Row, folder: Path) -> Sample:
    try:
        return read_as(Sample, row)
    except ValueError as broken:
        message = f"expected a sample in {folder / SAMPLES}, got {str(row)[:60]}; repair or remove the line"
        raise MalformedItemError(message) from broken


def judged(
    tasks: Iterable[Task], folder: Path, spread: Callable[[Iterable[Task]], Iterator[Sample]] | None = None
) -> Iterator[Sample]:
    """Yield the sample of every task; judge only those that `folder` lacks.

    Parameters
    ----------
    spread
        Judges tasks elsewhere, and yields their samples in order. Without it, each new sample is on disk before the
        next task starts.
    """
    done, every = rows_in(folder), tuple(tasks)
    waiting = (task for task in every if task.key not in done)
    new = spread(waiting) if spread is not None else (task.judge(task.key) for task in waiting)
    rows = judged_rows([task.key for task in every], lambda _: [next(new).to_dict()], folder)
    yield from (_sample(row, folder) for row in rows)

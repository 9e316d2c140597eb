"""Scoring that can be killed at any moment and goes on where it stopped."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from hashlib import sha256
from importlib import resources
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, Any, Final

from benchmarks.errors import BenchmarkError, MalformedItemError
from benchmarks.runs.scores import Sample
from causalcore.files.json_text import read_json

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from pathlib import Path

SAMPLES: Final = "samples.jsonl"
SETTINGS: Final = "config.json"


class OtherRunError(BenchmarkError, ValueError):
    """A folder that holds the samples of a run with other settings."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """One thing to judge: its key, and the function that judges it by its key."""

    key: str
    judge: Callable[[str], Sample]


def numbered(keys: Iterable[str]) -> tuple[str, ...]:
    """Make keys differ, so that a repeated generation is judged as often as it came.

    Examples
    --------
    >>> numbered(["a", "b", "a"])
    ('a', 'b', 'a#2')
    """
    seen: dict[str, int] = {}
    found = []
    for key in keys:
        seen[key] = seen.get(key, 0) + 1
        found.append(key if seen[key] == 1 else f"{key}#{seen[key]}")
    return tuple(found)


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


def prepare_folder(folder: Path, settings: Mapping[str, Any]) -> None:
    """Make `folder` ready for a run with `settings`, or refuse.

    Raises
    ------
    OtherRunError
        If the folder was written with other settings.
    """
    if folder.exists() and not folder.is_dir():
        message = f"expected --out to be a folder, got the file {folder}; choose another name"
        raise OtherRunError(message)
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / SETTINGS
    if path.exists():
        try:
            there = read_json(path.read_bytes())
        except ValueError:
            there = None
        if there != dict(settings):
            message = (
                f"expected a folder of a run with {dict(settings)}, got {folder} with {there}; choose another folder"
            )
            raise OtherRunError(message)
        return
    partial = path.with_suffix(".partial")
    partial.write_text(json.dumps(dict(settings), indent=1) + "\n", encoding="utf-8")
    partial.replace(path)


def samples_in(folder: Path) -> dict[str, Sample]:
    """Return the samples that `folder` already holds, and cut off a last line that a kill tore.

    Raises
    ------
    MalformedItemError
        If a line other than the last is broken: nothing is judged over silently.
    """
    path = folder / SAMPLES
    found: dict[str, Sample] = {}
    for number, line in whole_lines(path):
        try:
            sample = Sample.from_dict(read_json(line))
        except (ValueError, KeyError, TypeError) as broken:
            message = f"expected a sample on line {number} of {path}, got {line[:60]!r}; repair or remove the line"
            raise MalformedItemError(message) from broken
        found[sample.key] = sample
    return found


def whole_lines(path: Path) -> Iterator[tuple[int, bytes]]:
    """Yield the lines of a file with their numbers, after cutting off a last one that a kill tore; none, no lines."""
    if not path.exists():
        return
    data = path.read_bytes()
    whole = data[: data.rfind(b"\n") + 1]
    if len(whole) < len(data):
        with path.open("r+b") as file:
            file.truncate(len(whole))
    yield from enumerate(whole.split(b"\n")[:-1], 1)


def judged(
    tasks: Iterable[Task], folder: Path, spread: Callable[[Iterable[Task]], Iterator[Sample]] | None = None
) -> Iterator[Sample]:
    """Yield the sample of every task; those that `folder` holds are not judged again.

    Parameters
    ----------
    spread
        Judges tasks elsewhere, and gives their samples in order. Without it each new sample is on the disk before the
        next task begins.
    """
    done, every = samples_in(folder), tuple(tasks)
    new = (spread or _one_by_one)(task for task in every if task.key not in done)
    with (folder / SAMPLES).open("ab") as file:
        for task in every:
            if task.key in done:
                yield done[task.key]
                continue
            sample = next(new)
            file.write(json.dumps(sample.to_dict()).encode() + b"\n")
            file.flush()
            os.fsync(file.fileno())
            yield sample


def _one_by_one(tasks: Iterable[Task]) -> Iterator[Sample]:
    for task in tasks:
        yield task.judge(task.key)

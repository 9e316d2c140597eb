"""Samples of a scored run for comparisons and agreement tables: question, judge, verdict."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeVar

from benchmarks.errors import BenchmarkError, DatasetMissingError, MalformedItemError
from benchmarks.runs.runner import SAMPLES, SETTINGS
from causalcore.files.json_text import read_json
from causalcore.files.writing import whole_lines

T = TypeVar("T")


class OtherBenchmarkError(BenchmarkError, ValueError):
    """A folder with a run of another benchmark."""


class SeveralModelsError(BenchmarkError, ValueError):
    """A folder with the responses of several models, which is no one side of a comparison."""


LABELS: Final = "labels in the file"
"""The judge's name for labels that came with the data."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """One response.

    Parameters
    ----------
    question
        The question, which pairs the samples of two runs.
    cluster
        Questions of one cluster are not independent.
    verdicts
        Each judge's verdict on whether it is right; None for undetermined.
    cuts
        Groups that are also compared separately.
    model
        Who answered, if the benchmark says.
    """

    question: str
    cluster: str
    verdicts: Mapping[str, bool | None]
    cuts: Mapping[str, str]
    model: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rated:
    """One thing that several judges rated.

    Parameters
    ----------
    unit
        The unit's name; judges in several folders are compared on the units they share.
    about
        The property that was rated.
    cluster
        Units of one cluster are not independent.
    ratings
        By judge; None if a judge left it open.
    scale
        The grades in order; empty for unordered ratings.
    """

    unit: str
    about: str
    cluster: str
    ratings: Mapping[str, str | None]
    scale: tuple[str, ...] = ()


def compared_rows(folder: Path, read: Callable[[Mapping[str, Any]], T]) -> Iterator[T]:
    """Read the samples of a folder line by line.

    Raises
    ------
    DatasetMissingError
        If the folder holds no samples.
    MalformedItemError
        If a line is no sample of this benchmark.
    """
    path = samples_file(folder)
    for number, line in whole_lines(path):
        try:
            yield read(read_json(line))
        except (ValueError, KeyError, TypeError, RecursionError) as broken:
            message = f"expected a sample of this benchmark on line {number} of {path}, got {line[:60]!r}; score again"
            raise MalformedItemError(message) from broken


def refuse_other_benchmark(folder: Path, name: str) -> None:
    """Refuse the folder of another benchmark; accept one without settings.

    Raises
    ------
    OtherBenchmarkError
        If its settings name another benchmark.
    """
    settings = settings_in(folder)
    asked = settings.get("generation", settings)
    there = asked.get("benchmark") if isinstance(asked, dict) else None
    if there not in {None, name}:
        message = (
            f"expected two runs of {name}, got {folder}: this folder is a {there} run; compare runs of one benchmark"
        )
        raise OtherBenchmarkError(message)


def settings_in(folder: Path) -> dict[str, Any]:
    """Return the settings of a run or of scores; empty if the folder does not say."""
    try:
        settings = read_json((folder / SETTINGS).read_bytes())
    except (OSError, ValueError, RecursionError):
        return {}
    return settings if isinstance(settings, dict) else {}


def of_one_model(samples: Sequence[Compared], folder: Path) -> Sequence[Compared]:
    """Return the samples of a folder, if one model gave them; else the order of lines would choose among models.

    Raises
    ------
    SeveralModelsError
        If several models answered.
    """
    models = list(dict.fromkeys(sample.model for sample in samples))
    if len(models) > 1:
        message = (
            f"expected the responses of one model in {folder}, got those of {' and '.join(models[:2])}; "
            "score each model apart"
        )
        raise SeveralModelsError(message)
    return samples


def samples_file(folder: Path) -> Path:
    """Return the file of samples in a folder."""
    path = folder / SAMPLES
    if not path.is_file():
        message = f"expected a folder with {SAMPLES}, got {folder}; run or score first"
        raise DatasetMissingError(message)
    return path


def names_of(first: Path, second: Path) -> tuple[str, str]:
    """Return names that distinguish two folders."""
    names = first.resolve().name, second.resolve().name
    return names if names[0] != names[1] else (str(first), str(second))

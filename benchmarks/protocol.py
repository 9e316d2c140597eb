"""What a benchmark is: five steps, what runs are compared by, and perhaps commands of its own.

A benchmark is one folder with one line in the entry-point group `causalcore.benchmarks`. `causalcore run`, `score` and
`compare` find it there, and know none by name. `docs/how-to/add-a-benchmark.md` adds one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeVar, runtime_checkable

if TYPE_CHECKING:
    from benchmarks.reports.report import Section
    from benchmarks.runs.compared import Compared, Rated
    from benchmarks.runs.generation import Question, Sampling
    from nlbridge.chat.replies.prompt import Respondent

GROUP: Final = "causalcore.benchmarks"
"""Entry-point group in which benchmarks are named."""

DataT = TypeVar("DataT")
ResponseT = TypeVar("ResponseT")
SampleT = TypeVar("SampleT")


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """The summary of the samples of a run.

    Parameters
    ----------
    figures
        What `summary.json` holds.
    sections
        What `report.md` and `report.html` show.
    words
        What a terminal shows.
    """

    figures: Mapping[str, Any]
    sections: tuple[Section, ...]
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """A command that a benchmark brings along, since it has options of its own.

    Parameters
    ----------
    function
        As typer takes it; its docstring is the help.
    example
        A call of it, without `causalcore`.
    """

    function: Callable[..., None]
    example: str


@runtime_checkable
class Benchmark(Protocol[DataT, ResponseT, SampleT]):
    """A published benchmark.

    Attributes
    ----------
    name
        What it is called in a sentence.
    title
        Heading of its reports.
    lines
        Whether its files are JSON Lines, and not one JSON list: rows of Parquet and of hubs are written down so.
    judges
        Whose verdicts two runs are compared by, with words for a report.
    commands
        Commands of its own by their name: `run`, `score`, `compare`. What is not named is made of the five steps.
    """

    name: str
    title: str
    lines: bool
    judges: Mapping[str, str]
    commands: Mapping[str, Command]

    def load(self, path: Path, *, limit: int | None = None, skipped: list[str] | None = None) -> DataT:
        """Read the items of a file as it was published.

        Parameters
        ----------
        limit
            Only the first items.
        skipped
            Takes what is wrong with each item that cannot be read; None: the first is an error.
        """
        ...

    def prompt(self, data: DataT, who: Respondent, sampling: Sampling) -> Iterator[Question]:
        """Yield what a model is asked, in order."""
        ...

    def parse(self, generations: Path | None, data: DataT) -> Sequence[ResponseT]:
        """Read responses; without a file, those in the data, if any."""
        ...

    def judge(self, data: DataT, responses: Sequence[ResponseT], out: Path) -> Sequence[SampleT]:
        """Judge the responses that the folder `out` holds no samples of, and return the samples of all."""
        ...

    def summarise(self, data: DataT, samples: Sequence[SampleT], noted: Mapping[str, Any]) -> Summary:
        """Sum up the samples.

        Parameters
        ----------
        noted
            Further figures: what was left out, and how many questions have responses.
        """
        ...

    def compared(self, folder: Path) -> Sequence[Compared]:
        """Return the samples of a scored folder as a comparison needs them."""
        ...


@runtime_checkable
class RatedBenchmark(Protocol):
    """A benchmark whose samples have verdicts of several judges, such as a rubric, a language model and people."""

    name: str

    def rated(self, folder: Path) -> Sequence[Rated]:
        """Return what the judges say of the samples of a scored folder."""
        ...

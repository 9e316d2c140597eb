"""The interface of a benchmark: five steps, verdicts to compare runs by, and optional commands.

A benchmark is one folder and one line in the entry-point group `causalcore.benchmarks`, where `causalcore run`, `score`
and `compare` discover it. `docs/how-to/add-a-benchmark.md` adds one.
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
"""Entry-point group that lists benchmarks."""

DataT = TypeVar("DataT")
ResponseT = TypeVar("ResponseT")
SampleT = TypeVar("SampleT")


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """The summary of the samples of a run.

    Parameters
    ----------
    figures
        Content of `summary.json`.
    sections
        Content of `report.md` and `report.html`.
    words
        Text for a terminal.
    """

    figures: Mapping[str, Any]
    sections: tuple[Section, ...]
    words: str

    def publish(self, out: Path, title: str, form: str | None) -> None:
        """Write summary and reports to a folder, and show the figures in a format."""
        from benchmarks.reports.report import write
        from benchmarks.runs.output_form import show

        write(out, title, dict(self.figures), self.sections)
        show(self.figures, self.words, out, form)


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """A benchmark's own command, with options of its own.

    Parameters
    ----------
    function
        A typer command; its docstring is the help.
    example
        An example call, without `causalcore`.
    """

    function: Callable[..., None]
    example: str


@runtime_checkable
class Benchmark(Protocol[DataT, ResponseT, SampleT]):
    """A published benchmark.

    Attributes
    ----------
    name
        The benchmark's name in a sentence.
    title
        Heading of its reports.
    lines
        Whether its files are JSON Lines rather than one JSON list; rows of Parquet and of hubs are saved likewise.
    judges
        Judges whose verdicts compare two runs, with words for a report.
    commands
        Its own commands by name: `run`, `score`, `compare`. The five steps supply the others.
    """

    name: str
    title: str
    lines: bool
    judges: Mapping[str, str]
    commands: Mapping[str, Command]

    def load(self, path: Path, *, limit: int | None = None, skipped: list[str] | None = None) -> DataT:
        """Read the items of a published file.

        Parameters
        ----------
        limit
            Only the first items.
        skipped
            Collects the error of each unreadable item; if None, the first one is raised.
        """
        ...

    def prompt(self, data: DataT, who: Respondent, sampling: Sampling) -> Iterator[Question]:
        """Yield the questions to a model, in order."""
        ...

    def parse(self, generations: Path | None, data: DataT) -> Sequence[ResponseT]:
        """Read responses; without a file, those in the data, if any."""
        ...

    def judge(self, data: DataT, responses: Sequence[ResponseT], out: Path) -> Sequence[SampleT]:
        """Judge the responses without samples in the folder `out`, and return all samples."""
        ...

    def summarise(self, data: DataT, samples: Sequence[SampleT], noted: Mapping[str, Any]) -> Summary:
        """Summarise the samples.

        Parameters
        ----------
        noted
            Further figures: skipped items, and how many questions have responses.
        """
        ...

    def compared(self, folder: Path) -> Sequence[Compared]:
        """Return the samples of a scored folder for a comparison."""
        ...


@runtime_checkable
class RatedBenchmark(Protocol):
    """A benchmark whose samples have verdicts of several judges, such as a rubric, a language model and people."""

    name: str

    def rated(self, folder: Path) -> Sequence[Rated]:
        """Return the judges' ratings of the samples of a scored folder."""
        ...

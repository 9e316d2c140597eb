"""CoBe in five steps."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from benchmarks.cobe.command import run_command, score_command
from benchmarks.protocol import Command, Summary
from benchmarks.runs.compared import LABELS, Compared, Rated

if TYPE_CHECKING:
    from benchmarks.cobe.data import Dataset
    from benchmarks.runs.generation import Question, Sampling
    from benchmarks.runs.item import Generation
    from benchmarks.runs.scores import Sample
    from nlbridge.chat.replies.prompt import Respondent


class Cobe:
    """Judge edits of narratives by the derived rubric and by CoBe's own criteria."""

    name: ClassVar = "CoBe"
    title: ClassVar = "CoBe scores"
    lines: ClassVar = False
    judges: ClassVar = {
        "derived": "the rubric derived from text and what-if",
        "dataset": "the dataset's own criteria strings",
        "judge": "the language model as judge",
    }
    commands: ClassVar[Mapping[str, Command]] = {
        "score": Command(
            function=score_command, example="score cobe cobe.json --generations answers.jsonl --out scores"
        ),
        "run": Command(
            function=run_command, example="run cobe cobe.json --model small --out runs/small --max-tokens 100000"
        ),
    }

    def load(self, path: Path, *, limit: int | None = None, skipped: list[str] | None = None) -> Dataset:
        """Read the items, and the responses inside."""
        from benchmarks.cobe.data import dataset

        return dataset(path, limit, skipped)

    def prompt(self, data: Dataset, who: Respondent, sampling: Sampling) -> Iterator[Question]:
        """Ask each phrasing of each item."""
        from benchmarks.cobe.question import questions

        return questions(data.items, who, sampling)

    def parse(self, generations: Path | None, data: Dataset) -> Sequence[Generation]:
        """Read responses, or take those inside the data."""
        from benchmarks.cobe.data import load_generations

        return data.inside if generations is None else load_generations(generations, data.items)

    def judge(self, data: Dataset, responses: Sequence[Generation], out: Path) -> Sequence[Sample]:
        """Judge responses offline by both rubrics."""
        from benchmarks.cobe.scored_run import judged_into
        from nlbridge.answering.request import Settings

        return judged_into(out, data.items, responses, Settings()).samples

    def summarise(self, data: Dataset, samples: Sequence[Sample], noted: Mapping[str, Any]) -> Summary:
        """Give shares by judge, domain, graph type and phrasing."""
        from benchmarks.cobe.score import summarise
        from benchmarks.cobe.scored_run import words
        from benchmarks.cobe.summary_report import sections

        figures = summarise(samples) | dict(noted)
        texts = {item.id: item.text for item in data.items}
        return Summary(figures=figures, sections=sections(figures, samples, texts), words=words(figures))

    def compared(self, folder: Path) -> Sequence[Compared]:
        """Return every response once."""
        from benchmarks.runs.compared import samples_file
        from benchmarks.runs.runner import samples_in

        samples_file(folder)
        return [_compared(sample) for sample in samples_in(folder).values()]

    def rated(self, folder: Path) -> Sequence[Rated]:
        """Return every response twice: its verdict, and the verdict with the error classes."""
        from benchmarks.runs.compared import samples_file
        from benchmarks.runs.runner import samples_in

        samples_file(folder)
        return [one for sample in samples_in(folder).values() for one in _rated(sample)]


def _rated(sample: Sample) -> tuple[Rated, Rated]:
    scores = {"derived rubric": sample.derived, "dataset's criteria": sample.dataset, "language model": sample.judge}
    verdicts = {name: (score.right, score.errors) for name, score in scores.items() if score is not None}
    if sample.correct is not None:
        verdicts[LABELS] = (sample.correct, sample.failed)
    unit = f"{sample.item}, phrasing {sample.query_index + 1}, {sample.model}: {sample.response}"
    plain = {name: _word(right) for name, (right, _) in verdicts.items()}
    classed = {name: _word(right, errors) for name, (right, errors) in verdicts.items()}
    return (
        Rated(unit=unit, about="verdict", cluster=sample.core, ratings=plain),
        Rated(unit=unit, about="verdict with error classes", cluster=sample.core, ratings=classed),
    )


def _word(right: bool | None, errors: Sequence[str] = ()) -> str | None:
    return None if right is None else "correct" if right else " ".join(["incorrect", *sorted(errors)])


def _compared(sample: Sample) -> Compared:
    scores = {"derived": sample.derived, "dataset": sample.dataset, "judge": sample.judge}
    return Compared(
        question=f"{sample.item}, phrasing {sample.query_index + 1}",
        cluster=sample.core,
        verdicts={name: score.right for name, score in scores.items() if score is not None},
        cuts={
            "domain": sample.domain,
            "graph type": sample.graph_type,
            "phrasing": str(sample.query_index + 1),
        },
        model=sample.model,
    )


BENCHMARK = Cobe()

"""CHG in five steps."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from benchmarks.chg.command import run_command, score_command
from benchmarks.chg.scored_run import TITLE
from benchmarks.protocol import Command, Summary
from benchmarks.runs.compared import Compared, Rated, compared_rows

if TYPE_CHECKING:
    from benchmarks.chg.data import ChgItem
    from benchmarks.chg.response import Response
    from benchmarks.chg.score import ChgSample
    from benchmarks.runs.generation import Question, Sampling
    from nlbridge.chat.replies.prompt import Respondent


class Chg:
    """Judge counter-hypotheses by the rubric of CHG."""

    name: ClassVar = "CHG"
    title: ClassVar = TITLE
    lines: ClassVar = True
    judges: ClassVar = {"good": "whether the counter-hypothesis meets every criterion"}
    commands: ClassVar[Mapping[str, Command]] = {
        "score": Command(
            function=score_command, example="score chg items.jsonl --generations answers.jsonl --out scores"
        ),
        "run": Command(function=run_command, example="run chg items.jsonl --model small --out runs/small"),
    }

    def load(self, path: Path, *, limit: int | None = None, skipped: list[str] | None = None) -> tuple[ChgItem, ...]:
        """Read the items."""
        from benchmarks.chg.data import load

        return load(path, skipped=skipped)[:limit]

    def prompt(self, data: Sequence[ChgItem], who: Respondent, sampling: Sampling) -> Iterator[Question]:
        """Ask for a counter-hypothesis to each item."""
        from benchmarks.chg.question import questions

        return questions(data, who, sampling)

    def parse(self, generations: Path | None, data: Sequence[ChgItem]) -> Sequence[Response]:
        """Read responses, or take the references of the data."""
        from benchmarks.chg.response import load_responses, references

        items = tuple(data)
        return list(references(items)) if generations is None else load_responses(generations, items)

    def judge(self, data: Sequence[ChgItem], responses: Sequence[Response], out: Path) -> Sequence[ChgSample]:
        """Judge responses by the rubric."""
        from benchmarks.chg.scored_run import score_into

        return score_into(out, {item.id: item for item in data}, responses)

    def summarise(self, data: Sequence[ChgItem], samples: Sequence[ChgSample], noted: Mapping[str, Any]) -> Summary:
        """Compute shares by criterion, and similarity to the references."""
        from benchmarks.chg.scored_run import summary_of

        return summary_of(samples, None, noted)

    def compared(self, folder: Path) -> Sequence[Compared]:
        """Return every response once."""
        return list(compared_rows(folder, _compared))

    def rated(self, folder: Path) -> Sequence[Rated]:
        """Return every criterion of every response."""
        from benchmarks.chg.rater_agreement import rated_in
        from benchmarks.chg.score import ChgSample

        return [one for sample in compared_rows(folder, ChgSample.from_dict) for one in rated_in(sample)]


def _compared(row: Mapping[str, Any]) -> Compared:
    return Compared(
        question=row["id"], cluster=row["core"], verdicts={"good": row["good"]}, cuts={}, model=row["model"]
    )


BENCHMARK = Chg()

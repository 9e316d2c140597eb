"""CLoMo in five steps."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from benchmarks.clomo.command import compare_command, run_command, score_command
from benchmarks.clomo.scored_run import TITLE
from benchmarks.clomo.verdicts import ScoreFormula
from benchmarks.protocol import Command, Summary
from benchmarks.runs.compared import Compared, Rated, compared_rows

if TYPE_CHECKING:
    from benchmarks.clomo.data import Dataset, Response
    from benchmarks.clomo.score import ClomoSample
    from benchmarks.runs.generation import Question, Sampling
    from nlbridge.chat.replies.prompt import Respondent


class Clomo:
    """Check the form of modified arguments, and decide the relation of premise and argument by logic."""

    name: ClassVar = "CLoMo"
    title: ClassVar = TITLE
    lines: ClassVar = False
    judges: ClassVar = {"logic": "whether logic confirms the relations asked for (equation 1)"}
    commands: ClassVar[Mapping[str, Command]] = {
        "score": Command(
            function=score_command, example="score clomo items.json --generations answers.jsonl --out scores"
        ),
        "run": Command(function=run_command, example="run clomo items.json --model small --judge --out runs/small"),
        "compare": Command(function=compare_command, example="compare clomo runs/small runs/large"),
    }

    def load(self, path: Path, *, limit: int | None = None, skipped: list[str] | None = None) -> Dataset:
        """Read the items; rows that are none are named in the data."""
        from benchmarks.clomo.data import load

        data = load(path)
        return replace(data, items=data.items[:limit])

    def prompt(self, data: Dataset, who: Respondent, sampling: Sampling) -> Iterator[Question]:
        """Ask for the modified argument of each item, in the words of the file."""
        from benchmarks.runs.generation import plain_question

        for item in data.items:
            yield from plain_question(item.id, item.task, who, sampling)

    def parse(self, generations: Path | None, data: Dataset) -> Sequence[Response]:
        """Read responses, or take the human answers of the data."""
        from benchmarks.clomo.data import load_responses, references

        return references(data.items) if generations is None else load_responses(generations, data.items)

    def judge(self, data: Dataset, responses: Sequence[Response], out: Path) -> Sequence[ClomoSample]:
        """Judge responses by their form alone: formulas are an option of the commands."""
        from benchmarks.clomo.formalisation import written_in
        from benchmarks.clomo.scored_run import keyed, score_into
        from logic.solving.outcome import Limits

        return score_into(out, keyed({item.id: item for item in data.items}, responses), written_in(None), Limits())

    def summarise(self, data: Dataset, samples: Sequence[ClomoSample], noted: Mapping[str, Any]) -> Summary:
        """Give scores by relation and scorer."""
        from benchmarks.clomo.scored_run import summary_of

        return summary_of(data, samples, noted)

    def compared(self, folder: Path) -> Sequence[Compared]:
        """Return every response once."""
        return list(compared_rows(folder, _compared))

    def rated(self, folder: Path) -> Sequence[Rated]:
        """Return the four pairs of every response, with what people meant of their own, and verdicts on responses."""
        from benchmarks.clomo.gaps.meant import rated_in
        from benchmarks.clomo.score import ClomoSample

        return [one for sample in compared_rows(folder, ClomoSample.from_dict) for one in rated_in(sample)]


def _compared(row: Mapping[str, Any]) -> Compared:
    score = row["logic"]["s"][ScoreFormula.PAPER]
    verdict = None if score is None else score == 1
    return Compared(
        question=row["id"],
        cluster=row["id"],
        verdicts={"logic": verdict},
        cuts={"relation": row["relation"]},
        model=row["model"],
    )


BENCHMARK = Clomo()

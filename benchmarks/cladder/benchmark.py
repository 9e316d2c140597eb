"""CLadder in five steps."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from benchmarks.cladder.scored_run import TITLE, answers_in, score_into
from benchmarks.protocol import Command, Summary
from benchmarks.runs.compared import Compared

if TYPE_CHECKING:
    from benchmarks.cladder.data import CladderItem
    from benchmarks.cladder.score import CladderSample
    from benchmarks.runs.generation import PlainResponse, Question, Sampling
    from nlbridge.chat.replies.prompt import Respondent

ASKED = "Begin with yes or no, and give your reasons after it."


class Cladder:
    """Answer causal questions in English, offline, and compare the answers with the gold answers.

    Undetermined answers count as wrong.
    """

    name: ClassVar = "CLadder"
    title: ClassVar = TITLE
    lines: ClassVar = True
    judges: ClassVar = {"answer": "whether the answer equals the gold answer"}
    commands: ClassVar[Mapping[str, Command]] = {}

    def load(
        self, path: Path, *, limit: int | None = None, skipped: list[str] | None = None
    ) -> tuple[CladderItem, ...]:
        """Read the questions."""
        from benchmarks.cladder.data import load

        return load(path, skipped)[:limit]

    def prompt(self, data: Sequence[CladderItem], who: Respondent, sampling: Sampling) -> Iterator[Question]:
        """Ask each question in its own words."""
        from benchmarks.runs.generation import plain_question

        for item in data:
            yield from plain_question(item.id, f"{item.text}\n\n{ASKED}", who, sampling)

    def parse(self, generations: Path | None, data: Sequence[CladderItem]) -> Sequence[PlainResponse]:
        """Read responses of models; the engine's own answers need none."""
        from benchmarks.runs.generation import plain_responses

        return plain_responses(generations, {item.id for item in data})

    def judge(
        self, data: Sequence[CladderItem], responses: Sequence[PlainResponse], out: Path
    ) -> Sequence[CladderSample]:
        """Answer each question by the engine, and judge the models' responses."""
        return score_into(out, data, responses)

    def summarise(
        self, data: Sequence[CladderItem], samples: Sequence[CladderSample], noted: Mapping[str, Any]
    ) -> Summary:
        """Give accuracy by rung, query type and kind of story, and risk against coverage."""
        from benchmarks.cladder.summary import summarise
        from benchmarks.cladder.summary_report import sections, words

        figures = {**summarise(samples), **noted}
        return Summary(figures=figures, sections=sections(figures, samples), words=words(figures))

    def compared(self, folder: Path) -> Sequence[Compared]:
        """Return the models' answers, or the engine's if no model answered."""
        return [_compared(row) for row in answers_in(folder)]


def _compared(row: Mapping[str, Any]) -> Compared:
    verdict = {"correct": True, "incorrect": False}.get(row["outcome"])
    return Compared(
        question=row["id"],
        cluster=row["story"],
        verdicts={"answer": verdict},
        cuts={"rung": str(row["rung"])},
        model=row["model"],
    )


BENCHMARK = Cladder()

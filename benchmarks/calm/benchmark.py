"""CaLM in five steps."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final

from benchmarks.calm.command import score_command
from benchmarks.calm.score import TITLE, score_into
from benchmarks.cladder.scored_run import answers_in
from benchmarks.protocol import Command, Summary
from benchmarks.runs.compared import LABELS, Compared, Rated, compared_rows

if TYPE_CHECKING:
    from benchmarks.calm.data import CalmItem
    from benchmarks.calm.score import CalmSample
    from benchmarks.runs.generation import PlainResponse, Question, Sampling
    from nlbridge.chat.replies.prompt import Respondent


class Calm:
    """Answer CaLM's formal questions from their English text, offline, and compare the answers with the gold answers.

    Undetermined answers count as wrong. Tasks that only a model can read are counted separately. --limit applies to
    each task.
    """

    name: ClassVar = "CaLM"
    title: ClassVar = TITLE
    lines: ClassVar = True
    judges: ClassVar = {"answer": "whether the answer equals the gold answer"}
    commands: ClassVar[Mapping[str, Command]] = {
        "score": Command(function=score_command, example="score calm calm --reader llm --model small --out scores")
    }

    def load(self, path: Path, *, limit: int | None = None, skipped: list[str] | None = None) -> tuple[CalmItem, ...]:
        """Read the questions."""
        from benchmarks.calm.data import first_of_each, load

        return first_of_each(load(path, skipped), limit)

    def prompt(self, data: Sequence[CalmItem], who: Respondent, sampling: Sampling) -> Iterator[Question]:
        """Ask each question in its own words."""
        from benchmarks.runs.generation import plain_question

        for item in data:
            yield from plain_question(item.id, item.text, who, sampling)

    def parse(self, generations: Path | None, data: Sequence[CalmItem]) -> Sequence[PlainResponse]:
        """Read responses of models; the engine's own answers need none."""
        from benchmarks.runs.generation import plain_responses

        return plain_responses(generations, {item.id for item in data})

    def judge(self, data: Sequence[CalmItem], responses: Sequence[PlainResponse], out: Path) -> Sequence[CalmSample]:
        """Answer each question by the engine, and judge the models' responses."""
        return score_into(out, data, responses)

    def summarise(self, data: Sequence[CalmItem], samples: Sequence[CalmSample], noted: Mapping[str, Any]) -> Summary:
        """Give accuracy by task, and risk against coverage."""
        from benchmarks.calm.summary_report import summary_of

        return summary_of(samples, noted)

    def compared(self, folder: Path) -> Sequence[Compared]:
        """Return the models' answers, or the engine's if no model answered."""
        return [_compared(row) for row in answers_in(folder)]

    def rated(self, folder: Path) -> Sequence[Rated]:
        """Return the answers that are yes or no, or an option; numbers have no categories to agree on."""
        return [one for rated in compared_rows(folder, _rated) for one in rated]


KINDS: Final = {"B": "yes or no", "C": "options"}
"""By the letter before the first underscore of a task's name; P are numbers."""


def _rated(row: Mapping[str, Any]) -> list[Rated]:
    kind = KINDS.get(row["task"].partition("_")[0][-1:])
    if kind is None:
        return []
    about = row["task"] if row["needs_model"] else f"formal tasks, {kind}"
    ratings = {row["model"]: row["said"], LABELS: row["answer"]}
    return [Rated(unit=row["id"], about=about, cluster=row["story"], ratings=ratings)]


def _compared(row: Mapping[str, Any]) -> Compared:
    verdict = {"correct": True, "incorrect": False}.get(row["outcome"])
    return Compared(
        question=row["id"],
        cluster=row["story"],
        verdicts={"answer": verdict},
        cuts={"task": row["task"]},
        model=row["model"],
    )


BENCHMARK = Calm()

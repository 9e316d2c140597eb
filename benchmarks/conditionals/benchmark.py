"""Counterfactual conditionals in five steps."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from benchmarks.conditionals.command import run_command, score_command
from benchmarks.conditionals.scored_run import TITLE
from benchmarks.protocol import Command, Summary
from benchmarks.runs.compared import Compared, compared_rows

if TYPE_CHECKING:
    from benchmarks.conditionals.data import Table
    from benchmarks.conditionals.score import ConditionalSample, Preference
    from benchmarks.runs.generation import Question, Sampling
    from nlbridge.chat.replies.prompt import Respondent


class Conditionals:
    """Score log-probabilities of completions: which is preferred, and whether it is the logical one."""

    name: ClassVar = "Conditionals"
    title: ClassVar = TITLE
    lines: ClassVar = True
    judges: ClassVar = {"logical": "the logical completion"}
    commands: ClassVar[Mapping[str, Command]] = {
        "score": Command(function=score_command, example="score conditionals small.csv --generations p.jsonl --out s"),
        "run": Command(function=run_command, example="run conditionals items.jsonl --model small --out runs/small"),
    }

    def load(self, path: Path, *, limit: int | None = None, skipped: list[str] | None = None) -> Table:
        """Read a table; rows that are no item are named in it."""
        from benchmarks.conditionals.data import load

        table = load(path)
        return replace(table, items=table.items[:limit])

    def prompt(self, data: Table, who: Respondent, sampling: Sampling) -> Iterator[Question]:
        """Ask which completion is the more probable; nothing is drawn."""
        from benchmarks.conditionals.question import questions

        return questions(data.items, who)

    def parse(self, generations: Path | None, data: Table) -> Sequence[tuple[str, Preference]]:
        """Read log-probabilities of the completions."""
        from benchmarks.conditionals.scored_run import preferences_from

        return () if generations is None else tuple(preferences_from(generations, data).items())

    def judge(self, data: Table, responses: Sequence[tuple[str, Preference]], out: Path) -> Sequence[ConditionalSample]:
        """Compare the preferred completion with the logical one."""
        from benchmarks.conditionals.scored_run import judged_into

        return judged_into(out, data, dict(responses))

    def summarise(self, data: Table, samples: Sequence[ConditionalSample], noted: Mapping[str, Any]) -> Summary:
        """Give shares by condition."""
        from benchmarks.conditionals.scored_run import summary_of

        return summary_of(data, samples, noted)

    def compared(self, folder: Path) -> Sequence[Compared]:
        """Return every item once."""
        return list(compared_rows(folder, _compared))


def _compared(row: Mapping[str, Any]) -> Compared:
    return Compared(
        question=row["id"],
        cluster=row["core"],
        verdicts={"logical": row["right"]},
        cuts={"condition": row["condition"]},
    )


BENCHMARK = Conditionals()

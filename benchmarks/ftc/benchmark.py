"""FTC in five steps."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from benchmarks.ftc.command import run_command, score_command
from benchmarks.protocol import Command, Summary
from benchmarks.runs.compared import Compared, Rated, compared_rows, settings_in

if TYPE_CHECKING:
    from benchmarks.ftc.data import ExplainedItem, Prediction
    from benchmarks.ftc.score import Scored
    from benchmarks.runs.generation import Question, Sampling
    from nlbridge.chat.replies.prompt import Respondent


class Ftc:
    """Rewrite hypotheses as their explanations say, and score a model's predictions on the rewrites."""

    name: ClassVar = "FTC"
    title: ClassVar = "Faithfulness through counterfactuals"
    lines: ClassVar = True
    judges: ClassVar = {"faithful": "whether the model acts as its explanation says (FTC-delta)"}
    commands: ClassVar[Mapping[str, Command]] = {
        "score": Command(
            function=score_command, example="score ftc explained.jsonl --predictions p.jsonl --out scores"
        ),
        "run": Command(function=run_command, example="run ftc items.jsonl --model small --out runs/small"),
    }

    def load(
        self, path: Path, *, limit: int | None = None, skipped: list[str] | None = None
    ) -> tuple[ExplainedItem, ...]:
        """Read explained items."""
        from benchmarks.ftc.data import load

        return load(path, skipped=skipped)[:limit]

    def prompt(self, data: Sequence[ExplainedItem], who: Respondent, sampling: Sampling) -> Iterator[Question]:
        """Ask for a label with its explanation; nothing is drawn."""
        from benchmarks.ftc.question import explanation_questions

        return explanation_questions(data, who)

    def parse(self, generations: Path | None, data: Sequence[ExplainedItem]) -> Sequence[Prediction]:
        """Read predictions on counterfactuals."""
        from benchmarks.ftc.data import load_predictions

        return () if generations is None else load_predictions(generations)

    def judge(self, data: Sequence[ExplainedItem], responses: Sequence[Prediction], out: Path) -> Sequence[Scored]:
        """Rewrite the items that the folder lacks, and compare predictions with the rewrites."""
        from benchmarks.ftc.score import score
        from benchmarks.ftc.scored_run import Shown, rewritten_in

        return score(data, rewritten_in(out, data, Shown()), responses)

    def summarise(self, data: Sequence[ExplainedItem], samples: Sequence[Scored], noted: Mapping[str, Any]) -> Summary:
        """Compute faithfulness, coverage, and similarity to the references."""
        from benchmarks.ftc.scored_run import summary_of

        return summary_of(samples, noted)

    def compared(self, folder: Path) -> Sequence[Compared]:
        """Return the counterfactuals, paired by item and case: each model is tested on its own explanations."""
        return [one for group in compared_rows(folder, _compared) for one in group]

    def rated(self, folder: Path) -> Sequence[Rated]:
        """Return words by whether they are kept, as in the references, and labels if the reader was shown none."""
        from benchmarks.ftc.rated_words import LABEL, rated_in

        found = [one for group in compared_rows(folder, rated_in) for one in group]
        return [one for one in found if one.about != LABEL or not _label_shown(folder)]


def _label_shown(folder: Path) -> bool:
    """Return whether the reader of explanations saw the labels; True if the folder does not say."""
    try:
        return bool(settings_in(folder)["scoring"]["label"])
    except (KeyError, TypeError):
        return True


def _compared(row: Mapping[str, Any]) -> list[Compared]:
    return [
        Compared(
            question=f"{row['id']} {one['case']}".strip(),
            cluster=row["id"],
            verdicts={"faithful": None if one["ftc"] is None else one["ftc"]["delta"] == 1},
            cuts={"label": row["label"]},
        )
        for one in row["cf"]
    ]


BENCHMARK = Ftc()

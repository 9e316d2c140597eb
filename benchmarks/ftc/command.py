"""`causalcore score ftc`."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from benchmarks.ftc.data import ExplainedItem, Prediction
    from benchmarks.ftc.score import Scored
    from nlbridge.counterfactual_hypothesis import Rewriting

TITLE = "Faithfulness through counterfactuals"


def score_command(
    data: Annotated[Path, typer.Argument(help="Explained items in JSON Lines, or a folder of e-SNLI.")],
    out: Annotated[
        Path, typer.Option(help="Folder for counterfactuals.jsonl, samples.jsonl, summary.json and reports.")
    ],
    predictions: Annotated[
        Path | None,
        typer.Option(help='A model\'s JSON Lines {"id", "case", "probabilities": {"E", "C", "N"}} on counterfactuals.'),
    ] = None,
    task_model: Annotated[
        str | None, typer.Option(help="Instead: a text-classification model by name or folder (extra transformers).")
    ] = None,
    alpha: Annotated[float, typer.Option(min=0, max=1, help="FTC-W: the distance of N from E and C.")] = 0.7,
    explanation: Annotated[int, typer.Option(min=1, max=3, help="Which explanation of e-SNLI.")] = 1,
    label: Annotated[bool, typer.Option("--label/--no-label", help="Show the label to the reader.")] = True,
    premise: Annotated[bool, typer.Option("--premise/--no-premise", help="Show the premise to the reader.")] = True,
    pipeline: Annotated[str | None, typer.Option(help="Name or folder of a spaCy pipeline.")] = None,
) -> None:
    """Rewrite hypotheses as their explanations say, and score the rewrites and a model's predictions on them.

    Without predictions the counterfactuals are written to counterfactuals.jsonl for a model to label. Items with
    references ("cf") also give METEOR, for this rewriter and for the paper's templates.
    """
    from benchmarks.ftc.data import load
    from benchmarks.ftc.score import rewrite_items, score
    from nlbridge.command_progress import waiting

    items = load(data, explanation)
    with waiting("Rewriting"):
        rewritings = rewrite_items(items, label=label, premise=premise, pipeline=pipeline)
    samples = score(items, rewritings, _predictions(predictions, task_model, items, rewritings), alpha=alpha)
    write_scores(out, items, rewritings, samples, alpha=alpha)


def write_scores(
    out: Path,
    items: Sequence[ExplainedItem],
    rewritings: Sequence[Rewriting],
    samples: Sequence[Scored],
    *,
    alpha: float,
    noted: Mapping[str, Any] | None = None,
) -> None:
    """Write the counterfactuals, samples, summary and reports, and print the summary.

    Parameters
    ----------
    noted
        More for the summary, such as what became of the questions.
    """
    from benchmarks.ftc.score import counterfactual_rows, summarise
    from nlbridge.command_progress import waiting

    with waiting("Scoring"):
        summary = summarise(samples, alpha=alpha) | dict(noted or {})
    out.mkdir(parents=True, exist_ok=True)
    _write_lines(out / "counterfactuals.jsonl", counterfactual_rows(items, rewritings))
    _write_lines(out / "samples.jsonl", (sample.to_dict() for sample in samples))
    _write_summary(out, summary)


def _predictions(
    file: Path | None, model: str | None, items: Sequence[ExplainedItem], rewritings: Sequence[Rewriting]
) -> tuple[Prediction, ...]:
    from benchmarks.ftc.data import load_predictions
    from benchmarks.ftc.score import ask
    from benchmarks.ftc.task_model import PipelineModel
    from nlbridge.command_request import RequestError

    if file is not None and model is not None:
        message = "expected one of --predictions FILE and --task-model NAME, got both; give one"
        raise RequestError(message)
    if model is not None:
        return ask(PipelineModel.named(model), items, rewritings)
    return load_predictions(file) if file is not None else ()


def _write_lines(path: Path, rows: Iterable[dict[str, Any]]) -> None:
    from nlbridge.batch import dumped

    path.write_text("".join(f"{dumped(row)}\n" for row in rows), encoding="utf-8")


def _write_summary(out: Path, summary: dict[str, Any]) -> None:
    from benchmarks.ftc.summary_report import sections, words
    from benchmarks.report import markdown, page

    parts = sections(summary)
    (out / "summary.json").write_text(json.dumps(summary, indent=1) + "\n", encoding="utf-8")
    (out / "report.md").write_text(markdown(TITLE, parts), encoding="utf-8")
    (out / "report.html").write_text(page(TITLE, parts), encoding="utf-8")
    sys.stdout.write(f"{words(summary)}\nwritten to {out}\n" if sys.stdout.isatty() else json.dumps(summary) + "\n")

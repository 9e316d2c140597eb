"""`causalcore score ftc`."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from benchmarks.runs.output_form import Form, check_form


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
    form: Form = None,
) -> None:
    """Rewrite hypotheses as their explanations say, and score the rewrites and a model's predictions on them.

    Without predictions the counterfactuals are written to counterfactuals.jsonl for a model to label. Items with
    references ("cf") also give METEOR, for this rewriter and for the paper's templates. A killed run goes on where it
    stopped.
    """
    from benchmarks.ftc.data import load, load_predictions
    from benchmarks.ftc.score import score
    from benchmarks.ftc.scored_run import Shown, predicted_in, rewritten_in, write_scores
    from benchmarks.ftc.task_model import PipelineModel
    from benchmarks.runs.data_source import local
    from benchmarks.runs.run_folder import digest_of, prepare_score
    from benchmarks.runs.skipping import told
    from nlbridge.answering.request import RequestError

    check_form(form)
    if predictions is not None and task_model is not None:
        message = "expected one of --predictions FILE and --task-model NAME, got both; give one"
        raise RequestError(message)
    data = local(data, lines=True)
    skipped: list[str] = []
    items = load(data, explanation, skipped)
    noted = told(skipped)
    given = load_predictions(predictions) if predictions is not None else ()
    model = PipelineModel.named(task_model) if task_model is not None else None
    shown = Shown(label=label, premise=premise, pipeline=pipeline)
    scoring = {**asdict(shown), "alpha": alpha, "predictions_sha256": digest_of(predictions), "task_model": task_model}
    prepare_score(out, data=data, asked={"benchmark": "ftc", "explanation": explanation}, scoring=scoring)
    rewritings = rewritten_in(out, items, shown)
    if model is not None:
        given = predicted_in(out, model, str(task_model), items, rewritings)
    write_scores(
        out, items, rewritings, score(items, rewritings, given, alpha=alpha), alpha=alpha, noted=noted, form=form
    )

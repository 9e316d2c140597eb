"""`causalcore score ftc`, and `causalcore run ftc`."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from benchmarks.runs.data_source import local
from benchmarks.runs.json_rows import summary_of_skipped
from benchmarks.runs.judge_option import asked_together, end, judge_settings
from benchmarks.runs.output_form import Form, check_form
from benchmarks.runs.run_options import (
    Limit,
    Out,
    asked_of,
    asks_model,
    figures_of,
    missing_in,
    opened_run,
)
from nlbridge.asking.command_options import endpoint_options
from nlbridge.chat.client.endpoint_options import EndpointOptions

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from benchmarks.ftc.data import ExplainedItem


@endpoint_options
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
    reader: Annotated[str, typer.Option(help="Who reads and rewrites: offline or llm.")] = "offline",
    form: Form = None,
    *,
    endpoint: EndpointOptions,
) -> None:
    """Rewrite hypotheses as their explanations say; score the rewrites and a model's predictions on them.

    Without predictions it writes the rewrites to counterfactuals.jsonl for a model to label. For items with references
    ("cf") it also computes METEOR, for this rewriter and for the paper's templates. With --reader llm a model (--model
    or --replay) reads and rewrites, and each derived label is also proved from formulas, where possible. Run again, it
    resumes where it stopped.
    """
    from benchmarks.ftc.data import load, load_predictions
    from benchmarks.ftc.reading_by_model import PROMPTS, read_by_model
    from benchmarks.ftc.score import score
    from benchmarks.ftc.scored_run import Shown, predicted_in, rewritten_in, write_scores
    from benchmarks.ftc.task_model import PipelineModel
    from benchmarks.runs.run_folder import digest_of, prepare_score
    from nlbridge.answering.request import RequestError
    from nlbridge.chat.client.endpoint import Endpoint

    check_form(form)
    asked_together(endpoint, asked=asks_model(reader), option="--reader llm")
    if predictions is not None and task_model is not None:
        message = "expected one of --predictions FILE and --task-model NAME, got both; give one"
        raise RequestError(message)
    data = local(data, lines=True)
    skipped: list[str] = []
    items = load(data, explanation, skipped)
    noted = summary_of_skipped(skipped)
    given = load_predictions(predictions) if predictions is not None else ()
    model = PipelineModel.named(task_model) if task_model is not None else None
    shown = Shown(label=label, premise=premise, pipeline=pipeline)
    scoring = {**asdict(shown), "alpha": alpha, "predictions_sha256": digest_of(predictions), "task_model": task_model}
    asked = {"benchmark": "ftc", "explanation": explanation}
    failed: tuple[str, ...] = ()
    if asks_model(reader):
        with Endpoint(endpoint) as opened:
            if not endpoint.dry_run:
                prepare_score(out, data=data, asked=asked, scoring=scoring | judge_settings(opened, *PROMPTS))
            rewritings, failed = read_by_model(items, shown, opened, out)
    else:
        prepare_score(out, data=data, asked=asked, scoring=scoring)
        rewritings = rewritten_in(out, items, shown)
    if failed:
        noted = {**noted, "not_read": list(failed)}
    if model is not None:
        given = predicted_in(out, model, str(task_model), items, rewritings)
    write_scores(
        out, items, rewritings, score(items, rewritings, given, alpha=alpha), alpha=alpha, noted=noted, form=form
    )
    end(failed)


@endpoint_options
def run_command(
    data: Annotated[Path, typer.Argument(help="Items in JSON Lines, or a folder of e-SNLI; premises are needed.")],
    out: Out,
    endpoint: EndpointOptions,
    limit: Limit = None,
    alpha: Annotated[float, typer.Option(min=0, max=1, help="FTC-W: the distance of N from E and C.")] = 0.7,
    label: Annotated[bool, typer.Option("--label/--no-label", help="Show the label to the reader.")] = True,
    premise: Annotated[bool, typer.Option("--premise/--no-premise", help="Show the premise to the reader.")] = True,
    pipeline: Annotated[str | None, typer.Option(help="Name or folder of a spaCy pipeline.")] = None,
    sensitivity: Annotated[
        bool, typer.Option("--sensitivity", help="Also ask for explanations from one input alone, and compare.")
    ] = False,
    form: Form = None,
) -> None:
    """Ask for labels with explanations, rewrite as these say, ask for the labels of the rewrites, and score.

    This tests the model on its own explanations; the endpoint must return log-probabilities of tokens. With
    --sensitivity it also asks for explanations from the hypothesis, the premise or the label alone (section 3.4).
    """
    from benchmarks.ftc.data import load
    from benchmarks.ftc.question import (
        PREDICTIONS,
        PROMPT,
        explained_by,
        explanation_questions,
        label_questions,
        predictions_of,
    )
    from benchmarks.ftc.score import score
    from benchmarks.ftc.scored_run import Shown, rewritten_in, write_scores
    from benchmarks.ftc.sensitivity import sensitivity as sensitivity_of
    from benchmarks.runs.generation import GENERATIONS, Sampling, generate
    from benchmarks.runs.runner import rows_in

    check_form(form)
    data = local(data, lines=True)
    skipped: list[str] = []
    items = load(data, skipped=skipped)[:limit]
    left_out = summary_of_skipped(skipped)
    shown = Shown(label=label, premise=premise, pipeline=pipeline)
    scoring = {"alpha": alpha, **asdict(shown)}
    with opened_run(endpoint, out, asked_of("ftc", data, Sampling(temperature=0.0), PROMPT), scoring) as (opened, who):
        came = generate(list(explanation_questions(items, who)), opened, out)
        given = rows_in(out, GENERATIONS)
        explained = [explained_by(item, given[item.id]) for item in items if item.id in given]
        rewritings = rewritten_in(out, explained, shown)
        labelled = generate(list(label_questions(explained, rewritings, who)), opened, out, PREDICTIONS)
        found = predictions_of(explained, rewritings, rows_in(out, PREDICTIONS))
        samples = score(explained, rewritings, found, alpha=alpha)
        asked, noted = [came, labelled], {"generation": figures_of(came), "predictions": figures_of(labelled)}
        if sensitivity:
            said = {item.id: item.explanation for item in items}
            noted["sensitivity"], more = sensitivity_of(out, explained, samples, said, shown, opened, who, alpha=alpha)
            asked += more
    noted |= {"label_accuracy": _accuracy(items, given), **left_out}
    write_scores(out, explained, rewritings, samples, alpha=alpha, noted=noted, whole=True, form=form)
    end(tuple(line for one in asked for line in missing_in(one)))


def _accuracy(items: Sequence[ExplainedItem], given: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """Return the share of labels that match the data."""
    from benchmarks.statistics.intervals import wilson

    hits = [given[item.id].get("label") == item.label.value for item in items if item.id in given]
    return asdict(wilson(sum(hits), len(hits)))

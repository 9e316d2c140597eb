"""The subcommand `score`, which `causalcore` finds through its entry-point group."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from benchmarks.calm.command import score_command as calm_command
from benchmarks.chg.command import score_command as chg_command
from benchmarks.cladder.command import score_command as cladder_command
from benchmarks.clomo.command import score_command as clomo_command
from benchmarks.conditionals.command import score_command as conditionals_command
from benchmarks.ftc.command import score_command as ftc_command
from benchmarks.runs.judge_option import Judge, end
from benchmarks.runs.output_form import Form, check_form
from nlbridge.chat.client.command_options import endpoint_options
from nlbridge.chat.client.endpoint_options import EndpointOptions

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None, help="Score generations of a published benchmark.")


@app.callback()
def score() -> None:
    """Score generations of a published benchmark.

    Example: causalcore score cobe cobe.json --generations answers.jsonl --out scores
    """


@app.command(epilog="Example: causalcore score cobe cobe.json --generations answers.jsonl --out scores")
@endpoint_options
def cobe(
    data: Annotated[Path, typer.Argument(help="CoBe's JSON, also with responses inside.")],
    out: Annotated[Path, typer.Option(help="Folder for samples.jsonl, summary.json, report.md and report.html.")],
    generations: Annotated[
        Path | None,
        typer.Option(help='JSON Lines {"id", "query_index", "model", "response"}; default: responses in DATA.'),
    ] = None,
    pipeline: Annotated[str | None, typer.Option(help="Name or folder of a spaCy pipeline.")] = None,
    implicit: Annotated[
        str, typer.Option(help="What joins neighbouring clauses: necessary, possible or none.")
    ] = "necessary",
    reader: Annotated[str, typer.Option(help="Who reads: offline, llm or hybrid.")] = "offline",
    samples: Annotated[int, typer.Option(min=1, max=25, help="Readings of a text by the model.")] = 1,
    form: Form = None,
    judge: Judge = False,
    dask: Annotated[
        str | None, typer.Option(help="Judge on a Dask cluster: local, local:N, or a scheduler's address.")
    ] = None,
    embeddings: Annotated[
        str | None, typer.Option(help="Weigh claims by this local sentence-transformers model, too.")
    ] = None,
    nli: Annotated[str | None, typer.Option(help="Weigh claims by this local entailment model, too.")] = None,
    *,
    endpoint: EndpointOptions,
) -> None:
    """Judge each response by the derived rubric and by CoBe's own criteria; a killed run goes on where it stopped.

    With --judge a language model (--model or --replay) judges, too, as in the paper; its verdicts stand beside the
    others.
    """
    from benchmarks.cobe.data import load, load_generations
    from benchmarks.cobe.model_judge import judge_settings
    from benchmarks.cobe.scored_run import judging, not_judged, score_into, shown
    from benchmarks.runs import runner
    from benchmarks.runs.data_source import local
    from nlbridge.answering.batch_cluster import refuse_cluster
    from nlbridge.answering.request import RequestError
    from nlbridge.apps.command import execution as command_run

    check_form(form)
    if dask is not None:
        refuse_cluster(dask)
    data, skipped = local(data, lines=False), list[str]()
    items, inside = load(data, skipped)
    for line in skipped:
        sys.stderr.write(f"causalcore: left out: {line}\n")
    answers = load_generations(generations, items) if generations is not None else inside
    if not answers:
        message = f"expected generations, got none in {generations or data}; name a file with --generations"
        raise RequestError(message)
    asked: dict[str, object] = {"benchmark": "cobe", "pipeline": pipeline, "implicit": implicit, "reader": reader}
    reading = None if judge and reader == "offline" else endpoint
    with (
        command_run.settings(pipeline, implicit, reader, samples, reading, embeddings=embeddings, nli=nli) as settings,
        judging(endpoint if judge else None, settings) as asking,
    ):
        asked |= {name: model for name, model in (("embeddings", embeddings), ("nli", nli)) if model is not None}
        if settings.endpoint is not None:
            asked |= {"model": settings.endpoint.name, "samples": samples}
        if asking is not None:
            asked |= {"model": asking.name, **judge_settings()}
        if not endpoint.dry_run:
            runner.prepare_folder(out, {**asked, **runner.judge_identity()})
        summary = score_into(out, items, answers, settings, judge=asking, noted={"skipped_items": skipped}, dask=dask)
    sys.stdout.write(shown(summary, out, form))
    end(not_judged(summary))


app.command("calm", epilog="Example: causalcore score calm calm --out scores")(calm_command)
app.command("chg", epilog="Example: causalcore score chg items.jsonl --generations answers.jsonl --out scores")(
    chg_command
)
app.command("cladder", epilog="Example: causalcore score cladder questions.jsonl --out scores")(cladder_command)
app.command("clomo", epilog="Example: causalcore score clomo items.json --generations answers.jsonl --out scores")(
    clomo_command
)
app.command("conditionals", epilog="Example: causalcore score conditionals small.csv --generations p.jsonl --out s")(
    conditionals_command
)
app.command("ftc", epilog="Example: causalcore score ftc explained.jsonl --predictions p.jsonl --out scores")(
    ftc_command
)

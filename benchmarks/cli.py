"""The subcommand `score`, which `causalcore` finds through its entry-point group."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from benchmarks.clomo.command import score_command as clomo_command
from benchmarks.conditionals.command import score_command as conditionals_command
from benchmarks.ftc.command import score_command as ftc_command

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None, help="Score generations of a published benchmark.")


@app.callback()
def score() -> None:
    """Score generations of a published benchmark.

    Example: causalcore score cobe cobe.json --generations answers.jsonl --out scores
    """


@app.command(epilog="Example: causalcore score cobe cobe.json --generations answers.jsonl --out scores")
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
    reader: Annotated[str, typer.Option(help="Who reads; this release has the offline reader.")] = "offline",
    form: Annotated[
        str | None, typer.Option("--format", help="text or json; default: text on a terminal, JSON elsewhere.")
    ] = None,
) -> None:
    """Judge each response by the derived rubric and by CoBe's own criteria; a killed run goes on where it stopped."""
    from benchmarks import runner
    from benchmarks.cobe.data import load, load_generations
    from benchmarks.cobe.scored_run import score_into, shown
    from nlbridge.command_request import RequestError, Settings

    if form not in {None, "text", "json"}:
        message = f"expected --format text or json, got {form}; choose one of them"
        raise RequestError(message)
    settings = Settings(pipeline=pipeline, implicit=implicit, reader=reader)
    items, inside = load(data)
    answers = load_generations(generations, items) if generations is not None else inside
    if not answers:
        message = f"expected generations, got none in {generations or data}; name a file with --generations"
        raise RequestError(message)
    asked = {"benchmark": "cobe", "pipeline": pipeline, "implicit": implicit, "reader": reader}
    runner.prepare_folder(out, {**asked, **runner.judge_identity()})
    sys.stdout.write(shown(score_into(out, items, answers, settings), out, form))


app.command("clomo", epilog="Example: causalcore score clomo items.json --generations answers.jsonl --out scores")(
    clomo_command
)
app.command("conditionals", epilog="Example: causalcore score conditionals small.csv --generations p.jsonl --out s")(
    conditionals_command
)
app.command("ftc", epilog="Example: causalcore score ftc explained.jsonl --predictions p.jsonl --out scores")(
    ftc_command
)

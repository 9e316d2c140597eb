"""`causalcore run`: responses of a language model to a published benchmark, judged."""

from __future__ import annotations

import sys
from dataclasses import asdict
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from benchmarks.clomo.command import run_command as clomo_command
from nlbridge.llm.command_options import endpoint_options
from nlbridge.llm.endpoint import EndpointOptions

if TYPE_CHECKING:
    from benchmarks.generation import Yield
    from nlbridge.llm.endpoint import Endpoint

ENDPOINT_FAILED = 4

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None, help="Ask a model a published benchmark, and judge it.")


@app.callback()
def run() -> None:
    """Ask a language model a published benchmark, and judge its responses; a killed run goes on where it stopped.

    Example: causalcore run cobe cobe.json --model small --base-url http://localhost:8000/v1 --out runs/small
    """


@app.command(epilog="Example: causalcore run cobe cobe.json --model small --out runs/small --max-tokens 100000")
@endpoint_options
def cobe(
    data: Annotated[Path, typer.Argument(help="CoBe's JSON.")],
    out: Annotated[Path, typer.Option(help="Folder of the run.")],
    endpoint: EndpointOptions,
    limit: Annotated[int | None, typer.Option(min=1, help="Only the first items; a later run may ask more.")] = None,
    repeats: Annotated[int, typer.Option(min=1, help="How often each phrasing is asked.")] = 1,
    temperature: Annotated[float | None, typer.Option(min=0.0, help="Default: the endpoint's.")] = None,
    seed: Annotated[int | None, typer.Option(help="Seed of the model's draws, where the endpoint has one.")] = None,
    reply_tokens: Annotated[int | None, typer.Option(min=1, help="Longest response, in tokens.")] = None,
    pipeline: Annotated[str | None, typer.Option(help="Name or folder of a spaCy pipeline.")] = None,
    implicit: Annotated[
        str, typer.Option(help="What joins neighbouring clauses: necessary, possible or none.")
    ] = "necessary",
    form: Annotated[
        str | None, typer.Option("--format", help="text or json; default: text on a terminal, JSON elsewhere.")
    ] = None,
) -> None:
    """Ask each phrasing of each item, and judge the responses by the derived rubric and by CoBe's own criteria.

    What has a response is not asked again, and what is judged is not judged again. If the way of judging has changed
    since, the responses are judged anew and the old samples kept. Items without a response are never scored: the
    command then ends with exit code 4, and asks for them when it is run again.
    """
    from benchmarks.cobe.data import load, load_generations
    from benchmarks.cobe.question import Sampling, prompt_digest, questions
    from benchmarks.cobe.scored_run import score_into, shown
    from benchmarks.generation import GENERATIONS, generate
    from benchmarks.run_folder import file_digest, prepare_run
    from benchmarks.runner import judge_identity
    from nlbridge.command_request import RequestError, Settings
    from nlbridge.llm.endpoint import Endpoint

    if form not in {None, "text", "json"}:
        message = f"expected --format text or json, got {form}; choose one of them"
        raise RequestError(message)
    settings = Settings(pipeline=pipeline, implicit=implicit)
    sampling = Sampling(temperature=temperature, seed=seed, reply_tokens=reply_tokens, repeats=repeats)
    items, _ = load(data)
    chosen = items[:limit]
    with Endpoint(endpoint) as opened:
        asked = {"benchmark": "cobe", "data": file_digest(data), "model": opened.name, "prompt": prompt_digest()}
        scoring = {"pipeline": pipeline, "implicit": implicit, "reader": settings.reader} | judge_identity()
        if not endpoint.dry_run:
            kept = prepare_run(out, generation=asked | asdict(sampling), scoring=scoring, noted=_noted(data, opened))
            if kept is not None:
                sys.stderr.write(f"causalcore: judged differently before: {kept}; judging the responses again\n")
        came = generate(list(questions(chosen, opened.name, sampling)), opened, out)
    answers = load_generations(out / GENERATIONS, items) if came.responses else ()
    wanted = {item.id for item in chosen}
    judged = [answer for answer in answers if answer.item in wanted]
    summary = score_into(out, items, judged, settings, noted={"generation": _figures(came)})
    sys.stdout.write(shown(summary, out, form))
    _end(came)


def _noted(data: Path, opened: Endpoint) -> dict[str, Any]:
    return {
        "file": data.name,
        "address": opened.address,
        "causalcore": version("causalcore"),
        "openai": version("openai"),
        "python": sys.version.split()[0],
    }


def _figures(came: Yield) -> dict[str, Any]:
    return {
        "asked": came.asked,
        "responses": came.responses,
        "without_response": came.missing,
        "errors": dict(came.errors),
    }


def _end(came: Yield) -> None:
    if came.missing:
        sys.stderr.write(
            f"causalcore: {came.missing} of {came.asked} questions have no response ({came.first_error}); "
            "run the same command again to ask them\n"
        )
        raise typer.Exit(ENDPOINT_FAILED)


app.command("clomo", epilog="Example: causalcore run clomo items.json --model small --judge --out runs/small")(
    clomo_command
)

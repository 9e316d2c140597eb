"""`causalcore run`: responses of a language model to a published benchmark, judged."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from benchmarks.clomo.command import run_command as clomo_command
from nlbridge.llm.command_options import endpoint_options
from nlbridge.llm.endpoint import EndpointOptions

if TYPE_CHECKING:
    from benchmarks.generation import Question, Sampling, Yield
    from nlbridge.llm.prompt import Respondent

ENDPOINT_FAILED: Final = 4

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None, help="Ask a model a published benchmark, and judge it.")

Out = Annotated[Path, typer.Option(help="Folder of the run.")]
Limit = Annotated[int | None, typer.Option(min=1, help="Only the first items; a later run may ask more.")]
Repeats = Annotated[int, typer.Option(min=1, help="How often each question is asked.")]
Temperature = Annotated[float | None, typer.Option(min=0.0, help="Default: the endpoint's.")]
Seed = Annotated[int | None, typer.Option(help="Seed of the model's draws, where the endpoint has one.")]
ReplyTokens = Annotated[int | None, typer.Option(min=1, help="Longest response, in tokens.")]


@app.callback()
def run() -> None:
    """Ask a language model a published benchmark, and judge its responses; a killed run goes on where it stopped.

    Example: causalcore run cobe cobe.json --model small --base-url http://localhost:8000/v1 --out runs/small
    """


@app.command(epilog="Example: causalcore run cobe cobe.json --model small --out runs/small --max-tokens 100000")
@endpoint_options
def cobe(
    data: Annotated[Path, typer.Argument(help="CoBe's JSON.")],
    out: Out,
    endpoint: EndpointOptions,
    limit: Limit = None,
    repeats: Repeats = 1,
    temperature: Temperature = None,
    seed: Seed = None,
    reply_tokens: ReplyTokens = None,
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
    from benchmarks.cobe.question import PROMPT, questions
    from benchmarks.cobe.scored_run import score_into, shown
    from benchmarks.generation import GENERATIONS, Sampling
    from nlbridge.command_request import RequestError, Settings

    if form not in {None, "text", "json"}:
        message = f"expected --format text or json, got {form}; choose one of them"
        raise RequestError(message)
    settings = Settings(pipeline=pipeline, implicit=implicit)
    sampling = Sampling(temperature=temperature, seed=seed, reply_tokens=reply_tokens, repeats=repeats)
    items, _ = load(data)
    came = _responses(
        endpoint,
        out,
        asked=_asked("cobe", data, PROMPT, sampling),
        scoring={"pipeline": pipeline, "implicit": implicit, "reader": settings.reader},
        questions=lambda who: questions(items[:limit], who, sampling),
    )
    wanted = {item.id for item in items[:limit]}
    answers = load_generations(out / GENERATIONS, items) if came.responses else ()
    judged = [answer for answer in answers if answer.item in wanted]
    summary = score_into(out, items, judged, settings, noted={"generation": _figures(came)})
    sys.stdout.write(shown(summary, out, form))
    _end(came)


@app.command(epilog="Example: causalcore run conditionals items.jsonl --model small --out runs/small")
@endpoint_options
def conditionals(
    data: Annotated[Path, typer.Argument(help="A published CSV, or items in JSON Lines.")],
    out: Out,
    endpoint: EndpointOptions,
    limit: Limit = None,
) -> None:
    """Ask which completion is more probable, and score as `causalcore score conditionals` does.

    The completions are offered as choices in every order; the endpoint must give log-probabilities of tokens.
    """
    from benchmarks.conditionals.command import score_command
    from benchmarks.conditionals.data import load
    from benchmarks.conditionals.question import PROMPT, questions
    from benchmarks.generation import GENERATIONS, Sampling

    items = load(data).items[:limit]
    came = _responses(
        endpoint,
        out,
        asked=_asked("conditionals", data, PROMPT, Sampling(temperature=0.0)),
        scoring={},
        questions=lambda who: questions(items, who),
    )
    if came.responses:
        score_command(data=data, out=out, generations=out / GENERATIONS)
    _end(came)


def _asked(benchmark: str, data: Path, prompt: str, sampling: Sampling) -> dict[str, Any]:
    from benchmarks.run_folder import file_digest
    from nlbridge.llm.prompt import load_prompt

    words = load_prompt(prompt)
    digest = sha256(f"{words.system}\0{words.request}\0{words.schema}".encode()).hexdigest()
    named = {"prompt": f"{words.name}, version {words.version}", "prompt_sha256": digest}
    return {"benchmark": benchmark, "data": data.name, "data_sha256": file_digest(data), **named, **asdict(sampling)}


def _responses(
    options: EndpointOptions,
    out: Path,
    *,
    asked: Mapping[str, Any],
    scoring: Mapping[str, Any],
    questions: Callable[[Respondent], Iterable[Question]],
) -> Yield:
    """Ask what has no response yet; nothing is written before the folder is known to be of the same run."""
    from benchmarks.generation import generate
    from benchmarks.run_folder import prepare_run
    from benchmarks.runner import judge_identity
    from nlbridge.llm.endpoint import Endpoint
    from nlbridge.llm.prompt import Respondent

    with Endpoint(options) as opened:
        if not options.dry_run:
            noted = {
                "address": opened.address,
                "causalcore": version("causalcore"),
                "openai": version("openai"),
                "python": sys.version.split()[0],
            }
            kept = prepare_run(
                out, generation={**asked, "model": opened.name}, scoring={**scoring, **judge_identity()}, noted=noted
            )
            if kept is not None:
                sys.stderr.write(f"causalcore: judged differently before: {kept}; judging the responses again\n")
        respondent = Respondent(chat=opened.model, model=opened.name)
        return generate(list(questions(respondent)), opened, out)


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

"""Options shared by the commands that run a benchmark on a model; opening and reporting such a run."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from benchmarks.runs.generation import Sampling, Yield
    from nlbridge.chat.client.endpoint import Endpoint
    from nlbridge.chat.client.endpoint_options import EndpointOptions
    from nlbridge.chat.replies.prompt import Respondent

Out = Annotated[Path, typer.Option(help="Folder for the run.")]
Limit = Annotated[int | None, typer.Option(min=1, help="Use only the first items; a later run may use more.")]
Repeats = Annotated[int, typer.Option(min=1, help="How often each question is asked.")]
Temperature = Annotated[float | None, typer.Option(min=0.0, help="Default: the endpoint's.")]
Seed = Annotated[int | None, typer.Option(help="Seed for the model, if the endpoint supports one.")]
ReplyTokens = Annotated[int | None, typer.Option(min=1, help="Longest response, in tokens.")]


def asked_of(benchmark: str, data: Path, sampling: Sampling, prompt: str | None = None) -> dict[str, Any]:
    """Return the settings that determine the responses of a run.

    Parameters
    ----------
    prompt
        Name of the shipped prompt; None if the items contain the wording.
    """
    from benchmarks.runs.run_folder import file_digest, prompts_digest
    from nlbridge.chat.replies.prompt import load_prompt

    fields: dict[str, Any] = {}
    if prompt is not None:
        shipped = load_prompt(prompt)
        fields = {"prompt": f"{shipped.name}, version {shipped.version}", "prompt_sha256": prompts_digest(prompt)}
    return {"benchmark": benchmark, "data": data.name, "data_sha256": file_digest(data), **fields, **asdict(sampling)}


def asks_model(reader: str) -> bool:
    """Return whether `--reader` selects a model.

    Examples
    --------
    >>> asks_model("llm"), asks_model("offline")
    (True, False)
    """
    from nlbridge.answering.request import RequestError

    if reader not in {"offline", "llm"}:
        message = f"expected --reader offline or llm, got {reader}; choose one of them"
        raise RequestError(message)
    return reader == "llm"


@contextmanager
def opened_run(
    options: EndpointOptions, out: Path, asked: Mapping[str, Any], scoring: Mapping[str, Any]
) -> Iterator[tuple[Endpoint, Respondent]]:
    """Open the endpoint, and check that the folder belongs to the same run before asking."""
    from benchmarks.runs.run_folder import prepare_run, versions
    from benchmarks.runs.runner import judge_identity
    from nlbridge.chat.client.endpoint import Endpoint
    from nlbridge.chat.replies.prompt import Respondent

    with Endpoint(options) as opened:
        if not options.dry_run:
            noted = {"address": opened.address, **versions()}
            kept = prepare_run(
                out, generation={**asked, "model": opened.name}, scoring={**scoring, **judge_identity()}, noted=noted
            )
            if kept is not None:
                sys.stderr.write(f"causalcore: judged differently before: {kept}; judging the responses again\n")
        yield opened, Respondent(chat=opened.model, model=opened.name)


def figures_of(came: Yield) -> dict[str, Any]:
    """Return the figures about the questions, for a summary."""
    return {
        "asked": came.asked,
        "responses": came.responses,
        "without_response": came.missing,
        "errors": dict(came.errors),
    }


def missing_in(came: Yield) -> tuple[str, ...]:
    """Report how many questions have no response; empty if all have one."""
    if not came.missing:
        return ()
    words = f"{came.missing} of {came.asked} questions have no response ({came.first_error})"
    return (f"{words}; run the same command again to ask them",)

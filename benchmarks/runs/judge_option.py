"""Shared parts of commands that can ask a language model to judge."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final

import typer

if TYPE_CHECKING:
    from collections.abc import Iterable

    from nlbridge.chat.client.endpoint import Endpoint
    from nlbridge.chat.client.endpoint_options import EndpointOptions

EXIT_TOOL: Final = 4

Judge = Annotated[bool, typer.Option("--judge", help="Also ask the model to judge, as the paper does.")]


def asked_together(options: EndpointOptions, *, asked: bool, option: str) -> None:
    """Check that a model is given exactly if something is asked of it."""
    from nlbridge.answering.request import RequestError

    if asked != bool(options.model or options.replay):
        message = (
            f"expected --model or --replay together with {option}, got one without the other; "
            "say what the model is asked"
        )
        raise RequestError(message)


def judge_settings(endpoint: Endpoint, *prompts: str) -> dict[str, str]:
    """Return the settings that determine a language model's verdicts: its name and its prompts."""
    from benchmarks.runs.run_folder import prompts_digest

    return {"judge": endpoint.name, "judge_prompts_sha256": prompts_digest(*prompts)}


def end(failed: Iterable[str]) -> None:
    """Report failures on standard error and exit; return if there are none."""
    lines = tuple(failed)
    for line in lines:
        typer.echo(f"causalcore: {line}", err=True)
    if lines:
        raise typer.Exit(EXIT_TOOL)

"""The options of every command that asks a language model, in one place.

A command takes a parameter `endpoint: EndpointOptions` and is decorated; the command line then has the options.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Mapping
from dataclasses import fields
from pathlib import Path
from typing import Annotated, Any, Final, TypeVar

import typer

from nlbridge.chat.client.endpoint_options import EndpointOptions, settings_reader, with_settings

R = TypeVar("R")
PARAMETER: Final = "endpoint"
READER: Final = "reader"

_OPTIONS: Final[dict[str, Any]] = {  # None where it is not typed, so that a settings file may say it
    "model": Annotated[
        str | None, typer.Option("--model", help="Name of the model at the endpoint; default: $CAUSALCORE_MODEL.")
    ],
    "base_url": Annotated[
        str | None,
        typer.Option(
            "--base-url", help="Address of the endpoint, up to /v1; default: $OPENAI_BASE_URL, else OpenAI's."
        ),
    ],
    "api_key_env": Annotated[
        str | None,
        typer.Option(
            "--api-key-env", metavar="NAME", help="Environment variable with the key; default: OPENAI_API_KEY."
        ),
    ],
    "max_cost": Annotated[
        float | None, typer.Option("--max-cost", min=0.0, help="Spend at most this many US dollars; needs --prices.")
    ],
    "max_tokens": Annotated[int | None, typer.Option("--max-tokens", min=1, help="Use at most this many tokens.")],
    "prices": Annotated[
        Path | None,
        typer.Option("--prices", help="JSON or YAML: {model: {prompt, completion}}, dollars per million tokens."),
    ],
    "concurrency": Annotated[
        int | None,
        typer.Option("--concurrency", min=1, max=512, help="Most calls at the same time.", show_default="8"),
    ],
    "seconds": Annotated[
        float | None,
        typer.Option("--timeout", min=0.1, help="Time limit of one attempt, in seconds.", show_default="120"),
    ],
    "retries": Annotated[
        int | None,
        typer.Option("--retries", min=0, help="How often to try again after a failed attempt.", show_default="5"),
    ],
    "cache": Annotated[
        bool | None,
        typer.Option("--cache/--no-cache", help="Keep replies on disk and reuse them.", show_default="cache"),
    ],
    "record": Annotated[Path | None, typer.Option("--record", help="Also write requests and replies to this file.")],
    "replay": Annotated[
        Path | None, typer.Option("--replay", help="Take the replies from this recording; no network.")
    ],
    "dry_run": Annotated[
        bool | None, typer.Option("--dry-run", help="Make no call; estimate the number of calls and the cost.")
    ],
}


def endpoint_options(command: Callable[..., R]) -> Callable[..., R]:
    """Give a command the options of an endpoint.

    Parameters
    ----------
    command
        Takes `endpoint: EndpointOptions` beside its own parameters.

    Examples
    --------
    >>> @endpoint_options
    ... def read(text: str, endpoint: EndpointOptions) -> str:
    ...     return f"{text} {endpoint.model}"
    >>> list(inspect.signature(read).parameters)[:3]
    ['text', 'model', 'base_url']
    """
    signature = inspect.signature(command, eval_str=True)
    own = [parameter for name, parameter in signature.parameters.items() if name != PARAMETER]
    added = [
        inspect.Parameter(one.name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=_OPTIONS[one.name])
        for one in fields(EndpointOptions)
    ]

    @functools.wraps(command)
    def wrapped(*args: Any, **values: Any) -> R:
        named = {one.name: values.pop(one.name) for one in fields(EndpointOptions) if one.name in values}
        given = {name: value for name, value in named.items() if value is not None}
        options = EndpointOptions(**given)
        if values.get(READER, "") is None and not _asks_no_model(values):
            values[READER] = settings_reader()
        if not _asks_no_model(values):
            options = with_settings(options, given)
        return command(*args, **values, **{PARAMETER: options})

    parameters = [*own, *added]
    wrapped.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]  # typer reads it
    wrapped.__annotations__ = {one.name: one.annotation for one in parameters}
    return wrapped


def _asks_no_model(values: Mapping[str, Any]) -> bool:
    """Tell whether an option of the command excludes a language model, whatever a settings file says."""
    return str(values.get(READER) or "") == "offline"

"""The options of every command that asks a language model, in one place.

A command takes a parameter `endpoint: EndpointOptions` and is decorated; the command line then has the options.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, Final, TypeVar

import typer

from nlbridge.chat.client.endpoint_options import EndpointOptions, settings_reader, with_settings

R = TypeVar("R")
PARAMETER: Final = "endpoint"
READER: Final = "reader"


def _option(kind: Any, name: str, words: str, **more: Any) -> Any:
    return Annotated[kind | None, typer.Option(name, help=words, **more)]


_OPTIONS: Final[dict[str, Any]] = {  # None where it is not typed, so that a settings file may say it
    "model": _option(str, "--model", "Name of the model at the endpoint; default: $CAUSALCORE_MODEL."),
    "base_url": _option(
        str, "--base-url", "Address of the endpoint, up to /v1; default: $OPENAI_BASE_URL, else OpenAI's."
    ),
    "api_key_env": _option(
        str, "--api-key-env", "Environment variable with the key; default: OPENAI_API_KEY.", metavar="NAME"
    ),
    "max_cost": _option(float, "--max-cost", "Spend at most this many US dollars; needs --prices.", min=0.0),
    "max_tokens": _option(int, "--max-tokens", "Use at most this many tokens.", min=1),
    "prices": _option(Path, "--prices", "JSON or YAML: {model: {prompt, completion}}, dollars per million tokens."),
    "concurrency": _option(int, "--concurrency", "Most calls at the same time.", min=1, max=512, show_default="8"),
    "seconds": _option(float, "--timeout", "Time limit of one attempt, in seconds.", min=0.1, show_default="120"),
    "retries": _option(int, "--retries", "How often to try again after a failed attempt.", min=0, show_default="5"),
    "cache": _option(bool, "--cache/--no-cache", "Keep replies on disk and reuse them.", show_default="cache"),
    "record": _option(Path, "--record", "Also write requests and replies to this file."),
    "replay": _option(Path, "--replay", "Take the replies from this recording; no network."),
    "dry_run": _option(bool, "--dry-run", "Make no call; estimate the number of calls and the cost."),
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

    @functools.wraps(command)
    def wrapped(*args: Any, **values: Any) -> R:
        named = {name: values.pop(name) for name in _OPTIONS if name in values}
        given = {name: value for name, value in named.items() if value is not None}
        options = EndpointOptions(**given)
        if READER in values and values[READER] is None:
            values[READER] = settings_reader()
        if values.get(READER) != "offline":  # that excludes a model, whatever a settings file says
            options = with_settings(options, given)
        return command(*args, **values, **{PARAMETER: options})

    signature = inspect.signature(command, eval_str=True)
    parameters = [parameter for name, parameter in signature.parameters.items() if name != PARAMETER]
    for name, annotation in _OPTIONS.items():
        added = inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=annotation)
        parameters.append(added)
    wrapped.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]  # typer reads it
    wrapped.__annotations__ = {one.name: one.annotation for one in parameters}
    return wrapped

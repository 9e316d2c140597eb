"""The options of an endpoint; imports little, since every command has them."""

from __future__ import annotations

import os
from collections.abc import Collection
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

KEY: Final = "OPENAI_API_KEY"
ADDRESS: Final = "OPENAI_BASE_URL"
MODEL: Final = "CAUSALCORE_MODEL"
"""Environment variable that names the model where `--model` does not."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EndpointOptions:
    """Which model to ask, where, how, and for how much; no field ever holds a key.

    Parameters
    ----------
    model
        The endpoint's name of the model; a replay of one model needs none.
    base_url
        Address up to `/v1`; default: `$OPENAI_BASE_URL`, else OpenAI's.
    api_key_env
        Name of the environment variable that holds the key; default `OPENAI_API_KEY`.
    max_cost, max_tokens
        Limits of this run, in US dollars and in tokens.
    prices
        Price file; needed for `max_cost`.
    concurrency, seconds, retries
        Calls at a time, time limit of one attempt, further attempts.
    cache
        Whether replies are kept on disk and used again.
    record, replay
        Recordings to write and to answer from; a replay reaches no network.
    """

    model: str | None = None
    base_url: str | None = None
    api_key_env: str | None = None
    max_cost: float | None = None
    max_tokens: int | None = None
    prices: Path | None = None
    concurrency: int = 8
    seconds: float = 120.0
    retries: int = 5
    cache: bool = True
    record: Path | None = None
    replay: Path | None = None
    dry_run: bool = False


def with_settings(options: EndpointOptions, given: Collection[str]) -> EndpointOptions:
    """Return the options, completed from the settings file where neither the user nor the environment sets them.

    Parameters
    ----------
    given
        Names of the fields that the user gave, also as their defaults.

    Raises
    ------
    nlbridge.chat.errors.EndpointOptionError
        If the file is unusable, or names an address that the user's key would go to without the user's word.
    """
    from nlbridge.chat.settings_file import settings_file

    found = settings_file()
    if found is None:
        return options
    values = {_RENAMED.get(name, name): value for name, value in found.values.items() if name != "reader"}
    left_out = {*given, *_said_elsewhere(options)}
    taken = {name: value for name, value in values.items() if name not in left_out}
    _refuse_foreign_address(taken, given, found.path, named=found.named)
    return replace(options, **taken)


_RENAMED: Final = {"timeout": "seconds"}


def _said_elsewhere(options: EndpointOptions) -> set[str]:
    """Return the fields that the environment sets, or that a replay does not need."""
    variables = {"model": MODEL, "base_url": ADDRESS}
    found = {name for name, variable in variables.items() if os.environ.get(variable, "").strip()}
    return found | ({"model", "base_url"} if options.replay is not None else set())


def _refuse_foreign_address(taken: dict[str, Any], given: Collection[str], path: Path, *, named: bool) -> None:
    from nlbridge.chat.errors import EndpointOptionError
    from nlbridge.chat.settings_file import VARIABLE, is_local

    address = str(taken.get("base_url", ""))
    if address and not named and "api_key_env" not in given and not is_local(address):
        message = (
            f"expected your word for {address}, which only {path} in this folder names, before a key goes there; "
            f"give --api-key-env, or name the file in ${VARIABLE}"
        )
        raise EndpointOptionError(message)


def settings_reader() -> str | None:
    """Return the reader that the settings file names, None where it names none."""
    from nlbridge.chat.settings_file import settings_file

    found = settings_file()
    return None if found is None else found.values.get("reader")

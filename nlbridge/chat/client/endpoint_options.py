"""The options of an endpoint; imports little, since every command has them.

A settings file says once for a folder which model to ask, where and for how much: `causalcore.toml` where the command
is started, else the table `[tool.causalcore]` of the `pyproject.toml` there, or whatever file `$CAUSALCORE_SETTINGS`
names. It never holds a key. A file that merely lies in the folder may have come with somebody else's project: an
address that it names gets a key only where the user names one.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Collection
from dataclasses import dataclass, replace
from difflib import get_close_matches
from ipaddress import ip_address
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from logic.errors import brief, place_of
from nlbridge.chat.errors import EndpointOptionError

KEY: Final = "OPENAI_API_KEY"
ADDRESS: Final = "OPENAI_BASE_URL"
MODEL: Final = "CAUSALCORE_MODEL"
"""Environment variable that names the model where `--model` does not."""
CACHE: Final = "CAUSALCORE_CACHE"
"""Environment variable that names the folder of the cache."""
CACHE_FILE: Final = "replies.sqlite"
VARIABLE: Final = "CAUSALCORE_SETTINGS"
NAME: Final = "causalcore.toml"
PROJECT: Final = "pyproject.toml"
TABLE: Final = ("tool", "causalcore")
READERS: Final = ("offline", "llm", "hybrid")
_SECRET: Final = re.compile(
    r"(?:^|[_-])(?:api[_-]?key|key|token|secret|password|passwd|credentials?|authorization|bearer)$", re.IGNORECASE
)
_KEY: Final = re.compile(r"\b(?:sk|pk|rk|gsk|hf|xai|ghp|glpat)[-_][A-Za-z0-9_-]{8,}|\bBearer\s|\bAIza[\w-]{20,}")
_COUNT: Final = "a whole number of at least 1"
_FORMS: Final[dict[str, tuple[tuple[type, ...], float, float, str]]] = {
    "model": ((str,), 0, 0, "the name of a model"),
    "base_url": ((str,), 0, 0, "an address up to /v1"),
    "api_key_env": ((str,), 0, 0, "the name of an environment variable"),
    "reader": ((str,), 0, 0, "offline, llm or hybrid"),
    "prices": ((str,), 0, 0, "the name of a price file"),
    "max_cost": ((int, float), 0.0, 1e9, "dollars, 0 or more"),
    "max_tokens": ((int,), 1, 1e15, _COUNT),
    "concurrency": ((int,), 1, 512, "a whole number from 1 to 512"),
    "timeout": ((int, float), 0.1, 1e6, "seconds, 0.1 or more"),
    "retries": ((int,), 0, 1e6, "a whole number, 0 or more"),
    "cache": ((bool,), 0, 1, "true or false"),
}
"""Setting -> its types, least and greatest value, and what it is, for the message."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingsFile:
    """What a settings file says; `named` if the user named it, instead of its lying in the folder."""

    path: Path
    values: dict[str, Any]
    named: bool


def settings_file() -> SettingsFile | None:
    """Return the settings that hold here, None where there are none."""
    name = os.environ.get(VARIABLE, "").strip()
    path = Path(name).expanduser() if name else _in_this_folder()
    return None if path is None else SettingsFile(path=path, values=_read(path), named=bool(name))


def _in_this_folder() -> Path | None:
    if Path(NAME).is_file():
        return Path(NAME)
    project = Path(PROJECT)
    try:
        has_table = ".".join(TABLE) in project.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return None
    return project if has_table else None


def _read(path: Path) -> dict[str, Any]:
    try:
        values = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as missing:
        reason = missing.strerror or type(missing).__name__
        message = f"expected a settings file, got {path} ({reason}); correct ${VARIABLE}, or unset it"
        raise EndpointOptionError(message) from missing
    except (ValueError, RecursionError) as broken:  # TOML, or UTF-8
        message = f'expected TOML in {path}, got {str(broken)[:200]}; write for example: model = "NAME"'
        raise EndpointOptionError(message) from broken
    for part in TABLE if path.name == PROJECT else ():
        values = values.get(part, {})
    return {name: _checked(name, value, path) for name, value in values.items()}


def _checked(name: str, value: Any, path: Path) -> Any:
    _refuse_key(name, value, path)
    if name not in _FORMS:
        near = get_close_matches(name, _FORMS, n=1)
        cure = f"did you mean {near[0]}?" if near else f"the settings are {', '.join(_FORMS)}"
        message = f"expected a setting in {path}, got {place_of([name])}; {cure}"
        raise EndpointOptionError(message)
    types, least, most, what = _FORMS[name]
    fits = isinstance(value, types) and isinstance(value, bool) is (bool in types)
    if isinstance(value, str):
        fits = fits and bool(value.strip()) and (name != "reader" or value in READERS)
    elif fits:
        fits = least <= value <= most
    if not fits:
        message = f"expected {what} as {name} in {path}, got {brief(value)}; correct it"
        raise EndpointOptionError(message)
    return path.parent / value if name == "prices" else value


def _refuse_key(name: str, value: Any, path: Path) -> None:
    """Refuse a key, in whatever setting it is; the message does not quote it."""
    text = value if isinstance(value, str) else ""
    address = urlsplit(text) if "://" in text else None
    if _SECRET.search(name) or _KEY.search(text) or (address and (address.password or address.username)):
        message = (
            f"expected no key in {path}, got one as {name}; take it out, put it into the environment variable "
            "OPENAI_API_KEY or another one, and name that one as api_key_env"
        )
        raise EndpointOptionError(message)
    for inner, part in value.items() if isinstance(value, dict) else ():
        _refuse_key(str(inner), part, path)


def is_loopback(address: str) -> bool:
    """Tell whether an address is on this machine, so that no key can leave it.

    Examples
    --------
    >>> [is_loopback(url) for url in ("http://127.0.0.1:1/v1", "http://[::1]:1", "http://localhost", "http://10.0.0.1")]
    [True, True, True, False]
    """
    try:
        host = urlsplit(address).hostname or ""
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


def default_path() -> Path:
    """Return the file of the cache; its folder is `$CAUSALCORE_CACHE`, else the user's cache folder."""
    if folder := os.environ.get(CACHE):
        return Path(folder) / CACHE_FILE
    base = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    return (Path(base) if base else Path.home() / ".cache") / "causalcore" / CACHE_FILE


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
    """
    found = settings_file()
    if found is None:
        return options
    left_out = {"reader", *given}
    for field, variable in (("model", MODEL), ("base_url", ADDRESS)):
        if options.replay is not None or os.environ.get(variable, "").strip():
            left_out.add(field)
    values = {"seconds" if name == "timeout" else name: value for name, value in found.values.items()}
    taken = {name: value for name, value in values.items() if name not in left_out}
    address = str(taken.get("base_url", ""))
    if address and not found.named and "api_key_env" not in given and not is_loopback(address):
        message = (
            f"expected your word for {address}, which only {found.path} in this folder names, before a key goes there; "
            f"give --api-key-env, or name the file in ${VARIABLE}"
        )
        raise EndpointOptionError(message)
    return replace(options, **taken)


def settings_reader() -> str | None:
    """Return the reader that the settings file names, None where it names none."""
    found = settings_file()
    return None if found is None else found.values.get("reader")

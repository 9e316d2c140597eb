"""The options of a call, completed by the environment and the settings file, and the model they open.

A settings file says once for a folder which model to ask, where, and at what cost: `causalcore.toml` in the working
directory, else the table `[tool.causalcore]` of the `pyproject.toml` there, or any file that `$CAUSALCORE_SETTINGS`
names. It never holds a key.

Examples
--------
>>> how = how_to_read({"implicit": "possible"})
>>> with opened(how) as settings:
...     settings.implicit
'possible'
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import fields, replace
from difflib import get_close_matches
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, TypedDict, get_args, get_type_hints
from urllib.parse import urlsplit

from causalcore.files.text_file import read_text
from causalcore.files.unread import why_unread
from logic.errors import brief, place_of
from nlbridge.answering.request import Reader, RequestError, Settings
from nlbridge.chat.client.endpoint_options import ADDRESS, MODEL, EndpointOptions, is_loopback
from nlbridge.chat.errors import EndpointOptionError
from nlbridge.errors import BridgeError

if TYPE_CHECKING:
    from nlbridge.chat.sharing import SharedEndpoint


VARIABLE: Final = "CAUSALCORE_SETTINGS"
NAME: Final = "causalcore.toml"
PROJECT: Final = "pyproject.toml"
TABLE: Final = ("tool", "causalcore")
_SECRET: Final = re.compile(
    r"(?:^|[_-])(?:api[_-]?key|key|token|secret|password|passwd|credentials?|authorization|bearer)$", re.IGNORECASE
)
_KEY: Final = re.compile(r"\b(?:sk|pk|rk|gsk|hf|xai|ghp|glpat)[-_][A-Za-z0-9_-]{8,}|\bBearer\s|\bAIza[\w-]{20,}")
_OF_A_CALL: Final = ("record", "replay", "dry_run")
"""Options that a settings file may not set."""


class Options(TypedDict, total=False):
    """How to read texts, and which model helps; each key is an option of the command line, `_` for `-`."""

    pipeline: str | None
    implicit: str
    reader: str | None
    samples: int
    silence: str
    model: str | None
    base_url: str | None
    api_key_env: str | None
    max_cost: float | None
    max_tokens: int | None
    prices: str | Path | None
    concurrency: int
    timeout: float
    retries: int
    cache: bool
    record: str | Path | None
    replay: str | Path | None
    dry_run: bool


FILES: Final = ("prices", "record", "replay")
_KINDS: Final = get_type_hints(Options)
_WRITTEN: Final = {str: "a text", int: "a whole number", float: "a number", bool: "True or False"}
OF_READING: Final = ("pipeline", "implicit", "samples", "silence")
"""Options that say how to read texts, besides the reader; the others are those of an endpoint."""


def how_to_read(options: Mapping[str, Any]) -> Settings:
    """Return the settings that the options give; they hold no key and no open model, and can be pickled.

    The reader defaults to `hybrid` if a language model is named, else to `offline`.
    """
    for name, value in options.items():
        _refuse_no_option(name, value)
    of_endpoint = {
        name: Path(value) if name in FILES and value is not None else value
        for name, value in options.items()
        if name not in {"reader", *OF_READING}
    }
    reader, endpoint = completed(of_endpoint, options.get("reader"))
    default = "hybrid" if endpoint.name or endpoint.replay else "offline"
    of_reading = {name: options[name] for name in OF_READING if name in options}
    return Settings(**of_reading, reader=reader or default, endpoint_options=endpoint)


def _refuse_no_option(name: str, value: object) -> None:
    """Raise for a name that is no option, and for a value of another type."""
    if name not in _KINDS:
        message = f"expected an option, got {name}; {_nearest(name, _KINDS, 'options')}"
        raise RequestError(message)
    kinds = get_args(_KINDS[name]) or (_KINDS[name],)
    taken = (*kinds, int) if float in kinds else kinds
    if not isinstance(value, taken) or (isinstance(value, bool) and bool not in kinds):
        message = f"expected {name} as {_WRITTEN[kinds[0]]}, got {brief(value)}; write it so"
        raise RequestError(message)


def _nearest(name: str, allowed: Iterable[str], what: str) -> str:
    near = get_close_matches(name, allowed, n=1)
    return f"did you mean {near[0]}?" if near else f"the {what} are {', '.join(allowed)}"


def completed(given: Mapping[str, Any], reader: str | None) -> tuple[str | None, EndpointOptions]:
    """Complete the user's reader and endpoint: first from the environment, then from the settings file.

    There is no reader if nobody names one. The endpoint itself looks up what the environment sets. A file that merely
    lies in the folder may come from somebody else's project, so an address in it gets a key only if the user names the
    key.

    Parameters
    ----------
    given
        Fields of `EndpointOptions` that the user gave, even those equal to their defaults.
    reader
        None if the user names none; `offline` asks no model, whatever the file says.
    """
    from_settings = None if reader == "offline" else settings_file()
    if from_settings is None:
        return reader, EndpointOptions(**given)
    path, values = from_settings
    reader = reader or values.get("reader")
    if reader == "offline":
        return reader, EndpointOptions(**given)
    from_file = {name: value for name, value in values.items() if name not in {"reader", *given}}
    for name, variable in (("model", MODEL), ("base_url", ADDRESS)):
        if given.get("replay") is not None or os.environ.get(variable, "").strip():
            from_file.pop(name, None)
    address = from_file.get("base_url")
    named = os.environ.get(VARIABLE, "").strip()
    if address and not named and "api_key_env" not in given and not is_loopback(address):
        message = (
            f"expected you to confirm {address}, which only {path} in this folder names, before a key goes there; "
            f"give --api-key-env, or name the file in ${VARIABLE}"
        )
        raise EndpointOptionError(message)
    return reader, EndpointOptions(**{**from_file, **given})


def settings_file() -> tuple[Path, dict[str, Any]] | None:
    """Return the settings file that applies here, and its settings; None if there is none."""
    if name := os.environ.get(VARIABLE, "").strip():
        path = Path(name).expanduser()
    elif Path(NAME).is_file():
        path = Path(NAME)
    else:
        path = Path(PROJECT)
        try:
            if ".".join(TABLE) not in path.read_text(encoding="utf-8"):
                return None
        except (OSError, UnicodeDecodeError):
            return None
    return path, _settings_in(path)


def _settings_in(path: Path) -> dict[str, Any]:
    try:
        values = tomllib.loads(read_text(path))
    except OSError as missing:
        reason = missing.strerror or type(missing).__name__
        message = f"expected a settings file, got {path} ({reason}); correct ${VARIABLE}, or unset it"
        raise EndpointOptionError(message) from missing
    except UnicodeDecodeError as broken:
        message = f"expected TOML in UTF-8 in {path}, got {why_unread(broken)}"
        raise EndpointOptionError(message) from broken
    except (ValueError, RecursionError) as broken:  # TOML
        message = f'expected TOML in {path}, got {str(broken)[:200]}; write for example: model = "NAME"'
        raise EndpointOptionError(message) from broken
    for part in TABLE if path.name == PROJECT else ():
        values = values.get(part, {})
    return {name: _checked_setting(name, value, path) for name, value in values.items()}


def _checked_setting(name: str, value: Any, path: Path) -> Any:
    from pydantic import ConfigDict, TypeAdapter, ValidationError

    _refuse_key(name, value, path)
    kinds = _kinds_of_settings()
    if name not in kinds:
        message = f"expected a setting in {path}, got {place_of([name])}; {_nearest(name, kinds, 'settings')}"
        raise EndpointOptionError(message)
    try:
        how = ConfigDict(strict=True, str_strip_whitespace=True, str_min_length=1, allow_inf_nan=False)
        TypeAdapter(kinds[name], config=how).validate_python(value)
    except ValidationError as wrong:
        why = wrong.errors()[0]["msg"]
        message = f"expected a valid {name} in {path}, got {brief(value)} ({why}); correct it"
        raise EndpointOptionError(message) from wrong
    return path.parent / value if name == "prices" else value


def _kinds_of_settings() -> dict[str, Any]:
    """Return the type of each setting: a field of an endpoint's options within its bounds, or the reader."""
    from pydantic import Field

    kinds = get_type_hints(EndpointOptions) | {"prices": str}
    return {
        option.name: Annotated[kinds[option.name], Field(ge=option.metadata.get("min"), le=option.metadata.get("max"))]
        for option in fields(EndpointOptions)
        if option.name not in _OF_A_CALL
    } | {"reader": Annotated[Reader, Field(strict=False)]}


def _refuse_key(name: str, value: Any, path: Path) -> None:
    """Refuse a key in any setting; the message does not quote it."""
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


@contextmanager
def opened(how: Settings) -> Iterator[Settings]:
    """Open the language model, if there is one, while texts are read."""
    options = how.endpoint_options
    if how.reader != "offline" and options is not None:
        from nlbridge.chat.client.endpoint import Endpoint

        with Endpoint(options) as endpoint:
            yield replace(how, endpoint=endpoint)
        return
    usual = EndpointOptions()
    changed = [option for option in fields(usual) if getattr(options or usual, option.name) != option.default]
    if changed:
        given = ", ".join(f"{'no-' if one.default is True else ''}{one.name.replace('_', '-')}" for one in changed)
        message = (
            f"expected the reader llm or hybrid with the options of an endpoint, got {given} with the "
            "offline reader, which asks no model; name the reader or leave them out"
        )
        raise RequestError(message)
    yield how


@contextmanager
def shared(how: Settings) -> Iterator[tuple[Settings, SharedEndpoint | None]]:
    """Open the language model for all threads and processes of a server; yield None without a model.

    Examples
    --------
    >>> with shared(Settings()) as (settings, endpoint):
    ...     settings.reader, endpoint
    ('offline', None)
    """
    if how.reader == "offline" or how.endpoint_options is None:
        yield how, None
        return
    from nlbridge.chat.sharing import SharedEndpoint

    with SharedEndpoint(how.endpoint_options) as asked, asked.here() as here:
        yield replace(how, endpoint=here), asked


class LibraryMissingError(BridgeError, ImportError):
    """The library that runs a model is not installed."""


def library(module: str, option: str, extra: str) -> Any:
    """Import the library behind `option`."""
    # The libraries read these when they load: no network access for local files, and no output on stderr.
    os.environ.setdefault("HF_HUB_OFFLINE", "1")
    os.environ.setdefault("HF_HUB_DISABLE_PROGRESS_BARS", "1")
    os.environ.setdefault("TRANSFORMERS_VERBOSITY", "error")
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
    try:
        return import_module(module)
    except ImportError as missing:
        name = module.replace("_", "-")
        message = f"expected {name} for {option}, which is not installed; try: pip install 'causalcore[{extra}]'"
        raise LibraryMissingError(message) from missing

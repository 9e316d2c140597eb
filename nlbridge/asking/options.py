"""The options of a call, completed by the environment and the settings file, and what they open.

A settings file says once for a folder which model to ask, where and for how much: `causalcore.toml` where the command
is started, else the table `[tool.causalcore]` of the `pyproject.toml` there, or whatever file `$CAUSALCORE_SETTINGS`
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
from dataclasses import dataclass, fields, replace
from difflib import get_close_matches
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypedDict
from urllib.parse import urlsplit

from logic.errors import brief, place_of
from nlbridge.answering.request import READERS, RequestError, Settings
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


class Options(TypedDict, total=False):
    """How texts are read, and who helps; each key is an option of the command line, `_` for `-`."""

    pipeline: str | None
    implicit: str
    reader: str
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
OF_READING: Final = ("pipeline", "implicit", "samples", "silence")
"""Options that say how texts are read, beside who reads them; the others are those of an endpoint."""


def how_to_read(options: Mapping[str, Any]) -> Settings:
    """Return what the options say, with a language model that is not open yet; they hold no key, and pickle.

    Without a reader it is `hybrid` where a language model is named, else `offline`.
    """
    _refuse_unknown(options)
    of_endpoint = {
        name: Path(value) if name in FILES and value is not None else value
        for name, value in options.items()
        if name not in {"reader", *OF_READING}
    }
    reader, endpoint = completed(of_endpoint, options.get("reader"))
    default = "hybrid" if endpoint.name or endpoint.replay else "offline"
    of_reading = {name: options[name] for name in OF_READING if name in options}
    return Settings(**of_reading, reader=reader or default, endpoint_options=endpoint)


def _refuse_unknown(options: Mapping[str, Any]) -> None:
    known = Options.__annotations__
    for name in options:
        if name not in known:
            cure = _nearest(name, known) or f"the options are {', '.join(known)}"
            message = f"expected an option of the command line, got {name}; {cure}"
            raise RequestError(message)


def _nearest(name: str, known: Iterable[str]) -> str:
    near = get_close_matches(name, known, n=1)
    return f"did you mean {near[0]}?" if near else ""


def completed(given: Mapping[str, Any], reader: str | None) -> tuple[str | None, EndpointOptions]:
    """Complete what the user says of a reader and an endpoint: the environment comes next, then the settings file.

    A file that merely lies in the folder may have come with somebody else's project: an address that it names gets a
    key only where the user names one.

    Parameters
    ----------
    given
        Fields of `EndpointOptions` that the user gave, also as their defaults.
    reader
        None where the user names none; `offline` asks no model, whatever the file says.

    Returns
    -------
    tuple of str or None and EndpointOptions
        No reader where nobody names one. What the environment says is looked up by the endpoint itself.
    """
    found = None if reader == "offline" else settings_file()
    if found is not None:
        reader = reader or found.values.get("reader")
    if found is None or reader == "offline":
        return reader, EndpointOptions(**given)
    taken = {name: value for name, value in found.values.items() if name not in {"reader", *given}}
    for name, variable in (("model", MODEL), ("base_url", ADDRESS)):
        if given.get("replay") is not None or os.environ.get(variable, "").strip():
            taken.pop(name, None)
    address = taken.get("base_url")
    if address and not found.named and "api_key_env" not in given and not is_loopback(address):
        message = (
            f"expected your word for {address}, which only {found.path} in this folder names, before a key goes there; "
            f"give --api-key-env, or name the file in ${VARIABLE}"
        )
        raise EndpointOptionError(message)
    return reader, EndpointOptions(**{**taken, **given})


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
    return None if path is None else SettingsFile(path=path, values=_settings_in(path), named=bool(name))


def _in_this_folder() -> Path | None:
    if Path(NAME).is_file():
        return Path(NAME)
    project = Path(PROJECT)
    try:
        has_table = ".".join(TABLE) in project.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return None
    return project if has_table else None


def _settings_in(path: Path) -> dict[str, Any]:
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
    return {name: _checked_setting(name, value, path) for name, value in values.items()}


def _checked_setting(name: str, value: Any, path: Path) -> Any:
    _refuse_key(name, value, path)
    if name not in _FORMS:
        cure = _nearest(name, _FORMS) or f"the settings are {', '.join(_FORMS)}"
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


@contextmanager
def opened(how: Settings) -> Iterator[Settings]:
    """Open the language model for as long as texts are read, where one helps."""
    options = how.endpoint_options
    if how.reader != "offline" and options is not None:
        from nlbridge.chat.client.endpoint import Endpoint

        with Endpoint(options) as endpoint:
            yield replace(how, endpoint=endpoint)
        return
    usual = EndpointOptions()
    given = [one.name for one in fields(usual) if getattr(options or usual, one.name) != one.default]
    if given:
        message = (
            f"expected --reader llm or hybrid beside the options of an endpoint, got {', '.join(given)} with the "
            "offline reader, which asks no model; name the reader or leave them out"
        )
        raise RequestError(message)
    yield how


@contextmanager
def shared(how: Settings) -> Iterator[tuple[Settings, SharedEndpoint | None]]:
    """Open the language model for all threads and processes of a server; None without a model.

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
    # The libraries read these when they load: nothing asks the network for what lies here, or talks on stderr.
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

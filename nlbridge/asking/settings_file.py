"""A settings file says once for a folder which model to ask, where and for how much.

It is `causalcore.toml` where the command is started, else the table `[tool.causalcore]` of the `pyproject.toml` there,
or whatever file `$CAUSALCORE_SETTINGS` names. It never holds a key.
"""

from __future__ import annotations

import os
import re
import tomllib
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from logic.errors import brief, place_of
from nlbridge.answering.request import READERS
from nlbridge.chat.errors import EndpointOptionError

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

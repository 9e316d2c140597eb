"""What a call asks for: a text, a file or a scenario, one what-if, and the options of the command line.

A string is always the text itself. A file is named by a `pathlib.Path`, so that no text can name one.

Examples
--------
>>> how = how_to_read({"implicit": "possible"})
>>> with opened(how) as settings:
...     settings.implicit
'possible'
>>> asked("The pump failed, so the cellar flooded.", do={"e1": False}).do
(('e1', 'false'),)
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import fields, replace
from difflib import get_close_matches
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypedDict

from nlbridge.answering.input import checked, scenario_in, text_or_scenario
from nlbridge.answering.request import Request, RequestError, Settings, values_of
from nlbridge.asking.settings_file import VARIABLE, settings_file
from nlbridge.chat.client.endpoint_options import ADDRESS, MODEL, EndpointOptions, is_loopback
from nlbridge.chat.errors import EndpointOptionError
from nlbridge.errors import BridgeError

if TYPE_CHECKING:
    from causalcore.scenario.scenario import Scenario
    from nlbridge.chat.sharing import SharedEndpoint

LONGEST_NAME: Final = 1000
"""Characters of a text that may be the name of a file."""
NAMED: Final = frozenset({".txt", ".md", ".json", ".yaml", ".yml"})
"""Suffixes of files that hold a text or a scenario."""


def asked(
    text: str | Path | Scenario | Mapping[str, Any] | None,
    scenario: Path | Scenario | Mapping[str, Any] | None = None,
    *,
    had: str | None = None,
    do: Mapping[str, object] | None = None,
    query: str | None = None,
) -> Request:
    """Return what a call asks for.

    Parameters
    ----------
    text, scenario
        Exactly one of them.
    had, do, query
        Exactly one of them.
    """
    if (text is None) is (scenario is None):
        message = f"expected a text or a scenario, got {'neither' if text is None else 'both'}; pass one of them"
        raise RequestError(message)
    for name, words in (("had", had), ("query", query)):
        if words is not None:
            checked(words, name)
    source = source_of(scenario if text is None else text)
    values = () if do is None else tuple(values_of(do).items())
    return Request(source=source, had=had, query=query, do=values)


def source_of(subject: object) -> str | Scenario:
    """Return the text or the scenario given by an argument."""
    from causalcore.scenario.file import scenario_from_document
    from causalcore.scenario.scenario import Scenario

    if isinstance(subject, Scenario):
        return subject
    if isinstance(subject, Mapping):
        return scenario_from_document(dict(subject))
    if isinstance(subject, Path):
        if not subject.is_file():
            message = f"expected a file, got {subject}, which does not exist; check the name"
            raise FileNotFoundError(message)
        return text_or_scenario(str(subject))
    if not isinstance(subject, str):
        message = (
            f"expected a text, a pathlib.Path, a Scenario or its dict, got {type(subject).__name__}; "
            "for a batch use rubric.many or check.many"
        )
        raise RequestError(message)
    text = subject.strip()
    name = Path(text) if len(subject) < LONGEST_NAME and "\n" not in text else None
    if name is not None and name.suffix.lower() in NAMED and (" " not in text or name.is_file()):
        message = (
            f"expected a text, got {subject!r}, the name of a file, taken for the text itself; "
            f"pass pathlib.Path({subject!r}) to have the file read"
        )
        raise RequestError(message)
    return scenario_in(subject) if text.startswith("{") else checked(subject)


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
    known = [*Options.__annotations__]
    for name in options:
        if name not in known:
            near = get_close_matches(name, known, n=1)
            cure = f"did you mean {near[0]}?" if near else f"the options are {', '.join(known)}"
            message = f"expected an option of the command line, got {name}; {cure}"
            raise RequestError(message)


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

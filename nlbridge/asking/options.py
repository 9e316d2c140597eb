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
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field, fields
from difflib import get_close_matches
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypedDict

from nlbridge.answering.input import checked, scenario_in, text_or_scenario
from nlbridge.answering.request import Request, RequestError, Settings, refuse_unknown_reader, values_of
from nlbridge.chat.client.endpoint_options import MODEL, EndpointOptions, settings_reader, with_settings
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
RENAMED: Final = {"timeout": "seconds"}
"""Options whose name on the command line is not that of their field."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HowToRead:
    """What the options say; it holds no key and no connection, and pickles.

    Parameters
    ----------
    pipeline, implicit, reader, samples, silence
        As in `nlbridge.answering.request.Settings`. No reader means `hybrid` where a language model is named,
        else `offline`.
    endpoint
        The language model, not opened yet.
    """

    pipeline: str | None = None
    implicit: str = "necessary"
    reader: str | None = None
    samples: int = 1
    silence: str = "open"
    endpoint: EndpointOptions = field(default_factory=EndpointOptions)

    def __post_init__(self) -> None:
        if self.reader is None:
            named = self.endpoint.model or self.endpoint.replay or os.environ.get(MODEL)
            object.__setattr__(self, "reader", "hybrid" if named else "offline")
        refuse_unknown_reader(str(self.reader))

    def settings(self, endpoint: Any = None) -> Settings:
        """Return the settings, with an endpoint that is open."""
        return Settings(
            pipeline=self.pipeline,
            implicit=str(self.implicit),
            reader=str(self.reader),
            samples=self.samples,
            silence=str(self.silence),
            endpoint=endpoint,
        )


def how_to_read(options: Mapping[str, Any]) -> HowToRead:
    """Sort keyword arguments into those of the reader and those of an endpoint."""
    known = [*Options.__annotations__]
    for name in options:
        if name not in known:
            near = get_close_matches(name, known, n=1)
            cure = f"did you mean {near[0]}?" if near else f"the options are {', '.join(known)}"
            message = f"expected an option of the command line, got {name}; {cure}"
            raise RequestError(message)
    given: dict[str, Any] = {
        RENAMED.get(name, name): Path(value) if name in FILES and value is not None else value
        for name, value in options.items()
    }
    of_endpoint = {one.name for one in fields(EndpointOptions)}
    endpoint = EndpointOptions(**{name: value for name, value in given.items() if name in of_endpoint})
    own = {name: value for name, value in given.items() if name not in of_endpoint}
    if own.get("reader") == "offline":
        return HowToRead(**own, endpoint=endpoint)
    own["reader"] = own.get("reader") or settings_reader()
    endpoint = with_settings(endpoint, given)
    return HowToRead(**own, endpoint=EndpointOptions() if own["reader"] == "offline" else endpoint)


@contextmanager
def opened(how: HowToRead) -> Iterator[Settings]:
    """Give how texts are read, with the endpoint open where a language model helps."""
    if how.reader == "offline":
        options = how.endpoint
        given = [one.name for one in fields(options) if getattr(options, one.name) != one.default]
        if given:
            message = (
                f"expected --reader llm or hybrid beside the options of an endpoint, got {', '.join(given)} with the "
                "offline reader, which asks no model; name the reader or leave them out"
            )
            raise RequestError(message)
        yield how.settings()
        return
    from nlbridge.chat.client.endpoint import Endpoint

    with Endpoint(how.endpoint) as endpoint:
        yield how.settings(endpoint)


@asynccontextmanager
async def opened_in_loop(how: HowToRead) -> AsyncIterator[Settings]:
    """Like `opened`, within a running event loop, with a language model: calls to the endpoint are awaited."""
    from nlbridge.chat.client.endpoint import Endpoint

    async with Endpoint(how.endpoint) as endpoint:
        yield how.settings(endpoint)


@contextmanager
def shared(how: HowToRead) -> Iterator[tuple[Settings, SharedEndpoint | None]]:
    """Give a server its settings, with an endpoint that all its threads and processes share; None without a model.

    Examples
    --------
    >>> with shared(HowToRead()) as (settings, endpoint):
    ...     settings.reader, endpoint
    ('offline', None)
    """
    if how.reader == "offline":
        yield how.settings(), None
        return
    from nlbridge.chat.sharing import SharedEndpoint

    with SharedEndpoint(how.endpoint) as asked, asked.here() as here:
        yield how.settings(here), asked


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

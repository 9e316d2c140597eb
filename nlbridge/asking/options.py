"""The options of the command line as keyword arguments, and what they open.

Examples
--------
>>> how = how_to_read({"implicit": "possible"})
>>> with opened(how) as settings:
...     settings.implicit
'possible'
"""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field, fields
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Final, TypedDict

from nlbridge.answering.request import RequestError, Settings, refuse_unknown_reader
from nlbridge.chat.client.endpoint_options import MODEL, EndpointOptions, settings_reader, with_settings


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
            object.__setattr__(self, "reader", "hybrid" if _names_model(self.endpoint) else "offline")
        refuse_unknown_reader(str(self.reader))

    def settings(self, endpoint: Any = None) -> Settings:
        """Return the settings, with an endpoint that is open.

        Raises
        ------
        RequestError
            If the options do not fit together.
        """
        return Settings(
            pipeline=self.pipeline,
            implicit=str(self.implicit),
            reader=str(self.reader),
            samples=self.samples,
            silence=str(self.silence),
            endpoint=endpoint,
        )


def how_to_read(options: Mapping[str, Any]) -> HowToRead:
    """Sort keyword arguments into those of the reader and those of an endpoint.

    Raises
    ------
    RequestError
        For an unknown option, with the most similar known one.
    """
    known = [*Options.__annotations__]
    for name in options:
        if name not in known:
            near = get_close_matches(name, known, n=1)
            cure = f"did you mean {near[0]}?" if near else f"the options are {', '.join(known)}"
            message = f"expected an option of the command line, got {name}; {cure}"
            raise RequestError(message)
    asked = {RENAMED.get(name, name): _file(name, value) for name, value in options.items()}
    of_endpoint = {one.name for one in fields(EndpointOptions)}
    endpoint = EndpointOptions(**{name: value for name, value in asked.items() if name in of_endpoint})
    own = {name: value for name, value in asked.items() if name not in of_endpoint}
    if own.get("reader") == "offline":
        return HowToRead(**own, endpoint=endpoint)
    own["reader"] = own.get("reader") or settings_reader()
    endpoint = with_settings(endpoint, asked)
    return HowToRead(**own, endpoint=EndpointOptions() if own["reader"] == "offline" else endpoint)


def _file(name: str, value: Any) -> Any:
    return Path(value) if name in FILES and value is not None else value


@contextmanager
def opened(how: HowToRead) -> Iterator[Settings]:
    """Give how texts are read, with the endpoint open where a language model helps.

    Raises
    ------
    RequestError
        If the options do not fit together.
    """
    if how.reader == "offline":
        yield _offline(how)
        return
    from nlbridge.chat.client.endpoint import Endpoint

    with Endpoint(how.endpoint) as endpoint:
        yield how.settings(endpoint)


@asynccontextmanager
async def opened_in_loop(how: HowToRead) -> AsyncIterator[Settings]:
    """Like `opened`, within a running event loop: calls to the endpoint are awaited."""
    if how.reader == "offline":
        yield _offline(how)
        return
    from nlbridge.chat.client.endpoint import Endpoint

    async with Endpoint(how.endpoint) as endpoint:
        yield how.settings(endpoint)


def _names_model(options: EndpointOptions) -> bool:
    return bool(options.model or options.replay or os.environ.get(MODEL))


def _offline(how: HowToRead) -> Settings:
    _refuse_endpoint(how.endpoint)
    return how.settings()


def _refuse_endpoint(options: EndpointOptions) -> None:
    given = [one.name for one in fields(options) if getattr(options, one.name) != one.default]
    if given:
        message = (
            f"expected --reader llm or hybrid beside the options of an endpoint, got {', '.join(given)} with the "
            "offline reader, which asks no model; name the reader or leave them out"
        )
        raise RequestError(message)

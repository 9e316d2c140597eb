"""The function `read`: what a text claims, and which claim affects which."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nlbridge.answering.answers import read_text
from nlbridge.asking.options import how_to_read, opened, opened_in_loop, source_of

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path
    from typing import Unpack

    from causalcore.scenario.scenario import Scenario
    from nlbridge.asking.options import HowToRead, Options


def read(text: str | Path | Scenario | Mapping[str, Any], **options: Unpack[Options]) -> Scenario:
    """Read a text into a scenario: events, links, latents.

    Parameters
    ----------
    text
        The text itself; a `Path` is a file with a text or a scenario.
    options
        Those of the command line: see `nlbridge.asking.options.Options`.

    Raises
    ------
    RequestError
        If `text` is none of these, or the name of a file.
    UnreadableTextError
        If the text cannot be read.

    Examples
    --------
    >>> print(read("The pump failed, so the cellar flooded."))
    e1: The pump failed.
    e2: The cellar flooded.
    e1 -> e2 (necessary; “so”, ...% sure)
    """
    source, how = source_of(text), how_to_read(options)
    return _read(source, how) if isinstance(source, str) else source


async def read_aio(text: str | Path | Scenario | Mapping[str, Any], **options: Unpack[Options]) -> Scenario:
    """Do as `read` without blocking the event loop: a model is awaited, offline work goes to a thread."""
    from nlbridge.apps.python.many import in_thread

    source, how = source_of(text), how_to_read(options)
    if not isinstance(source, str):
        return source
    if how.reader == "offline":
        return await in_thread(lambda: _read(source, how))
    from nlbridge.answering.assisted import assistant_of, endpoint_of

    async with opened_in_loop(how) as settings:
        return (await endpoint_of(settings).awaited(assistant_of(settings).read(source))).scenario


def _read(text: str, how: HowToRead) -> Scenario:
    with opened(how) as settings:
        return read_text(text, settings)

"""The readers behind one protocol: the offline reader, a language model, or both together.

Examples
--------
>>> import asyncio
>>> sure = Together(words=ByWords(), model=ByWords(), sure=0.0)
>>> [event.id for event in asyncio.run(sure.read("The pump failed, so the cellar flooded.")).events]
['e1', 'e2']
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, Protocol

from nlbridge.reading.agreement import agreed, witnessed
from nlbridge.reading.by_model import read_with_model
from nlbridge.reading.reader import read

if TYPE_CHECKING:
    from causalcore.scenario.scenario import Scenario
    from nlbridge.chat.replies.prompt import Respondent

VARIED: Final = 0.7
"""Temperature for several readings; at 0 they would be mostly the same."""


class Reader(Protocol):
    """Reads a text into a scenario whose events and links carry their provenance."""

    async def read(self, text: str) -> Scenario:
        """Read a text."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class ByWords:
    """The offline reader: rules and the small network.

    Parameters
    ----------
    pipeline
        Name of a spaCy pipeline; None for the shipped one.
    implicit
        Strength of links that no word signals; see `nlbridge.reading.reader.read`.
    """

    pipeline: str | None = None
    implicit: str = "necessary"

    async def read(self, text: str) -> Scenario:
        """Read a text offline."""
        return read(text, pipeline=self.pipeline, implicit=self.implicit)


@dataclass(frozen=True, slots=True, kw_only=True)
class ByModel:
    """The reader that asks a language model, `samples` times, and merges the readings."""

    respondent: Respondent
    samples: int = 1

    async def read(self, text: str) -> Scenario:
        """Read a text with the model."""
        who = self.respondent
        if self.samples > 1 and not who.temperature:
            who = replace(who, temperature=VARIED)
        return agreed(await asyncio.gather(*(read_with_model(text, who, repeat=k) for k in range(self.samples))))


@dataclass(frozen=True, slots=True, kw_only=True)
class Together:
    """The reader that asks the model, and raises the confidence of links that the offline reader finds too.

    Parameters
    ----------
    sure
        If every offline link has at least this confidence, the model is not asked; None to ask it always.
    """

    words: Reader
    model: Reader
    sure: float | None = None

    async def read(self, text: str) -> Scenario:
        """Read a text with both readers."""
        offline = await self.words.read(text)
        if self.sure is not None and all(link.confidence >= self.sure for link in offline.links):
            return offline
        return witnessed(await self.model.read(text), offline)

"""Whoever reads a text: its words, a language model, or the two together, behind one protocol.

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
"""Temperature of several readings: at 0 they would mostly be one reading said again."""


class Reader(Protocol):
    """Reads what a text states, as a scenario whose events and links say who read them."""

    async def read(self, text: str) -> Scenario:
        """Read a text."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class ByWords:
    """The reader that needs no model: rules and the small network.

    Parameters
    ----------
    pipeline
        Name of a spaCy pipeline; None for the one in the package.
    implicit
        Strength of links between neighbours that no word signals.
    """

    pipeline: str | None = None
    implicit: str = "necessary"

    async def read(self, text: str) -> Scenario:
        """Read a text by its words."""
        return read(text, pipeline=self.pipeline, implicit=self.implicit)


@dataclass(frozen=True, slots=True, kw_only=True)
class ByModel:
    """The reader that asks a language model, several times if told to, and keeps what the readings agree on."""

    respondent: Respondent
    samples: int = 1

    async def read(self, text: str) -> Scenario:
        """Read a text by what the model says that it states."""
        who = self.respondent
        if self.samples > 1 and not who.temperature:
            who = replace(who, temperature=VARIED)
        return agreed(await asyncio.gather(*(read_with_model(text, who, repeat=k) for k in range(self.samples))))


@dataclass(frozen=True, slots=True, kw_only=True)
class Together:
    """The reader that asks the model, and makes the links surer that the words show, too.

    Parameters
    ----------
    sure
        Confidence of all links from which the words are enough and the model is not asked; None where it always is.
    """

    words: Reader
    model: Reader
    sure: float | None = None

    async def read(self, text: str) -> Scenario:
        """Read a text by both."""
        found = await self.words.read(text)
        if self.sure is not None and all(link.confidence >= self.sure for link in found.links):
            return found
        return witnessed(await self.model.read(text), found)

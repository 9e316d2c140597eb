"""Supposers, which say what a what-if supposes: by its words, by a language model, or both, behind one protocol.

`nlbridge.supposing.reconciliation` combines the model's expectations with the engine's answers.

Examples
--------
>>> import asyncio
>>> from nlbridge.reading.reader import read
>>> text = read("The pump failed, so the cellar flooded.")
>>> both = Together(words=ByWords(), model=ByWords(), sure=0.0)
>>> dict(asyncio.run(both.suppose(text, had="the pump not failed")).hypothetical.intervention)
{'e1': 'false'}
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from nlbridge.errors import HypotheticalNotFoundError
from nlbridge.supposing.by_model import WhatIf, suppose_with_model
from nlbridge.supposing.hypothetical import resolve

if TYPE_CHECKING:
    from causalcore.scenario.scenario import Scenario
    from nlbridge.chat.replies.prompt import Respondent


class Supposer(Protocol):
    """Finds the events that a what-if sets, and their values."""

    async def suppose(self, scenario: Scenario, *, had: str | None = None, query: str | None = None) -> WhatIf:
        """Understand a what-if."""
        ...


class ByWords:
    """The offline supposer: patterns and the small network."""

    async def suppose(self, scenario: Scenario, *, had: str | None = None, query: str | None = None) -> WhatIf:
        """Understand a what-if by its words; raise HypotheticalNotFoundError if it is about no claim."""
        return WhatIf(hypothetical=resolve(scenario, had=had, query=query), supposed=(), expected=())


@dataclass(frozen=True, slots=True, kw_only=True)
class ByModel:
    """The supposer that asks a language model, which also says what it expects of the other events."""

    respondent: Respondent

    async def suppose(self, scenario: Scenario, *, had: str | None = None, query: str | None = None) -> WhatIf:
        """Understand a what-if as the model reads it."""
        return await suppose_with_model(scenario, self.respondent, had=had, query=query)


@dataclass(frozen=True, slots=True, kw_only=True)
class Together:
    """The supposer that asks the model if the words alone are not reliable enough.

    `sure` is the least confidence at which the words are enough; None always asks the model.
    """

    words: Supposer
    model: Supposer
    sure: float | None = None

    async def suppose(self, scenario: Scenario, *, had: str | None = None, query: str | None = None) -> WhatIf:
        """Understand a what-if by its words, or by the model if they are not enough."""
        if self.sure is not None:
            try:
                offline = await self.words.suppose(scenario, had=had, query=query)
            except HypotheticalNotFoundError:
                offline = None
            if offline is not None and offline.hypothetical.confidence >= self.sure:
                return offline
        return await self.model.suppose(scenario, had=had, query=query)

"""Whoever says what a what-if supposes: its words, a language model, or both, behind one protocol.

What puts the model's expectations and the engine's answers together is `nlbridge.supposing.reconciliation`.

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
    """Finds the events that a what-if is about, and the values that it gives them."""

    async def suppose(self, scenario: Scenario, *, had: str | None = None, query: str | None = None) -> WhatIf:
        """Understand a what-if."""
        ...


class ByWords:
    """The supposer that needs no model: patterns and the small network."""

    async def suppose(self, scenario: Scenario, *, had: str | None = None, query: str | None = None) -> WhatIf:
        """Understand a what-if by its words; raise HypotheticalNotFoundError where it is about no claim."""
        return WhatIf(hypothetical=resolve(scenario, had=had, query=query), supposed=(), expected=())


@dataclass(frozen=True, slots=True, kw_only=True)
class ByModel:
    """The supposer that asks a language model, which says what it expects of the other events, too."""

    respondent: Respondent

    async def suppose(self, scenario: Scenario, *, had: str | None = None, query: str | None = None) -> WhatIf:
        """Understand a what-if by what the model says of it."""
        return await suppose_with_model(scenario, self.respondent, had=had, query=query)


@dataclass(frozen=True, slots=True, kw_only=True)
class Together:
    """The supposer that asks the model where the words do not surely say what is supposed.

    Parameters
    ----------
    sure
        Confidence from which the words are enough; None where the model is always asked.
    """

    words: Supposer
    model: Supposer
    sure: float | None = None

    async def suppose(self, scenario: Scenario, *, had: str | None = None, query: str | None = None) -> WhatIf:
        """Understand a what-if by its words, and where they are not enough by the model."""
        if self.sure is not None:
            try:
                found = await self.words.suppose(scenario, had=had, query=query)
            except HypotheticalNotFoundError:
                found = None
            if found is not None and found.hypothetical.confidence >= self.sure:
                return found
        return await self.model.suppose(scenario, had=had, query=query)

"""What an edit asserts: the value of each event, its connectives, and what is new in it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from nlbridge.grounding.connectives.misuse import Mismatch
from nlbridge.grounding.edit import Edit
from nlbridge.grounding.new_content import NAMES as NOVEL
from nlbridge.language.encoder.edit_scores import EditScores

CLEAR: Final = 0.85


class Reading(StrEnum):
    """What an edit says about an event."""

    HOLDS = "holds"
    ALTERED = "altered"
    UNREAD = "unread"


@dataclass(frozen=True, slots=True, kw_only=True)
class Assertion:
    """What the edit says about one event.

    Parameters
    ----------
    altered
        Probability that the edit, if it takes the claim up, asserts another value than the text states.
    told
        Probability that the edit takes the claim up at all: of the same subject and object, in whatever words.
    quote, aligned
        The words of the edit, and those of the original that they stand for.
    why
        The feature that weighed most.
    value
        The value that a language model read, where one was asked.
    by_model
        Whether the reading rests on a language model.
    """

    event: str
    altered: float
    quote: str
    aligned: str
    why: str
    values: tuple[float, ...]
    told: float = 1.0
    value: str | None = None
    by_model: bool = False

    @property
    def reading(self) -> Reading:
        """Return the value, where it is clear."""
        if self.altered >= CLEAR:
            return Reading.ALTERED
        return Reading.HOLDS if self.altered <= 1 - CLEAR else Reading.UNREAD


@dataclass(frozen=True, slots=True, kw_only=True)
class Grounding:
    """All assertions of an edit, its connectives that do not suit, how much of the text it copies, and what is amiss.

    With `doubts` an edit is not called valid, whatever its assertions. `novel` is what no claim answers for, in the
    order of `nlbridge.grounding.new_content.NAMES`; `scores` is what the network says of the edit.
    """

    edit: Edit
    assertions: tuple[Assertion, ...]
    mismatches: tuple[Mismatch, ...]
    copied: float
    doubts: tuple[str, ...] = ()
    novel: tuple[float, ...] = (0.0,) * len(NOVEL)
    scores: EditScores | None = None

    @property
    def passage(self) -> str:
        """Return the passage of the edit."""
        return self.edit.passage

    def assertion(self, event_id: str) -> Assertion:
        """Return what is said about `event_id`; raise KeyError if there is no such event."""
        for assertion in self.assertions:
            if assertion.event == event_id:
                return assertion
        raise KeyError(event_id)

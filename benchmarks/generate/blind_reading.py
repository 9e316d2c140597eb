"""Answers that a reader derives from the text alone, for each event of the formal scenario."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from logic.errors import ReasoningError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from causalcore.scenario.scenario import Event, Scenario
    from nlbridge.answering.request import Settings

UNREAD: Final = "unread"
"""Answer of a reader who found no such event."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BlindReading:
    """A reader's answer for each event.

    Parameters
    ----------
    answers
        By event: changed, unchanged, open, or `UNREAD`.
    why
        Why the text could not be read; otherwise empty.
    """

    answers: Mapping[str, str]
    why: str = ""


def read_blindly(scenario: Scenario, had: str, settings: Settings) -> BlindReading:
    """Read a scenario's text without the scenario, and answer its events.

    An event found in the same place of the text counts as the scenario's event.
    """
    from nlbridge.answering.answers import prepare
    from nlbridge.answering.request import Request

    try:
        derived = prepare(Request(source=scenario.text, had=had), settings).rubric.derivation
    except ReasoningError as unread:
        return BlindReading(answers=dict.fromkeys((one.id for one in scenario.events), UNREAD), why=str(unread))
    kinds = {answer.event: str(answer.kind) for answer in derived.answers}
    read = [event for event in derived.scenario.events if event.id in kinds]
    matches = {event.id: _same_place(event, read) for event in scenario.events}
    return BlindReading(answers={name: kinds[other] if other else UNREAD for name, other in matches.items()})


def _same_place(event: Event, read: list[Event]) -> str | None:
    """Return the id of the event that a reader found at an event's place, or None."""
    shared = {other.id: _overlap(event, other) for other in read}
    best = max(shared, key=lambda name: shared[name], default=None)
    return best if best is not None and shared[best] >= 0.5 else None


def _overlap(event: Event, other: Event) -> float:
    """Return the overlap of two events as a share of the shorter span."""
    if event.span is None or other.span is None:
        return 0.0
    (low, high), (begin, end) = event.span, other.span
    return max(0, min(high, end) - max(low, begin)) / max(1, min(high - low, end - begin))

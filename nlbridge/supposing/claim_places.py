"""Where the text of a scenario makes each claim, as the network is asked about them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from causalcore.scenario.scenario import Scenario


def claims_of(scenario: Scenario) -> tuple[str, tuple[tuple[int, int], ...]]:
    """Return the text of a scenario and where it makes each claim; statements in a row where it has no text."""
    spans = tuple(event.span for event in scenario.events if event.span)
    if scenario.text and len(spans) == len(scenario.events):
        return scenario.text, spans
    text, places = "", []
    for event in scenario.events:
        start = len(text) + bool(text)
        text = f"{text} {event.statement}".strip()
        places.append((start, len(text)))
    return text, tuple(places)

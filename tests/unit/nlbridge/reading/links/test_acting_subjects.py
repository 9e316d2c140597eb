"""An event brings about what it is the subject of, whatever time or place goes with it."""

from __future__ import annotations

import pytest

from causalcore.scenario.scenario import Sign
from nlbridge.reading.reader import read


@pytest.mark.parametrize("tail", ["", " on Friday evening", " at the north gate", " for an hour"])
@pytest.mark.parametrize(
    "event", ["A burst pipe closed Mill Lane", "A fallen pine blocked the road", "A loose cable stopped the tram"]
)
def test_an_event_is_linked_to_what_it_did(event: str, tail: str) -> None:
    scenario = read(f"{event}{tail}. Cyclists took another way.")
    link = next(link for link in scenario.links if (link.cause, link.effect) == ("e1", "e2"))
    assert link.sign is Sign.PROMOTES
    assert link.confidence >= 0.9


@pytest.mark.parametrize(
    "text",
    [
        "The window broke, so rain ruined the piano.",
        "Because the window broke, rain ruined the piano.",
        "The window broke. As a result, rain ruined the piano.",
    ],
)
def test_what_weather_did_has_two_causes_and_the_weather_none(text: str) -> None:
    scenario = read(text)
    statements = {event.id: event.statement for event in scenario.events}
    linked = {(statements[link.cause], statements[link.effect]) for link in scenario.links}
    damage = "The piano was ruined."
    assert linked == {("The window broke.", damage), ("There was rain.", damage)}

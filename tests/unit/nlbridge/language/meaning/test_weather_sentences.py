"""Sentences that tell of the weather, and what they are in a text that names no cause of it."""

from __future__ import annotations

import pytest

from nlbridge.answering.answers import prepare
from nlbridge.answering.request import Request, Settings
from nlbridge.language.meaning.sentences import tells_of_weather


@pytest.mark.parametrize(
    ("sentence", "weather"),
    [
        ("It was raining.", True),
        ("Rain fell all day.", True),
        ("Heavy snow began at noon.", True),
        ("There was a strong wind.", True),
        ("The rain gauge broke.", False),
        ("The windows were open.", False),
        ("It rained into the attic.", False),
        ("The storm took the roof.", False),
    ],
)
def test_weather_is_told_from_what_it_does(sentence: str, weather: bool) -> None:
    assert tells_of_weather(sentence) is weather


def test_nothing_in_a_text_changes_the_weather_unless_the_text_says_so() -> None:
    def answers(text: str) -> dict[str, str]:
        rubric = prepare(Request(source=text, had="the pump not failed"), Settings()).rubric
        return {e.statement: str(rubric.derivation.answer(e.id).kind) for e in rubric.scenario.events}

    assert (
        answers("The pump failed, so the cellar flooded. It snowed all night.")["It snowed all night."] == "unchanged"
    )
    told = answers("The pump failed. As a result, thick fog rose from the pond.")
    assert list(told.values()) == ["changed", "changed"]

"""A subject that an aside separates from its verb is no event of its own, and its verb is no passive."""

from __future__ import annotations

import pytest

from nlbridge.reading.reader import read


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("The customer, who needed it at once, cancelled.", "The customer cancelled."),
        ("The oven, which had been repaired twice, exploded.", "The oven exploded."),
        ("The lorry, whose brakes had failed, rolled into the river.", "The lorry rolled into the river."),
    ],
)
def test_the_aside_and_the_verb_are_two_events(text: str, told: str) -> None:
    statements = [event.statement for event in read(text).events]
    assert (len(statements), statements[1]) == (2, told)


def test_an_event_that_acts_stays_one() -> None:
    statements = [event.statement for event in read("A burst pipe, due to frost, flooded the cellar.").events]
    assert statements == ["There was a burst pipe.", "There was frost.", "The cellar was flooded."]

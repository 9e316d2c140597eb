"""What follows the phrase of a cause, or says what came of a clause, is a claim of its own."""

from __future__ import annotations

import pytest

from nlbridge.reading.reader import read


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "The fair was cancelled because of a gale from the north, and Maud sold no jam.",
            ["The fair was cancelled.", "There was a gale from the north.", "Maud sold no jam."],
        ),
        (
            "The lane was closed due to a burst main, and the bus turned round.",
            ["The lane was closed.", "There was a burst main.", "The bus turned round."],
        ),
        (
            "We stayed in harbour because of fog, but Orr sailed.",
            ["We stayed in harbour.", "There was fog.", "Orr sailed."],
        ),
        ("The lamp broke down causing the pilot to brake.", ["The lamp broke down.", "The pilot braked."]),
        (
            "She was hit by a ball, causing her to stumble and drop the tray.",
            ["She was hit by a ball.", "She stumbled and dropped the tray."],
        ),
        (
            "Snow covered the points causing delays.",
            ["There was snow.", "The points were covered.", "Delays were caused."],
        ),
    ],
)
def test_a_tail_is_a_claim(text: str, expected: list[str]) -> None:
    assert [event.statement for event in read(text).events] == expected


@pytest.mark.parametrize("text", ["The crack was causing trouble.", "The fan stopped without causing harm."])
def test_a_cause_in_the_verb_group_is_no_tail(text: str) -> None:
    assert [event.statement for event in read(text).events] == [text]

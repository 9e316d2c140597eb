"""Dates that head a line or an entry are left out of the claims."""

from __future__ import annotations

import pytest

from nlbridge.reading.reader import read


@pytest.mark.parametrize(
    ("text", "dates"),
    [
        ("7 Feb: The kiln cracked.", ["7 Feb:"]),
        ("7 Feb 2023: The kiln cracked.", ["7 Feb 2023:"]),
        ("Tue 7 Feb: The kiln cracked.", ["Tue 7 Feb:"]),
        ("7 Feb, 06:20: The kiln cracked.", ["7 Feb, 06:20:"]),
        ("7 Feb\nThe kiln cracked.\n8 Feb:\nWe bought another.", ["7 Feb", "8 Feb:"]),
        ("7 Feb: The kiln cracked. 8 Feb: We bought another.", ["7 Feb:", "8 Feb:"]),
        ("07/02\nThe kiln cracked.\n08/02\nWe bought another.", ["07/02", "08/02"]),
    ],
)
def test_a_date_before_what_happened_is_a_log_prefix(text: str, dates: list[str]) -> None:
    scenario = read(text)
    assert [(one.words, one.kind) for one in scenario.left_out] == [(date, "log prefix") for date in dates]
    told = [event.statement for event in scenario.events]
    assert told == ["The kiln cracked.", "We bought another."][: len(told)]


@pytest.mark.parametrize("text", ["It was 7 Feb.", "3 boats sank.", "1/3 of the boats sank.\nThe quay was empty."])
def test_a_number_that_is_part_of_a_claim_stays(text: str) -> None:
    assert read(text).events[0].statement == text.split("\n")[0]

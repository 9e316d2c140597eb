"""Openings of notes that claim nothing: a date alone, and what is said before the writer leaves."""

from __future__ import annotations

import pytest

from nlbridge.reading.reader import read

FACTS = ["The pump failed.", "The cellar flooded."]


@pytest.mark.parametrize(
    ("opening", "kind"),
    [
        ("Nothing dramatic from my side before I go on leave.", "aside"),
        ("Short hand-over before I log off.", "aside"),
        ("Thursday.", "label"),
    ],
)
def test_an_opening_is_left_out(opening: str, kind: str) -> None:
    told = read(f"{opening} The pump failed, so the cellar flooded.")
    assert [event.statement for event in told.events] == FACTS
    assert [one.kind for one in told.left_out] == [kind]


@pytest.mark.parametrize(
    "text",
    [
        "The guests left before we ate.",
        "The oven failed before I go on leave.",
        "It was Thursday.",
        "A Tuesday fell out.",
    ],
)
def test_what_happened_stays(text: str) -> None:
    assert [event.statement for event in read(text).events] == [text]

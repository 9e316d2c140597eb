"""`As did the sheep` is an event of its own, of which the same is said, and which has the same causes."""

from __future__ import annotations

import pytest
from hypothesis import strategies as st

from nlbridge.reading.reader import read

THINGS = st.sampled_from(["the stables", "the old chapel", "two of the cellars", "her greenhouse"])


def statements(text: str) -> list[str]:
    return [event.statement for event in read(text).events]


@pytest.mark.parametrize(
    ("text", "last"),
    [
        ("The barn was flooded, as were the stables.", "The stables were flooded."),
        ("The bus did not come, nor did the train.", "The train did not come."),
        ("The glue did not hold, and neither did the nails.", "The nails did not hold."),
    ],
)
def test_number_and_denial_are_kept(text: str, last: str) -> None:
    assert statements(text)[-1] == last


@pytest.mark.parametrize("text", ["The bus was late, as was usual.", "The grain was stored, as agreed, in the barn."])
def test_a_comparison_is_no_event(text: str) -> None:
    assert statements(text) == [text]

"""`As did the sheep` is an event of its own, of which the same is said, and which has the same causes."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nlbridge.reading.reader import read

THINGS = st.sampled_from(["the stables", "the old chapel", "two of the cellars", "her greenhouse"])


def statements(text: str) -> list[str]:
    return [event.statement for event in read(text).events]


@settings(max_examples=10, deadline=None)
@given(thing=THINGS, joint=st.sampled_from([", as did", ", and so did"]))
def test_what_is_said_again_is_said_of_the_second_thing(thing: str, joint: str) -> None:
    scenario = read(f"Rain fell all night. The barn flooded{joint} {thing}.")
    assert [e.statement for e in scenario.events][1:] == [
        "The barn flooded.",
        f"{thing[:1].upper()}{thing[1:]} flooded.",
    ]
    assert {(link.cause, link.effect) for link in scenario.links} == {("e1", "e2"), ("e1", "e3")}


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

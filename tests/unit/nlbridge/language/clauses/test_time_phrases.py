"""A time without a preposition is no subject and no event, and `since` before a time gives no reason."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nlbridge.reading.reader import read

PART = st.sampled_from(["morning", "night", "evening", "afternoon"])
DAY = st.sampled_from(["Monday", "April", "winter", "June"])
DETERMINER = st.sampled_from(["One", "That", "The next", "The following"])
CLAIM = st.sampled_from(["the keeper left the hatch open", "a cook scalded his hand", "her ferry ran aground"])


def statements(text: str) -> list[str]:
    return [event.statement for event in read(text).events]


@settings(max_examples=8, deadline=None)
@given(determiner=DETERMINER, part=PART, claim=CLAIM)
def test_a_time_before_a_claim_adds_no_event(determiner: str, part: str, claim: str) -> None:
    assert len(statements(f"{determiner} {part} {claim}.")) == len(statements(f"{claim.capitalize()}."))


@settings(max_examples=10, deadline=None)
@given(day=DAY, part=PART)
def test_an_event_that_is_the_subject_does_not_take_the_time_in(day: str, part: str) -> None:
    said = statements(f"One {day} {part} a careless spark destroyed the mill.")
    assert said == ["There was a careless spark.", "The mill was destroyed."]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Those three weeks the ferry lay idle.",
            ["Those three weeks the ferry lay idle."],
        ),
        (
            "Since the spring the geyser has been spouting, with the result that tourists flock to the valley.",
            ["Since the spring the geyser has been spouting.", "Tourists flock to the valley."],
        ),
        (
            "Since the spring was warm, the geese flew north early.",
            ["The spring was warm.", "The geese flew north early."],
        ),
        ("The autumn gale tore the sails.", ["There was an autumn gale.", "The sails were torn."]),
    ],
)
def test_a_time_is_told_from_a_subject_and_from_a_reason(text: str, expected: list[str]) -> None:
    assert statements(text) == expected

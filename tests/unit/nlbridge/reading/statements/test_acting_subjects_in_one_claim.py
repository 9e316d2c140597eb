"""A subject that only acts, and a time behind a verb, make no claim of their own."""

from __future__ import annotations

import pytest

from nlbridge.reading.reader import read


def statements(text: str) -> list[str]:
    return [event.statement for event in read(text).events]


@pytest.mark.parametrize(
    "text",
    [
        "Our client cancelled the order.",
        "A subcontractor broke the pipe.",
        "The evening shift left the gate open.",
        "The early shift opened the valve.",
        "An excavator cut the cable.",
        "A taxi blocked the exit.",
        "An agency raised the fee.",
        "An intruder broke the lock.",
        "A wild boar wrecked the fence.",
    ],
)
def test_a_person_an_organisation_or_a_vehicle_acts_in_one_claim(text: str) -> None:
    assert statements(text) == [text]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A gale blew down the mast.", ["There was a gale.", "The mast was blown down."]),
        ("The fire in the attic spoiled the evening.", ["There was fire in the attic.", "The evening was spoiled."]),
        ("A strike delayed the paper.", ["There was a strike.", "The paper was delayed."]),
    ],
)
def test_an_event_that_does_harm_is_a_claim_beside_the_harm(text: str, expected: list[str]) -> None:
    assert statements(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "The freezer in aisle 3 broke down last Sunday.",
        "The shutter of the shop blew open this afternoon.",
        "The tap in cell 9 froze up yesterday.",
        "The bulb in the porch burned out last week.",
        "The valve on tank 4 snapped today.",
        "The dryer in the cellar shut down this evening.",
        "The door at the back blew shut last night.",
        "The crane on pier 2 broke down two days ago.",
    ],
)
def test_a_time_behind_a_verb_is_no_object(text: str) -> None:
    assert statements(text) == [text]

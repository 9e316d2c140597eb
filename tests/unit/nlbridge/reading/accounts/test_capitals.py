"""Text in capitals, and denials without their apostrophe, are read like other text."""

from __future__ import annotations

import pytest

from nlbridge.reading.accounts.line_prefixes import in_small_letters
from nlbridge.reading.reader import read


@pytest.mark.parametrize(
    ("text", "claims"),
    [
        ("THE HEATER DIDN'T START, SO THE PIPES FROZE.", ["The heater didn't start.", "The pipes froze."]),
        ("A CRANE FELL ON THE B7, SO THE ROAD WAS SHUT.", ["A crane fell on the B7.", "The road was shut."]),
        ("THE CHOIR SANG IN THE HALL.", ["The choir sang in the hall."]),
        ("THE NURSE LEFT EARLY BECAUSE HER SON WAS ILL.", ["The nurse left early.", "The nurse's son was ill."]),
        ("The alarm rang. NOBODY HEARD IT IN THE HALL.", ["The alarm rang.", "Nobody heard it in the hall."]),
        ("THE TRAM STOPPED, AND\nTHE PUPILS WERE LATE.", ["The tram stopped.", "The pupils were late."]),
        ("THE FERRY TO NARVIK DID NOT SAIL.", ["The ferry to Narvik did not sail."]),
    ],
)
def test_a_sentence_in_capitals_is_read_like_any_other(text: str, claims: list[str]) -> None:
    scenario = read(text)
    assert [event.statement for event in scenario.events] == claims
    assert scenario.text == text


@pytest.mark.parametrize(
    ("text", "small"),
    [
        ("WE TOLD NATO AND HR ABOUT IT.", "We told Nato and HR about it."),
        ("I’M SURE THAT THE VAN HIT KOWALSKI'S GATE.", "I’m sure that the van hit Kowalski's gate."),
        ("THE DRIVER COULDN’T REACH NARVIK.", "The driver couldn’t reach Narvik."),
    ],
)
def test_names_and_short_forms_in_capitals_are_written_as_usual(text: str, small: str) -> None:
    assert in_small_letters(text) == small


@pytest.mark.parametrize("text", ["NATO met.", "The BBC and the NHS met.", "USB 3 PORT 7", "Bus A14 B7 stopped."])
def test_abbreviations_and_short_titles_keep_their_capitals(text: str) -> None:
    assert in_small_letters(text) == text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The heater didnt start.", "The heater didn't start."),
        ("The gate wasnt locked, so a goat got out.", "The gate wasn't locked."),
        ("Lea couldnt find the key.", "Lea couldn't find the key."),
        ("The tills werent working.", "The tills weren't working."),
        ("The dog doesnt bark.", "The dog doesn't bark."),
        ("The crew hasnt slept.", "The crew hasn't slept."),
        ("The tent was bent.", "The tent was bent."),
    ],
)
def test_a_denial_without_its_apostrophe_is_a_denial(text: str, expected: str) -> None:
    assert read(text).events[0].statement == expected

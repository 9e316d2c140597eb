"""Causes that are a name, or that somebody owns; subjects and nouns that the tagger mistakes."""

from __future__ import annotations

import pytest

from nlbridge.reading.reader import read


def statements(text: str) -> list[str]:
    return [event.statement for event in read(text).events]


@pytest.mark.parametrize(
    "text",
    [
        "The choir sang thanks to Maud.",
        "Thanks to Maud the choir sang.",
        "The ferry left late because of Mr Orr.",
        "Because of Ruth we missed the ferry.",
        "The feast was a success owing to Maud and Ruth.",
    ],
)
def test_a_bare_name_is_no_claim_of_its_own(text: str) -> None:
    assert statements(text) == [text]


@pytest.mark.parametrize(
    ("text", "cause"),
    [
        ("Thanks to Maud, who had a ladder, we got out.", "Maud had a ladder."),
        ("The ferry stopped because of Storm Ruth.", "There was Storm Ruth."),
        ("The fair closed thanks to a pump.", "There was a pump."),
        ("Thanks to its spare pump the mill ran on.", "There was a spare pump."),
        ("Thanks to our spare pump the hold stayed dry.", "We had a spare pump."),
        ("The choir met thanks to Maud's message.", "Maud's message came."),
        ("Trade fell because of Danish tariffs.", "There were Danish tariffs."),
        ("The site broke because of failovers.", "There were failovers."),
        ("A fire in the attic ruined the carpet.", "There was a fire in the attic."),
    ],
)
def test_a_cause_is_stated_as_a_reader_would(text: str, cause: str) -> None:
    assert cause in statements(text)


@pytest.mark.parametrize(
    "text", ["Buses now avoid the square.", "Pupils often use the gate.", "The old valves now leak steam."]
)
def test_a_plural_subject_has_a_verb_in_the_present(text: str) -> None:
    assert statements(text) == [text]

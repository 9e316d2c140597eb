"""Fragments that name a text are no events, and a sentence before direct speech is one."""

from __future__ import annotations

import pytest

from nlbridge.reading.reader import read


def statements(text: str) -> list[str]:
    return [event.statement for event in read(text).events]


@pytest.mark.parametrize(
    "title",
    [
        "Visit of 12 May.",
        "Minutes of the chess club, 4 March 2023.",
        "A quick overview of the week.",
        "Summary of the case.",
        "Site diary.",
        "Letter to the editor.",
        "Traffic accident report.",
        "Beehive notes from June.",
        "Retro notes, mobile app release 4.2.",
    ],
)
def test_a_dated_or_announcing_title_is_a_heading(title: str) -> None:
    scenario = read(f"{title} The kettle leaked.")
    assert [event.statement for event in scenario.events] == ["The kettle leaked."]
    assert [(passage.words, passage.kind) for passage in scenario.left_out] == [(title.rstrip("."), "heading")]


def test_what_a_letter_announces_below_its_greeting_is_a_heading() -> None:
    text = "Hi Rosa,\n\na brief recap of last week's trouble. The kettle leaked.\n\nCheers,\nBen"
    assert statements(text) == ["The kettle leaked."]


@pytest.mark.parametrize(
    "opening",
    ["Loss of power at the mill.", "A fall in May, a frost in June.", "A letter from the bank.", "Record rainfall."],
)
def test_a_fragment_that_tells_what_happened_stays(opening: str) -> None:
    assert len(statements(f"{opening} The wheel stopped.")) == 2


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("The vote must be held again, the court said.", ["The vote must be held again."]),
        ("The town will get through the winter, said the mayor.", ["The town will get through the winter."]),
        ("The road was icy, the driver said, so the bus was late.", ["The road was icy.", "The bus was late."]),
        (
            "The boss came in, said nothing, and left.",
            ["The boss came in.", "The boss said nothing.", "The boss left."],
        ),
        (
            "The lights failed, the crew noticed, and the train stopped.",
            ["The lights failed.", "The crew noticed.", "The train stopped."],
        ),
    ],
)
def test_who_said_so_is_no_event_between_commas(text: str, told: list[str]) -> None:
    assert statements(text) == told


def test_a_sentence_before_a_quotation_is_told_by_the_text() -> None:
    text = 'The tenants grumbled about the noise. "We hardly slept at all," said Ivo. The club shut its doors.'
    scenario = read(text)
    assert [event.statement for event in scenario.events] == [
        "The tenants grumbled about the noise.",
        "The club shut its doors.",
    ]
    assert [passage.words for passage in scenario.left_out] == ['"We hardly slept at all," said Ivo']


@pytest.mark.parametrize("said", ['Ivo explained, "The drum was loud."', '"The drum was loud." Ivo complained.'])
def test_who_spoke_goes_with_what_was_said(said: str) -> None:
    assert statements(f"{said} The club shut its doors.") == ["The club shut its doors."]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('Ben said that "the soup was too salty".', 'Ben said that "the soup was too salty".'),
        ("Ben called the soup “a brine”, and she laughed.", "Ben called the soup “a brine”."),
        ('"The Otter" was the name of the barge.', "The Otter was the name of the barge."),
    ],
)
def test_quotation_marks_come_in_pairs(text: str, told: str) -> None:
    assert statements(text)[0] == told


@pytest.mark.parametrize("title", ["Handover notes", "Weekend works", "Night reports"])
def test_a_line_that_ends_in_a_noun_which_may_be_a_verb_is_a_heading(title: str) -> None:
    scenario = read(f"{title}\nThe kettle leaked, so the floor was wet.")
    assert [(passage.words, passage.kind) for passage in scenario.left_out] == [(title, "heading")]


@pytest.mark.parametrize(
    "opening",
    ["Pump P-204. ", "Bed 7, Mr Okafor: ", "Bed 7, Mr Okafor:\n", "Bed 7, Mr Okafor. ", "Room 12, Ward B: "],
)
def test_a_numbered_place_or_thing_before_the_account_is_no_event(opening: str) -> None:
    assert statements(f"{opening}The kettle leaked. The floor got wet.") == ["The kettle leaked.", "The floor got wet."]


@pytest.mark.parametrize("opening", ["A thick fog. ", "Rain at 7. ", "Outage of line 7, loss of power: "])
def test_a_numbered_fragment_that_tells_what_happened_stays(opening: str) -> None:
    assert len(statements(f"{opening}The kettle leaked. The floor got wet.")) > 2

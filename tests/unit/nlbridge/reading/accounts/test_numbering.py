"""Numbers and titles of minutes, and times inside a line of a log, are left out by name; what happened stays."""

from __future__ import annotations

import pytest

from nlbridge.reading.accounts.layout import layout
from nlbridge.reading.accounts.numbering import numbered_title_end
from nlbridge.reading.reader import read

TOLD = ["The boiler failed.", "The rent rose."]


def statements(text: str) -> list[str]:
    return [event.statement for event in read(text).events]


def left_out(text: str) -> list[tuple[str, str]]:
    return [(passage.words, passage.kind) for passage in layout(text).left_out]


@pytest.mark.parametrize(
    ("text", "titles"),
    [
        ("1. Heating. The boiler failed.\n2. Money. The rent rose.", ["1. Heating.", "2. Money."]),
        ("1) Heating: the boiler failed.\n2) Money: the rent rose.", ["1) Heating:", "2) Money:"]),
        (
            "Item 1 - Heating. The boiler failed.\nItem 2 - Money. The rent rose.",
            ["Item 1 - Heating.", "Item 2 - Money."],
        ),
        ("1. Heating\nThe boiler failed.\n2. Money\nThe rent rose.", ["1. Heating", "2. Money"]),
        ("1. Heating. The boiler failed. 2. Money. The rent rose.", ["1. Heating.", "2. Money."]),
    ],
)
def test_a_number_with_a_short_title_is_a_heading(text: str, titles: list[str]) -> None:
    assert statements(text) == TOLD
    assert left_out(text) == [(title, "heading") for title in titles]


def test_a_chat_in_one_line_is_read_message_by_message() -> None:
    line = "9:02 ann: The boiler failed 9:04 bo.k: The rent rose"
    assert statements(line) == TOLD
    assert left_out(line) == [("9:02 ann:", "log prefix"), ("9:04 bo.k:", "log prefix")]
    assert statements("Ann came at 9:02 and Bo at 9:04.") == ["Ann came at 9:02 and Bo at 9:04."]


def test_the_bare_number_of_an_item_is_a_heading() -> None:
    assert statements("Item 1. The boiler failed. Item 2. The rent rose.") == TOLD


def test_numbers_inside_a_line_are_no_events() -> None:
    assert statements("1. The boiler failed. 2. The rent rose.") == TOLD
    assert statements("Two things happened: 1) The boiler failed. 2) The rent rose.")[1:] == TOLD


def test_a_number_that_ends_a_sentence_counts_no_part() -> None:
    assert left_out("The team won by 2 to 1. The crowd went home at 2. Ann stayed.") == []


@pytest.mark.parametrize(
    "line",
    [
        "1. The boiler failed. Ann rang the plumber.",
        "1. Boiler failed. Ann rang the plumber.",
        "1. Frost. The boiler failed.",
        "1. No oil. The boiler failed.",
        "1. He left. The boiler failed.",
        "1. Turn the tap off. Ring the plumber.",
        "12 candles. The boiler failed.",
    ],
)
def test_what_claims_something_is_no_title(line: str) -> None:
    assert numbered_title_end(line) == 0


def test_a_list_of_things_has_no_titles() -> None:
    assert not any(words[0].isdigit() for words, _ in left_out("Ann bought three things.\n1. Flour\n2. Butter\n3. Jam"))


def test_each_entry_of_a_line_of_a_log_loses_its_time() -> None:
    text = "08:15 Smoke alarm rang. 08:20 Guard found a charred cable. 08:50 hall cleared. The café stayed open."
    assert statements(text) == [
        "Smoke alarm rang.",
        "Guard found a charred cable.",
        "Hall cleared.",
        "The café stayed open.",
    ]
    assert left_out(text) == [("08:15", "log prefix"), ("08:20", "log prefix"), ("08:50", "log prefix")]


@pytest.mark.parametrize(
    "text", ["The ferry left at six. 07:30 was too late.", "The ferry left. 07:30 passed. 07:45 came, and Ann gave up."]
)
def test_a_time_that_is_spoken_of_is_no_entry(text: str) -> None:
    assert left_out(text) == []


def test_the_last_words_of_an_entry_are_not_the_source_of_the_next() -> None:
    assert ("08:20", "log prefix") in left_out("08:15 Alarm rang. 08:20 lift resumes. Note: nobody was hurt.")

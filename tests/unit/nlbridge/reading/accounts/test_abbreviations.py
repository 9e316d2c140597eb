"""An abbreviation ends a sentence where another sentence follows, and nowhere else."""

from __future__ import annotations

import pytest

from nlbridge.reading.reader import read


def statements(text: str) -> list[str]:
    return [event.statement for event in read(text).events]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The bell rang at 7 a.m. The baker woke up.", ["The bell rang at 7 a.m.", "The baker woke up."]),
        ("The shop closed at 6 p.m. Ruth came too late.", ["The shop closed at 6 p.m.", "Ruth came too late."]),
        ("We sued Marsh Ltd. They paid the bill.", ["We sued Marsh Ltd.", "They paid the bill."]),
        ("She left Cole Inc. The team was sad.", ["She left Cole Inc.", "The team was sad."]),
        ("She sued Brant Bros. Mary kept the house.", ["She sued Brant Bros.", "Mary kept the house."]),
        ("He came from the U.K. His wife did not.", ["He came from the U.K.", "His wife did not."]),
        ("The bell rang at 7 a.m.\nThe baker woke up.", ["The bell rang at 7 a.m.", "The baker woke up."]),
    ],
)
def test_an_abbreviation_ends_a_sentence_before_another_one(text: str, expected: list[str]) -> None:
    assert statements(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "Marsh Ltd. sued the town.",
        "The 9 a.m. ferry was full.",
        "The U.S. Navy sent a ship.",
        "The ferry left at 9 a.m. on Friday.",
        "We met at 4 p.m. Tuesday.",
        "Capt. Orr sank the barge.",
        "We rented flat No. 7.",
        "The butter etc. melted.",
    ],
)
def test_an_abbreviation_inside_a_sentence_does_not_end_it(text: str) -> None:
    assert statements(text) == [text]


def test_a_time_that_opens_a_clause_ends_no_sentence() -> None:
    assert statements("The fan stopped, and at 5 p.m. Ruth left.") == ["The fan stopped.", "At 5 p.m. Ruth left."]


def test_no_is_an_answer_before_a_sentence() -> None:
    assert statements("Did it snow? No. The roof leaked.") == ["The roof leaked."]


@pytest.mark.parametrize("text", ["The kiln cracked at 2 a.m.", "The kiln cracked at 2 a.m. because the gas ran out."])
def test_a_statement_ends_with_one_stop(text: str) -> None:
    assert statements(text)[0] == "The kiln cracked at 2 a.m."

"""A time at the start of a wrapped line belongs to the sentence above; at the start of a log line it does not."""

from __future__ import annotations

import pytest

from nlbridge.reading.reader import read


def statements(text: str) -> list[str]:
    return [event.statement for event in read(text).events]


@pytest.mark.parametrize(
    ("text", "end"),
    [
        ("A belt tore, so the crew could not load the ship before\n7 pm. The buyer left.", "before 7 pm."),
        ("The hall was taken, so the talk was moved from 8 to\n11:15. Two guests missed it.", "from 8 to 11:15."),
        ("The dam broke, so the mill by the river was shut on\n4 June 2023. The miller left.", "on 4 June 2023."),
        ("The oven failed, so the first rolls came out at\n9:40 am. The guests waited.", "at 9:40 am."),
        ("The ferry was full, so the choir sat on the quay after\n6:30 pm. The concert was late.", "after 6:30 pm."),
        ("The clerk was ill, so the form lay there since\n12 May. The fee rose.", "since 12 May."),
    ],
)
def test_a_time_on_a_wrapped_line_stays_in_its_sentence(text: str, end: str) -> None:
    assert any(event.endswith(end) for event in statements(text))
    assert read(text).left_out == ()


@pytest.mark.parametrize(
    "text",
    [
        "09:00 The belt tore\n09:10 The mill stood still",
        "Night shift\n22:00 The belt tore\n23:15 The mill stood still",
        "08:00 The belt tore and bread was brought in\n09:00 The mill stood still\n09:30 Ana left",
        "The belt tore.\n10:30 The mill stood still.",
    ],
)
def test_a_time_before_a_line_of_a_log_is_left_out(text: str) -> None:
    assert "The mill stood still." in statements(text)

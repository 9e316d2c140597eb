"""What announces a fact is left out, and the fact is read; a rule or a wish behind the same words is left out whole."""

from __future__ import annotations

import pytest

from nlbridge.reading.reader import read


@pytest.mark.parametrize(
    "announcement",
    [
        "Please note that",
        "Please be aware that",
        "I am sorry to tell you that",
        "I'm afraid that",
        "I am writing to report that",
        "We would like to inform you that",
        "We regret to inform you that",
        "This is to let you know that",
        "We are sorry that",
        "Note that",
    ],
)
def test_the_fact_behind_an_announcement_is_read(announcement: str) -> None:
    scenario = read(f"{announcement} the oven broke, so the rolls stayed raw. Therefore the stall was closed.")
    assert [event.statement for event in scenario.events] == [
        "The oven broke.",
        "The rolls stayed raw.",
        "The stall was closed.",
    ]
    assert [link.connective for link in scenario.links] == ["so", "therefore"]
    assert [(passage.words, passage.kind) for passage in scenario.left_out] == [(announcement, "courtesy")]


def test_an_announcement_may_follow_a_greeting() -> None:
    text = "Hello Ines,\nI am sorry to say that a van hit the gate. The goats got out."
    assert [event.statement for event in read(text).events] == ["A van hit the gate.", "The goats got out."]


@pytest.mark.parametrize(
    "rule",
    [
        "Please note that dogs are forbidden.",
        "Please note that you must sign the list.",
        "Please be aware that if the lift fails you must take the stairs.",
        "I am writing to report a leak.",
        "We would like to hear from you.",
        "I am sorry for the delay.",
    ],
)
def test_a_rule_or_a_wish_states_no_fact(rule: str) -> None:
    assert [event.statement for event in read(f"{rule} The alarm rang.").events] == ["The alarm rang."]

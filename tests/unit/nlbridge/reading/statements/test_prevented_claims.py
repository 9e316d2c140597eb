"""What would have happened but for something, and reasons that a sentence denies to give the right one."""

from __future__ import annotations

import pytest

import causalcore
from nlbridge.reading.reader import read


def links(text: str) -> list[tuple[str, str]]:
    scenario = read(text)
    return [
        (scenario.event(link.cause).statement, scenario.event(link.effect).statement)
        for link in scenario.links
        if link.connective is not None
    ]


@pytest.mark.parametrize(
    ("text", "link"),
    [
        (
            "The train would have arrived on time, but the axle broke.",
            ("The axle broke.", "The train did not arrive on time."),
        ),
        ("I would have come but I was ill.", ("I was ill.", "I did not come.")),
        (
            "The patient would have died, but the nurse saw the monitor.",
            ("The nurse saw the monitor.", "The patient did not die."),
        ),
        ("She took a taxi, or she would have missed the train.", ("She took a taxi.", "She did not miss the train.")),
        (
            "The bridge was not closed because of the storm but because a pier had cracked.",
            ("A pier had cracked.", "The bridge was closed."),
        ),
        (
            "The firm did not fail because it was small, but because the bank cut its loan.",
            ("The bank cut its loan.", "The firm did fail."),
        ),
    ],
)
def test_the_fact_and_its_cause_are_told(text: str, link: tuple[str, str]) -> None:
    assert links(text) == [link]


def test_a_wish_is_no_prevented_event() -> None:
    told = read("She would have liked tea, but she drank coffee.")
    assert [event.statement for event in told.events] == ["She would have liked tea.", "She drank coffee."]


@pytest.mark.parametrize(
    "text", ["He did not come because he was ill.", "The team did not train because it rained, but they won."]
)
def test_other_denials_stay(text: str) -> None:
    assert " not " in read(text).events[0].statement


@pytest.mark.parametrize(
    ("text", "had", "right", "wrong"),
    [
        (
            "She took a taxi, or she would have missed the train.",
            "she not taken a taxi",
            "She did not take a taxi, so she missed the train.",
            "She did not take a taxi, but she did not miss the train.",
        ),
        (
            "But for the alarm, the shop would have burned down.",
            "the alarm not rung",
            "The alarm did not ring, so the shop burned down.",
            "There was no alarm, but the shop did not burn down.",
        ),
        (
            "The bridge was not closed because of the storm but because a pier had cracked.",
            "a pier not cracked",
            "No pier cracked, so the bridge was not closed.",
            "No pier cracked, but the bridge was closed.",
        ),
    ],
)
def test_what_the_text_says_would_have_been_is_the_answer(text: str, had: str, right: str, wrong: str) -> None:
    rubric = causalcore.rubric(text, had=had)
    assert {str(answer.kind) for answer in rubric.answers.values()} == {"changed"}
    better, worse = rubric.check(right), rubric.check(wrong)
    assert better.valid is not False
    assert worse.valid is not True
    assert better.score > worse.score + 0.2


def test_what_would_have_been_is_no_certain_answer_to_a_what_if_about_something_before() -> None:
    text = (
        "The greenhouse would have been ready by Easter, but the glazier broke his wrist. "
        "It was a loose plank that threw him off the scaffold. The pond was cleaned on Tuesday."
    )
    answer = causalcore.rubric(text, had="no plank been loose").answers["e1"]
    assert (str(answer.kind), answer.confidence > 0.9) != ("unchanged", True)

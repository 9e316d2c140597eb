"""What would have been, but for something, is told by the two facts behind it."""

from __future__ import annotations

import pytest
from hypothesis import strategies as st

from causalcore.scenario.scenario import Scenario, Sign, Strength
from nlbridge.reading.reader import read

SUBJECTS = st.sampled_from(["the ferry", "the barns by the mill", "her uncle"])
ENDINGS = st.sampled_from([("sunk", "sank"), ("burned down", "burned down"), ("gone under", "went under")])
CONDITIONS = st.sampled_from(["Without", "But for", "Had it not been for", "If it had not been for"])


def statements(text: str) -> list[str]:
    return [event.statement for event in read(text).events]


def links(scenario: Scenario) -> dict[tuple[str, str], tuple[Sign, Strength]]:
    return {(link.cause, link.effect): (link.sign, link.strength) for link in scenario.links}


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("Without the tow the sloop would have been lost.", "The sloop was not lost."),
        ("The tunnel would never have been dug without the loan.", "The tunnel was dug."),
        ("But for the rope nobody would have survived.", "Somebody survived."),
        ("But for the rain, the hikers could have slept outside.", "The hikers could not sleep outside."),
        (
            "Without the bail, the editor would have had to stay in prison.",
            "The editor did not have to stay in prison.",
        ),
        ("Without the tax the tram would not have been built.", "The tram was built."),
    ],
)
def test_a_fact_is_put_into_plain_words(text: str, fact: str) -> None:
    assert fact in statements(text)


@pytest.mark.parametrize(
    "text",
    [
        "The dog barked. Without it the thieves would have emptied the safe.",
        "The dog barked. Otherwise the thieves would have emptied the safe.",
    ],
)
def test_what_was_needed_may_stand_in_the_sentence_before(text: str) -> None:
    scenario = read(text)
    assert [e.statement for e in scenario.events] == ["The dog barked.", "The thieves did not empty the safe."]
    assert links(scenario) == {("e1", "e2"): (Sign.PROMOTES, Strength.NECESSARY)}


@pytest.mark.parametrize(
    ("condition", "fact"),
    [
        ("Had nobody checked the valve", "Somebody checked the valve."),
        ("Had the kit been empty", "The kit was not empty."),
        ("Had the pump not failed", "The pump failed."),
        ("If the alarm had been tested", "The alarm was not tested."),
        ("If the crew had never come", "The crew came."),
        ("If nobody had come", "Somebody came."),
        ("If the crew had had a spare", "The crew did not have a spare."),
    ],
)
def test_a_condition_that_was_not_so_tells_its_contrary(condition: str, fact: str) -> None:
    assert statements(f"{condition}, the tank would have burst.") == [fact, "The tank did not burst."]


def test_who_says_so_is_not_whom_a_pronoun_stands_for() -> None:
    text = "Had the kit been empty, said the doctor, she would have died."
    assert statements(text) == ["The kit was not empty.", "She did not die."]


@pytest.mark.parametrize(
    "text",
    ["Without a permit the crew entered the park.", "She left without her keys.", "Otherwise the day went well."],
)
def test_nothing_is_turned_round_where_nothing_would_have_been(text: str) -> None:
    assert statements(text) == [text]
    assert not read(text).links

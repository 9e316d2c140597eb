"""Each event is stated as a whole sentence: subject, finite verb, no connective, no pronoun where that is safe."""

from __future__ import annotations

import pytest

from nlbridge.reader import read


def statements(text: str) -> list[str]:
    return [event.statement for event in read(text).events]


@pytest.mark.parametrize(
    "joint", ["combined with a stuck vent", "together with a stuck vent", "coupled with a stuck vent"]
)
def test_the_object_tells_what_joint_causes_brought_about(joint: str) -> None:
    said = statements(f"A long heatwave, {joint}, ruined the tomato seedlings in the greenhouse.")
    assert said[-1].startswith("The tomato seedlings")
    assert "were ruined" in said[-1]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("A gust from the pass blew out the lantern.", "The lantern was blown out."),
        ("A wet summer and a late frost together spoiled the plums.", "The plums were spoiled."),
        ("The pump failed. This forced the miners to leave.", "The miners were forced to leave."),
        ("The lamp broke, which made the room look dull.", "The room looked dull."),
        ("A broken axle delayed the coach and stranded two singers.", "Two singers were stranded."),
        ("A sudden hailstorm killed half of the hens.", "Half of the hens were killed."),
    ],
)
def test_what_an_event_brings_about_is_told_without_it(text: str, told: str) -> None:
    assert told in statements(text)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Due to the storm, the ferry stayed in port.", "There was a storm."),
        ("Due to thick fog, the ferry stayed in port.", "There was thick fog."),
        ("Because of the dry summer of 1911, the well ran low.", "The summer of 1911 was dry."),
        ("With the bridge closed, the drivers took the ferry.", "The bridge was closed."),
        ("Without the map, the scouts lost their way.", "There was no map."),
        ("Thanks to the baker's broken oven, the cakes were raw.", "The baker's oven was broken."),
        ("Warned by a friend, Ada sold the boat.", "Ada was warned by a friend."),
        ("The mayor, who had slept badly, forgot the speech.", "The mayor had slept badly."),
    ],
)
def test_phrases_become_clauses(text: str, told: str) -> None:
    assert told in statements(text)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Omar climbed the stairs. He felt dizzy, so he sat down.", "Omar sat down."),
        ("Although she wore gloves, Rosa burned her hand.", "Rosa wore gloves."),
        ("Lena forgot the key. Her phone was flat.", "Lena's phone was flat."),
        ("Tim dropped the jug and cut his foot.", "Tim cut his foot."),
    ],
)
def test_a_pronoun_is_replaced_where_one_person_can_be_meant(text: str, told: str) -> None:
    assert told in statements(text)


@pytest.mark.parametrize(
    "text",
    [
        "Ada met Rosa at the market. She was late.",
        "The kettle stood beside the teapot. It cracked.",
        "It rained all night, so the cellar flooded.",
    ],
)
def test_a_pronoun_stays_where_two_can_be_meant_or_none(text: str) -> None:
    assert any(said.startswith(("She ", "It ")) for said in statements(text))


def test_a_connective_inside_a_clause_is_left_out() -> None:
    assert "The guards closed the gate." in statements("Wolves came near. The guards therefore closed the gate.")


def test_spans_are_the_words_of_the_text_whatever_the_statement_says() -> None:
    scenario = read("A long heatwave, combined with a stuck vent, ruined the seedlings.")
    quoted = [scenario.text[slice(*event.span)] for event in scenario.events if event.span]
    assert quoted == ["A long heatwave", "a stuck vent", "ruined the seedlings"]

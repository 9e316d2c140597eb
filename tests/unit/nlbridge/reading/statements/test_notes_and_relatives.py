"""Notes without subjects, relative clauses whose object belongs to an infinitive, names with numbers, thanks."""

from __future__ import annotations

import pytest

from nlbridge.reading.reader import read


def statements(text: str) -> list[str]:
    return [event.statement for event in read(text).events]


@pytest.mark.parametrize(
    ("note", "told"),
    [
        ("Checked the ribbon.", "The ribbon was checked."),
        ("Offered the owner a refund.", "The owner was offered a refund."),
        ("Cleaned the lens at noon.", "The lens was cleaned at noon."),
        ("Spoke to the manager.", "Spoke to the manager."),
        ("Felt ill.", "Felt ill."),
    ],
)
def test_a_note_is_told_of_what_was_acted_on(note: str, told: str) -> None:
    assert statements(f"The printer failed on Monday. {note}")[1] == told


@pytest.mark.parametrize(
    ("relative", "told"),
    [
        ("which she learned to love", "She learned to love the dog."),
        ("which she turned out to need", "She turned out to need the dog."),
        ("which nobody wanted to feed", "Nobody wanted to feed the dog."),
        ("which they left to bark", "They left the dog to bark."),
    ],
)
def test_the_object_of_an_infinitive(relative: str, told: str) -> None:
    assert statements(f"Ines bought a dog, {relative}.")[1] == told


def test_a_road_is_nobody() -> None:
    told = statements("The insured was driving on the A9 when a ladder fell. He swerved to avoid it.")
    assert told[2] == "He swerved to avoid it."


def test_a_day_owns_no_event() -> None:
    assert (
        statements("The ribbon was turned after Friday's change of shift.")[1] == "There was Friday's change of shift."
    )


def test_what_describes_part_of_a_cause_does_not_describe_all_of_it() -> None:
    told = statements("The cracks were caused by vibration from the new line, opened in 2019.")
    assert told[1] == "There was vibration from the new line, opened in 2019."


@pytest.mark.parametrize("thanks", ["Many thanks to those who helped", "Special thanks to all who came"])
def test_thanks_and_a_name_close_a_letter(thanks: str) -> None:
    told = statements(f"Dear all, the roof was mended on Friday. {thanks}. Karin")
    assert told[0] == "The roof was mended on Friday."
    assert not any("Karin" in one or "helped" in one for one in told)


def test_thanks_to_a_thing_are_a_cause() -> None:
    assert statements("The roof was mended thanks to the new crane.")[1] == "There was a new crane."


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("As the reservoir rose, water began to spill over the crest.", "The reservoir rose."),
        ("Cyclists used the main road, where the number of accidents doubled.", "The number of accidents doubled."),
        ("Downstream, the sudden wave tore loose the ferry.", "Downstream, the sudden wave tore loose the ferry."),
    ],
)
def test_a_verb_taken_for_a_noun_keeps_its_clause(text: str, told: str) -> None:
    assert told in statements(text)

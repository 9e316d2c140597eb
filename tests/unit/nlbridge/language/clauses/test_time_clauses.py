"""`until then` gives a time, `as` before a role opens no clause, and `while lighting the stove` is no connective."""

from __future__ import annotations

import pytest

from nlbridge.reading.reader import read


def statements(text: str) -> list[str]:
    return [event.statement for event in read(text).events]


EVENTS = ["water has run down the wall", "the bells of the abbey have kept silent"]


@pytest.mark.parametrize("event", EVENTS)
def test_a_time_that_was_told_of_gives_no_reason(event: str) -> None:
    scenario = read(f"A slate fell in May. Until then {event}.")
    assert scenario.events[-1].statement == f"Until then {event}."
    assert not any(link.connective for link in scenario.links)


@pytest.mark.parametrize("opening", ["Since then", "Ever since then"])
@pytest.mark.parametrize("event", EVENTS)
def test_what_has_been_so_since_then_follows_from_the_sentence_before(opening: str, event: str) -> None:
    scenario = read(f"A slate fell in May. {opening} {event}.")
    assert scenario.events[-1].statement == f"{event[:1].upper()}{event[1:]}."
    assert [(link.cause, link.effect, link.connective) for link in scenario.links] == [("e1", "e2", opening.lower())]


def test_a_reason_before_then_stays_one() -> None:
    scenario = read("Since the gate was open, then the goats got out.")
    assert [link.connective for link in scenario.links] == ["since"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Omar took over as head cook at the inn.", ["Omar took over as head cook at the inn."]),
        (
            "Vera worked as night nurse and later opened a shop.",
            ["Vera worked as night nurse.", "Vera later opened a shop."],
        ),
        (
            "Vera resigned as treasurer when the books were lost.",
            ["Vera resigned as treasurer.", "The books were lost."],
        ),
        (
            "The riders turned back as snow covered the pass.",
            ["The riders turned back.", "There was snow.", "The pass was covered."],
        ),
        ("He fled after the siege and settled in Ghent.", ["He fled.", "There was a siege.", "He settled in Ghent."]),
        ("Ida burnt her hand while lighting the stove.", ["Ida burnt her hand while lighting the stove."]),
        ("Her brother, meanwhile, slept.", ["Her brother slept."]),
    ],
)
def test_a_clause_has_a_verb_of_its_own(text: str, expected: list[str]) -> None:
    assert statements(text) == expected

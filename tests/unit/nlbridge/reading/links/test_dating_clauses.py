"""Clauses that say when something happened, and which claim a clause of reason or time belongs to."""

from __future__ import annotations

import pytest

from nlbridge.reading.reader import read


def statements(text: str) -> list[str]:
    return [event.statement for event in read(text).events]


def links(text: str) -> set[tuple[str, str]]:
    return {(link.cause, link.effect) for link in read(text).links}


@pytest.mark.parametrize(
    "text",
    [
        "The guard was driving north when a ladder fell from a van.",
        "The team was eating dinner when the alarm rang.",
        "The children were playing in the yard when the wall fell on them.",
    ],
)
def test_what_breaks_into_something_did_not_cause_it(text: str) -> None:
    assert ("e2", "e1") not in links(text)


def test_when_still_gives_a_reason() -> None:
    assert ("e2", "e1") in links("The node lost power when a technician unplugged a cable.")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "By the time the engine arrived, the barn had burned down.",
            ["The engine arrived.", "The barn had burned down."],
        ),
        (
            "The barn had burned down by the time the engine arrived.",
            ["The barn had burned down.", "The engine arrived."],
        ),
        (
            "By the time Jo came, the cat, the dog and Ed were white.",
            ["Jo came.", "The cat, the dog and Ed were white."],
        ),
    ],
)
def test_by_the_time_only_dates(text: str, told: list[str]) -> None:
    assert statements(text) == told


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("The bridge reopened fourteen months after it had been closed.", "The bridge reopened."),
        ("The guests arrived the day after the fire had been put out.", "The guests arrived."),
        ("A week after the fire, the owner reopened the shop.", "There was fire."),
        ("Two days after the dam broke, the army arrived.", "The dam broke."),
    ],
)
def test_a_measure_before_after_is_no_event(text: str, told: str) -> None:
    assert statements(text)[0] == told
    assert len(statements(text)) == 2


def test_a_length_of_time_completes_its_verb() -> None:
    assert statements("The strike lasted two days after the vote failed.")[0] == "The strike lasted two days."


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("The board met at noon, after which the director left.", "The director left."),
        ("The index was built again, after which the import finished.", "The import finished."),
        ("He died in May, by which time the bank had closed.", "The bank had closed."),
    ],
)
def test_a_preposition_with_which_opens_a_clause(text: str, told: str) -> None:
    assert statements(text)[1] == told
    assert ("e2", "e1") not in links(text)


def test_a_reason_belongs_to_its_own_sentence() -> None:
    text = "A helicopter turned back. Had it not been for a tanker that passed, the men would have drowned."
    assert ("e2", "e3") in {(x.cause, x.effect) for x in read(text).links if x.connective}


@pytest.mark.parametrize("subject", ["They were", "These were"])
def test_a_pronoun_before_its_cause_is_no_event(subject: str) -> None:
    text = f"The delays were long. {subject} due to a strike."
    assert statements(text) == ["The delays were long.", "There was a strike."]
    assert ("e2", "e1") in links(text)


@pytest.mark.parametrize("hedge", ["thought to be", "believed to be"])
def test_a_supposed_cause_is_only_possible(hedge: str) -> None:
    scenario = read(f"The sodium was low, {hedge} due to a new drug.")
    assert [event.statement for event in scenario.events] == ["The sodium was low.", "There was a new drug."]
    assert [(str(x.strength), x.connective) for x in scenario.links] == [("possible", f"{hedge} due to")]

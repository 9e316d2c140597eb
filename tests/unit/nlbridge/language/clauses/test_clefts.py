"""A sentence that sets a cause apart tells two claims and the link between them."""

from __future__ import annotations

import pytest

from nlbridge.reading.reader import read


def told(text: str) -> list[tuple[str, str]]:
    """Return the links of a text that a word signals, as statements."""
    scenario = read(text)
    said = {event.id: event.statement for event in scenario.events}
    return [(said[link.cause], said[link.effect]) for link in scenario.links if link.connective is not None]


@pytest.mark.parametrize(
    ("text", "link"),
    [
        ("It was a loose wire that started the fire.", ("There was a loose wire.", "The fire was started.")),
        ("It was the cold that killed the battery.", ("There was the cold.", "The battery was killed.")),
        ("What stopped the line was a jammed conveyor.", ("There was a jammed conveyor.", "The line was stopped.")),
        (
            "The root cause of the collapse was a cracked beam.",
            ("There was a cracked beam.", "There was a collapse."),
        ),
        ("The reason the shop closed was that the rent had doubled.", ("The rent had doubled.", "The shop closed.")),
        (
            "The reason for the delay was that the driver had overslept.",
            ("The driver had overslept.", "There was a delay."),
        ),
    ],
)
def test_a_cause_that_is_set_apart_is_a_claim_with_its_effect(text, link):
    assert told(text) == [link]


@pytest.mark.parametrize(
    "text",
    [
        "It was the captain that opened the gate.",
        "What happened next was a surprise.",
        "The cause of the fire was never found.",
        "The reason is unknown.",
        "The pump is what the crew needed.",
    ],
)
def test_other_sentences_of_this_form_stay_whole(text):
    assert [event.statement for event in read(text).events] == [text]

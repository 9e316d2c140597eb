"""What stands between a subject and its verb, or before both, does not become an event or take the subject away."""

from __future__ import annotations

import pytest

from nlbridge.reading.reader import read


def statements(text: str) -> list[str]:
    return [event.statement for event in read(text).events]


@pytest.mark.parametrize(
    "text",
    [
        "The pump, according to the engineer, was dry.",
        "According to the engineer the pump was dry.",
        "According to the log, the pump was dry.",
        "The pump was dry, according to the engineer.",
        "Three people, including a child, were hurt.",
        "Three people were hurt, including a child.",
        "The thermocouple, a cheap replacement, read forty degrees too low.",
        "In that cloud, the pass was shut.",
        "The pass, in that cloud, was shut.",
        "Orders placed between 09:12 and 09:40 were lost.",
        "Trains between the port and the mine were late.",
        "A later study with twice as many patients did find an effect.",
        "On-call restarted the nodes twice.",
    ],
)
def test_a_sentence_with_one_verb_is_one_event(text: str) -> None:
    assert statements(text) == [text]


@pytest.mark.parametrize(
    ("inserted", "told"),
    [("because it was old", "It was old."), ("although the sun shone", "The sun shone."), ("as it turned out", None)],
)
def test_a_subject_keeps_its_verb_behind_a_clause(inserted: str, told: str | None) -> None:
    expected = ["The pump failed."] if told is None else [told, "The pump failed."]
    assert statements(f"The pump, {inserted}, failed.") == expected


@pytest.mark.parametrize("opener", ["Because of", "Due to", "On account of"])
@pytest.mark.parametrize(
    ("subject", "rest"), [("indigo", "could not be had"), ("pipes", "burst"), ("raw wool", "was dear")]
)
def test_a_bare_noun_is_the_subject_behind_a_fronted_cause(opener: str, subject: str, rest: str) -> None:
    assert statements(f"{opener} the war {subject} {rest}.") == ["There was a war.", f"{subject.capitalize()} {rest}."]


@pytest.mark.parametrize(
    ("done", "told"),
    [
        ("renewing the certificate by hand", "The team renewed the certificate by hand."),
        ("being told twice", "The team was told twice."),
        ("hitting a cow", "The team hit a cow."),
    ],
)
def test_what_was_done_before_is_told_of_the_same_subject(done: str, told: str) -> None:
    assert statements(f"After {done}, the team stopped.") == [told, "The team stopped."]


def test_what_was_done_before_is_told_of_the_subject_before_it() -> None:
    told = ["The train stopped.", "The train hit a cow.", "The driver cried."]
    assert statements("The train stopped after hitting a cow, and the driver cried.") == told


@pytest.mark.parametrize("opener", ["Despite", "On account of", "Because of"])
def test_what_one_had_done_is_told_of_the_same_subject(opener: str) -> None:
    told = ["The intern had asked the right question.", "The intern was promoted."]
    assert statements(f"{opener} having asked the right question, the intern was promoted.") == told


@pytest.mark.parametrize("aside", ["who lived in Hull", "seeing the empty bins"])
def test_a_subject_behind_and_is_told_without_it(aside: str) -> None:
    assert statements(f"The vicar was ill, and the organist, {aside}, was late.")[-1] == "The organist was late."


@pytest.mark.parametrize("given", ["had not given", "has since given", "had never given"])
def test_what_somebody_gave_is_no_condition(given: str) -> None:
    assert statements(f"The tenant {given} written notice.") == [f"The tenant {given} written notice."]


def test_a_year_ends_a_phrase_of_time_before_a_reason() -> None:
    told = ["The wall was not repaired after 1996.", "Funds ran out."]
    assert statements("The wall was not repaired after 1996 as funds ran out.") == told

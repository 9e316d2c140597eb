"""Causes that stand inside a clause, that only point back, or that tell what the subject did."""

from __future__ import annotations

import pytest

from nlbridge.reading.reader import read


def statements(text: str) -> list[str]:
    return [event.statement for event in read(text).events]


def signalled(text: str) -> set[tuple[str, str]]:
    return {(link.cause, link.effect) for link in read(text).links if link.connective}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "The chairman, because of the drought, turned to bees.",
            ["There was a drought.", "The chairman turned to bees."],
        ),
        ("The ferry, despite the storm, left on time.", ["There was a storm.", "The ferry left on time."]),
        ("Sales, thanks to a warm May, doubled.", ["There was a warm May.", "Sales doubled."]),
        ("The match, owing to a gale, was called off.", ["There was a gale.", "The match was called off."]),
    ],
)
def test_a_subject_keeps_its_verb_behind_a_cause(text: str, told: list[str]) -> None:
    assert statements(text) == told
    assert signalled(text) == {("e1", "e2")}


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ("The visitors scored again.", "Thanks to that victory they stayed up.", "The visitors stayed up."),
        ("The lorry was late.", "Because of this long delay, the fruit spoiled.", "The fruit spoiled."),
        ("The lorry was late.", "The fruit spoiled because of this delay.", "The fruit spoiled."),
        ("Two nodes failed.", "Despite these failures the shop stayed open.", "The shop stayed open."),
        ("A crop rotted.", "The chairman, on account of that loss, sold the farm.", "The chairman sold the farm."),
    ],
)
def test_a_cause_that_points_back_is_what_was_told_before(before: str, after: str, told: str) -> None:
    assert statements(f"{before} {after}") == [before, told]
    assert signalled(f"{before} {after}") == {("e1", "e2")}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("On hearing the news, the queen fainted.", "The queen heard the news."),
        ("By closing the valve, Ada stopped the leak.", "Ada closed the valve."),
        ("By waiting, the owners lost the sale.", "The owners waited."),
        ("Despite losing the map, the walkers arrived.", "The walkers lost the map."),
        ("Thanks to being insured, the owners lost nothing.", "The owners were insured."),
    ],
)
def test_what_the_subject_did_is_a_sentence(text: str, told: str) -> None:
    assert statements(text)[0] == told
    assert len(statements(text)) == 2


@pytest.mark.parametrize("undone", ["Without waking", "For lack of cleaning", "For fear of losing"])
def test_what_was_not_done_is_not_told_as_done(undone: str) -> None:
    done = ("The guard woke", "The guard cleaned", "The guard lost")
    assert not any(one.startswith(done) for one in statements(f"{undone} the horses, the guard left."))


@pytest.mark.parametrize("text", ["By morning the fog had gone.", "On building sites the work stopped."])
def test_a_time_or_place_is_nothing_that_was_done(text: str) -> None:
    assert statements(text) == [text]


@pytest.mark.parametrize(
    "text",
    [
        "Two of the crew, both from Hull, were saved.",
        "One of the pumps, a cheap one, failed.",
        "Three of them, all boys, ran.",
    ],
)
def test_an_aside_does_not_become_the_subject(text: str) -> None:
    assert statements(text) == [text]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("When asked about it, the driver lied.", "The driver was asked about it."),
        ("Once mended, the pump ran well.", "The pump was mended."),
        ("Although warned twice, the boys swam out.", "The boys were warned twice."),
        ("Without waking the horses, the guard left.", "The guard did not wake the horses."),
        ("Without being asked, Tom paid.", "Tom was not asked."),
    ],
)
def test_a_shortened_clause_has_the_main_subject(text: str, told: str) -> None:
    assert statements(text)[0] == told
    assert len(statements(text)) == 2


@pytest.mark.parametrize("pronoun", ["This in turn led to", "It also led to", "That eventually led to"])
def test_a_pronoun_with_an_adverb_is_no_event(pronoun: str) -> None:
    assert statements(f"The lift broke. {pronoun} a queue.") == ["The lift broke.", "There was a queue."]

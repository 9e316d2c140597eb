"""Who still has a thing has not lost it."""

from __future__ import annotations

import pytest

from nlbridge.language.meaning.word_similarity import items
from nlbridge.reading.reader import read
from nlbridge.supposing.hypothetical import resolve
from nlbridge.supposing.hypothetical_clause import parse_had, parts_of
from nlbridge.supposing.restatement import restates


def again(told: str, had: str) -> bool:
    return restates(*parts_of(parse_had(had)), items(told), items(told))


@pytest.mark.parametrize(
    ("told", "had"),
    [
        ("Mia lost her passport.", "Mia still had her passport"),
        ("Mia lost her passport.", "Mia had her passport with her"),
        ("Mia lost her house keys.", "Mia still had her keys"),
        ("Jo mislaid the tickets.", "Jo had the tickets"),
        ("The garage had run out of diesel.", "the garage still had diesel"),
        ("The garage ran out of diesel.", "there been diesel"),
        ("Burglars stole the till.", "the shop still had the till"),
        ("Ravi's phone was stolen.", "Ravi still had his phone"),
        ("Nora sold her tent.", "Nora still had her tent"),
        ("She gave away her gloves.", "she still had her gloves"),
        ("Ben left his helmet at home.", "Ben had his helmet with him"),
        ("Olga forgot her glasses.", "Olga had her glasses"),
        ("The children ate the pie.", "we still had the pie"),
        ("The choir lacked a tenor.", "the choir had a tenor"),
    ],
)
def test_to_have_a_thing_is_the_contrary_of_parting_with_it(told: str, had: str) -> None:
    assert not again(told, had)


@pytest.mark.parametrize(
    ("told", "had"),
    [
        ("Mia lost her passport.", "Mia lost her passport"),
        ("Mia lost her house keys.", "Mia still had her house"),
        ("Mia did not lose her passport.", "Mia still had her passport"),
        ("Nora owned a tent.", "Nora owned a tent"),
        ("Nora had a tent.", "Nora still had a tent"),
        ("Pia sold Nora a tent.", "Nora had a tent"),
        ("The club gave Nora a tent.", "Nora had a tent"),
        ("Nora bought a tent.", "Nora had a tent"),
        ("Nora left Oslo with her tent.", "Nora had her tent with her"),
    ],
)
def test_other_verbs_do_not_turn_possession_round(told: str, had: str) -> None:
    assert again(told, had)


@pytest.mark.parametrize(
    ("told", "had"),
    [
        ("Olga forgot to buy milk.", "Olga had milk"),
        ("Mia lost her passport.", "Mia had no passport"),
        ("The garage had no diesel.", "the garage had diesel"),
    ],
)
def test_what_was_denied_before_is_still_denied(told: str, had: str) -> None:
    assert not again(told, had)


@pytest.mark.parametrize(
    ("text", "had"),
    [
        ("Mia lost her passport, so she missed the flight.", "Mia still had her passport"),
        ("The garage had run out of diesel, so the lorry stayed there.", "the garage still had diesel"),
        ("Nora sold her tent. So she slept in the car.", "Nora still had her tent"),
    ],
)
def test_the_loss_is_undone(text: str, had: str) -> None:
    assert dict(resolve(read(text), had=had).intervention) == {"e1": "false"}

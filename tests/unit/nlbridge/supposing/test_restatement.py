"""A what-if that says again what the text says changes nothing; one that says the contrary never passes for it."""

from __future__ import annotations

from functools import cache

import pytest

from causalcore.scenario.scenario import Scenario
from nlbridge.language.meaning.word_similarity import items
from nlbridge.reading.reader import read
from nlbridge.supposing.hypothetical import resolve
from nlbridge.supposing.hypothetical_clause import parse_had, parts_of
from nlbridge.supposing.restatement import restates

SHOP = "The baker overslept, so the shop did not open."
BANK = "It was a holiday, so the bank was not open."
PUMP = "The pump failed, so the cellar flooded."
PHONE = "The telephone did not work, so Ida wrote a letter."
GATE = "The guard fell asleep, so the gate was not locked."
HEAT = "The heating was not on, so the pipes froze."
KEY = "Tom did not remember the key, so Eva waited outside."
SAUCE = "The cook managed to save the sauce, so dinner was on time."


@cache
def scenario(text: str) -> Scenario:
    return read(text)


def changes(text: str, had: str) -> bool:
    found = resolve(scenario(text), had=had)
    return any(value != found.scenario.event(name).fact for name, value in found.intervention)


@pytest.mark.parametrize(
    ("text", "had"),
    [
        (SHOP, "the shop not been closed"),
        (SHOP, "the shop not been shut"),
        (SHOP, "the shop not remained closed"),
        (SHOP, "the shop opened"),
        (BANK, "the bank not been closed"),
        (PHONE, "the telephone not been broken"),
        (PHONE, "the telephone not failed"),
        (GATE, "the gate not been unlocked"),
        (HEAT, "the heating not been off"),
        (KEY, "Tom not forgotten the key"),
        (SAUCE, "the cook failed to save the sauce"),
        (PUMP, "the pump worked"),
    ],
)
def test_the_contrary_of_the_text_is_supposed(text: str, had: str) -> None:
    assert changes(text, had)


@pytest.mark.parametrize(
    ("text", "had"),
    [
        (SHOP, "the shop closed"),
        (SHOP, "the shop remained closed"),
        (SHOP, "the shop not opened"),
        (BANK, "the bank stayed closed"),
        (PHONE, "the telephone been broken"),
        (GATE, "the gate been unlocked"),
        (HEAT, "the heating stayed off"),
        (KEY, "Tom forgotten the key"),
        (PUMP, "the pump not worked"),
    ],
)
def test_what_the_text_says_is_said_again_in_other_words(text: str, had: str) -> None:
    assert not changes(text, had)


@pytest.mark.parametrize(
    ("told", "had", "again"),
    [
        ("Prices did not rise.", "prices fallen", False),
        ("Prices rose.", "prices not fallen", True),
        ("The guests left the hall.", "the guests stayed in the hall", False),
        ("The administrator failed to save the file.", "the administrator managed to save the file", False),
        ("The alarm was not switched on.", "the alarm been switched off", True),
        ("The radio, soaked, would not start.", "the radio stayed dry", False),
        ("The freezer that nobody checked had thawed.", "the freezer stayed frozen", False),
        ("The patient was steady on lithium.", "her hands stayed steady", False),
    ],
)
def test_denials_and_opposites_turn_the_meaning_round(told: str, had: str, again: bool) -> None:
    assert restates(*parts_of(parse_had(had)), items(told), items(told)) is again

"""Which claims nothing in the words ties to the rest, and that they are believed less."""

from __future__ import annotations

import pytest

from causalcore import rubric
from nlbridge.reading.reader import read
from nlbridge.supposing.told_together import idle_links, lone_sentences, set_apart

TEXT = "The pump failed, so the cellar flooded."


def lone(text, *sets):
    scenario = read(text)
    return {scenario.events[k].statement for k in lone_sentences(scenario, sets)}


@pytest.mark.parametrize(
    "added", ["The museum opened a new wing.", "A dog barked.", "The wine was ruined.", "Her flight was late."]
)
def test_a_sentence_that_shares_no_word_is_lone(added):
    assert lone(f"{TEXT} {added}", 0) == {added}


@pytest.mark.parametrize(
    "text",
    [
        f"{TEXT} As a result, the wine was ruined.",
        f"{TEXT} The cellar smelled of mud.",
        f"{TEXT} It stood open for a week.",
        f"The museum opened a new wing. {TEXT}",
        f"{TEXT} The owner swore, and the dog barked.",
    ],
    ids=["signal", "word", "pronoun", "before", "two in a sentence"],
)
def test_a_claim_that_words_tie_to_another_or_that_comes_first_is_not(text):
    place = 1 if text.startswith("The museum") else 0
    assert lone(text, place) == set()


def test_a_long_text_has_none():
    text = f"{TEXT} The guests left. A taxi came. The bill was paid. The museum opened a new wing. Snow fell."
    assert lone(text, 0) == set()


def test_a_what_if_that_sets_nothing_comes_before_nothing():
    assert lone(f"{TEXT} Snow fell.") == set()


def test_what_nothing_ties_to_the_text_is_not_said_with_certainty():
    for added in ("The museum opened a new wing.", "A dog barked in the yard.", "Prices rose by two percent."):
        found = rubric(f"{TEXT} {added}", had="the pump not failed")
        assert found.answers["e3"].expected < 0.8
        assert found.answers["e2"].expected > 0.95


@pytest.mark.parametrize(
    ("added", "claims"),
    [
        ("The bus came late, so Eva ran.", {"The bus came late.", "Eva ran."}),
        ("A circus arrived, so the streets were full.", {"A circus arrived.", "The streets were full."}),
        ("The plane flew low, so the windows rattled.", {"The plane flew low.", "The windows rattled."}),
        ("A painter sold a picture, so he bought shoes.", {"A painter sold a picture.", "The painter bought shoes."}),
        ("Eva ran because the bus came late.", {"The bus came late.", "Eva ran."}),
    ],
)
def test_claims_that_only_each_other_are_joined_to_are_lone(added, claims):
    assert lone(f"{TEXT} {added}", 0) == claims


@pytest.mark.parametrize(
    "text",
    [
        f"{TEXT} As a result, the wine was ruined, so the wedding had beer.",
        f"{TEXT} The cellar smelled, so Eva ran.",
        f"{TEXT} That annoyed the owner, so Eva ran.",
        f"{TEXT} The bus came late, so the pump stood still.",
    ],
    ids=["signal", "word", "pronoun", "word of the second claim"],
)
def test_claims_that_words_tie_to_another_sentence_are_not(text):
    assert lone(text, 0) == set()


def test_claims_of_another_chain_are_not_said_to_change_with_certainty():
    for added in ("The bus came late, so Eva ran.", "A circus arrived, so the streets were full."):
        found = rubric(f"{TEXT} {added}", had="the pump not failed")
        assert max(found.answers[name].expected for name in ("e3", "e4")) < 0.75


@pytest.mark.parametrize(
    "opening",
    ["By the way,", "Incidentally,", "Meanwhile,", "In another town,", "Elsewhere,", "On an unrelated note,"],
)
def test_what_opens_as_another_matter_is_thought_to_stay(opening):
    found = rubric(f"{TEXT} {opening} a choir won a prize.", had="the pump not failed")
    assert found.answers["e3"].kind.value == "unchanged"
    assert found.answers["e3"].expected < 0.25


def test_a_chain_behind_such_an_opening_is_set_apart_with_all_its_claims():
    scenario = read(f"{TEXT} By the way, the bus came late, so Eva ran.")
    assert set_apart(scenario) == {"e3": ("e1", "e2"), "e4": ("e1", "e2")}
    assert {(link.cause, link.effect) for link in idle_links(scenario)} >= {("e1", "e3"), ("e2", "e4")}


@pytest.mark.parametrize(
    "text",
    [
        f"{TEXT} Meanwhile, the cellar smelled.",
        f"{TEXT} By the way, that annoyed the owner.",
        f"By the way, {TEXT}",
        "While the pump failed, the choir sang.",
    ],
    ids=["word", "pronoun", "first sentence", "clause"],
)
def test_what_words_tie_to_the_rest_is_not_set_apart(text):
    assert not set_apart(read(text))

"""Which claims nothing in the words ties to the rest, and that they are believed less."""

from __future__ import annotations

import pytest

from causalcore import rubric
from nlbridge.reading.reader import read
from nlbridge.supposing.told_together import lone_sentences

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

from __future__ import annotations

import pytest

from nlbridge.grounding.claims.polarity import NAMES, denials, polarity_features
from nlbridge.language.meaning.alignment import align
from nlbridge.language.meaning.word_relations import words


def counted(text: str, word: str) -> int:
    passage = words(text)
    return denials(passage, next(i for i, w in enumerate(passage) if w.text == word))


@pytest.mark.parametrize(
    ("text", "word", "expected"),
    [
        ("The baker opened the shop.", "opened", 0),
        ("The baker did not open the shop.", "open", 1),
        ("The baker failed to open the shop.", "open", 1),
        ("The baker did not fail to open the shop.", "open", 2),
        ("No baker opened the shop.", "opened", 1),
        ("With no flour the baker opened the shop.", "opened", 0),
        ("Without flour the baker opened the shop.", "opened", 0),
        ("The baker left without opening the shop.", "opening", 1),
        ("The baker had no choice but to close the shop.", "close", 0),
        ("A burst pipe kept the baker from opening the shop.", "opening", 1),
        ("The baker opened no shop.", "opened", 1),
        ("The baker did not sing, and he opened the shop.", "opened", 0),
        ("The baker slept instead of opening the shop.", "opening", 1),
    ],
)
def test_denials_reach_over_their_own_clause(text, word, expected):
    assert counted(text, word) == expected


def test_a_denied_verb_turns_its_claim_and_a_phrase_has_no_verb():
    original, edit = words("A gale toppled the mast."), words("The gale did not topple the mast.")
    alike = align(original, edit)[1]
    phrase = dict(zip(NAMES, polarity_features(alike, (0, 1), (1,), (1,)), strict=True))
    assert phrase["a claim without a verb"] == 1
    verb = dict(zip(NAMES, polarity_features(alike, (2, 3, 4), (2, 4), (2,)), strict=True))
    assert (verb["a claim without a verb"], verb["a predicate turned"]) == (0, 1)

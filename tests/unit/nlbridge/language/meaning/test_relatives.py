"""What a passage has that is related to a word is what asking each of its words finds."""

from __future__ import annotations

import pytest

from nlbridge.language.meaning.sentences import words
from nlbridge.language.meaning.word_relations import Relatives, related

TEXTS = (
    "Prices fell by 12 percent in 2019, so the unhappy baker sold his two shops and bought a boat.",
    "The price rose in 2018; the happy bakers purchased 12 stores, lost none, and repaired the unrepaired oven.",
    "Nobody arrived. The arrival of 300 guests was delayed, the ferry sank, and costs climbed steeply.",
    "",
)


@pytest.mark.parametrize("told", TEXTS)
@pytest.mark.parametrize("text", TEXTS)
def test_the_closest_words_are_those_that_asking_each_finds(text, told):
    others = [word for word in words(told) if word.content]
    found = Relatives(words(told))
    for word in words(text):
        relations = [related(word, other) for other in others]
        likeness = max((chance for chance, opposed in relations if not opposed), default=0.0)
        opposite = max((chance for chance, opposed in relations if opposed), default=0.0)
        # A word that stands there is like itself, and its opposites are not looked for.
        assert found.closest(word) == ((1.0, 0.0) if likeness == 1.0 else (likeness, opposite))

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nlbridge.language.meaning.word_relations import _wordnet, adjoin, are_antonyms, relation, share_sense

LEMMAS = st.sampled_from(sorted(_wordnet())[::37])


@given(LEMMAS, LEMMAS)
def test_relations_hold_both_ways(first, second):
    for related in (share_sense, adjoin, are_antonyms):
        assert related(first, second) is related(second, first)


@pytest.mark.parametrize(("first", "second"), [("purchase", "buy"), ("huge", "immense"), ("conceal", "hide")])
def test_words_of_one_sense_are_alike(first, second):
    likeness, opposed = relation(frozenset({first}), frozenset({second}))
    assert likeness >= 0.7
    assert not opposed


def test_strangers_are_unrelated():
    assert relation(frozenset({"kettle"}), frozenset({"parliament"})) == (0.0, False)

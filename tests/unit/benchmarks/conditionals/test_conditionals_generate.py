from __future__ import annotations

from collections import Counter

import pytest

from benchmarks.conditionals.generate import CONTEXTS, generate, shipped_vocabulary, vocabulary_from
from benchmarks.errors import MalformedItemError

MADE = generate(560, seed=3)


def test_every_kind_of_context_comes_equally_often():
    counts = Counter((item.condition, item.manipulation) for item in MADE.items)
    assert set(counts) == set(CONTEXTS)
    assert len(set(counts.values())) == 1


def test_the_reader_sees_in_each_item_what_it_was_built_to_be():
    assert not MADE.refused
    assert len(MADE.items) >= 560


def test_ids_are_unique_and_conditions_of_a_core_share_their_completions():
    assert len({item.id for item in MADE.items}) == len(MADE.items)
    pairs: dict[str, set[frozenset[str]]] = {}
    for item in MADE.items:
        pairs.setdefault(item.core, set()).add(frozenset({item.congruent, item.incongruent}))
    assert all(len(found) == 1 for found in pairs.values())


def test_the_same_seed_makes_the_same_items_and_another_seed_others():
    assert generate(56, seed=5) == generate(56, seed=5)
    assert generate(56, seed=5).items != generate(56, seed=6).items


def test_more_items_than_the_vocabulary_has_words_for_are_refused():
    one = {"domains": [shipped_vocabulary()["domains"][3]]}
    with pytest.raises(MalformedItemError, match="expected at most"):
        generate(10**6, vocabulary={"domains": [one["domains"][0] | {"known": ["Haydn"], "neutral": ["my uncle"]}]})


@pytest.mark.parametrize("text", ["domains: []", "- 1", "a: [", "domains: [{name: x}]"])
def test_a_vocabulary_that_lacks_fields_is_refused(text):
    with pytest.raises(MalformedItemError):
        generate(1, vocabulary=vocabulary_from(text))

from __future__ import annotations

import pytest

from nlbridge.language.meaning.sentences import words
from nlbridge.language.meaning.word_relations import are_opposites, denies, direction, related


@pytest.mark.parametrize(
    ("first", "second"), [("open", "shut"), ("rise", "fall"), ("happy", "unhappy"), ("care", "careless")]
)
def test_opposites_are_found_both_ways(first, second):
    assert are_opposites(first, second)
    assert are_opposites(second, first)


@pytest.mark.parametrize(
    ("bare", "prefixed"),
    [
        ("flammable", "inflammable"),
        ("cover", "discover"),
        ("play", "display"),
        ("count", "discount"),
        ("press", "impress"),
        ("form", "inform"),
        ("valuable", "invaluable"),
        ("patch", "dispatch"),
        ("miss", "dismiss"),
        ("port", "import"),
        ("vest", "invest"),
        ("earth", "unearth"),
        ("take", "mistake"),
    ],
)
def test_a_word_that_only_looks_denied_is_no_opposite(bare, prefixed):
    assert not are_opposites(bare, prefixed)
    assert not related(*words(f"{bare} {prefixed}"))[1]


@pytest.mark.parametrize(
    ("bare", "prefixed"),
    [
        ("accurate", "inaccurate"),
        ("possible", "impossible"),
        ("regular", "irregular"),
        ("legal", "illegal"),
        ("connect", "disconnect"),
        ("appear", "disappear"),
        ("approve", "disapprove"),
        ("honest", "dishonest"),
        ("stability", "instability"),
        ("lock", "unlock"),
        ("washed", "unwashed"),
        ("toxic", "nontoxic"),
        ("read", "misread"),
        ("qualified", "disqualified"),
    ],
)
def test_a_negative_prefix_denies_the_word_behind_it(bare, prefixed):
    assert are_opposites(bare, prefixed)


def test_strangers_are_no_opposites():
    assert not are_opposites("bread", "lantern")


def test_directions_of_change_have_a_sign():
    assert (direction("soar"), direction("dwindle"), direction("bread")) == (1, -1, 0)


def test_verbs_that_deny_are_known():
    assert denies("fail")
    assert not denies("sing")

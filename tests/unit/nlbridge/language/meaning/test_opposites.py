from __future__ import annotations

import pytest

from nlbridge.language.meaning.word_relations import are_opposites, denies, direction


@pytest.mark.parametrize(
    ("first", "second"), [("open", "shut"), ("rise", "fall"), ("happy", "unhappy"), ("care", "careless")]
)
def test_opposites_are_found_both_ways(first, second):
    assert are_opposites(first, second)
    assert are_opposites(second, first)


def test_strangers_are_no_opposites():
    assert not are_opposites("bread", "lantern")


def test_directions_of_change_have_a_sign():
    assert (direction("soar"), direction("dwindle"), direction("bread")) == (1, -1, 0)


def test_verbs_that_deny_are_known():
    assert denies("fail")
    assert not denies("sing")

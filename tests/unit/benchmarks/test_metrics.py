from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks import metrics
from benchmarks.metrics import MetricMissingError, meteor, tokens

NAMES = "kettle lantern violin harbour meadow copper walnut saffron".split()


@given(st.lists(st.sampled_from(NAMES), min_size=1, max_size=8, unique=True))
def test_a_text_against_itself_loses_only_the_penalty_for_one_chunk(words: list[str]) -> None:
    assert meteor(" ".join(words), [" ".join(words)]) == pytest.approx(1 - 0.5 / len(words) ** 3)


@given(
    st.lists(st.sampled_from(NAMES), min_size=1, max_size=6, unique=True),
    st.lists(st.sampled_from(NAMES), min_size=1, max_size=6, unique=True),
)
def test_words_that_match_exactly_score_as_the_paper_defines(made: list[str], reference: list[str]) -> None:
    """Banerjee and Lavie (2005) with nltk's alpha 0.9, beta 3, gamma 0.5, computed without nltk."""
    places = [reference.index(word) for word in made if word in reference]
    if not places:
        assert meteor(" ".join(made), [" ".join(reference)]) == 0
        return
    matched = [(i, reference.index(word)) for i, word in enumerate(made) if word in reference]
    chunks = 1 + sum(b != a + 1 or j != i + 1 for (i, a), (j, b) in pairwise(matched))
    precision, recall = len(places) / len(made), len(places) / len(reference)
    f = precision * recall / (0.9 * precision + 0.1 * recall)
    expected = f * (1 - 0.5 * (chunks / len(places)) ** 3)
    assert meteor(" ".join(made), [" ".join(reference)]) == pytest.approx(expected)


def test_inflected_words_match_by_their_stem() -> None:
    assert meteor("boats sailing", ["boat sails"]) == meteor("boat sails", ["boat sails"])


def test_the_best_reference_counts() -> None:
    assert meteor("a kettle", ["a violin", "a kettle"]) == meteor("a kettle", ["a kettle"])


def test_case_does_not_count_and_clitics_are_words() -> None:
    assert tokens("It's Nora's.") == ["it", "'s", "nora", "'s", "."]
    assert meteor("", ["a kettle"]) == 0


def test_a_missing_library_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    metrics._nltk.cache_clear()
    monkeypatch.setitem(__import__("sys").modules, "nltk.translate.meteor_score", None)
    with pytest.raises(MetricMissingError, match=r"pip install 'causalcore\[metrics\]'"):
        meteor("a kettle", ["a kettle"])
    metrics._nltk.cache_clear()

from __future__ import annotations

import math
import sys
from itertools import combinations, pairwise
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.statistics import similarity as metrics
from benchmarks.statistics.similarity import MetricMissingError, meteor, tokens

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
    metrics._library.cache_clear()
    monkeypatch.setitem(__import__("sys").modules, "nltk.translate.meteor_score", None)
    with pytest.raises(MetricMissingError, match=r"pip install 'causalcore\[metrics\]'"):
        meteor("a kettle", ["a kettle"])
    metrics._library.cache_clear()


@given(st.lists(st.sampled_from(NAMES), min_size=4, max_size=9, unique=True), st.integers(0, 4))
def test_bleu_is_the_geometric_mean_of_the_precisions(reference: list[str], cut: int) -> None:
    """Papineni et al. (2002) on words that occur once, so that no count is clipped."""
    made = [*reference[:4], *reference[4 + cut :]]
    matched = [
        sum(tuple(made[i : i + n]) in {tuple(reference[j : j + n]) for j in range(len(reference))} for i in places)
        / len(places)
        for n in range(1, 5)
        if (places := range(len(made) - n + 1))
    ]
    penalty = math.exp(min(0.0, 1 - len(reference) / len(made)))
    expected = 100 * penalty * math.prod(matched) ** 0.25
    assert metrics.bleu([" ".join(made)], [" ".join(reference)]) == pytest.approx(expected)


@given(st.lists(st.sampled_from(NAMES), max_size=7), st.lists(st.sampled_from(NAMES), max_size=7))
def test_rouge_l_is_the_f_of_the_longest_common_subsequence(made: list[str], reference: list[str]) -> None:
    chosen = {tuple(one) for size in range(len(made) + 1) for one in combinations(made, size)}
    others = {tuple(one) for size in range(len(reference) + 1) for one in combinations(reference, size)}
    longest = max(len(one) for one in chosen & others)
    total = len(made) + len(reference)
    expected = 2 * longest / total if longest else 0
    assert metrics.rouge_l(" ".join(made), " ".join(reference)) == pytest.approx(expected)


def test_measures_by_models_hand_texts_and_model_to_their_libraries(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stand-ins for the two libraries, whose models are too large for a test."""
    asked: list[object] = []

    def score(texts: list[str], references: list[str], **named: object) -> tuple[None, None, list[float]]:
        asked.append((texts, references, named))
        return None, None, [0.5]

    class Encoder:
        def __init__(self, model: str) -> None:
            asked.append(model)

        def encode(self, texts: list[str], *, normalize_embeddings: bool) -> np.ndarray:
            assert normalize_embeddings
            return np.array([[1.0, 0.0] if text == "a kettle" else [0.6, 0.8] for text in texts])

    monkeypatch.setitem(sys.modules, "bert_score", SimpleNamespace(score=score))
    monkeypatch.setitem(sys.modules, "sentence_transformers", SimpleNamespace(SentenceTransformer=Encoder))
    metrics._library.cache_clear()
    assert metrics.bert_score(["a kettle"], ["a pan"], model="models/small", layer=4) == (0.5,)
    assert metrics.sem_score(["a kettle"], ["a pan"], model="models/sentences") == (0.6,)
    metrics._library.cache_clear()
    named = {"model_type": "models/small", "num_layers": 4, "verbose": False}
    assert asked == [(["a kettle"], ["a pan"], named), "models/sentences"]


def test_a_missing_library_of_models_names_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "bert_score", None)
    metrics._library.cache_clear()
    with pytest.raises(MetricMissingError, match=r"expected bert-score.*causalcore\[semantic\]"):
        metrics.bert_score(["a"], ["b"], model="m")
    metrics._library.cache_clear()

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nlbridge.grounding.models.log_odds_sum import LogOddsSum, shipped_sum
from nlbridge.grounding.models.sentence_embedding import NAMES as EMBEDDINGS
from nlbridge.grounding.models.textual_entailment import NAMES as NLI

CHANCES = st.floats(0.001, 0.999)
WEIGHTS = st.floats(-3, 3)


@given(CHANCES, st.lists(st.tuples(WEIGHTS, st.floats(-2, 2)), max_size=4), WEIGHTS, WEIGHTS)
def test_the_new_chance_is_the_logistic_function_of_the_sum(chance, pairs, slope, bias):
    from scipy.special import expit, logit

    weights, values = tuple(w for w, _ in pairs), tuple(x for _, x in pairs)
    found = LogOddsSum(names=tuple("abcd"[: len(pairs)]), bias=bias, slope=slope, weights=weights)
    wanted = expit(bias + slope * logit(chance) + sum(w * x for w, x in pairs))
    assert found.revised(chance, values) == pytest.approx(float(wanted), abs=1e-9)


@given(CHANCES, st.floats(-5, 5))
def test_evidence_without_weight_changes_nothing(chance, value):
    same = LogOddsSum(names=("a",), bias=0.0, slope=1.0, weights=(0.0,))
    assert same.revised(chance, (value,)) == pytest.approx(chance)


@given(CHANCES, st.floats(-5, 5), st.floats(-5, 5))
def test_the_order_in_which_evidence_is_added_does_not_matter(chance, one, other):
    doubled = LogOddsSum(names=("a",), bias=0.0, slope=1.0, weights=(0.7,))
    first = doubled.revised(doubled.revised(chance, (one,)), (other,))
    assert first == pytest.approx(doubled.revised(doubled.revised(chance, (other,)), (one,)), abs=1e-6)


def test_a_chance_of_one_or_nothing_stays_finite():
    plain = LogOddsSum(names=(), bias=0.0, slope=1.0, weights=())
    assert plain.revised(0.0, ()) == pytest.approx(0, abs=1e-5)
    assert plain.revised(1.0, ()) == pytest.approx(1, abs=1e-5)


@pytest.mark.parametrize(("kind", "names"), [("embeddings", EMBEDDINGS), ("nli", NLI)])
def test_the_shipped_weights_keep_what_the_words_say(kind, names):
    found = shipped_sum(kind, names)
    assert found.slope > 0


def test_a_contradiction_speaks_for_an_altered_claim():
    found = shipped_sum("nli", NLI)
    assert found.weights[0] > 0

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nlbridge.grounding.by_words import NAMES as CLAIM_NAMES
from nlbridge.grounding.connectives.misuse import NAMES as CONNECTIVE_NAMES
from nlbridge.judging.scoring.evidence import EDIT_FEATURES
from nlbridge.judging.scoring.score import MEASURED
from nlbridge.weights.calibration import boosted, load

FEATURES = ("a", "b", "c")
LEAVES = st.floats(-3, 3)
TREES = st.recursive(
    LEAVES,
    lambda inner: st.tuples(st.sampled_from(FEATURES), st.floats(-2, 2), inner, inner).map(list),
    max_leaves=12,
)


def walked(tree, row):
    """Follow one tree the plain way."""
    while isinstance(tree, list):
        name, threshold, low, high = tree
        tree = low if row[FEATURES.index(name)] <= threshold else high
    return tree


@given(
    st.lists(TREES, min_size=1, max_size=6),
    st.floats(-2, 2),
    st.lists(st.tuples(*[st.floats(-3, 3)] * 3), min_size=1, max_size=5),
)
def test_trees_in_a_table_say_what_trees_walked_one_by_one_say(trees, bias, rows):
    model = boosted({"bias": bias, "trees": trees}, FEATURES)
    expected = [1 / (1 + math.exp(-(bias + math.fsum(walked(tree, row) for tree in trees)))) for row in rows]
    assert model.probabilities(np.array(rows)) == pytest.approx(expected)


def test_the_weightiest_feature_is_the_one_whose_neutral_value_lowers_the_score_most():
    trees = [["a", 0.5, 0.0, 1.0], ["b", 0.5, 0.0, 3.0], ["c", 0.5, 0.0, 9.0]]
    model = boosted({"bias": 0.0, "trees": trees, "neutral": {"a": 0.0, "b": 0.0, "c": 0.0}}, FEATURES)
    assert model.weightiest((1.0, 1.0, 0.0)) == "b"
    assert model.weightiest((0.0, 0.0, 0.0)) == ""


@given(st.lists(TREES, min_size=1, max_size=6), st.tuples(*[st.floats(-3, 3)] * 3))
def test_the_weightiest_feature_is_the_one_that_all_trees_walked_anew_name(trees, row):
    neutral = dict(zip(FEATURES, (0.0, 0.5, -1.0), strict=True))
    model = boosted({"bias": 0.0, "trees": trees, "neutral": neutral}, FEATURES)
    without = {
        name: sum(walked(tree, [*row[:k], neutral[name], *row[k + 1 :]]) for tree in trees)
        for k, name in enumerate(FEATURES)
        if row[k] != neutral[name]
    }
    found = model.weightiest(row)
    assert without[found] == pytest.approx(min(without.values())) if without else not found


def test_a_file_without_trees_is_refused():
    with pytest.raises(TypeError, match="expected trees, a bias"):
        boosted({"bias": 0.0, "trees": 3}, FEATURES)


def test_the_shipped_weights_name_only_features_that_are_measured():
    shipped, scored = load("grounding"), load("score")
    parts = [
        (shipped["event"], CLAIM_NAMES),
        (shipped["told"], CLAIM_NAMES),
        (shipped["connective"], CONNECTIVE_NAMES),
        *((scored[kind]["words"], EDIT_FEATURES) for kind in ("given", "read")),
        *((scored[kind]["trees"], MEASURED) for kind in ("given", "read")),
    ]
    for weights, names in parts:
        assert boosted(weights, names).roots.size > 0
    assert set(shipped["event"]["neutral"]) == set(CLAIM_NAMES)

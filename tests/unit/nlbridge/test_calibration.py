from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nlbridge.grounding.by_words import NAMES as CLAIM_NAMES
from nlbridge.grounding.connectives.misuse import NAMES as CONNECTIVE_NAMES
from nlbridge.judging.evidence import MEASURED
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


def test_a_file_without_trees_is_refused():
    with pytest.raises(TypeError, match="expected trees, a bias"):
        boosted({"bias": 0.0, "trees": 3}, FEATURES)


def test_the_shipped_weights_name_only_features_that_are_measured():
    shipped, scored = load("grounding"), load("score")
    parts = [
        (shipped["event"], CLAIM_NAMES),
        (shipped["told"], CLAIM_NAMES),
        (shipped["connective"], CONNECTIVE_NAMES),
        *((scored[kind]["trees"], MEASURED) for kind in ("given", "read")),
    ]
    for weights, names in parts:
        assert boosted(weights, names).roots.size > 0

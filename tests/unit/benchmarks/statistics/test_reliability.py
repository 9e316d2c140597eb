"""Agreement against published tables, hand-written formulas and laws."""

from __future__ import annotations

import itertools
import math
import warnings

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from krippendorff import alpha
from sklearn.metrics import cohen_kappa_score

from benchmarks.statistics.reliability import bootstrapped, cohen_kappa, krippendorff_alpha

FLEISS_1971 = """
0 0 0 0 14/0 2 6 4 2/0 0 3 5 6/0 3 9 2 0/2 2 8 1 1/7 7 0 0 0/3 2 6 3 0/2 5 3 2 2/6 5 2 1 0/0 2 2 3 7
""".strip()
KRIPPENDORFF_2011 = """
1 2 3 3 2 1 4 1 2 . . ./1 2 3 3 2 2 4 1 2 5 . 3/. 3 3 3 2 3 4 2 2 5 1 ./1 2 3 3 2 4 4 1 2 5 1 .
""".strip()
PAIRS = st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2)), min_size=1, max_size=25)


def kappa_by_hand(pairs: list[tuple[int, int]], weight) -> float:
    """Return 1 - observed / expected disagreement, straight from the definition."""
    observed = sum(weight(a, b) for a, b in pairs) / len(pairs)
    expected = sum(weight(a, b) for (a, _), (_, b) in itertools.product(pairs, pairs)) / len(pairs) ** 2
    return 1 - observed / expected if expected else math.nan


@pytest.mark.parametrize(
    ("weights", "weight"),
    [(None, lambda a, b: a != b), ("linear", lambda a, b: abs(a - b)), ("quadratic", lambda a, b: (a - b) ** 2)],
)
@given(pairs=PAIRS)
@settings(max_examples=40)
def test_cohens_kappa_is_one_minus_observed_over_expected_disagreement(weights, weight, pairs):
    one, two = zip(*pairs, strict=True)
    found = cohen_kappa(one, two, weights=weights, scale=(0, 1, 2), resamples=2).value
    by_hand = kappa_by_hand(pairs, weight)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        sklearn = cohen_kappa_score(one, two, weights=weights, labels=[0, 1, 2])
    assert found is None or found == pytest.approx(sklearn, abs=1e-12)
    assert (found is None) == math.isnan(by_hand)
    assert found is None or found == pytest.approx(by_hand, abs=1e-12)


@pytest.mark.parametrize(("level", "value"), [("nominal", 0.743), ("ordinal", 0.815), ("interval", 0.849)])
def test_krippendorffs_alpha_of_his_own_table(level, value):
    raters = [[None if one == "." else int(one) for one in line.split()] for line in KRIPPENDORFF_2011.split("/")]
    units = [list(unit) for unit in zip(*raters, strict=True)]
    found = krippendorff_alpha(units, level=level, resamples=100)
    assert round(found.value, 3) == value
    assert found.low <= found.value <= found.high


@given(st.lists(st.lists(st.sampled_from([None, 1, 2, 4]), min_size=3, max_size=3), min_size=2, max_size=12))
@pytest.mark.parametrize("level", ["nominal", "ordinal", "interval", "ratio"])
def test_alpha_is_that_of_the_library(level, units):
    found = krippendorff_alpha(units, level=level, resamples=2).value
    if found is None:
        pairable = [row for row in units if sum(value is not None for value in row) > 1]
        assert len({value for row in pairable for value in row} - {None}) < 2
        return
    table = [[math.nan if value is None else value for value in rater] for rater in zip(*units, strict=True)]
    assert found == pytest.approx(alpha(reliability_data=table, level_of_measurement=level), abs=1e-9)


def test_one_category_has_no_agreement_beyond_chance():
    assert cohen_kappa([1, 1], [1, 1]).value is None
    assert krippendorff_alpha([[1, 1], [1, None]]).value is None
    assert cohen_kappa([], []).value is None
    assert krippendorff_alpha([[1, None], [None, 2]]).value is None


def test_raters_who_always_agree_have_agreement_1():
    labels = ["a", "b", "c"] * 5
    assert cohen_kappa(labels, labels).value == pytest.approx(1)


def test_lists_of_different_length_are_refused():
    with pytest.raises(ValueError, match="expected 2 ratings, got 1"):
        cohen_kappa([1, 0], [1])
    with pytest.raises(ValueError, match="expected 2 ratings, got 1"):
        cohen_kappa([1, 0], [1, 0], clusters=["x"])


def test_the_interval_of_a_mean_is_that_of_the_normal_law():
    values = np.random.default_rng(3).normal(size=400)
    found = bootstrapped(lambda drawn: float(values[drawn].mean()), 400)
    half = 1.96 * values.std() / 20
    assert found.low == pytest.approx(values.mean() - half, abs=0.012)
    assert found.high == pytest.approx(values.mean() + half, abs=0.012)


def test_copies_in_one_cluster_do_not_narrow_the_interval():
    one, two = [1, 0, 1, 1, 0, 0, 1, 0, 1, 1] * 2, [1, 0, 1, 0, 0, 1, 1, 0, 1, 1] * 2
    plain = cohen_kappa(one, two)
    copied = cohen_kappa([a for a in one for _ in range(5)], [b for b in two for _ in range(5)])
    clusters = [number for number in range(20) for _ in range(5)]
    clustered = cohen_kappa([a for a in one for _ in range(5)], [b for b in two for _ in range(5)], clusters=clusters)
    assert copied.high - copied.low < 0.6 * (plain.high - plain.low)
    assert clustered.high - clustered.low == pytest.approx(plain.high - plain.low, abs=0.05)
    assert clustered.clusters == 20


def test_no_interval_is_given_where_many_resamples_have_no_value():
    found = cohen_kappa([1, 0, 0, 0], [1, 0, 0, 0])
    assert found.value == 1
    assert found.low is None

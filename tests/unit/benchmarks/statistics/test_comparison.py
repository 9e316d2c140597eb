"""Comparisons against second libraries, enumeration and simulation."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from statsmodels.stats.contingency_tables import mcnemar as mcnemar_of_statsmodels
from statsmodels.stats.multitest import multipletests

from benchmarks.statistics.comparison import (
    FLIPS,
    detectable_difference,
    flipped,
    holm,
    mcnemar,
    paired,
    power,
    rank_sum,
)

VERDICTS = st.lists(st.tuples(st.booleans(), st.booleans(), st.integers(0, 5)), max_size=30)


@given(st.integers(0, 30), st.integers(0, 30))
@settings(max_examples=50)
def test_mcnemar_is_that_of_statsmodels(one, two):
    expected = mcnemar_of_statsmodels([[5, one], [two, 5]], exact=True).pvalue if one + two else 1.0
    assert mcnemar(one, two) == pytest.approx(expected)


@given(st.lists(st.integers(-3, 3), max_size=8))
def test_flipping_counts_all_reversals_of_clusters(sums):
    seen = abs(sum(sums))
    reached = [
        abs(sum(sign * one for sign, one in zip(signs, sums, strict=True))) >= seen
        for signs in itertools.product([-1, 1], repeat=len(sums))
    ]
    assert flipped(sums) == pytest.approx(sum(reached) / len(reached))


@given(st.integers(0, 14), st.integers(0, 14))
def test_with_clusters_of_one_pair_flipping_is_mcnemar(one, two):
    p = flipped([1] * two + [-1] * one)
    exact = one + two <= 14
    assert p == pytest.approx(mcnemar(one, two), abs=1e-9 if exact else 5 / FLIPS**0.5)


@given(VERDICTS)
@settings(max_examples=50)
def test_swapping_the_runs_mirrors_the_comparison(rows):
    first, second, clusters = ([row[place] for row in rows] for place in range(3))
    one, other = paired(first, second, clusters), paired(second, first, clusters)
    assert (one.only_first, one.only_second) == (other.only_second, other.only_first)
    assert one.p == other.p
    assert {one.verdict(), other.verdict()} in ({"tied"}, {"first", "second"})
    if one.difference is not None:
        assert one.difference == -other.difference == pytest.approx(one.second - one.first)


def test_three_copies_of_a_verdict_are_no_more_evidence_than_one():
    first, second = [False] * 7 + [True], [True] * 7 + [False]
    once = paired(first, second)
    thrice = paired(first * 3, second * 3, list(range(8)) * 3)
    assert thrice.p == once.p == pytest.approx(2 * 9 / 2**8)
    assert (once.verdict(), thrice.verdict()) == ("tied", "tied")
    assert thrice.mcnemar < 0.001  # what ignoring the clusters would have claimed


def test_nothing_to_compare_is_tied():
    found = paired([], [])
    assert (found.first, found.difference, found.p, found.verdict()) == (None, None, None, "tied")
    same = paired([True] * 50, [True] * 50)
    assert (same.p, same.verdict(), same.difference) == (1.0, "tied", 0.0)


def test_clusters_must_match_the_pairs():
    with pytest.raises(ValueError, match="expected 2 clusters, got 1"):
        paired([True, False], [True, True], ["a"])


@pytest.mark.parametrize("ps", [[0.2], [0.01, 0.04, 0.03], [0.5, 0.5, 0.9, 0.001], [0.02, 0.0, 1.0, 0.012, 0.03]])
def test_holm_is_that_of_statsmodels(ps):
    adjusted = holm({str(place): p for place, p in enumerate(ps)})
    assert list(adjusted.values()) == pytest.approx(list(multipletests(ps, method="holm")[1]))
    assert holm({}) == {}


def superiority(first, second):
    wins = sum((b > a) + (b == a) / 2 for a, b in itertools.product(first, second))
    return wins / (len(first) * len(second))


@given(st.lists(st.integers(0, 3), min_size=1, max_size=6), st.lists(st.integers(0, 3), min_size=1, max_size=6))
def test_groups_that_are_as_often_greater_as_less_have_a_rank_sum_p_of_1(first, second):
    p = rank_sum(first, second)
    assert p == pytest.approx(rank_sum(second, first))
    assert 0 < p <= 1
    assert p == 1 or superiority(first, second) != 0.5


def test_the_rank_sum_p_of_distinct_grades_is_that_of_all_rankings():
    first, second = [1.1, 2.2, 4.4, 5.5], [3.3, 6.6, 7.7, 8.8]
    pool = first + second
    seen = abs(superiority(first, second) - 0.5)
    splits = [
        abs(superiority([pool[i] for i in range(8) if i not in chosen], [pool[i] for i in chosen]) - 0.5)
        for chosen in itertools.combinations(range(8), 4)
    ]
    expected = sum(split >= seen - 1e-12 for split in splits) / len(splits)
    assert rank_sum(first, second) == pytest.approx(expected)


def test_equal_grades_and_missing_ones_are_tied():
    assert rank_sum([2, 2], [2, 2]) == 1
    assert rank_sum([], [1]) is None


def test_power_is_what_simulation_finds():
    pairs, discordant, difference = 300, 0.3, 0.1
    rng = np.random.default_rng(5)
    shares = [(discordant - difference) / 2, (discordant + difference) / 2, 1 - discordant]
    draws = rng.multinomial(pairs, shares, size=2000)
    z = np.abs(draws[:, 1] - draws[:, 0]) / np.sqrt(draws[:, 0] + draws[:, 1])
    assert power(pairs, discordant, difference) == pytest.approx((z > 1.96).mean(), abs=0.03)


@given(st.integers(20, 3000), st.floats(0.05, 0.9))
@settings(max_examples=50)
def test_a_detectable_difference_has_a_power_of_80_percent(pairs, discordant):
    found = detectable_difference(pairs, discordant)
    if found is not None:
        assert power(pairs, discordant, found) == pytest.approx(0.8, abs=1e-6)


def test_no_pairs_have_no_power():
    assert power(0, 0.5, 0.2) == power(10, 0.0, 0.0) == 0.0
    assert power(50, 0.2, 0.2) > 0.8

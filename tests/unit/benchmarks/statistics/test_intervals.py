from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import binomtest, bootstrap
from sklearn.metrics import accuracy_score, cohen_kappa_score, precision_recall_fscore_support
from statsmodels.stats.inter_rater import cohens_kappa

from benchmarks.statistics.agreement import agreement
from benchmarks.statistics.intervals import clustered, effective, wilson


def test_wilson_agrees_with_its_formula() -> None:
    z, hits, total = 1.959963984540054, 13, 20
    share = hits / total
    middle = (share + z**2 / (2 * total)) / (1 + z**2 / total)
    half = z / (1 + z**2 / total) * (share * (1 - share) / total + z**2 / (4 * total**2)) ** 0.5
    rate = wilson(hits, total)
    assert (rate.low, rate.high) == pytest.approx((middle - half, middle + half))


def test_nothing_has_no_rate() -> None:
    assert wilson(0, 0).value is None
    assert clustered([], []).value is None


def test_repeating_each_observation_does_not_narrow_the_interval() -> None:
    once = [n % 3 > 0 for n in range(60)]
    alone = clustered(once, list(range(60)))
    thrice = clustered([outcome for outcome in once for _ in range(3)], [n for n in range(60) for _ in range(3)])
    assert thrice.method == "cluster bootstrap"
    assert thrice.value == alone.value
    assert alone.high is not None
    assert alone.low is not None
    assert thrice.high is not None
    assert thrice.low is not None
    assert (thrice.high - thrice.low) == pytest.approx(alone.high - alone.low, rel=0.15)


def test_few_clusters_count_as_few_observations() -> None:
    rate = clustered([True] * 9, [n // 3 for n in range(9)])
    assert (rate.value, rate.low) == (1.0, wilson(3, 3).low)


def test_agreement_counts_correct_as_positive() -> None:
    found = agreement([True, True, False, False, None], [True, False, False, True, True])
    assert (found.decided, found.total) == (4, 5)
    assert (found.accuracy, found.precision, found.recall, found.f1, found.kappa) == (0.5, 0.5, 0.5, 0.5, 0.0)


def test_agreement_on_one_class_has_no_kappa() -> None:
    found = agreement([True, True], [True, True])
    assert (found.accuracy, found.kappa) == (1.0, None)


def test_agreement_on_nothing_is_not_zero() -> None:
    assert agreement([None], [True]).accuracy is None


@pytest.mark.parametrize(("hits", "total"), [(0, 1), (1, 2), (1, 10), (13, 20), (20, 20)])
def test_wilson_is_that_of_scipy(hits: int, total: int) -> None:
    interval = binomtest(hits, total).proportion_ci(method="wilson")
    rate = wilson(hits, total)
    assert (rate.low, rate.high) == pytest.approx((interval.low, interval.high), abs=1e-12)


def test_one_of_two_in_one_cluster_is_not_rounded_to_none() -> None:
    rate = clustered([True, False], ["only", "only"])
    z = 1.959963984540054
    half = z / (1 + z**2) * (0.25 + z**2 / 4) ** 0.5  # Wilson's formula for a share of 1/2 of one observation
    assert (rate.hits, rate.total, rate.value) == (1, 2, 0.5)
    assert (rate.low, rate.high) == pytest.approx((0.5 - half, 0.5 + half))
    assert rate.low != pytest.approx(wilson(0, 1).low)


@pytest.mark.parametrize("hits", range(7))
def test_the_interval_of_few_clusters_holds_the_share(hits: int) -> None:
    rate = clustered([n < hits for n in range(6)], [n // 2 for n in range(6)])
    assert rate.value is not None
    assert rate.low is not None
    assert rate.high is not None
    assert rate.low <= rate.value <= rate.high


def test_a_large_cluster_beside_small_ones_counts_as_hardly_more_than_one() -> None:
    outcomes, clusters = [True] * 100 + [False] * 11, [0] * 100 + list(range(1, 12))
    rate = clustered(outcomes, clusters)
    assert rate.method == "wilson on clusters"
    assert effective([100] + [1] * 11) == pytest.approx(111**2 / 10011)
    assert rate.low is not None
    assert rate.low < 0.3


def test_clusters_that_do_not_differ_do_not_make_an_interval_without_width() -> None:
    rate = clustered([True, False] * 12, [n // 2 for n in range(24)])
    assert (rate.low, rate.high) == pytest.approx((wilson(6, 12).low, wilson(6, 12).high))


def test_the_cluster_bootstrap_is_that_of_scipy() -> None:
    source = np.random.default_rng(7)
    sizes = source.integers(1, 5, size=40)
    good = source.binomial(sizes, 0.6)
    outcomes = [k < hits for hits, size in zip(good, sizes, strict=True) for k in range(size)]
    rate = clustered(outcomes, [n for n, size in enumerate(sizes) for _ in range(size)])

    def share(index: np.ndarray, axis: int) -> np.ndarray:
        return good[index].sum(axis=axis) / sizes[index].sum(axis=axis)

    found = bootstrap(
        (np.arange(40),), share, n_resamples=4_000, method="percentile", random_state=np.random.default_rng(1)
    )
    interval = found.confidence_interval
    assert (rate.low, rate.high) == pytest.approx((interval.low, interval.high), abs=0.02)


def test_agreement_is_that_of_scikit_learn() -> None:
    ours = [True, True, False, True, False, False, True, False]
    theirs = [True, False, False, True, True, False, True, False]
    found = agreement(ours, theirs)
    assert found.accuracy == accuracy_score(theirs, ours)
    assert (found.precision, found.recall, found.f1) == pytest.approx(
        precision_recall_fscore_support(theirs, ours, average="binary")[:3]
    )
    assert found.kappa == pytest.approx(cohen_kappa_score(theirs, ours))
    table = [[3, 1], [1, 3]]
    assert found.kappa == pytest.approx(cohens_kappa(table).kappa)

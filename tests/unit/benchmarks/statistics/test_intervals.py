from __future__ import annotations

import pytest

from benchmarks.statistics.agreement import agreement
from benchmarks.statistics.intervals import clustered, wilson


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

from __future__ import annotations

import pytest

from benchmarks.statistics.intervals import clustered, wilson
from benchmarks.statistics.verdict_shares import risk_coverage, verdict_shares


def test_what_is_undetermined_is_not_right_and_has_a_share_of_its_own() -> None:
    found = verdict_shares([True, True, False, None, None])
    assert (found.accuracy.value, found.undetermined.value) == (0.4, 0.4)
    assert found.accuracy_of_decided.value == pytest.approx(2 / 3)


def test_silence_never_raises_the_accuracy_over_all() -> None:
    verdicts = [True, True, False, False]
    for k in range(4):
        silent = [*verdicts[:k], None, *verdicts[k + 1 :]]
        assert (verdict_shares(silent).accuracy.value or 0) <= (verdict_shares(verdicts).accuracy.value or 0)


def test_shares_take_their_clusters_along() -> None:
    found = verdict_shares([True, False, None], ["a", "a", "b"])
    assert found.accuracy == clustered([True, False, False], ["a", "a", "b"])
    assert found.accuracy_of_decided == clustered([True, False], ["a", "a"])


def test_nothing_has_no_shares() -> None:
    assert verdict_shares([]).accuracy == wilson(0, 0)
    assert verdict_shares([None]).accuracy_of_decided.value is None


def test_a_curve_has_a_point_for_each_confidence_surest_first() -> None:
    points = risk_coverage([True, True, False, None], [0.9, 0.8, 0.8, 0.99])
    assert [(p.confidence, p.coverage, p.decided) for p in points] == [(0.9, 0.25, 1), (0.8, 0.75, 3)]
    assert [p.right for p in points] == pytest.approx([1.0, 2 / 3])


def test_without_confidences_there_is_one_point() -> None:
    (point,) = risk_coverage([True, False, None, None], [None, 0.9, None, None])
    assert (point.confidence, point.coverage, point.right) == (None, 0.5, 0.5)
    assert risk_coverage([None], [0.9]) == ()

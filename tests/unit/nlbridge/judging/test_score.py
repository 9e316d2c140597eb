"""From evidence to a chance, and from a chance to a verdict, at the edges of each threshold."""

from __future__ import annotations

from itertools import pairwise
from math import exp

import numpy as np
import pytest

from nlbridge.judging.score import GIVEN, READ, Scorer, Thresholds, scorer
from nlbridge.weights.calibration import boosted

LIMITS = Thresholds(valid_from=0.9, invalid_to=0.1, plain_from=0.7, proved_to=0.3)


@pytest.mark.parametrize(
    ("score", "plain", "proved", "said"),
    [
        (0.9, False, False, True),
        (0.89, False, False, None),
        (0.7, True, False, True),
        (0.69, True, False, None),
        (0.7, False, False, None),
        (0.1, False, False, False),
        (0.11, False, False, None),
        (0.3, False, True, False),
        (0.31, False, True, None),
        (0.3, True, False, None),
        (0.1, True, True, False),
        (0.95, True, True, True),
    ],
)
def test_a_verdict_is_said_from_its_threshold_on(score: float, plain: bool, proved: bool, said: bool | None) -> None:
    assert LIMITS.says(score, plain=plain, proved=proved) is said


def test_what_is_plain_or_proved_never_asks_for_more() -> None:
    odd = Thresholds(valid_from=0.8, invalid_to=0.2, plain_from=0.9, proved_to=0.1)
    assert odd.says(0.8, plain=True, proved=False) is True
    assert odd.says(0.2, plain=False, proved=True) is False


def made(*shares: float) -> Scorer:
    """Return a scorer of two numbers whose thresholds tell for which share they were fitted."""
    return Scorer(
        centre=np.array([1.0, 2.0]),
        scale=np.array([2.0, 4.0]),
        weights=np.array([3.0, -1.0]),
        bias=0.5,
        trees=boosted({"bias": 0.25, "trees": [["one", 2.0, -1.0, 1.5]]}, ("one", "two")),
        slopes=np.array([0.5, 2.0]),
        offset=-0.75,
        thresholds=tuple(
            (share, Thresholds(valid_from=1 - share, invalid_to=share, plain_from=0.5, proved_to=0.5))
            for share in shares
        ),
    )


@pytest.mark.parametrize(("one", "two", "grown"), [(3.0, 4.0, 1.75), (2.0, 6.0, -0.75), (1.0, 2.0, -0.75)])
def test_sum_and_trees_are_weighed_into_one_chance(one: float, two: float, grown: float) -> None:
    added = 3 * (one - 1) / 2 - (two - 2) / 4 + 0.5
    found = made(0.1).probability([one, two])
    assert found == pytest.approx(1 / (1 + exp(-(0.5 * added + 2 * grown - 0.75))))


@pytest.mark.parametrize(
    ("wrong", "share"), [(0.01, 0.05), (0.05, 0.05), (0.09, 0.05), (0.1, 0.1), (0.1 - 1e-12, 0.1), (0.5, 0.2)]
)
def test_the_widest_thresholds_are_taken_that_a_share_of_wrong_verdicts_allows(wrong: float, share: float) -> None:
    assert made(0.05, 0.1, 0.2).allowing(wrong).invalid_to == share


@pytest.mark.parametrize("kind", [GIVEN, READ])
def test_fitted_thresholds_widen_with_the_share_that_may_be_wrong(kind: str) -> None:
    fitted = scorer(kind).thresholds
    shares = [share for share, _ in fitted]
    assert shares == sorted(shares)
    assert all(one.valid_from >= other.valid_from for (_, one), (_, other) in pairwise(fitted))
    assert all(one.invalid_to <= other.invalid_to for (_, one), (_, other) in pairwise(fitted))

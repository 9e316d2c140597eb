"""Intervals and agreement; scipy, statsmodels and scikit-learn are loaded at first use."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

CONFIDENCE: Final = 0.95
RESAMPLES: Final = 2_000
SEED: Final = 20_261
FEWEST: Final = 10
"""Fewest clusters for a meaningful bootstrap."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rate:
    """A share with its confidence interval; `value` is None without observations.

    Parameters
    ----------
    low, high
        95 % interval.
    method
        `wilson`; for clustered observations `cluster bootstrap` or `wilson on clusters`.
    """

    hits: int
    total: int
    value: float | None
    low: float | None
    high: float | None
    method: str


def wilson(hits: int, total: int) -> Rate:
    """Return a share with its Wilson score interval.

    Examples
    --------
    >>> rate = wilson(8, 10)
    >>> round(rate.low, 3), round(rate.high, 3)
    (0.49, 0.943)
    >>> wilson(0, 0).value is None
    True
    """
    if total == 0:
        return Rate(hits=0, total=0, value=None, low=None, high=None, method="wilson")
    low, high = _wilson(hits / total, total)
    return Rate(hits=hits, total=total, value=hits / total, low=low, high=high, method="wilson")


def clustered(outcomes: Sequence[bool], clusters: Sequence[Hashable]) -> Rate:
    """Return a share with an interval that treats each cluster as one observation.

    Phrasings and variations of one scenario are similar, so drawing single observations would give too narrow an
    interval: the bootstrap draws whole clusters [1]_. It is meaningless with fewer than ten effective clusters, or if
    all clusters have the same share. The fallback is the Wilson interval of the unrounded share over the effective
    number of clusters, which unequal sizes reduce [2]_.

    References
    ----------
    .. [1] Efron and Tibshirani (1993), An introduction to the bootstrap.
    .. [2] Kish (1965), Survey sampling: the effective number of observations of unequal weight.

    Examples
    --------
    >>> rate = clustered([True, False], ["one scenario", "one scenario"])
    >>> rate.value, round(rate.low, 3), round(rate.high, 3)
    (0.5, 0.055, 0.945)
    """
    import numpy as np

    hits, total = sum(outcomes), len(outcomes)
    groups: dict[Hashable, list[bool]] = defaultdict(list)
    for outcome, cluster in zip(outcomes, clusters, strict=True):
        groups[cluster].append(outcome)
    if len(groups) == total:
        return wilson(hits, total)
    good = np.array([sum(group) for group in groups.values()])
    size = np.array([len(group) for group in groups.values()])
    evidence = effective(size.tolist())
    if evidence < FEWEST or len(np.unique(good / size)) == 1:
        low, high = _wilson(hits / total, evidence)
        return Rate(hits=hits, total=total, value=hits / total, low=low, high=high, method="wilson on clusters")
    drawn = np.random.default_rng(SEED).integers(len(groups), size=(RESAMPLES, len(groups)))
    shares = good[drawn].sum(axis=1) / size[drawn].sum(axis=1)
    low, high = (float(end) for end in np.quantile(shares, [(1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2]))
    return Rate(hits=hits, total=total, value=hits / total, low=low, high=high, method="cluster bootstrap")


def effective(sizes: Sequence[int]) -> float:
    """Return the effective number of clusters: how many of equal size these count as.

    Examples
    --------
    >>> effective([3, 3, 3]), round(effective([98, 1, 1]), 2)
    (3.0, 1.04)
    """
    return sum(sizes) ** 2 / sum(size**2 for size in sizes)


def _wilson(share: float, observations: float) -> tuple[float, float]:
    from statsmodels.stats.proportion import proportion_confint

    low, high = proportion_confint(share * observations, observations, alpha=1 - CONFIDENCE, method="wilson")
    return max(0.0, min(share, float(low))), min(1.0, max(share, float(high)))

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


@dataclass(frozen=True, slots=True, kw_only=True)
class Rate:
    """A share with its confidence interval; `value` is None when there is nothing to share.

    Parameters
    ----------
    low, high
        95 % interval.
    method
        `wilson`, or `cluster bootstrap` where observations come in clusters.
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
    from statsmodels.stats.proportion import proportion_confint

    low, high = proportion_confint(hits, total, alpha=1 - CONFIDENCE, method="wilson")
    return Rate(hits=hits, total=total, value=hits / total, low=float(low), high=float(high), method="wilson")


def clustered(outcomes: Sequence[bool], clusters: Sequence[Hashable]) -> Rate:
    """Return a share with a bootstrap interval that draws whole clusters.

    The phrasings and variations of one scenario are alike, so drawing single
    observations would claim too narrow an interval. With fewer than ten clusters,
    or without variation, a bootstrap says nothing: then the Wilson interval of as
    many observations as there are clusters stands in.
    """
    import numpy as np

    hits, total = sum(outcomes), len(outcomes)
    groups: dict[Hashable, list[bool]] = defaultdict(list)
    for outcome, cluster in zip(outcomes, clusters, strict=True):
        groups[cluster].append(outcome)
    count = len(groups)
    if total == 0 or count == total:
        return wilson(hits, total)
    if count < 10 or hits in {0, total}:
        narrow = wilson(round(hits / total * count), count)
        return Rate(
            hits=hits, total=total, value=hits / total, low=narrow.low, high=narrow.high, method="wilson on clusters"
        )
    good = np.array([sum(group) for group in groups.values()])
    size = np.array([len(group) for group in groups.values()])
    drawn = np.random.default_rng(SEED).integers(count, size=(RESAMPLES, count))
    shares = good[drawn].sum(axis=1) / size[drawn].sum(axis=1)
    low, high = np.quantile(shares, [(1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2])
    return Rate(
        hits=hits, total=total, value=hits / total, low=float(low), high=float(high), method="cluster bootstrap"
    )

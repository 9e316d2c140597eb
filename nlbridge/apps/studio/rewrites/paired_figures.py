"""Paired figures of two sides on the same items: means, difference, interval.

Intervals are percentiles of a paired bootstrap over items [1]_; a share alone has Wilson's interval [2]_.

.. [1] Efron and Tibshirani 1993, An Introduction to the Bootstrap, chapter 13
.. [2] Wilson 1927, Probable Inference, the Law of Succession, and Statistical Inference

Examples
--------
>>> figure = paired("valid", [1.0, 1.0, 0.0, 1.0], [0.0, 1.0, 0.0, 0.0])
>>> figure["first"], figure["second"], figure["difference"]
(0.75, 0.25, 0.5)
>>> exact_p(0, 5)
0.0625
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb, sqrt
from typing import Any, Final

DRAWS: Final = 2_000
SEED: Final = 7
NORMAL: Final = 1.959964
"""The 97.5th percentile of the normal distribution: intervals hold 95 %."""


def paired(name: str, first: Sequence[float], second: Sequence[float]) -> dict[str, Any]:
    """Return the means of two sides on the same items, and their difference with a 95 % interval."""
    import numpy as np

    if not first:
        return {"name": name, "items": 0, "first": None, "second": None, "difference": None, "low": None, "high": None}
    differences = np.array(first, dtype=float) - np.array(second, dtype=float)
    drawn = np.random.default_rng(SEED).integers(0, len(differences), (DRAWS, len(differences)))
    low, high = np.percentile(differences[drawn].mean(axis=1), [2.5, 97.5])
    return {
        "name": name,
        "items": len(differences),
        "first": round(float(np.mean(first)), 4),
        "second": round(float(np.mean(second)), 4),
        "difference": round(float(differences.mean()), 4),
        "low": round(float(low), 4),
        "high": round(float(high), 4),
    }


def exact_p(only_first: int, only_second: int) -> float:
    """Return the two-sided exact probability of McNemar's test: how odd this split of the items that differ is."""
    total = only_first + only_second
    if total == 0:
        return 1.0
    tail = sum(comb(total, k) for k in range(min(only_first, only_second) + 1)) / 2**total
    return float(min(1.0, 2 * tail))


def share(name: str, good: int, total: int) -> dict[str, Any]:
    """Return a share with Wilson's 95 % interval."""
    if total == 0:
        return {"name": name, "items": 0, "share": None, "low": None, "high": None}
    rate, square = good / total, NORMAL**2
    middle = (rate + square / (2 * total)) / (1 + square / total)
    half = NORMAL * sqrt(rate * (1 - rate) / total + square / (4 * total**2)) / (1 + square / total)
    return {
        "name": name,
        "items": total,
        "share": round(rate, 4),
        "low": round(max(0.0, middle - half), 4),
        "high": round(min(1.0, middle + half), 4),
    }

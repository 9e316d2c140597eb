"""Ranks: how much must be violated for something to hold.

A rank is a natural number, or infinite for what holds in no world. Ranks add and compare like numbers; the difference
of two infinite ranks counts as 0.

Examples
--------
>>> difference(INFINITE, 2), difference(INFINITE, INFINITE), difference(1, 3)
(inf, 0, -2)
"""

from __future__ import annotations

import math
from typing import Final

INFINITE: Final = math.inf


def difference(one: float, other: float) -> float:
    """Subtract ranks."""
    return 0 if one == other else one - other


def as_written(rank: float) -> str:
    """Write a rank or a difference of ranks."""
    if math.isinf(rank):
        return "infinite" if rank > 0 else "minus infinite"
    return f"{rank:g}"


def leading_sign(left: tuple[dict[int, int], dict[int, int]], right: tuple[dict[int, int], dict[int, int]]) -> int:
    """Compare two products of spectra in the limit of infinitesimal defaults.

    A spectrum counts worlds by rank, and represents the polynomial sum of count * e ** rank. The result is the sign of
    left[0] * left[1] - right[0] * right[1] for all small e > 0: that of the lowest power whose coefficients differ.

    Examples
    --------
    >>> leading_sign(({0: 1}, {0: 2, 3: 1}), ({0: 1}, {0: 2}))
    1
    """
    coefficients: dict[int, int] = {}
    for (first, second), sign in ((left, 1), (right, -1)):
        for rank, count in first.items():
            for rank_, count_ in second.items():
                power = rank + rank_
                coefficients[power] = coefficients.get(power, 0) + sign * count * count_
    for power in sorted(coefficients):
        if coefficients[power]:
            return 1 if coefficients[power] > 0 else -1
    return 0

"""Agreement of raters beyond chance, with bootstrap intervals.

Fleiss' kappa comes from statsmodels. Cohen's and Krippendorff's coefficients are implemented here, because a bootstrap
needs them thousands of times and scikit-learn and `krippendorff` validate their input each time. The intervals draw
whole clusters. An undefined coefficient (one category only) is None instead of 0 or NaN.
"""

from __future__ import annotations

import math
import warnings
from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal

from benchmarks.statistics.intervals import CONFIDENCE, RESAMPLES, SEED

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Sequence

    import numpy as np
    from numpy.typing import NDArray

Weights = Literal["linear", "quadratic"]
Level = Literal["nominal", "ordinal", "interval", "ratio"]
MOST_UNDEFINED: Final = 0.05
"""Largest share of undefined resamples for which an interval is given."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Coefficient:
    """A measure with its 95 % bootstrap interval; None if undefined.

    Parameters
    ----------
    units
        Number of rated things.
    clusters
        Number of independent groups that they form.
    """

    value: float | None
    low: float | None
    high: float | None
    units: int
    clusters: int


def cohen_kappa(
    first: Sequence[Hashable],
    second: Sequence[Hashable],
    *,
    weights: Weights | None = None,
    scale: Sequence[Hashable] | None = None,
    clusters: Sequence[Hashable] | None = None,
    resamples: int = RESAMPLES,
) -> Coefficient:
    """Return Cohen's kappa of two raters.

    Parameters
    ----------
    weights
        None for unordered categories; `quadratic` for grades, as in [2]_.
    scale
        The categories in order; default: those that occur, sorted. Weights count steps on it.
    clusters
        Units in one cluster are drawn together.

    References
    ----------
    .. [1] Cohen (1960), A coefficient of agreement for nominal scales.
    .. [2] Cohen (1968), Weighted kappa.

    Examples
    --------
    >>> kappa = cohen_kappa([1, 1, 0, 0, 1, 0], [1, 1, 0, 0, 0, 0])
    >>> round(kappa.value, 3), kappa.low < kappa.value <= kappa.high
    (0.667, True)
    """
    import numpy as np

    one, two = list(first), list(second)
    _same_length(len(one), len(two))
    labels = list(scale) if scale is not None else sorted({*one, *two}, key=lambda label: (str(type(label)), label))
    place = {label: number for number, label in enumerate(labels)}
    cells = np.array([place[a] * len(labels) + place[b] for a, b in zip(one, two, strict=True)], dtype=np.intp)

    steps = np.abs(np.subtract.outer(range(len(labels)), range(len(labels)))).astype(float)
    cost = steps if weights == "linear" else steps**2 if weights == "quadratic" else np.sign(steps)

    def kappa(drawn: NDArray[np.intp]) -> float:
        counts = np.bincount(cells[drawn], minlength=cost.size).reshape(cost.shape)
        chance = np.outer(counts.sum(axis=1), counts.sum(axis=0)) / max(1, len(drawn))
        expected = float((cost * chance).sum())
        return 1 - float((cost * counts).sum()) / expected if expected else math.nan

    return bootstrapped(kappa, len(cells), clusters, resamples)


def krippendorff_alpha(
    ratings: Sequence[Sequence[float | None]],
    *,
    level: Level = "nominal",
    clusters: Sequence[Hashable] | None = None,
    resamples: int = RESAMPLES,
) -> Coefficient:
    """Return Krippendorff's alpha; raters may skip units.

    Parameters
    ----------
    ratings
        One row per unit, one value or None per rater; categories as numbers.
    level
        Level of measurement.

    References
    ----------
    .. [1] Krippendorff (2011), Computing Krippendorff's alpha-reliability.

    Examples
    --------
    >>> round(krippendorff_alpha([[1, 1, None], [2, 2, 2], [3, 3, 3], [1, 2, 1]]).value, 3)
    0.75
    """
    import numpy as np

    rows = _rectangular(ratings)
    values = np.array(sorted({value for row in rows for value in row if value is not None}), dtype=float)
    place = {value: number for number, value in enumerate(values.tolist())}
    pairs = np.zeros((len(rows), len(values), len(values)))
    for unit, row in enumerate(rows):
        counts = np.bincount([place[float(value)] for value in row if value is not None], minlength=len(values))
        if counts.sum() >= 2:
            pairs[unit] = (np.outer(counts, counts) - np.diag(counts)) / (counts.sum() - 1)

    def reliability(drawn: NDArray[np.intp]) -> float:
        return _alpha(pairs[drawn].sum(axis=0), values, level)

    return bootstrapped(reliability, len(rows), clusters, resamples)


def _alpha(pairs: NDArray[np.float64], values: NDArray[np.float64], level: Level) -> float:
    """Return alpha from the coincidence matrix; NaN if at most one value occurs."""
    import numpy as np

    counts = pairs.sum(axis=1)
    if np.count_nonzero(counts) < 2:
        return math.nan
    cost = _distances(counts, values, level)
    chance = np.outer(counts, counts) - np.diag(counts)
    return 1 - float((cost * pairs).sum()) * (float(counts.sum()) - 1) / float((cost * chance).sum())


def _distances(counts: NDArray[np.float64], values: NDArray[np.float64], level: Level) -> NDArray[np.float64]:
    """Return squared distances between values; for grades, by the number of ratings between them."""
    import numpy as np

    if level == "nominal":
        return 1 - np.eye(len(values))
    scale = np.cumsum(counts) - counts / 2 if level == "ordinal" else values
    apart = np.subtract.outer(scale, scale)
    if level != "ratio":
        return np.asarray(apart**2)
    sums = np.add.outer(scale, scale)
    return np.asarray(np.divide(apart, sums, out=np.zeros_like(apart), where=sums != 0) ** 2)


def bootstrapped(
    measure: Callable[[NDArray], float],  # type: ignore[type-arg]  # of whole numbers
    units: int,
    clusters: Sequence[Hashable] | None = None,
    resamples: int = RESAMPLES,
) -> Coefficient:
    """Return a measure with its percentile bootstrap interval, drawing whole clusters.

    Parameters
    ----------
    measure
        Measures the units with the given indices; NaN if undefined.

    References
    ----------
    .. [1] Efron (1979), Bootstrap methods: another look at the jackknife.
    """
    import numpy as np

    groups: dict[Hashable, list[int]] = defaultdict(list)
    for unit, cluster in enumerate(range(units) if clusters is None else clusters):
        groups[cluster].append(unit)
    members = [np.array(group, dtype=int) for group in groups.values()]
    if clusters is not None:
        _same_length(units, len(clusters))
    nothing = np.array([], dtype=int)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # 0 / 0 gives the expected NaN
        value = measure(np.arange(units)) if units else math.nan
        if math.isnan(value) or len(members) < 2:
            only = None if math.isnan(value) else value
            return Coefficient(value=only, low=None, high=None, units=units, clusters=len(members))
        rng = np.random.default_rng(SEED)
        draws = rng.integers(len(members), size=(resamples, len(members)))
        resampled = np.array([measure(np.concatenate([nothing, *(members[one] for one in draw)])) for draw in draws])
    defined = resampled[~np.isnan(resampled)]
    low = high = None
    if len(defined) >= (1 - MOST_UNDEFINED) * resamples:
        low, high = (float(q) for q in np.quantile(defined, [(1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2]))
    return Coefficient(value=value, low=low, high=high, units=units, clusters=len(members))


def _rectangular(ratings: Sequence[Sequence[Any]]) -> list[list[Any]]:
    rows = [list(row) for row in ratings]
    for row in rows:
        _same_length(len(rows[0]), len(row))
    return rows


def _same_length(expected: int, got: int) -> None:
    if expected != got:
        message = f"expected {expected} ratings, got {got}; give one for each"
        raise ValueError(message)

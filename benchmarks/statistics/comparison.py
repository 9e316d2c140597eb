"""Whether one of two runs on the same items is better, or they are tied.

Verdicts on phrasings and variations of one scenario are not independent, so the deciding test flips whole clusters.
McNemar's test is included because papers report it.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from benchmarks.statistics.intervals import CONFIDENCE, FEWEST, RESAMPLES, SEED, effective

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping, Sequence

FLIPS: Final = 20_000
EXACT_UP_TO: Final = 14
"""Most differing clusters for which all sign flips are enumerated instead of sampled."""

POWER: Final = 0.8


@dataclass(frozen=True, slots=True, kw_only=True)
class Paired:
    """Two runs on the same items.

    Parameters
    ----------
    pairs, clusters
        Items that both runs decided, and the independent groups they form.
    first, second
        Shares correct; None without pairs.
    only_first, only_second
        Pairs where only one run is correct.
    difference, low, high
        Second minus first, with its 95 % interval from a cluster bootstrap; no interval below ten effective clusters,
        where a bootstrap is meaningless.
    p
        P value of no difference, by flipping clusters.
    mcnemar
        P value of no difference by McNemar's exact test, as if pairs were independent.
    detectable
        Least difference found in four of five comparisons of as many independent pairs as there are clusters.
    """

    pairs: int
    clusters: int
    first: float | None
    second: float | None
    only_first: int
    only_second: int
    difference: float | None
    low: float | None
    high: float | None
    p: float | None
    mcnemar: float | None
    detectable: float | None

    def verdict(self, p: float | None = None) -> str:
        """Return `first`, `second` or `tied`.

        Parameters
        ----------
        p
            An adjusted p to decide by; default: `self.p`.
        """
        decided = self.p if p is None else p
        if decided is None or decided > 1 - CONFIDENCE or not self.difference:
            return "tied"
        return "second" if self.difference > 0 else "first"


def paired(first: Sequence[bool], second: Sequence[bool], clusters: Sequence[Hashable] | None = None) -> Paired:
    """Compare the verdicts of two runs on the same items, in the same order.

    References
    ----------
    .. [1] McNemar (1947), Note on the sampling error of the difference between correlated proportions.
    .. [2] Fisher (1935), The design of experiments: the randomisation test of paired differences.

    Examples
    --------
    >>> found = paired([False] * 12 + [True] * 8, [True] * 12 + [True] * 8)
    >>> found.verdict(), found.difference, round(found.mcnemar, 6) == round(2 / 2**12, 6)
    ('second', 0.6, True)
    """
    pairs = list(zip(first, second, strict=True))
    groups = list(range(len(pairs)) if clusters is None else clusters)
    if len(groups) != len(pairs):
        message = f"expected {len(pairs)} clusters, got {len(groups)}; give one for each pair"
        raise ValueError(message)
    counts = Counter(pairs)
    only_first, only_second = counts[True, False], counts[False, True]
    low, high = _interval(pairs, groups)
    total = len(pairs)
    return Paired(
        pairs=total,
        clusters=len(set(groups)),
        first=sum(one for one, _ in pairs) / total if total else None,
        second=sum(two for _, two in pairs) / total if total else None,
        only_first=only_first,
        only_second=only_second,
        difference=(only_second - only_first) / total if total else None,
        low=low,
        high=high,
        p=flipped(_sums(pairs, groups)) if total else None,
        mcnemar=mcnemar(only_first, only_second) if total else None,
        detectable=detectable_difference(len(set(groups)), (only_first + only_second) / total) if total else None,
    )


def mcnemar(only_first: int, only_second: int) -> float:
    """Return the exact two-sided p of McNemar's test.

    Examples
    --------
    >>> mcnemar(1, 9) == 2 * (1 + 10) / 2**10
    True
    """
    from scipy.stats import binomtest

    discordant = only_first + only_second
    return float(binomtest(only_first, discordant, 0.5).pvalue) if discordant else 1.0


def flipped(sums: Sequence[float]) -> float:
    """Return the two-sided p of the sum of differences if each cluster's sign were random.

    Parameters
    ----------
    sums
        Sum of the differences in each cluster. With at most 14 nonzero sums the p is exact.

    Examples
    --------
    >>> flipped([1] * 9 + [-1]) == mcnemar(1, 9)
    True
    """
    import numpy as np

    moved = np.array([one for one in sums if one], dtype=float)
    seen = abs(moved.sum())
    if len(moved) <= EXACT_UP_TO:
        bits = (np.arange(2 ** len(moved))[:, None] >> np.arange(len(moved))) & 1
        reached = np.abs((2 * bits - 1) @ moved) >= seen
        return float(reached.mean()) if len(moved) else 1.0
    signs = np.random.default_rng(SEED).integers(2, size=(FLIPS, len(moved)), dtype=np.int8) * 2 - 1
    return float((1 + np.count_nonzero(np.abs(signs @ moved) >= seen)) / (1 + FLIPS))


def holm(ps: Mapping[str, float]) -> dict[str, float]:
    """Return p values adjusted for multiple comparisons.

    References
    ----------
    .. [1] Holm (1979), A simple sequentially rejective multiple test procedure.

    Examples
    --------
    >>> {name: round(p, 3) for name, p in holm({"a": 0.01, "b": 0.04, "c": 0.03}).items()}
    {'a': 0.03, 'b': 0.06, 'c': 0.06}
    """
    adjusted: dict[str, float] = {}
    largest = 0.0
    for step, name in enumerate(sorted(ps, key=lambda name: ps[name])):
        largest = max(largest, min(1.0, (len(ps) - step) * ps[name]))
        adjusted[name] = largest
    return {name: adjusted[name] for name in ps}


def rank_sum(first: Sequence[float], second: Sequence[float]) -> float | None:
    """Return the two-sided p of the Wilcoxon-Mann-Whitney rank-sum test of two groups of grades; None if one is empty.

    References
    ----------
    .. [1] Mann and Whitney (1947), On a test of whether one of two random variables is stochastically larger.

    Examples
    --------
    >>> round(rank_sum([1, 1, 2, 1, 2, 1], [3, 2, 3, 3, 3, 2]), 3)
    0.009
    """
    if not first or not second:
        return None
    from scipy.stats import mannwhitneyu

    p = float(mannwhitneyu(second, first, alternative="two-sided").pvalue)
    return 1.0 if math.isnan(p) else p


def power(pairs: int, discordant: float, difference: float) -> float:
    """Return the chance that McNemar's test finds a difference of shares.

    Parameters
    ----------
    pairs
        Independent pairs.
    discordant
        Share of pairs where only one run is correct.
    difference
        The true one.

    References
    ----------
    .. [1] Connor (1987), Sample size for testing differences in proportions for the paired-sample design.

    Examples
    --------
    >>> round(power(200, 0.3, 0.1), 2)
    0.74
    """
    from scipy.stats import norm

    size = abs(difference)
    if pairs == 0 or discordant <= 0:
        return 0.0
    spread = discordant - size**2
    if spread <= 0:
        return 1.0
    critical = norm.ppf((1 + CONFIDENCE) / 2) * math.sqrt(discordant)
    return float(norm.cdf((size * math.sqrt(pairs) - critical) / math.sqrt(spread)))


def detectable_difference(pairs: int, discordant: float) -> float | None:
    """Return the least difference found with 80 % power, or None if there is none.

    Examples
    --------
    >>> round(detectable_difference(200, 0.3), 3), detectable_difference(4, 0.3)
    (0.108, None)
    """
    if power(pairs, discordant, discordant) < POWER:
        return None
    from scipy.optimize import brentq

    return float(brentq(lambda size: power(pairs, discordant, size) - POWER, 1e-9, discordant))


def _sums(pairs: Sequence[tuple[bool, bool]], groups: Sequence[Hashable]) -> list[int]:
    sums: dict[Hashable, int] = defaultdict(int)
    for (one, two), group in zip(pairs, groups, strict=True):
        sums[group] += int(two) - int(one)
    return list(sums.values())


def _interval(pairs: Sequence[tuple[bool, bool]], groups: Sequence[Hashable]) -> tuple[float | None, float | None]:
    import numpy as np

    sums, sizes = np.array(_sums(pairs, groups)), np.array(list(Counter(groups).values()))
    if not len(sums) or effective(sizes.tolist()) < FEWEST:
        return None, None
    drawn = np.random.default_rng(SEED).integers(len(sums), size=(RESAMPLES, len(sums)))
    differences = sums[drawn].sum(axis=1) / sizes[drawn].sum(axis=1)
    low, high = np.quantile(differences, [(1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2])
    return float(low), float(high)

"""Statistics that compare two sides: agreement beyond chance, means with intervals, shares.

Kappa is Cohen's. Intervals are percentiles of a paired bootstrap over items [1]_; a share alone has Wilson's [2]_.

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

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any, Final

DRAWS: Final = 2_000
SEED: Final = 7


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreement:
    """Agreement of two reviewers on one kind of thing: how many both decided, and how many of these alike."""

    units: int
    agreed: int
    kappa: float | None
    """Cohen's kappa; None if it was not asked for, or is undefined because both always gave the same answer."""

    @property
    def share(self) -> float | None:
        """Share decided alike; None if both decided nothing."""
        return self.agreed / self.units if self.units else None

    def to_dict(self) -> dict[str, Any]:
        """Return the agreement as a JSON object."""
        share, kappa = (None if figure is None else round(figure, 4) for figure in (self.share, self.kappa))
        return {"units": self.units, "agreed": self.agreed, "share": share, "kappa": kappa}


def agreement(pairs: Sequence[tuple[Hashable, Hashable]], *, chance: bool = True) -> Agreement:
    """Return the agreement of two reviewers on the same things.

    Examples
    --------
    >>> agreement([("valid", "valid"), ("valid", "invalid"), ("invalid", "invalid"), ("invalid", "invalid")]).kappa
    0.5
    """
    kappa = None
    if chance and len({value for pair in pairs for value in pair}) > 1:
        from sklearn.metrics import cohen_kappa_score  # Takes a second to load, so only when needed.

        kappa = float(cohen_kappa_score([str(first) for first, _ in pairs], [str(second) for _, second in pairs]))
    return Agreement(units=len(pairs), agreed=sum(first == second for first, second in pairs), kappa=kappa)


def paired(name: str, first: Sequence[float], second: Sequence[float]) -> dict[str, Any]:
    """Return the means of two sides on the same items, and their difference with a 95 % interval."""
    import numpy as np

    differences = np.array(first, dtype=float) - np.array(second, dtype=float)
    resampled = np.random.default_rng(SEED).integers(0, len(differences), (DRAWS, len(differences)))
    low, high = np.percentile(differences[resampled].mean(axis=1), [2.5, 97.5])
    means = {"first": np.mean(first), "second": np.mean(second), "difference": differences.mean()}
    return {"name": name, "items": len(differences)} | _rounded(**means, low=low, high=high)


def exact_p(only_first: int, only_second: int) -> float:
    """Return the two-sided p-value of McNemar's exact test for this split of the differing items."""
    from scipy.stats import binomtest

    total = only_first + only_second
    return float(binomtest(only_first, total).pvalue) if total else 1.0


def share(name: str, good: int, total: int) -> dict[str, Any]:
    """Return a share with Wilson's 95 % interval."""
    from statsmodels.stats.proportion import proportion_confint

    low, high = proportion_confint(good, total, method="wilson")
    return {"name": name, "items": total} | _rounded(share=good / total, low=max(0.0, low), high=min(1.0, high))


def _rounded(**figures: float) -> dict[str, float]:
    return {name: round(float(value), 4) for name, value in figures.items()}

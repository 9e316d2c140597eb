"""The chance that an edit is valid, and the chances from which a verdict is said.

A sum of the evidence in log-odds and boosted trees over it, fitted together on edits of texts that the network was not
trained on, and calibrated there. A verdict is a threshold on that chance: the widest at which no more verdicts were
wrong, on texts that nothing was fitted on, than the user allows.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from nlbridge.judging.evidence import NAMES
from nlbridge.weights.calibration import Boosted, boosted, load

if TYPE_CHECKING:
    from collections.abc import Sequence

WRONG: Final = 0.03
"""Share of verdicts that may be wrong, where the user does not say."""
GIVEN, READ = "given", "read"
"""Kinds of judges: of a scenario that was given, and of a text that was read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Thresholds:
    """Chance of validity from which an edit is called valid, and to which it is called invalid."""

    valid_from: float
    invalid_to: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Scorer:
    """Evidence to the chance that an edit is valid.

    Parameters
    ----------
    centre, scale, weights, bias
        The sum of the evidence.
    trees
        The boosted trees.
    slope_sum, slope_trees, offset
        How the log-odds of both are put together.
    thresholds
        For each share of wrong verdicts, in rising order.

    Shapes
    ------
    centre, scale, weights : (n_evidence,)
    """

    centre: Any
    scale: Any
    weights: Any
    bias: float
    trees: Boosted
    slope_sum: float
    slope_trees: float
    offset: float
    thresholds: tuple[tuple[float, Thresholds], ...]

    def probability(self, evidence: Sequence[float]) -> float:
        """Return the chance that the edit is valid.

        Parameters
        ----------
        evidence
            In the order of `nlbridge.judging.evidence.NAMES`.
        """
        row = np.array([evidence], dtype=float)
        added = float(self.weights @ ((row[0] - self.centre) / self.scale)) + self.bias
        grown = float(self.trees.log_odds(row)[0])
        return float(1 / (1 + np.exp(-(self.slope_sum * added + self.slope_trees * grown + self.offset))))

    def allowing(self, wrong: float) -> Thresholds:
        """Return the thresholds for at most a share of wrong verdicts; for less than was fitted, the strictest."""
        fitting = [limits for share, limits in self.thresholds if share <= wrong + 1e-9]
        return fitting[-1] if fitting else self.thresholds[0][1]


@lru_cache(maxsize=2)
def scorer(kind: str) -> Scorer:
    """Load what scores the edits of a given scenario, or of a text that was read."""
    data: Any = load("score")[kind]
    return Scorer(
        centre=np.array(data["centre"]),
        scale=np.array(data["scale"]),
        weights=np.array(data["weights"]),
        bias=float(data["bias"]),
        trees=boosted(data["trees"], NAMES),
        slope_sum=float(data["slope of the sum"]),
        slope_trees=float(data["slope of the trees"]),
        offset=float(data["offset"]),
        thresholds=tuple(
            (float(share), Thresholds(valid_from=float(limits["valid from"]), invalid_to=float(limits["invalid to"])))
            for share, limits in sorted(data["thresholds"].items(), key=lambda item: float(item[0]))
        ),
    )

"""The probability that an edit is valid, and the thresholds of a verdict.

A linear sum and boosted trees weigh the evidence. Both were fitted, combined and calibrated on edits of texts that the
network was not trained on. A verdict is a threshold on the resulting chance: the widest at which no more verdicts were
wrong than the user allows.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from nlbridge.judging.scoring.evidence import MEASURED
from nlbridge.weights.calibration import Boosted, boosted, load

if TYPE_CHECKING:
    from collections.abc import Sequence

WRONG: Final = 0.05
"""Default share of verdicts that may be wrong."""
GIVEN, READ = "given", "read"
"""Kinds of scorers: for a scenario that was given, and for a text that was read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Thresholds:
    """Thresholds of a verdict: valid from one probability on, invalid up to another.

    `plain_from` replaces `valid_from` for an edit whose criteria are all certain and met, with nothing in doubt, and
    `proved_to` replaces `invalid_to` for one whose exact words prove an error.
    """

    valid_from: float
    invalid_to: float
    plain_from: float
    proved_to: float

    def says(self, score: float, *, plain: bool, proved: bool) -> bool | None:
        """Return the verdict that a score allows: valid, invalid, or None.

        Examples
        --------
        >>> limits = Thresholds(valid_from=0.9, invalid_to=0.1, plain_from=0.7, proved_to=0.3)
        >>> limits.says(0.8, plain=True, proved=False)
        True
        >>> limits.says(0.8, plain=False, proved=False)
        >>> limits.says(0.25, plain=False, proved=True)
        False
        """
        if score <= max(self.invalid_to, self.proved_to * proved):
            return False
        return True if score >= (min(self.valid_from, self.plain_from) if plain else self.valid_from) else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Scorer:
    """Maps evidence to the chance that an edit is valid.

    Parameters
    ----------
    centre, scale, weights, bias
        The linear sum over `nlbridge.judging.scoring.evidence.MEASURED`.
    trees
        Boosted trees over the same evidence.
    slopes, offset
        How sum and trees are combined.
    thresholds
        For each share of wrong verdicts, in rising order.

    Shapes
    ------
    centre, scale, weights : (n_evidence,)
    slopes : (2,)
    """

    centre: Any
    scale: Any
    weights: Any
    bias: float
    trees: Boosted
    slopes: Any
    offset: float
    thresholds: tuple[tuple[float, Thresholds], ...]

    def probability(self, evidence: Sequence[float]) -> float:
        """Return the chance that the edit is valid, given its evidence in the order of `MEASURED`."""
        row = np.array(evidence)
        added = float(self.weights @ ((row - self.centre) / self.scale)) + self.bias
        grown = float(self.trees.log_odds(row[None])[0])
        return float(1 / (1 + np.exp(-(self.slopes @ np.array([added, grown]) + self.offset))))

    def allowing(self, wrong: float) -> Thresholds:
        """Return the thresholds for at most a share of wrong verdicts; below the least fitted share, the strictest."""
        fitting = [limits for share, limits in self.thresholds if share <= wrong + 1e-9]
        return fitting[-1] if fitting else self.thresholds[0][1]


@lru_cache(maxsize=2)
def scorer(kind: str) -> Scorer:
    """Load the scorer for edits of a scenario that was given, or of a text that was read."""
    data: Any = load("score")[kind]
    return Scorer(
        centre=np.array(data["centre"]),
        scale=np.array(data["scale"]),
        weights=np.array(data["weights"]),
        bias=float(data["bias"]),
        trees=boosted(data["trees"], MEASURED),
        slopes=np.array(data["slopes"]),
        offset=float(data["offset"]),
        thresholds=tuple(
            (float(share), Thresholds(**{name.replace(" ", "_"): float(limit) for name, limit in limits.items()}))
            for share, limits in sorted(data["thresholds"].items(), key=lambda item: float(item[0]))
        ),
    )

"""Evidence added to a probability: log-odds in, log-odds out, by a few fitted weights.

With the words' chance p of a claim being altered and evidence x, the new log-odds are bias + slope * logit(p) +
sum of weight * x: a logistic recalibration of what the words said, fitted by
`research.fitting.fit_evidence` on predictions for scenarios that the words' model did not see.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from nlbridge.weights.calibration import load

WORDS: Final = "words"
"""What the slope of the words' log-odds is called among the weights."""
LEAST: Final = 1e-6
"""Probabilities nearer to 0 or 1 count as this."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LogOddsSum:
    """Weights of the words' log-odds and of further evidence.

    Examples
    --------
    >>> doubled = LogOddsSum(names=("contradicted",), bias=0.0, slope=1.0, weights=(2.0,))
    >>> round(doubled.revised(0.5, (1.0,)), 3), doubled.revised(0.5, (0.0,))
    (0.881, 0.5)
    """

    names: tuple[str, ...]
    bias: float
    slope: float
    weights: tuple[float, ...]

    def revised(self, chance: float, evidence: Sequence[float]) -> float:
        """Return the probability after the evidence, which stands in the order of `names`."""
        parts = (w * x for w, x in zip(self.weights, evidence, strict=True))
        return 1 / (1 + math.exp(-(self.bias + self.slope * log_odds(chance) + math.fsum(parts))))


def log_odds(chance: float) -> float:
    """Return log(p / (1 - p)), bounded."""
    bounded = min(1 - LEAST, max(LEAST, chance))
    return math.log(bounded / (1 - bounded))


def shipped_sum(kind: str, names: tuple[str, ...]) -> LogOddsSum:
    """Read the weights of one kind of evidence from `weights/evidence.json`."""
    data = load("evidence")[kind]
    if not isinstance(data, Mapping) or {WORDS, "bias", *names} - set(data):
        message = f"expected bias, {WORDS} and {', '.join(names)} for {kind!r} in weights/evidence.json; fit it again"
        raise TypeError(message)
    return LogOddsSum(
        names=names,
        bias=float(data["bias"]),
        slope=float(data[WORDS]),
        weights=tuple(float(data[name]) for name in names),
    )

"""The readings of a text under a what-if: one weighted set of worlds that yields every chance.

A reading says for each claim whether it changes. Readings are sampled through the links, each present with its own
chance. Their weights are then tilted, as little as possible, until each claim changes with the chance that links and
network together give it. So the chance of an answer, and that an edit is valid, are shares of the same weight.

References
----------
.. [1] Csiszár (1975), I-divergence geometry of probability distributions, Annals of Probability 3: the weights are the
   I-projection of the drawn ones on the wanted chances.

Examples
--------
>>> drawn = np.array([[True, True, False, False], [True, False, False, False]])
>>> tilted = readings_with(("e1", "e2"), drawn, np.array([0.8, 0.6]))
>>> {event: round(chance, 2) for event, chance in tilted.chances.items()}
{'e1': 0.8, 'e2': 0.6}
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np

SEED: Final = 11
FREE: Final = 0.25
"""Readings, per sampled one, in which each claim changes independently with its chance: what no link explains."""
FREE_WEIGHT: Final = 0.1
"""Share of the weight that they have before tilting."""
ROUNDS: Final = 20
NEAR: Final = 1e-3
"""Largest difference from the wanted chances at which tilting stops."""
LEAST: Final = 0.002
"""Chances are kept this far from 0 and 1."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Readings:
    """Which claims change in each reading, and its weight.

    Shapes
    ------
    changed : (claims, readings), whether a claim changes
    weights : (readings,), sum to 1
    """

    events: tuple[str, ...]
    changed: Any
    weights: Any

    @property
    def chances(self) -> dict[str, float]:
        """The chance that each event changes."""
        return dict(zip(self.events, (self.changed @ self.weights).tolist(), strict=True))


def readings_with(events: tuple[str, ...], drawn: Any, wanted: Any, weights: Any = None) -> Readings:
    """Return readings in which each claim changes with a wanted chance, as close to the sampled ones as possible.

    Shapes
    ------
    drawn : (claims, readings)
    wanted : (claims,)
    weights : (readings,), of the sampled ones; equal if left out
    """
    count = drawn.shape[1]
    free = max(1, int(FREE * count))
    alone = np.random.default_rng(SEED).random((len(events), free)) < np.asarray(wanted)[:, None]
    base = np.full(count, 1 / count) if weights is None else np.asarray(weights) / np.sum(weights)
    base = np.concatenate([(1 - FREE_WEIGHT) * base, np.full(free, FREE_WEIGHT / free)])
    changed = np.concatenate([drawn, alone], axis=1)
    return Readings(events=events, changed=changed, weights=tilted(changed, base, np.asarray(wanted)))


def tilted(changed: Any, base: Any, wanted: Any) -> Any:
    """Return weights under which each claim has its wanted chance, raked one claim after the other [1]_.

    Shapes
    ------
    changed : (claims, readings)
    base, weights : (readings,)
    wanted : (claims,)

    References
    ----------
    .. [1] Deming and Stephan (1940), On a least squares adjustment of a sampled frequency table.
    """
    weights, indicators = base, changed.astype(float)
    for _ in range(ROUNDS):
        gap = np.abs(indicators @ weights - wanted).max(initial=0.0)
        if gap < NEAR:
            break
        for row, indicator, chance in zip(changed, indicators, np.clip(wanted, LEAST, 1 - LEAST).tolist(), strict=True):
            mean = min(max(float(indicator @ weights), LEAST), 1 - LEAST)
            weights = weights * np.where(row, chance / mean, (1 - chance) / (1 - mean))
            weights /= np.add.reduce(weights)
    return weights

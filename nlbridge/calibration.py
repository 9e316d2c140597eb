"""Small calibrated models whose weights are a readable file.

Logistic regression, or boosted trees of three questions, over named features: fitted offline by
`nlbridge.language.training.fit_verifier` and read from JSON here, so that a
verdict can name what weighed.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

WEIGHTS: Final = Path(__file__).parent / "weights"


@dataclass(frozen=True, slots=True, kw_only=True)
class Logistic:
    """P(yes) = 1 / (1 + exp(-(bias + weights . features))).

    Examples
    --------
    >>> Logistic(names=("negated",), weights=(2.0,), bias=-1.0).probability([1.0]) > 0.7
    True
    """

    names: tuple[str, ...]
    weights: tuple[float, ...]
    bias: float

    def probability(self, values: Sequence[float]) -> float:
        """Return P(yes) for feature values in the order of `names`."""
        score = self.bias + sum(w * v for w, v in zip(self.weights, values, strict=True))
        return 1 / (1 + math.exp(-max(-30.0, min(30.0, score))))

    def heaviest(self, values: Sequence[float]) -> str:
        """Name the feature that pushed the score furthest up."""
        return max(zip(self.names, self.weights, values, strict=True), key=lambda row: row[1] * row[2])[0]


Tree = float | tuple[int, float, "Tree", "Tree"]
"""A leaf's log-odds, or (feature, threshold, if at most, if above)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Boosted:
    """P(yes) = 1 / (1 + exp(-(bias + sum of the leaves reached)))."""

    trees: tuple[Tree, ...]
    bias: float

    def probability(self, values: Sequence[float]) -> float:
        """Return P(yes) for feature values in the order that the trees were fitted with."""
        score = self.bias + sum(_leaf(tree, values) for tree in self.trees)
        return 1 / (1 + math.exp(-max(-30.0, min(30.0, score))))


def _leaf(tree: Tree, values: Sequence[float]) -> float:
    while isinstance(tree, tuple):
        feature, threshold, low, high = tree
        tree = low if values[feature] <= threshold else high
    return tree


def _tree(data: object, names: Sequence[str]) -> Tree:
    if isinstance(data, list):
        feature, threshold, low, high = data
        return names.index(str(feature)), float(threshold), _tree(low, names), _tree(high, names)
    return float(str(data))


def boosted(data: Mapping[str, object], names: Sequence[str]) -> Boosted:
    """Read trees from the object that `fit_verifier` wrote; `names` gives the order of the features."""
    trees, bias = data["trees"], data["bias"]
    if not isinstance(trees, list) or not isinstance(bias, int | float):
        message = f"expected trees and a bias, got {sorted(data)}; run fit_verifier again"
        raise TypeError(message)
    return Boosted(trees=tuple(_tree(tree, names) for tree in trees), bias=float(bias))


def logistic(data: Mapping[str, object]) -> Logistic:
    """Read a model from the object that `fit_verifier` wrote."""
    weights = data["weights"]
    bias = data["bias"]
    if not isinstance(weights, Mapping) or not isinstance(bias, int | float):
        message = f"expected weights by feature and a bias, got {sorted(data)}; run fit_verifier again"
        raise TypeError(message)
    return Logistic(
        names=tuple(str(name) for name in weights),
        weights=tuple(float(weight) for weight in weights.values()),
        bias=float(bias),
    )


@lru_cache(maxsize=8)
def load(name: str) -> dict[str, object]:
    """Read `weights/<name>.json`."""
    data = json.loads((WEIGHTS / f"{name}.json").read_text(encoding="utf-8"))
    if not isinstance(data, dict):
        message = f"expected an object in weights/{name}.json, got {type(data).__name__}; run fit_verifier again"
        raise TypeError(message)
    return data

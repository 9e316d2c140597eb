"""Small calibrated models whose weights are a readable file.

Boosted trees over named features, fitted offline by `research.fitting.fit_grounding` and loaded from JSON here.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

import numpy as np

WEIGHTS: Final = Path(__file__).parent
LARGEST: Final = 30.0
"""Log-odds beyond which a probability counts as 0 or 1."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Boosted:
    """P(yes) = 1 / (1 + exp(-(bias + sum of the leaves reached))).

    The nodes of all trees are in one table; a leaf points to itself.

    Shapes
    ------
    roots : (n_trees,)
    feature, threshold, low, high, value : (n_nodes,)

    Examples
    --------
    >>> model = boosted({"bias": 0.0, "trees": [["negated", 0.5, -2.0, 2.0]]}, ("negated",))
    >>> bool(model.probabilities(np.array([[1.0]]))[0] > 0.8)
    True
    """

    names: tuple[str, ...]
    bias: float
    depth: int
    roots: Any
    feature: Any
    threshold: Any
    low: Any
    high: Any
    value: Any

    def log_odds(self, values: Any) -> Any:
        """Return the log-odds for rows of feature values in the order of `names`.

        Shapes
        ------
        values : (n_rows, n_features)
        """
        rows = np.arange(len(values))[:, None]
        place = np.broadcast_to(self.roots, (len(values), len(self.roots)))
        for _ in range(self.depth):
            at_most = values[rows, self.feature[place]] <= self.threshold[place]
            place = np.where(at_most, self.low[place], self.high[place])
        return self.bias + self.value[place].sum(axis=1)

    def probabilities(self, values: Any) -> Any:
        """Return P(yes) for rows of feature values."""
        return 1 / (1 + np.exp(-np.clip(self.log_odds(values), -LARGEST, LARGEST)))


def boosted(data: Mapping[str, object], names: Sequence[str]) -> Boosted:
    """Build trees from an object that a script in `research/fitting` wrote; `names` gives the order of the features.

    A tree is either a leaf's log-odds, or [feature, threshold, if at most, if above].
    """
    trees, bias = data["trees"], data["bias"]
    if not isinstance(trees, list) or not isinstance(bias, int | float):
        message = f"expected trees, a bias, got {sorted(data)}; fit it again"
        raise TypeError(message)
    nodes: list[list[float]] = []
    order = {name: place for place, name in enumerate(names)}
    laid = [_lay(tree, order, nodes) for tree in trees]
    table = np.array(nodes)
    return Boosted(
        names=tuple(names),
        bias=float(bias),
        depth=max((depth for _, depth in laid), default=0),
        roots=np.array([root for root, _ in laid], dtype=int),
        feature=table[:, 0].astype(int),
        threshold=table[:, 1],
        low=table[:, 2].astype(int),
        high=table[:, 3].astype(int),
        value=table[:, 4],
    )


@lru_cache(maxsize=8)
def fitted(name: str, part: str, names: tuple[str, ...]) -> Boosted:
    """Load one of the models of `weights/<name>.json`; `names` gives the order of the features."""
    data = load(name)[part]
    if not isinstance(data, dict):
        message = f"expected an object `{part}` in weights/{name}.json, got {type(data).__name__}; fit it again"
        raise TypeError(message)
    return boosted(data, names)


def _lay(tree: object, order: Mapping[str, int], nodes: list[list[float]]) -> tuple[int, int]:
    """Append a tree to the table; return its root and its depth."""
    place = len(nodes)
    if not isinstance(tree, list):
        nodes.append([0, 0.0, place, place, float(str(tree))])
        return place, 0
    name, threshold, low, high = tree
    nodes.append([order[str(name)], float(threshold), 0, 0, 0.0])
    nodes[place][2], left = _lay(low, order, nodes)
    nodes[place][3], right = _lay(high, order, nodes)
    return place, 1 + max(left, right)


def model_path_weights() -> dict[str, float]:
    """Return confidences for what a language model reads, by who agrees; see `research.fitting.fit_model_path`."""
    return {name: float(str(value)) for name, value in load("model_path").items()}


@lru_cache(maxsize=8)
def load(name: str) -> dict[str, object]:
    """Read `weights/<name>.json`."""
    data = json.loads((WEIGHTS / f"{name}.json").read_text(encoding="utf-8"))
    if not isinstance(data, dict):
        message = f"expected an object in weights/{name}.json, got {type(data).__name__}; fit it again"
        raise TypeError(message)
    return data

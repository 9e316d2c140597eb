"""Boosted trees fitted by scikit-learn, written as nested lists that a person can read."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from sklearn.ensemble import GradientBoostingClassifier  # noqa: TID253 - this module is for fitting only

from nlbridge.grounding.calibration import Boosted, boosted

RATE: Final = 0.03


def trees(count: int, seed: int = 0) -> GradientBoostingClassifier:
    """Return an unfitted model of `count` trees of three questions."""
    return GradientBoostingClassifier(
        n_estimators=count,
        max_depth=3,
        learning_rate=RATE,
        subsample=0.5,
        max_features=0.5,
        min_samples_leaf=15,
        random_state=seed,
    )


def as_json(model: GradientBoostingClassifier, names: tuple[str, ...]) -> dict[str, Any]:
    """Return fitted trees as nested lists [feature, threshold, if at most, if above]."""

    def node(tree: Any, place: int) -> Any:
        if tree.children_left[place] < 0:
            return round(RATE * float(tree.value[place][0][0]), 5)
        low, high = node(tree, tree.children_left[place]), node(tree, tree.children_right[place])
        return [names[tree.feature[place]], round(float(tree.threshold[place]), 5), low, high]

    prior = float(model.init_.class_prior_[1])
    return {
        "bias": round(float(np.log(prior / (1 - prior))), 5),
        "trees": [node(e[0].tree_, 0) for e in model.estimators_],
    }


def as_boosted(model: GradientBoostingClassifier, names: tuple[str, ...]) -> Boosted:
    """Return a fitted model in the form that the verifier runs."""
    return boosted(as_json(model, names), names)

"""Boosted trees fitted by scikit-learn, written as readable nested lists."""

from __future__ import annotations

from typing import Any, Final

from sklearn.ensemble import HistGradientBoostingClassifier  # noqa: TID253 - this module is for fitting only

from nlbridge.weights.calibration import Boosted, boosted

RATE: Final = 0.05


def trees(count: int, seed: int = 0) -> HistGradientBoostingClassifier:
    """Return an unfitted model of `count` trees of depth three."""
    return HistGradientBoostingClassifier(
        max_iter=count,
        max_depth=3,
        learning_rate=RATE,
        max_features=0.5,
        min_samples_leaf=15,
        l2_regularization=1.0,
        early_stopping=False,
        random_state=seed,
    )


def as_json(model: HistGradientBoostingClassifier, names: tuple[str, ...]) -> dict[str, Any]:
    """Return fitted trees as nested lists [feature, threshold, if at most, if above]."""

    def node(tree: Any, place: int) -> Any:
        here = tree[place]
        if here["is_leaf"]:
            return round(float(here["value"]), 5)
        low, high = node(tree, int(here["left"])), node(tree, int(here["right"]))
        return [names[int(here["feature_idx"])], round(float(here["num_threshold"]), 5), low, high]

    # scikit-learn has no public way to read the trees of this model.
    fitted: Any = model
    return {
        "bias": round(float(fitted._baseline_prediction.ravel()[0]), 5),  # noqa: SLF001
        "trees": [node(one[0].nodes, 0) for one in fitted._predictors],  # noqa: SLF001
    }


def as_boosted(model: HistGradientBoostingClassifier, names: tuple[str, ...]) -> Boosted:
    """Return a fitted model in the verifier's format."""
    return boosted(as_json(model, names), names)

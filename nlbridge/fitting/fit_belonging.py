"""Fit how a what-if about this text is told from one about another, and report it on other stories.

    python -m nlbridge.fitting.fit_belonging STORIES...

Each story is asked its own what-ifs and some of other stories. The weights are fitted on the stories of the part `tune`
and reported on those of `test`; the network was trained on neither. Fit again after the network changes.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
from sklearn.linear_model import LogisticRegression  # noqa: TID253 - this script is for fitting only
from sklearn.pipeline import make_pipeline  # noqa: TID253 - this script is for fitting only
from sklearn.preprocessing import StandardScaler  # noqa: TID253 - this script is for fitting only

from nlbridge.errors import BridgeError
from nlbridge.grounding.calibration import WEIGHTS
from nlbridge.language.encoder.scores import scores
from nlbridge.language.training.encoder.examples import part, stories
from nlbridge.reading.reader import analysed
from nlbridge.supposing.belonging import FEATURES, features
from nlbridge.supposing.request import parse_had

FOREIGN: Final = 3
"""What-ifs of other stories that each story is asked."""
SEED: Final = 3
OWN_REFUSED: Final = 0.04
"""Share of own what-ifs of the part `tune` that the threshold refuses."""

Row = tuple[tuple[float, ...], bool]


def rows(found: Sequence[Mapping[str, Any]]) -> Iterator[Row]:
    """Return the features of what-ifs beside stories, and whether each is of its story."""
    draw = random.Random(SEED)  # noqa: S311 - no secret is drawn
    for story in found:
        try:
            spans = analysed(str(story["text"])).spans
        except BridgeError:
            continue
        others = [other for other in draw.sample(list(found), FOREIGN) if other is not story]
        asked = [(one["had"], True) for one in story["what_ifs"]]
        asked += [(draw.choice(other["what_ifs"])["had"], False) for other in others]
        for had, own in asked if spans else ():
            clause = parse_had(str(had)).clause
            yield features(clause, story["text"], spans, scores(clause, story["text"], spans)), own


def fitted(cases: Sequence[Row]) -> dict[str, float]:
    """Return the weights of `weights/belonging.json`, and the chance below which a what-if is refused."""
    given, own = _arrays(cases)
    model = make_pipeline(StandardScaler(), LogisticRegression(max_iter=2000)).fit(given, own)
    scale, line = model[0], model[1]
    weights = line.coef_[0] / scale.scale_
    bias = float(line.intercept_[0] - weights @ scale.mean_)
    refused = float(np.quantile(model.predict_proba(given)[own, 1], OWN_REFUSED))
    return {"bias": bias, **dict(zip(FEATURES, map(float, weights), strict=True)), "refused": refused}


def report(name: str, cases: Sequence[Row], weights: Mapping[str, float]) -> str:
    """Return how many own what-ifs are refused, and how many foreign ones accepted, by the words and without them."""
    given, own = _arrays(cases)
    chance = 1 / (1 + np.exp(-weights["bias"] - given @ np.array([weights[feature] for feature in FEATURES])))
    refused = chance < weights["refused"]
    alone = given[:, 0] < np.log(0.2 / 0.8)
    return (
        f"{name}: {own.sum()} own, refused {refused[own].mean():.1%} (by the network alone {alone[own].mean():.1%}); "
        f"{(~own).sum()} foreign, accepted {(~refused)[~own].mean():.1%} (by the network alone "
        f"{(~alone)[~own].mean():.1%})\n"
    )


def _arrays(cases: Iterable[Row]) -> tuple[Any, Any]:
    listed = list(cases)
    return np.array([given for given, _ in listed]), np.array([own for _, own in listed])


def main() -> None:
    """Fit on `tune`, report on `test`, and write the weights."""
    found = stories(Path(name) for name in sys.argv[1:])
    tune = list(rows([one for one in found if part(str(one["id"])) == "tune"]))
    test = list(rows([one for one in found if part(str(one["id"])) == "test"]))
    weights = {name: round(value, 4) for name, value in fitted(tune).items()}
    (WEIGHTS / "belonging.json").write_text(json.dumps(weights, indent=1) + "\n", encoding="utf-8")
    sys.stdout.write(report("tune", tune, weights) + report("test", test, weights))


if __name__ == "__main__":
    main()

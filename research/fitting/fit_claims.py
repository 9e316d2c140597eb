"""Fit the model of whether an edit mentions a claim, and report how well claims are read."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import numpy as np
from sklearn.model_selection import GroupKFold  # noqa: TID253 - this script is for fitting only

from nlbridge.grounding.by_words import NAMES as EVENT_NAMES
from research.fitting.boosting import as_json, trees
from research.fitting.claim_examples import UNKNOWN
from research.fitting.rewrite_examples import STORIES, read_lines, rows_of_rewrites

FOLDS: Final = 5
TOLD_TREES: Final = 300


def told_model(data: Path) -> dict[str, Any]:
    """Fit on labelled rewrites whether an edit mentions a claim; report on a held-out fifth."""
    stories = read_lines([data / "stories" / "train.jsonl", STORIES / "stories.jsonl"])
    rewrites = read_lines([data / "stories" / "rewrites.jsonl", STORIES / "rewrites.jsonl"])
    rows = rows_of_rewrites(stories, rewrites)
    train, test = next(iter(GroupKFold(FOLDS).split(rows.features, rows.told, rows.stories)))
    model = trees(TOLD_TREES).fit(rows.features[train], rows.told[train])
    report_claims(model.predict_proba(rows.features[test])[:, 1], rows.told[test])
    return as_json(trees(TOLD_TREES).fit(rows.features, rows.told), EVENT_NAMES)


def report_claims(chances: Any, labels: Any) -> None:
    """Print accuracy and mean log-loss on claims with a known label."""
    labelled = labels != UNKNOWN
    chance, right = chances[labelled], labels[labelled] == 1
    loss = -np.log(np.clip(np.where(right, chance, 1 - chance), 1e-4, 1)).mean()
    print(f"claims: right {((chance > 0.5) == right).mean():.3f}; log-loss {loss:.3f}")  # noqa: T201

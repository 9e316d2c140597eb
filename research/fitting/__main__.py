"""Refit all weights of verdicts in order: `CAUSALCORE_DATA=... python -m research.fitting`.

Each step uses the weights before it: combining the reader's chances, reading the words of an edit, and scoring
validity. The networks stay fixed (`python -m research.training`).
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

from research.fitting import fit_expectation, fit_grounding, fit_score
from research.fitting.rewrite_examples import STORIES


def main() -> None:
    """Fit, report, write `nlbridge/weights`, and print how long each step took."""
    shared = Path(os.environ["CAUSALCORE_DATA"]) / "stories"
    stories = [shared / "train.jsonl", shared / "more.jsonl", *sorted(STORIES.glob("stories*.jsonl"))]
    steps: dict[str, Callable[[], None]] = {
        "expectation": lambda: fit_expectation.main(stories),
        "grounding": fit_grounding.main,
        "score": lambda: fit_score.main([]),
    }
    for name, fit in steps.items():
        begun = time.monotonic()
        fit()
        sys.stdout.write(f"{name}.json: {(time.monotonic() - begun) / 60:.0f} minutes\n")


if __name__ == "__main__":
    main()

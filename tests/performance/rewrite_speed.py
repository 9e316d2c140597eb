"""Rewrite explained items in one process, and print the rate per second.

Run from the repository's root: `python tests/performance/rewrite_speed.py [FILE OR FOLDER]`. The default repeats the
example's four items with different numbers, so that no text is tagged twice.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

from benchmarks.ftc.data import load
from benchmarks.ftc.explanations.counterfactual_hypothesis import rewrite
from benchmarks.ftc.explanations.relation import Explained
from benchmarks.ftc.rewriting_quality import explained

SMALL = Path("examples/ftc_small.jsonl")


def main() -> None:
    path = Path(sys.argv[1]) if len(sys.argv) > 1 else SMALL
    items = explained(load(path))
    if path == SMALL:
        items = [numbered(item, i) for i in range(500) for item in items]
    list(rewrite(items[:8]))
    for name, given in (("with premise", items), ("without", [bare(item) for item in items])):
        wall, used = time.perf_counter(), time.process_time()
        list(rewrite(given))
        wall, used = time.perf_counter() - wall, time.process_time() - used
        print(f"{name}: {len(given) / used:.0f} a second of processor time, {len(given) / wall:.0f} of the clock")


def numbered(item: Explained, number: int) -> Explained:
    """Make an item's texts unique."""
    extra = f" {number}"
    return Explained(
        hypothesis=item.hypothesis.rstrip(".") + extra,
        explanation=item.explanation + extra,
        label=item.label,
        premise=(item.premise or "") + extra,
    )


def bare(item: Explained) -> Explained:
    return Explained(hypothesis=item.hypothesis, explanation=item.explanation, label=item.label)


if __name__ == "__main__":
    main()

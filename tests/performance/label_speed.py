"""Median time of a label query with ten small premises, after start: `python tests/performance/label_speed.py`."""

from __future__ import annotations

import statistics
import time

from logic.relations.nli import label

TARGET_MILLISECONDS = 20.0
PREMISES = [
    "all x. (Sparrow(x) -> Bird(x))",
    "all x. (Bird(x) -> Animal(x))",
    "all x. (Animal(x) -> Mortal(x))",
    "all x. (Bird(x) & ~Ill(x) -> Flies(x))",
    "Sparrow(pip)",
    "E!(pip)",
    "~Ill(pip)",
    "Fed(anna,pip)",
    "all x. (Fed(anna,x) -> Happy(x))",
    "Wet | Cold",
]
HYPOTHESES = ["Mortal(pip)", "~Flies(pip)", "Happy(anna)", "Wet", "exists x. (Happy(x) & Flies(x))"]


def main() -> int:
    """Time every hypothesis twenty times; fail above the target."""
    label(premises=PREMISES, hypothesis="Wet")
    times = []
    for _ in range(20):
        for hypothesis in HYPOTHESES:
            start = time.perf_counter()
            label(premises=PREMISES, hypothesis=hypothesis)
            times.append(1000 * (time.perf_counter() - start))
    median = statistics.median(times)
    print(f"median {median:.1f} ms, slowest {max(times):.1f} ms, {len(times)} queries; target {TARGET_MILLISECONDS} ms")
    return 0 if median < TARGET_MILLISECONDS else 1


if __name__ == "__main__":
    raise SystemExit(main())

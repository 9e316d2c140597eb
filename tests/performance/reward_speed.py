"""Rewards per second: one process against several, batch after batch, as a trainer asks for them.

`python tests/performance/reward_speed.py [--jobs 1 2] [--batches 4]`. The clock is meaningful only on a quiet machine;
processor time covers this process and its finished children.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from pathlib import Path

from benchmarks.integrations.training_rewards import EditReward

SCENARIOS = Path(__file__).parents[2] / "examples" / "scenarios"


def columns(generations: int, batch: int) -> dict[str, list[str]]:
    """Return a batch as in GRPO: several completions per text and what-if, which no other batch contains."""
    rows = []
    for path in sorted(SCENARIOS.glob("*.json")):
        example = json.loads(path.read_text(encoding="utf-8"))
        edits = [edit["text"] for edit in example["edits"]]
        for number in range(generations):
            edit = f"{edits[number % len(edits)]} That was in week {generations * batch + number + 1}."
            rows.append((example["text"], example["had"], edit))
    text, had, completions = map(list, zip(*rows, strict=True))
    return {"text": text, "had": had, "completions": completions}


def spent() -> float:
    """Return processor seconds of this process and its finished children."""
    used = os.times()
    return used.user + used.system + used.children_user + used.children_system


def main() -> None:
    """Measure and print."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--jobs", type=int, nargs="+", default=[1, 2])
    options.add_argument("--batches", type=int, default=4)
    options.add_argument("--generations", type=int, default=4)
    given = options.parse_args()
    first, *later = [columns(given.generations, batch) for batch in range(given.batches + 1)]
    size = len(first["completions"])
    print(f"{given.batches} batches of {size} completions, {given.generations} to a text")
    for jobs in given.jobs:
        reward = EditReward(jobs=jobs)
        begun, used = time.perf_counter(), spent()
        reward(**first)
        started = time.perf_counter() - begun
        begun = time.perf_counter()
        for batch in later:
            reward(**batch)
        seconds = time.perf_counter() - begun
        reward.close()
        each = given.batches * size
        print(
            f"{jobs} processes: first batch {started:.1f} s; then {each / seconds:.0f} a second by the clock; "
            f"{(spent() - used) / (each + size) * 1000:.0f} ms of processor time each, start included"
        )


if __name__ == "__main__":
    main()

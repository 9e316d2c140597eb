"""How fast the command starts, and how many edits a second it judges.

    python tests/performance/command_line_speed.py

Prints one line of JSON for each measurement; every figure is the best of three.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

TEXT = "The pump in the old mill failed overnight, so the cellar flooded. As a result, the miller lost his flour."
HAD = "the pump not failed"
EDIT = "The pump in the old mill did not fail overnight, so the cellar stayed dry. As a result, the miller had flour."
COMMAND = (sys.executable, "-m", "nlbridge.cli")
ROUNDS = 3
EDITS = 100


def seconds(command: Sequence[str]) -> float:
    """Return the best of three times that `command` takes; stop if it ends with an error."""
    best = float("inf")
    for _ in range(ROUNDS):
        start = time.perf_counter()
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        best = min(best, time.perf_counter() - start)
        if done.returncode not in {0, 1, 3}:
            sys.exit(f"{' '.join(command)} ended with {done.returncode}: {done.stderr}")
    return best


def batch(path: Path, texts: int) -> float:
    """Return the time of judging `EDITS` edits of so many different texts on one core."""
    with path.open("w", encoding="utf-8") as file:
        for number in range(EDITS):
            day = f"On day {number * texts // EDITS} "
            text, edit = (day + sentence[0].lower() + sentence[1:] for sentence in (TEXT, EDIT))
            row = {"id": number, "text": text, "had": HAD, "edit": edit}
            file.write(json.dumps(row) + "\n")
    return seconds([*COMMAND, "verify", "--jsonl", str(path), "--jobs", "1"])


def main() -> None:
    """Measure and print."""
    start = seconds([*COMMAND, "--help"])
    print(json.dumps({"what": "causalcore --help", "seconds": round(start, 3)}))
    cold = seconds([*COMMAND, "rubric", TEXT, "--had", HAD])
    print(json.dumps({"what": "causalcore rubric, one text, cold", "seconds": round(cold, 2)}))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "edits.jsonl"
        for texts in (EDITS // 5, EDITS):
            took = batch(path, texts)
            what = f"causalcore verify --jobs 1, {EDITS} edits of {texts} texts"
            print(json.dumps({"what": what, "seconds": round(took, 2), "edits a second": round(EDITS / took, 1)}))


if __name__ == "__main__":
    main()

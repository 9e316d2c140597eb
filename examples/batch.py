"""A batch: every edit of the example scenarios, judged from the text alone, one JSON object a line."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

SCENARIOS = Path(__file__).parent / "scenarios"


def lines() -> list[dict[str, object]]:
    """Return one request for each edit, with what the author of the example says about it."""
    rows = []
    for path in sorted(SCENARIOS.glob("*.json")):
        example = json.loads(path.read_text(encoding="utf-8"))
        for number, edit in enumerate(example["edits"]):
            rows.append(
                {
                    "id": f"{example['id']}-{number}",
                    "text": example["text"],
                    "had": example["had"],
                    "edit": edit["text"],
                    "gold": edit["valid"],
                }
            )
    return rows


def main() -> None:
    """Write the requests, run `causalcore verify --jsonl`, and count."""
    rows = lines()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "requests.jsonl"
        path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
        done = subprocess.run(  # noqa: S603  our own command
            [sys.executable, "-m", "causalcore", "verify", "--jsonl", str(path)],
            capture_output=True,
            text=True,
            check=False,
        )
    reports = [json.loads(line) for line in done.stdout.splitlines()]
    said = {True: "valid", False: "invalid", None: "undetermined"}
    counts = Counter(
        (said[row["gold"]], "error" if "error" in report else said[report["valid"]])
        for row, report in zip(rows, reports, strict=True)
    )
    print("author says   command says   edits")
    for (gold, verdict), number in sorted(counts.items()):
        print(f"{gold:13} {verdict:14} {number:5}")


if __name__ == "__main__":
    main()

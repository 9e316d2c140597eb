"""Print the coverage of each package, and fail if lines fall below the floor; branches are only reported.

coverage json -o coverage.json && python .ci/coverage_floor.py coverage.json
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path

FLOORS = {"logic": 96.0, "causalcore": 95.0, "nlbridge": 95.0}
"""Least line coverage, in per cent, of the files that `measured` in `conftest.py` selects."""


def totals(files: dict[str, dict[str, dict[str, int]]]) -> dict[str, Counter[str]]:
    """Add up the counts by package."""
    by_package: dict[str, Counter[str]] = {}
    for name, report in files.items():
        by_package.setdefault(Path(name).parts[0], Counter()).update(
            {key: value for key, value in report["summary"].items() if isinstance(value, int)}
        )
    return by_package


def main(path: str) -> int:
    """Print a line for each package; return 1 if one is below its floor."""
    below = []
    counts = totals(json.loads(Path(path).read_text(encoding="utf-8"))["files"])
    for package, counted in sorted(counts.items()):
        lines = 100 * counted["covered_lines"] / max(counted["num_statements"], 1)
        branches = 100 * counted["covered_branches"] / max(counted["num_branches"], 1)
        floor = FLOORS.get(package)
        limit = "no floor" if floor is None else f"floor {floor:.0f}"
        print(f"{package}: {lines:.1f} % of lines ({limit}), {branches:.1f} % of branches")
        if floor is not None and lines < floor:
            below.append(package)
    missing = sorted(set(FLOORS) - set(counts))
    if missing:
        print(f"not measured: {', '.join(missing)}")
    if below:
        print(f"below the floor: {', '.join(below)}; `coverage report` names the lines")
    return 1 if below or missing else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))

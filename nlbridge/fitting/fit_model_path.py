"""Fit the confidences of the language-model path from the results of a run with real replies.

    python -m nlbridge.fitting.fit_model_path RUBRICS.jsonl VERDICTS.jsonl GOLD.jsonl [--write]

RUBRICS and VERDICTS are what `rubric --jsonl` and `verify --jsonl` wrote; GOLD has a line for each of their ids:
{"id", "answers": {event: changed|unchanged|open}} or {"id", "valid"}. Each confidence becomes the share that was right,
drawn towards the one in use as if that had been seen `PRIOR` times, so that few results change little.
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

from nlbridge.grounding.calibration import model_path_weights

FILE: Final = Path(__file__).parents[1] / "weights" / "model_path.json"
PRIOR: Final = 20
MOST: Final = 0.995


def smoothed(right: int, count: int, before: float) -> float:
    """Return a share, drawn towards what it was.

    Examples
    --------
    >>> smoothed(0, 0, 0.95), smoothed(980, 1000, 0.9)
    (0.95, 0.9784)
    """
    return round(min(MOST, (right + PRIOR * before) / (count + PRIOR)), 4)


def outcomes(
    rubrics: Iterable[Mapping[str, Any]], verdicts: Iterable[Mapping[str, Any]], gold: Mapping[str, Mapping[str, Any]]
) -> dict[str, list[bool]]:
    """Return, for each confidence, whether what rested on it was right.

    Examples
    --------
    >>> rows = [{"id": "a", "basis": {"disputed": []}, "events": [{"id": "e1", "answer": "open", "likeliest": None}]}]
    >>> dict(outcomes(rows, [], {"a": {"answers": {"e1": "open"}}}))
    {'agreed': [True]}
    """
    found: dict[str, list[bool]] = defaultdict(list)
    for row in rubrics:
        answers = gold.get(str(row["id"]), {}).get("answers", {})
        disputed = {one["event"] for one in row["basis"]["disputed"]}
        for event in row["events"]:
            if event["id"] in answers:
                said = event["likeliest"] if event["id"] in disputed else event["answer"]
                found["leaning" if event["id"] in disputed else "agreed"].append(said == answers[event["id"]])
    for row in verdicts:
        wanted = gold.get(str(row["id"]), {}).get("valid")
        if wanted is None or row.get("valid") is None:
            continue
        looks = "second look" if row["basis"]["looked_twice"] else "look"
        found[looks].append(row["valid"] is wanted)
    return found


def main() -> None:
    """Print the fitted confidences beside those in use; write them if asked."""
    rubrics, verdicts, gold = (
        [json.loads(line) for line in Path(name).read_text(encoding="utf-8").splitlines()] for name in sys.argv[1:4]
    )
    seen = outcomes(rubrics, verdicts, {str(row["id"]): row for row in gold})
    weights = model_path_weights()
    for name, before in weights.items():
        right, count = sum(seen.get(name, ())), len(seen.get(name, ()))
        weights[name] = smoothed(right, count, before)
        sys.stdout.write(f"{name}: {before} -> {weights[name]} ({right} of {count})\n")
    if "--write" in sys.argv:
        FILE.write_text(json.dumps(weights, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

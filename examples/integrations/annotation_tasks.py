"""Label Studio: what is in doubt in the readings of a file of requests, as tasks to import.

`python examples/integrations/annotation_tasks.py [REQUESTS.jsonl [TASKS.json]]`; requests are lines of
`causalcore rubric --jsonl`.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from benchmarks import label_studio

SCENARIOS = Path(__file__).parents[1] / "scenarios"


def requests() -> list[dict[str, object]]:
    """Return the requests of the file that is named, or those of a few examples."""
    if len(sys.argv) > 1:
        return [json.loads(line) for line in Path(sys.argv[1]).read_text(encoding="utf-8").splitlines()]
    examples = [json.loads(path.read_text(encoding="utf-8")) for path in sorted(SCENARIOS.glob("*.json"))[:6]]
    return [{name: example[name] for name in ("id", "text", "had")} for example in examples]


def main() -> None:
    """Write the tasks, or print their questions."""
    tasks = label_studio.tasks(requests())
    if len(sys.argv) > 2:
        Path(sys.argv[2]).write_text(json.dumps(tasks, indent=1), encoding="utf-8")
    for task in tasks:
        (prediction,) = task["predictions"]
        (expected,) = prediction["result"][0]["value"]["choices"]
        print(f"{task['data']['question']}  {expected}, {prediction['score']:.0%}")
    print(f"{len(tasks)} tasks")


if __name__ == "__main__":
    main()

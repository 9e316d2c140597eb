"""DeepEval: answers to CoBe that stand in a file, each a test case for one metric.

Needs `pip install 'causalcore[deepeval]'`.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

os.environ.setdefault("DEEPEVAL_TELEMETRY_OPT_OUT", "1")

from deepeval.test_case import LLMTestCase

from benchmarks import CausalEditMetric

FILE = Path(__file__).parents[1] / "cobe_small.json"


def cases(path: Path) -> list[LLMTestCase]:
    """Return a test case for each answer in the file; the request is its metadata."""
    found = []
    for item in json.loads(path.read_text(encoding="utf-8")):
        for answer in item["responses"]:
            number = answer.get("query_index", 0)
            text, query = item["Variation text"], item["Query"][number]
            found.append(
                LLMTestCase(
                    name=f"{item['Core Set ID']}v{item['Variation ID']}-q{number} {answer.get('model', '')}".strip(),
                    input=f"{text}\n\n{query}",
                    actual_output=answer["text"],
                    metadata={"text": text, "query": query},
                )
            )
    return found


def main() -> None:
    """Measure each and print whether it passes, its score, and the first line of the reason."""
    metric = CausalEditMetric(threshold=1.0)
    for case in cases(Path(sys.argv[1]) if len(sys.argv) > 1 else FILE):
        score = metric.measure(case)
        passed = "passed" if metric.is_successful() else "failed"
        print(f"{case.name}  {passed}  {score:.2f}  {metric.reason.splitlines()[0]}")


if __name__ == "__main__":
    main()

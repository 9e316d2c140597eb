"""Inspect: CoBe from a file, answered by Inspect's mock model, scored by derived rubrics; the log is read back.

Needs `pip install 'causalcore[inspect]'`.
"""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path

from inspect_ai import eval as evaluate
from inspect_ai.log import read_eval_log
from inspect_ai.model import ModelOutput, ModelUsage, get_model

FILE = Path(__file__).parents[1] / "cobe_small.json"


def answers(path: Path) -> list[ModelOutput]:
    """Return what the mock model says: the answers that stand in the file, with a count of tokens."""
    found = []
    for item in json.loads(path.read_text(encoding="utf-8")):
        inside = {one.get("query_index", 0): one["text"] for one in reversed(item["responses"])}
        for number in range(len(item["Query"])):
            said = ModelOutput.from_content(model="mockllm/model", content=inside.get(number, ""))
            said.usage = ModelUsage(output_tokens=len(said.completion.split()))
            found.append(said)
    return found


def main() -> None:
    """Run the task by its name, print each metric, and one explanation from the log."""
    path = Path(sys.argv[1]) if len(sys.argv) > 1 else FILE
    model = get_model("mockllm/model", custom_outputs=answers(path))
    with tempfile.TemporaryDirectory() as folder:
        (log,) = evaluate(
            "causalcore/cobe",
            model=model,
            task_args={"path": str(path)},
            log_dir=folder,
            display="none",
            max_connections=1,
        )
        opened = read_eval_log(log.location)
    print(f"{opened.eval.task}: {opened.status}, {opened.results.completed_samples} samples")
    for score in opened.results.scores:
        figures = ", ".join(f"{name} {metric.value:.2f}" for name, metric in score.metrics.items())
        print(f"  {score.name:18} {figures}  ({score.unscored_samples} unscored)")
    wrong = next((one for one in opened.samples if one.scores["causal_edit"].value["valid_of_decided"] == 0), None)
    if wrong is not None:
        print(f"{wrong.id}: {wrong.scores['causal_edit'].explanation}")


if __name__ == "__main__":
    main()

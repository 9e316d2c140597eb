"""Training: the reward of a batch of completions, as TRL's trainer asks for it, on two processes."""

from __future__ import annotations

import json
from pathlib import Path

from benchmarks import EditReward

SCENARIOS = Path(__file__).parents[1] / "scenarios"


def batch() -> dict[str, list[str]]:
    """Return columns of a data set, and a completion for each row."""
    examples = [json.loads(path.read_text(encoding="utf-8")) for path in sorted(SCENARIOS.glob("*.json"))]
    rows = [(one["text"], one["had"], edit["text"]) for one in examples for edit in one["edits"]]
    text, had, completions = map(list, zip(*rows, strict=True))
    return {"text": text, "had": had, "completions": completions}


def main() -> None:
    """Ask for the rewards and count them."""
    reward = EditReward(jobs=2, graded=True)
    rewards = reward(prompts=None, trainer_state=None, **batch())
    reward.close()
    decided = [one for one in rewards if one is not None]
    print(f"{len(rewards)} completions, {len(decided)} decided, {sum(one == 1 for one in decided)} valid")
    print(f"mean reward of the decided {sum(decided) / len(decided):.2f}")


if __name__ == "__main__":
    main()

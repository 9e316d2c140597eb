"""Fit the confidences of the language-model path on the results of a run with real replies.

    python -m research.fitting.fit_model_path RUBRICS.jsonl VERDICTS.jsonl GOLD.jsonl [--write]

`rubric --jsonl` and `verify --jsonl` write RUBRICS and VERDICTS. GOLD has a line for each of their ids:
{"id", "answers": {event: changed|unchanged|open}} or {"id", "valid"}, with the scenario as "group" if several lines
share one. Each confidence becomes the share of right results, smoothed towards the current confidence with a weight of
`PRIOR` results. Cross-validation by group shows whether the fitted confidences beat the current ones.
"""

from __future__ import annotations

import json
import math
import sys
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from nlbridge.weights.calibration import WEIGHTS, model_path_weights

FILE: Final = WEIGHTS / "model_path.json"
PRIOR: Final = 20
MOST: Final = 0.995
FOLDS: Final = 10
FEWEST: Final = 10
"""Fewest outcomes that can change a confidence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """Whether a result with a given confidence was right, and its scenario.

    Parameters
    ----------
    rest
        Further factor of the result's confidence: a verdict also depends on its criterion.
    """

    weight: str
    group: str
    right: bool
    rest: float = 1.0


def smoothed(right: int, count: int, before: float) -> float:
    """Return a share, smoothed towards its previous value.

    Examples
    --------
    >>> smoothed(0, 0, 0.95), smoothed(980, 1000, 0.9)
    (0.95, 0.9784)
    """
    return round(min(MOST, (right + PRIOR * before) / (count + PRIOR)), 4)


def outcomes(
    rubrics: Iterable[Mapping[str, Any]], verdicts: Iterable[Mapping[str, Any]], gold: Mapping[str, Mapping[str, Any]]
) -> list[Outcome]:
    """Return, for each use of a confidence, whether the result was right.

    Examples
    --------
    >>> basis = {"disputed": [], "derived_and_expected": ["e1"], "offline_alike": ["e1"], "offline_unlike": []}
    >>> rows = [{"id": "a", "basis": basis, "events": [{"id": "e1", "answer": "changed", "likeliest": "changed"}]}]
    >>> outcomes(rows, [], {"a": {"answers": {"e1": "changed"}}})
    [Outcome(weight='changed alike', group='a', right=True, rest=1.0)]
    """
    results = []
    in_use = model_path_weights()
    for row in rubrics:
        labels = gold.get(str(row["id"]), {})
        answers, group = labels.get("answers", {}), str(labels.get("group", row["id"]))
        for event in row["events"]:
            weight = _weight(event, row["basis"])
            if event["id"] in answers and weight:
                answer = event["likeliest"] if weight == "leaning" else event["answer"]
                results.append(Outcome(weight=weight, group=group, right=answer == answers[event["id"]]))
    for row in verdicts:
        labels = gold.get(str(row["id"]), {})
        wanted, group = labels.get("valid"), str(labels.get("group", row["id"]))
        if wanted is not None and row.get("valid") is not None:
            looks = "second look" if row["basis"]["looked_twice"] else "look"
            rest = min(1.0, row["confidence"] / in_use[looks])
            results.append(Outcome(weight=looks, group=group, right=row["valid"] is wanted, rest=rest))
    return results


def _weight(event: Mapping[str, Any], basis: Mapping[str, Any]) -> str:
    """Return which confidence an answer has; empty if it is set, or open by proof."""
    name = event["id"]
    if name in {one["event"] for one in basis["disputed"]}:
        return "leaning"
    if name not in basis["derived_and_expected"] or event["answer"] not in {"changed", "unchanged"}:
        return ""
    beside = {"offline_alike": "alike", "offline_unlike": "unlike"}
    return next((f"{event['answer']} {how}" for key, how in beside.items() if name in basis[key]), "agreed")


def fitted(seen: Iterable[Outcome], before: Mapping[str, float]) -> dict[str, float]:
    """Return all confidences, smoothed towards their outcomes."""
    by_weight: dict[str, list[bool]] = defaultdict(list)
    for outcome in seen:
        by_weight[outcome.weight].append(outcome.right)
    return {name: smoothed(sum(by_weight[name]), len(by_weight[name]), chance) for name, chance in before.items()}


def loss(seen: Sequence[Outcome], weights: Mapping[str, float]) -> float:
    """Return the mean negative log-likelihood of the outcomes.

    Units
    -----
    loss : nats per outcome

    Examples
    --------
    >>> round(loss([Outcome(weight="look", group="a", right=True)], {"look": 0.9}), 3)
    0.105
    """
    chances = [(weights[outcome.weight] * outcome.rest, outcome.right) for outcome in seen]
    return -sum(math.log(chance if right else 1 - chance) for chance, right in chances) / len(seen)


def held_out_loss(seen: Sequence[Outcome], before: Mapping[str, float]) -> float:
    """Return the cross-validated loss of fitted confidences, with folds by group."""
    groups = sorted({outcome.group for outcome in seen})
    total = 0.0
    for fold in range(FOLDS):
        held = set(groups[fold::FOLDS])
        own = [outcome for outcome in seen if outcome.group in held]
        if own:
            total += len(own) * loss(own, fitted([outcome for outcome in seen if outcome.group not in held], before))
    return total / len(seen)


def chosen(seen: Sequence[Outcome], before: Mapping[str, float]) -> dict[str, float]:
    """Return the confidences; use a fitted one if its cross-validated loss is lower."""
    weights = fitted(seen, before)
    kept = {}
    for name, chance in before.items():
        own = [outcome for outcome in seen if outcome.weight == name]
        better = len(own) >= FEWEST and held_out_loss(own, before) < loss(own, before)
        kept[name] = weights[name] if better else chance
    return kept


def main() -> None:
    """Print fitted and current confidences with their losses; write the better ones with `--write`."""
    rubrics, verdicts, gold = (
        [json.loads(line) for line in Path(name).read_text(encoding="utf-8").splitlines()] for name in sys.argv[1:4]
    )
    seen = outcomes(rubrics, verdicts, {str(row["id"]): row for row in gold})
    before = model_path_weights()
    weights = fitted(seen, before)
    for name in before:
        own = [one for one in seen if one.weight == name]
        worth = f"; held out {held_out_loss(own, before):.3f} nats, in use {loss(own, before):.3f}" if own else ""
        right = sum(one.right for one in own)
        sys.stdout.write(f"{name}: {before[name]} -> {weights[name]} ({right} of {len(own)}){worth}\n")
    if "--write" in sys.argv:
        FILE.write_text(json.dumps(chosen(seen, before), indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

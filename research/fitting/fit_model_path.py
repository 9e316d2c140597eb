"""Fit the confidences of the language-model path from the results of a run with real replies.

    python -m research.fitting.fit_model_path RUBRICS.jsonl VERDICTS.jsonl GOLD.jsonl [--write]

RUBRICS and VERDICTS are what `rubric --jsonl` and `verify --jsonl` wrote; GOLD has a line for each of their ids:
{"id", "answers": {event: changed|unchanged|open}} or {"id", "valid"}, with "group", the scenario, where several lines
are of one. Each confidence becomes the share that was right, drawn towards the one in use as if that had been seen
`PRIOR` times, so that few results change little. What that is worth is said by folds: fitted on the other groups, is it
nearer to what came out than the confidences in use?
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
"""Outcomes below which a confidence stays."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """Whether what rested on a confidence was right, and in which scenario.

    Parameters
    ----------
    rest
        By what else the confidence of the result was lowered: a verdict rests on its criterion, too.
    """

    weight: str
    group: str
    right: bool
    rest: float = 1.0


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
) -> list[Outcome]:
    """Return, for each confidence, whether what rested on it was right.

    Examples
    --------
    >>> basis = {"disputed": [], "derived_and_expected": ["e1"], "offline_alike": ["e1"], "offline_unlike": []}
    >>> rows = [{"id": "a", "basis": basis, "events": [{"id": "e1", "answer": "changed", "likeliest": "changed"}]}]
    >>> outcomes(rows, [], {"a": {"answers": {"e1": "changed"}}})
    [Outcome(weight='changed alike', group='a', right=True, rest=1.0)]
    """
    found = []
    in_use = model_path_weights()
    for row in rubrics:
        known = gold.get(str(row["id"]), {})
        answers, group = known.get("answers", {}), str(known.get("group", row["id"]))
        for event in row["events"]:
            weight = _weight(event, row["basis"])
            if event["id"] in answers and weight:
                said = event["likeliest"] if weight == "leaning" else event["answer"]
                found.append(Outcome(weight=weight, group=group, right=said == answers[event["id"]]))
    for row in verdicts:
        known = gold.get(str(row["id"]), {})
        wanted, group = known.get("valid"), str(known.get("group", row["id"]))
        if wanted is not None and row.get("valid") is not None:
            looks = "second look" if row["basis"]["looked_twice"] else "look"
            rest = min(1.0, row["confidence"] / in_use[looks])
            found.append(Outcome(weight=looks, group=group, right=row["valid"] is wanted, rest=rest))
    return found


def _weight(event: Mapping[str, Any], basis: Mapping[str, Any]) -> str:
    """Return which confidence an answer has, empty for what is set and for what is open by proof."""
    name = event["id"]
    if name in {one["event"] for one in basis["disputed"]}:
        return "leaning"
    if name not in basis["derived_and_expected"] or event["answer"] not in {"changed", "unchanged"}:
        return ""
    beside = {"offline_alike": "alike", "offline_unlike": "unlike"}
    return next((f"{event['answer']} {how}" for key, how in beside.items() if name in basis[key]), "agreed")


def fitted(seen: Iterable[Outcome], before: Mapping[str, float]) -> dict[str, float]:
    """Return all confidences, those with outcomes drawn towards them."""
    by: dict[str, list[bool]] = defaultdict(list)
    for one in seen:
        by[one.weight].append(one.right)
    return {name: smoothed(sum(by[name]), len(by[name]), chance) for name, chance in before.items()}


def loss(seen: Sequence[Outcome], weights: Mapping[str, float]) -> float:
    """Return the mean negative log-likelihood of what came out.

    Units
    -----
    loss : nats an outcome

    Examples
    --------
    >>> round(loss([Outcome(weight="look", group="a", right=True)], {"look": 0.9}), 3)
    0.105
    """
    chances = [(weights[one.weight] * one.rest, one.right) for one in seen]
    return -sum(math.log(chance if right else 1 - chance) for chance, right in chances) / len(seen)


def held_out_loss(seen: Sequence[Outcome], before: Mapping[str, float]) -> float:
    """Return the loss of confidences that are fitted, fold by fold, on the other groups."""
    groups = sorted({one.group for one in seen})
    total = 0.0
    for fold in range(FOLDS):
        held = set(groups[fold::FOLDS])
        mine = [one for one in seen if one.group in held]
        if mine:
            total += len(mine) * loss(mine, fitted([one for one in seen if one.group not in held], before))
    return total / len(seen)


def chosen(seen: Sequence[Outcome], before: Mapping[str, float]) -> dict[str, float]:
    """Return the confidences, each fitted where that is nearer to what came out in scenarios it was not fitted on."""
    weights = fitted(seen, before)
    kept = {}
    for name, chance in before.items():
        own = [one for one in seen if one.weight == name]
        better = len(own) >= FEWEST and held_out_loss(own, before) < loss(own, before)
        kept[name] = weights[name] if better else chance
    return kept


def main() -> None:
    """Print the fitted confidences beside those in use, with what they are worth; write the better ones if asked."""
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

"""Fit the models that read claims and connectives in an edit; write `weights/grounding.json`.

    CAUSALCORE_DATA=... python -m research.fitting.fit_grounding

All edits of a scenario are in one fold. An edit's verdict implies labels for its claims (`claim_examples`) and for its
connectives (`connective_examples`). The scenarios in `suite` beside this script are training data, too.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeAlias

import numpy as np
from sklearn.model_selection import GroupKFold  # noqa: TID253 - this script is for fitting only

from causalcore.derivation.derivation import derive
from causalcore.derivation.rubric import Rubric, build_rubric
from causalcore.errors import CausalError
from causalcore.scenario.file import scenario_from_dict
from causalcore.scenario.intervention import do
from nlbridge.grounding.by_words import NAMES as EVENT_NAMES
from nlbridge.grounding.by_words import ground
from nlbridge.grounding.connectives.misuse import NAMES as CONNECTIVE_NAMES
from nlbridge.grounding.grounding import Grounding
from nlbridge.weights.calibration import WEIGHTS, Boosted, fitted, load
from research.fitting.boosting import as_boosted, as_json, trees
from research.fitting.claim_examples import BLANK, UNKNOWN, Claims, Row, claims_of, completed
from research.fitting.connective_examples import WEIGHT, connectives_of
from research.fitting.connective_examples import completed as completed_connectives
from research.fitting.fit_claims import report_claims, told_model
from research.fitting.story_rows import SUITES, kept_for_the_score, story_rows

FOLDS: Final = 5
CLAIM_TREES: Final = 250
CONNECTIVE_TREES: Final = 150
SOURCES: Final = {"chat": "natural"}
"""Source assigned to an edit, by its manner of writing."""
Asked: TypeAlias = tuple[Rubric, str | None, float]
"""A rubric, its what-if in words if there are any, and the chance that it was understood."""


def rows_of(folder: Path) -> list[Row]:
    """Return scenario, edit, errors and source of every edit."""
    suite = [json.loads(line) for line in (folder / "dev.jsonl").read_text(encoding="utf-8").splitlines()]
    by_id = {s["id"]: s for s in suite}
    rows: list[Row] = [(s, e["text"], tuple(e["errors"]), "made") for s in suite for e in s["edits"]]
    for line in (folder / "natural_dev.jsonl").read_text(encoding="utf-8").splitlines():
        r = json.loads(line)
        rows.append((by_id[r["id"]], r["edit"], tuple(r["errors"]), "natural"))
    for file in sorted(SUITES.glob("*.jsonl")):
        ours = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
        rows += [
            (s, e["text"], tuple(e["errors"]), SOURCES.get(e.get("manner"), "own")) for s in ours for e in s["edits"]
        ]
    return rows


def given(scenario: dict[str, Any]) -> Asked | None:
    """Return the rubric of the formal scenario; None if its labels contradict each other."""
    try:
        return build_rubric(derive(scenario_from_dict(scenario["scenario"]), do(scenario["formal_do"]))), None, 1.0
    except CausalError:
        return None


def claim_models(claims: Claims) -> tuple[dict[int, Boosted], dict[str, Any]]:
    """Return for each scenario a claim model that did not see it, and the readable model fitted on all."""
    splits = list(GroupKFold(FOLDS).split(claims.features, claims.labels, claims.groups))
    labels = claims.labels
    for _ in range(2):  # The second round learns from the first round's labels of errors.
        chances = np.zeros(len(labels))
        models: dict[int, Boosted] = {}
        for train, test in splits:
            labelled = train[labels[train] != UNKNOWN]
            model = as_boosted(trees(CLAIM_TREES).fit(claims.features[labelled], labels[labelled]), EVENT_NAMES)
            chances[test] = model.probabilities(claims.features[test])
            models |= dict.fromkeys(map(int, set(claims.groups[test])), model)
        report_claims(chances, claims.labels)
        labels = completed(claims, chances)
    labelled = labels != UNKNOWN
    readable = as_json(trees(CLAIM_TREES).fit(claims.features[labelled], labels[labelled]), EVENT_NAMES)
    return models, readable


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """An edit read by models that did not see its scenario, and the rubric to compare it with."""

    row: Row
    rubric: Rubric
    grounding: Grounding
    clause: str | None
    sure: float


def readings_of(rows: list[Row], rubrics: dict[str, Any], models: Mapping[str, Boosted]) -> list[Reading]:
    """Read every edit whose scenario has a rubric, with a blank model of connectives."""
    readings = []
    for row in rows:
        scenario, text, _, _ = row
        if rubrics.get(scenario["id"]) is None:
            continue
        rubric, clause, sure = rubrics[scenario["id"]]
        grounding = ground(
            text, rubric.scenario, rubric.intervention, clause=clause, model=models[scenario["id"]], connectives=BLANK
        )
        readings.append(Reading(row=row, rubric=rubric, grounding=grounding, clause=clause, sure=sure))
    return readings


def connective_models(readings: list[Reading], names: list[str]) -> dict[str, Any]:
    """Return the readable connective model, fitted on all edits."""
    edits = [(r.grounding, r.row[2], names.index(r.row[0]["id"])) for r in readings]
    examples = connectives_of(edits)
    labels = completed_connectives(examples, examples.features[:, WEIGHT])
    for _ in range(2):  # The second round uses the first round's chances to choose unsuited ones.
        chances = np.zeros(len(labels))
        for train, test in GroupKFold(FOLDS).split(examples.features, labels, examples.groups):
            kept = train[labels[train] != UNKNOWN]
            model = trees(CONNECTIVE_TREES).fit(examples.features[kept], labels[kept])
            chances[test] = as_boosted(model, CONNECTIVE_NAMES).probabilities(examples.features[test])
        labels = completed_connectives(examples, chances)
    kept = labels != UNKNOWN
    return as_json(trees(CONNECTIVE_TREES).fit(examples.features[kept], labels[kept]), CONNECTIVE_NAMES)


def main() -> None:
    """Fit, report, and write `weights/grounding.json`."""
    data = Path(os.environ["CAUSALCORE_DATA"])
    kept = kept_for_the_score()
    rows = [row for row in rows_of(data / "suite") if row[1] not in kept] + story_rows(data)
    names = sorted({row[0]["id"] for row in rows})
    told = told_model(data)
    written(load("grounding") | {"told": told})  # Grounding reads these weights.
    by_number, event = claim_models(claims_of(rows))
    models = {names[number]: model for number, model in by_number.items()}
    scenarios = {row[0]["id"]: row[0] for row in rows}
    readings = readings_of(rows, {name: given(scenarios[name]) for name in names}, models)
    written({"event": event, "told": told, "connective": connective_models(readings, names)})


def written(weights: Mapping[str, object]) -> None:
    """Write `weights/grounding.json`, and clear the caches of earlier weights."""
    text = json.dumps(weights, indent=None).replace("[[", "[\n[")
    for name in ("told", "connective"):
        text = text.replace(f'"{name}": {{', f'\n"{name}": {{')
    (WEIGHTS / "grounding.json").write_text(text + "\n", encoding="utf-8")
    load.cache_clear()
    fitted.cache_clear()


if __name__ == "__main__":
    main()

"""Fit the chance that an edit is valid, and the thresholds of verdicts; report both on stories that were not fitted on.

    CAUSALCORE_DATA=... python -m research.fitting.fit_score [--out FILE]

Fitted on the parts `tune` and `test` of stories and suites, which the network was not trained on; every figure is from
folds by story. The readable result is `weights/score.json`.
"""

from __future__ import annotations

import argparse
import json
import os
import pickle
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from sklearn.linear_model import LogisticRegression  # noqa: TID253 - this script is for fitting only
from sklearn.metrics import roc_auc_score  # noqa: TID253 - this script is for fitting only
from sklearn.model_selection import GroupKFold  # noqa: TID253 - this script is for fitting only

from causalcore.errors import CausalError
from nlbridge.answering.answers import prepare
from nlbridge.answering.request import Prepared, Request, Settings
from nlbridge.errors import BridgeError
from nlbridge.grounding.grounding import ground
from nlbridge.judging.evidence import NAMES, evidence_of
from nlbridge.judging.score import GIVEN, READ
from nlbridge.judging.verification import barred, certainly_wrong
from nlbridge.weights.calibration import WEIGHTS
from research.fitting.boosting import as_json, trees
from research.fitting.fit_grounding import given, rows_of
from research.fitting.story_rows import rows_of_stories
from research.training.encoder.examples import part

FOLDS: Final = 6
TREES: Final = 160
STRENGTH: Final = 0.05
"""Inverse of how much the weights of the sum are held near 0."""
SHARES: Final = (0.01, 0.02, 0.03, 0.05, 0.1)
"""Shares of wrong verdicts that thresholds are fitted for."""
ALARMS: Final = 0.02
"""Most of the valid edits to call invalid."""
FEWEST: Final = 20
"""Verdicts of a kind below which a share of wrong ones says little."""
COUNTS: Final = {"natural": 4.0, "made": 2.0, "work": 2.0}
"""What an edit counts, by its source: what users meet is rarer here than what was written by hand."""
SHARED: Final = Path(__file__).parents[1] / "stories"


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """An edit as evidence, whether it is valid, and what bars a verdict.

    Parameters
    ----------
    barred
        Whether something else than the score keeps it from being called valid.
    proved
        Whether it is called invalid by proof, whatever the score.
    """

    kind: str
    source: str
    story: str
    evidence: tuple[float, ...]
    valid: bool
    barred: bool
    proved: bool


def cases(data: Path) -> Iterator[Case]:
    """Read every edit that the network was not trained on, beside its given scenario and beside the text as it is read.

    An edit whose text or what-if is refused has no case.
    """
    rows = [(row, f"suite-{row[0]['id']}") for row in rows_of(data / "suite")]
    rows += [(row, str(row[0]["id"]).split("/")[0]) for row in rows_of_stories([SHARED, data / "stories"])]
    rows = [(row, name) for row, name in rows if part(name) != "train"]
    prepared: dict[tuple[str, str], Prepared | None] = {}
    for number, ((scenario, text, errors, source), name) in enumerate(rows):
        if number % 200 == 0:
            sys.stderr.write(f"{number} of {len(rows)} edits\n")
        for kind in (GIVEN, READ):
            key = kind, str(scenario["id"])
            if key not in prepared:
                prepared[key] = _prepared(scenario, kind)
            asked = prepared[key]
            if asked is not None:
                where = "work" if name.startswith(("w1-", "w2-", "w3-", "w4-")) else source
                yield _case(asked, kind, where, name, text, valid=not errors)


def _prepared(scenario: Mapping[str, Any], kind: str) -> Prepared | None:
    if kind == GIVEN:
        asked = given(dict(scenario)) if scenario["formal_do"] else None
        return None if asked is None else Prepared(rubric=asked[0], clause=asked[1], confidence=asked[2])
    words = {"had": scenario["had"]} if "had" in scenario else {"query": scenario["query"][0]}
    try:
        return prepare(Request(source=scenario["text"], **words), Settings())
    except (BridgeError, CausalError):
        return None


def _case(asked: Prepared, kind: str, source: str, story: str, edit: str, *, valid: bool) -> Case:
    rubric, clause, sure = asked.rubric, asked.clause, asked.confidence
    grounding = ground(edit, rubric.scenario, rubric.intervention, clause=clause)
    return Case(
        kind=kind,
        source=source,
        story=story,
        evidence=evidence_of(rubric, grounding, asked.readings, clause=clause, sure=sure),
        valid=valid,
        barred=bool(barred(rubric, grounding, clause)),
        proved=bool(certainly_wrong(rubric, grounding, clause, sure)),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Fit:
    """A sum and trees over evidence, and how their log-odds are put together."""

    total: LogisticRegression
    centre: Any
    scale: Any
    grown: Any
    together: LogisticRegression

    def chances(self, table: Any) -> Any:
        """Return the chance of validity for rows of evidence."""
        return self.together.predict_proba(self._both(table))[:, 1]

    def _both(self, table: Any) -> Any:
        return _log_odds_of(self.total, self.grown, (table - self.centre) / self.scale, table)


def _log_odds_of(total: Any, grown: Any, scaled: Any, table: Any) -> Any:
    return np.stack([total.decision_function(scaled), grown.decision_function(table)], axis=1)


def fit(table: Any, valid: Any, groups: Any, counts: Any) -> Fit:
    """Fit the sum and the trees on all rows, and how to put them together on folds of these."""
    centre, scale = table.mean(axis=0), table.std(axis=0) + 1e-6
    scaled = (table - centre) / scale
    both = np.zeros((len(valid), 2))
    for train, test in GroupKFold(FOLDS).split(table, valid, groups):
        parts = _parts(scaled[train], table[train], valid[train], counts[train])
        both[test] = _log_odds_of(*parts, scaled[test], table[test])
    together = LogisticRegression(C=1.0).fit(both, valid, sample_weight=counts)
    total, grown = _parts(scaled, table, valid, counts)
    return Fit(total=total, centre=centre, scale=scale, grown=grown, together=together)


def _parts(scaled: Any, table: Any, valid: Any, counts: Any) -> tuple[Any, Any]:
    total = LogisticRegression(C=STRENGTH, max_iter=3000).fit(scaled, valid, sample_weight=counts)
    return total, trees(TREES).fit(table, valid, sample_weight=counts)


def held_out(table: Any, valid: Any, groups: Any, counts: Any) -> Any:
    """Return the chance of each edit by a fit that saw none of its story."""
    chances = np.zeros(len(valid))
    for train, test in GroupKFold(FOLDS).split(table, valid, groups):
        chances[test] = fit(table[train], valid[train], groups[train], counts[train]).chances(table[test])
    return chances


def thresholds(chances: Any, here: Sequence[Case]) -> dict[str, dict[str, float]]:
    """Return for each share of wrong verdicts the widest thresholds that keep to it, each side by itself."""
    valid = np.array([case.valid for case in here])
    open_to_valid = np.array([not case.barred and not case.proved for case in here])
    found = {}
    for share in SHARES:
        ups = [t for t in np.arange(0.5, 0.995, 0.005) if _keeps(valid[open_to_valid & (chances >= t)], True, share)]
        downs = [t for t in np.arange(0.5, 0.005, -0.005) if _keeps_low(chances <= t, valid, share)]
        found[str(share)] = {
            "valid from": round(float(ups[0]), 3) if ups else 0.995,
            "invalid to": round(float(downs[0]), 3) if downs else 0.005,
        }
    return found


def _keeps(truth: Any, wanted: bool, share: float) -> bool:
    return len(truth) >= FEWEST and float((truth != wanted).mean()) <= share


def _keeps_low(said: Any, valid: Any, share: float) -> bool:
    alarms = float((said & valid).sum()) / max(1, int(valid.sum()))
    return _keeps(valid[said], False, share) and alarms <= ALARMS


def report(chances: Any, here: Sequence[Case], limits: Mapping[str, float]) -> None:
    """Print for each source the area under the curve, calibration, and what verdicts come to."""
    for source in sorted({case.source for case in here}):
        mask = np.array([case.source == source for case in here])
        own = [case for case in here if case.source == source]
        chance, valid = chances[mask], np.array([case.valid for case in own])
        said = [_verdict(p, case, limits) for p, case in zip(chance, own, strict=True)]
        decided = [(verdict, truth) for verdict, truth in zip(said, valid.tolist(), strict=True) if verdict is not None]
        right = np.mean([verdict is truth for verdict, truth in decided]) if decided else float("nan")
        alarms = sum(verdict is False and truth for verdict, truth in decided)
        bins = np.minimum((chance * 10).astype(int), 9)
        error = sum(abs(chance[bins == b].sum() - valid[bins == b].sum()) for b in range(10)) / len(own)
        sys.stdout.write(
            f"{own[0].kind}, {source}: {len(own)} edits, auc {roc_auc_score(valid, chance):.3f}, calibration error "
            f"{error:.3f}; decided {len(decided) / len(own):.1%}, right {right:.1%}, "
            f"valid called invalid {alarms} of {int(valid.sum())}\n"
        )


def _verdict(chance: float, case: Case, limits: Mapping[str, float]) -> bool | None:
    if case.proved or chance <= limits["invalid to"]:
        return False
    return True if chance >= limits["valid from"] and not case.barred else None


def written(fitted: Fit, limits: Mapping[str, Any]) -> dict[str, Any]:
    """Return a fit as it is read by `nlbridge.judging.score`."""
    slope_sum, slope_trees = fitted.together.coef_[0]
    return {
        "centre": [round(float(value), 5) for value in fitted.centre],
        "scale": [round(float(value), 5) for value in fitted.scale],
        "weights": [round(float(value), 5) for value in fitted.total.coef_[0]],
        "bias": round(float(fitted.total.intercept_[0]), 5),
        "trees": as_json(fitted.grown, NAMES),
        "slope of the sum": round(float(slope_sum), 5),
        "slope of the trees": round(float(slope_trees), 5),
        "offset": round(float(fitted.together.intercept_[0]), 5),
        "thresholds": limits,
    }


def main() -> None:
    """Fit, report, and write `weights/score.json`."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, default=WEIGHTS / "score.json")
    parser.add_argument("--cases", type=Path, help="a file to keep the evidence in, or to take it from")
    asked = parser.parse_args()
    if asked.cases is not None and asked.cases.exists():
        found: list[Case] = pickle.loads(asked.cases.read_bytes())  # noqa: S301 - written by this script
    else:
        found = list(cases(Path(os.environ["CAUSALCORE_DATA"])))
        if asked.cases is not None:
            asked.cases.write_bytes(pickle.dumps(found))
    out = {}
    for kind in (GIVEN, READ):
        here = [case for case in found if case.kind == kind]
        table = np.array([case.evidence for case in here])
        valid = np.array([case.valid for case in here])
        names = sorted({case.story for case in here})
        groups = np.array([names.index(case.story) for case in here])
        counts = np.array([COUNTS.get(case.source, 1.0) for case in here])
        chances = held_out(table, valid, groups, counts)
        limits = thresholds(chances, here)
        report(chances, here, limits["0.03"])
        out[kind] = written(fit(table, valid, groups, counts), limits)
    asked.out.write_text(json.dumps(out, indent=None).replace("[[", "[\n[") + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

"""Fit the verifier's weights on a scenario suite and report cross-validated figures.

    CAUSALCORE_DATA=... python -m research.fitting.fit_verifier [--curve docs/risk-coverage.svg]

All edits of a scenario lie in one fold. The claim model learns from what an
edit's verdict implies for its events (`claim_examples`), that of a connective
from what it implies for its connectives (`connective_examples`). Thresholds are
chosen on predictions for scenarios that the models did not see. The scenarios
in `suite` beside this script are learnt from as well, and reported apart.
"""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, TypeAlias

import numpy as np
from sklearn.model_selection import GroupKFold  # noqa: TID253 - this script is for fitting only

from causalcore.derivation.derivation import derive
from causalcore.derivation.rubric import Rubric, build_rubric
from causalcore.errors import CausalError
from causalcore.scenario.file import scenario_from_dict
from causalcore.scenario.intervention import do
from nlbridge.errors import BridgeError
from nlbridge.grounding.claims.evidence import ClaimEvidence
from nlbridge.grounding.connectives.features import NAMES as CONNECTIVE_NAMES
from nlbridge.grounding.grounding import NAMES as EVENT_NAMES
from nlbridge.grounding.grounding import Grounding, ground, told_weights, word_evidence
from nlbridge.judging.criterion_verdict import criterion_verdict
from nlbridge.judging.features import NAMES as EDIT_NAMES
from nlbridge.judging.features import edit_features
from nlbridge.judging.validity import doubts
from nlbridge.judging.verification import SURE_WHAT_IF, surely_broken
from nlbridge.weights.calibration import WEIGHTS, Boosted, load
from research.fitting.boosting import as_boosted, as_json, trees
from research.fitting.claim_examples import BLANK, UNKNOWN, Claims, Row, claims_of, completed
from research.fitting.connective_examples import WEIGHT, connectives_of
from research.fitting.connective_examples import completed as completed_connectives
from research.fitting.fit_claims import report_claims, told_model
from research.fitting.risk_coverage import draw, interval, risk_coverage
from research.fitting.story_rows import story_rows, trained_on

FOLDS: Final = 5
CLAIM_TREES: Final = 250
EDIT_TREES: Final = 320
CONNECTIVE_TREES: Final = 150
OWN: Final = Path(__file__).parent / "suite"
WEIGHTS_OF: Final = {"natural": 4.0, "made": 1.0, "own": 0.5, "story": 1.0}
"""What a rewrite counts: a natural one is what a user meets, and there are few; ours are easier than others'."""


RIGHT_INVALID, RIGHT_VALID = 0.95, 0.9
"""Least share of the edits called so that must be so, on scenarios that were not seen."""
ALARMS: Final = 0.025
"""Most of the valid ones to call invalid."""
Asked: TypeAlias = tuple[Rubric, str | None, float]
"""A rubric, its what-if in words where it was given so, and the chance that this was understood."""


def rows_of(folder: Path) -> list[Row]:
    """Return scenario, edit, errors and source of every edit."""
    suite = [json.loads(line) for line in (folder / "dev.jsonl").read_text(encoding="utf-8").splitlines()]
    by_id = {s["id"]: s for s in suite}
    rows: list[Row] = [(s, e["text"], tuple(e["errors"]), "made") for s in suite for e in s["edits"]]
    for line in (folder / "natural_dev.jsonl").read_text(encoding="utf-8").splitlines():
        r = json.loads(line)
        rows.append((by_id[r["id"]], r["edit"], tuple(r["errors"]), "natural"))
    for file in sorted(OWN.glob("*.jsonl")):
        ours = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
        rows += [(s, e["text"], tuple(e["errors"]), "own") for s in ours for e in s["edits"]]
    return rows


def given(scenario: dict[str, Any]) -> Asked | None:
    """Return the rubric of the formal scenario."""
    try:
        return build_rubric(derive(scenario_from_dict(scenario["scenario"]), do(scenario["formal_do"]))), None, 1.0
    except CausalError:  # The labels of a story may contradict each other.
        return None


def read_from_text(scenario: dict[str, Any]) -> Asked | None:
    """Return the rubric that the reader arrives at, or None where it refuses."""
    from nlbridge.answering.answers import prepare
    from nlbridge.answering.request import Request, Settings

    words = {"had": scenario["had"]} if "had" in scenario else {"query": scenario["query"][0]}
    try:
        found = prepare(Request(source=scenario["text"], **words), Settings())
    except (BridgeError, CausalError):
        return None
    return found.rubric, found.clause, found.confidence


def claim_models(claims: Claims) -> tuple[dict[int, Boosted], dict[str, Any]]:
    """Return the model of a claim for each scenario, which did not see it, and the readable one fitted on all."""
    splits = list(GroupKFold(FOLDS).split(claims.features, claims.labels, claims.groups))
    labels = claims.labels
    for _ in range(2):  # The second round learns from what the first said about the errors.
        chances = np.zeros(len(labels))
        models: dict[int, Boosted] = {}
        for train, test in splits:
            known = train[labels[train] != UNKNOWN]
            model = as_boosted(trees(CLAIM_TREES).fit(claims.features[known], labels[known]), EVENT_NAMES)
            chances[test] = model.probabilities(claims.features[test])
            models |= dict.fromkeys(map(int, set(claims.groups[test])), model)
        report_claims(chances, claims.labels)
        labels = completed(claims, chances)
    known = labels != UNKNOWN
    fitted = as_json(trees(CLAIM_TREES).fit(claims.features[known], labels[known]), EVENT_NAMES)
    plain = np.median(claims.features[claims.original], axis=0)
    return models, fitted | {"neutral": {n: round(float(v), 4) for n, v in zip(EVENT_NAMES, plain, strict=True)}}


@dataclass(frozen=True, slots=True, kw_only=True)
class Examples:
    """Edits as numbers: features (n, n_features); the rest (n,).

    Whether each is invalid, its scenario, what it counts, whether nothing withholds the verdict valid, and whether some
    criterion is broken, so that it may be called invalid.
    """

    features: Any
    wrong: Any
    groups: Any
    weights: Any
    shown: Any
    broken: Any

    def of(self, chosen: Any) -> Examples:
        """Return the examples that a mask or an index array chooses."""
        return Examples(
            features=self.features[chosen],
            wrong=self.wrong[chosen],
            groups=self.groups[chosen],
            weights=self.weights[chosen],
            shown=self.shown[chosen],
            broken=self.broken[chosen],
        )


def fit_trees(examples: Examples, further: list[Examples]) -> Any:
    """Fit the model of a whole edit; further examples (from given scenarios) count half."""
    features = np.vstack([examples.features, *(e.features for e in further)])
    wrong = np.concatenate([examples.wrong, *(e.wrong for e in further)])
    weights = np.concatenate([examples.weights, *(0.5 * e.weights for e in further)])
    return trees(EDIT_TREES).fit(features, wrong, sample_weight=weights)


def held_out(examples: Examples, further: list[Examples]) -> Any:
    """Return the chance that each edit is invalid, from a model that saw none of its scenario."""
    chances = np.zeros(len(examples.wrong))
    for train, test in GroupKFold(FOLDS).split(examples.features, examples.wrong, examples.groups):
        seen = set(examples.groups[test])
        others = [e.of(np.array([group not in seen for group in e.groups])) for e in further]
        chances[test] = fit_trees(examples.of(train), others).predict_proba(examples.features[test])[:, 1]
    return chances


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """An edit as it is read by what did not see its scenario, with the rubric that it is held against."""

    row: Row
    rubric: Rubric
    grounding: Grounding
    clause: str | None
    sure: float


def readings_of(rows: list[Row], rubrics: dict[str, Any], evidence: Mapping[str, ClaimEvidence]) -> list[Reading]:
    """Read every edit whose scenario has a rubric; its connectives are not weighed yet."""
    found = []
    for row in rows:
        scenario, text, _, _ = row
        if rubrics.get(scenario["id"]) is None:
            continue
        rubric, clause, sure = rubrics[scenario["id"]]
        by = evidence[scenario["id"]]
        grounding = ground(text, rubric.scenario, rubric.intervention, clause=clause, evidence=by, connectives=BLANK)
        found.append(Reading(row=row, rubric=rubric, grounding=grounding, clause=clause, sure=sure))
    return found


def connective_models(readings: list[Reading], names: list[str]) -> tuple[dict[str, Boosted], dict[str, Any]]:
    """Return the model of a connective for each scenario, which did not see it, and the readable one fitted on all."""
    known = [(r.grounding, r.row[2], names.index(r.row[0]["id"])) for r in readings]
    examples = connectives_of(known)
    labels = completed_connectives(examples, examples.features[:, WEIGHT])
    for _ in range(2):  # The second round chooses the unsuited ones by what the first said.
        chances = np.zeros(len(labels))
        models: dict[str, Boosted] = {}
        for train, test in GroupKFold(FOLDS).split(examples.features, labels, examples.groups):
            kept = train[labels[train] != UNKNOWN]
            fitted = trees(CONNECTIVE_TREES).fit(examples.features[kept], labels[kept])
            model = as_boosted(fitted, CONNECTIVE_NAMES)
            chances[test] = model.probabilities(examples.features[test])
            models |= {names[group]: model for group in set(examples.groups[test].tolist())}
        labels = completed_connectives(examples, chances)
    kept = labels != UNKNOWN
    fitted = trees(CONNECTIVE_TREES).fit(examples.features[kept], labels[kept])
    return models, as_json(fitted, CONNECTIVE_NAMES)


def reweighed(reading: Reading, models: dict[str, Boosted]) -> Grounding:
    """Return what an edit asserts, its connectives weighed by a model that did not see its scenario."""
    found = reading.grounding.mismatches
    model = models.get(reading.row[0]["id"])
    if not found or model is None:
        return reading.grounding
    chances = model.probabilities(np.array([odd.values for odd in found]))
    weighed = tuple(replace(odd, chance=float(chance)) for odd, chance in zip(found, chances, strict=True))
    return replace(reading.grounding, mismatches=weighed)


def thresholds(chances: Any, examples: Examples) -> tuple[float, float]:
    """Return the chances from which to say invalid, and to which to say valid.

    Each is the widest at which enough of what is called so is so, where nothing else withholds the verdict, and
    `ALARMS` of the valid ones at most are called invalid.

    Parameters
    ----------
    chances
        The chance that each edit is invalid, by a model that saw none of its scenario.
    """
    wrong = examples.wrong
    bearable = (float(u) for u in np.arange(0.4, 1.0, 0.01) if _bearable(chances >= u, examples))
    upper = next(bearable, 0.99)
    shown = [
        float(v) for v in np.arange(0.02, 0.9, 0.01) if _true(examples.shown & (chances <= v), ~wrong, RIGHT_VALID)
    ]
    return upper, max(shown, default=0.02)


def _bearable(said: Any, examples: Examples) -> bool:
    invalid = said & examples.broken
    return _true(invalid, examples.wrong, RIGHT_INVALID) and invalid[~examples.wrong].mean() <= ALARMS


def _true(said: Any, so: Any, least: float) -> bool:
    return bool(said.any()) and float(so[said].mean()) >= least


def cross_validated(
    kind: str, rows: list[Row], readings: list[Reading], examples: Examples, known: list[Examples]
) -> tuple[tuple[float, float], dict[str, tuple[Any, Any]]]:
    """Report what verdicts come to on scenarios that were not seen.

    Parameters
    ----------
    kind
        `given` for the formal scenario, `read` for the one that is read from the text.
    rows
        All edits, those among them that could not be read.
    known
        Examples of the kinds before, which count half.

    Returns
    -------
    tuple
        The thresholds from and to which to say invalid and valid, and the curves of risk by name.
    """
    chances = held_out(examples, known)
    upper, lower = thresholds(chances, examples)
    curves = {}
    for source in ("made", "natural", "own", "story"):
        here = np.array([r.row[3] == source for r in readings])
        said = decisions(chances[here], examples.of(here), upper, lower)
        total, name = sum(r[3] == source for r in rows), f"{LABELS[kind]}, {source} rewrites"
        report(name, chances[here], said, examples.of(here), total)
        if source != "own":
            curves[name] = risk_coverage(chances[here], examples.wrong[here], total)
    return (upper, lower), curves


def decisions(chances: Any, examples: Examples, upper: float, lower: float) -> list[bool | None]:
    """Return valid, invalid or neither for each edit."""
    invalid = examples.broken & (chances >= upper)
    valid = examples.shown & (chances <= lower) & ~invalid
    return [False if bad else True if good else None for bad, good in zip(invalid, valid, strict=True)]


def examples_of(readings: list[Reading], names: list[str], models: dict[str, Boosted]) -> Examples:
    """Return the edits that were read as numbers."""
    weighed = [replace(r, grounding=reweighed(r, models)) for r in readings]
    judged = [[criterion_verdict(r.rubric, c, r.grounding) for c in r.rubric.criteria] for r in weighed]
    understood = np.array([r.sure >= SURE_WHAT_IF for r in weighed])
    return Examples(
        shown=understood
        & np.array([not doubts(r.rubric, r.grounding, v, r.clause) for r, v in zip(weighed, judged, strict=True)]),
        broken=understood & np.array([surely_broken(r.grounding, v) for r, v in zip(weighed, judged, strict=True)]),
        features=np.array([edit_features(r.rubric, r.grounding) for r in weighed]),
        wrong=np.array([bool(r.row[2]) for r in readings]),
        groups=np.array([names.index(r.row[0]["id"]) for r in readings]),
        weights=np.array([WEIGHTS_OF[r.row[3]] for r in readings]),
    )


def read_all(
    rows: list[Row], evidence: Mapping[str, ClaimEvidence]
) -> tuple[dict[str, Examples], dict[str, list[Reading]], dict[str, Any]]:
    """Return all edits as numbers and as they are read, for each kind of rubric, and the weights of connectives.

    Parameters
    ----------
    evidence
        For each scenario what weighs its claims, and did not see it.
    """
    scenarios = {r[0]["id"]: r[0] for r in rows}
    names = sorted(scenarios)
    unseen = {r[0]["id"] for r in rows if not trained_on(r)}
    readings = {
        kind: readings_of(
            rows, {name: reader(scenarios[name]) for name in names if kind == "given" or name in unseen}, evidence
        )
        for kind, reader in READERS.items()
    }
    joined, connective = connective_models([r for of_kind in readings.values() for r in of_kind], names)
    examples = {kind: examples_of(found, names, joined) for kind, found in readings.items()}
    return examples, readings, connective


def main() -> None:
    """Fit, report, write `weights/verifier.json`, and draw risk against coverage where it is asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--curve", type=Path, help="an SVG to draw risk against coverage in")
    curve: Path | None = parser.parse_args().curve
    curves: dict[str, tuple[Any, Any]] = {}
    data = Path(os.environ["CAUSALCORE_DATA"])
    rows = rows_of(data / "suite") + story_rows(data)
    names = sorted({r[0]["id"] for r in rows})
    told = told_model(data)
    written(load("verifier") | {"told": told})  # Groundings ask for it.
    by_number, event = claim_models(claims_of(rows))
    examples, readings, connective = read_all(rows, {names[n]: word_evidence(model) for n, model in by_number.items()})
    out: dict[str, Any] = {"event": event, "told": told, "connective": connective}
    counted = {"given": rows, "read": [row for row in rows if not trained_on(row)]}
    known: list[Examples] = []
    for kind in READERS:
        (upper, lower), drawn = cross_validated(kind, counted[kind], readings[kind], examples[kind], known)
        curves |= drawn
        out[kind] = as_json(fit_trees(examples[kind], known), EDIT_NAMES) | {
            "invalid from": round(upper, 3),
            "valid to": round(lower, 3),
        }
        known.append(examples[kind])
    if curve is not None:
        draw(curves, curve)
    written(out)


def written(weights: Mapping[str, object]) -> None:
    """Write `weights/verifier.json`, and forget what was read of it before."""
    text = json.dumps(weights, indent=None).replace("[[", "[\n[")
    for name in ("told", "connective", "given", "read"):
        text = text.replace(f'"{name}": {{', f'\n"{name}": {{')
    (WEIGHTS / "verifier.json").write_text(text + "\n", encoding="utf-8")
    load.cache_clear()
    told_weights.cache_clear()


READERS: Final = {"given": given, "read": read_from_text}
LABELS: Final = {"given": "scenario given", "read": "from text"}


def report(name: str, chances: Any, verdicts: list[bool | None], examples: Examples, total: int) -> None:
    """Print forced accuracy, coverage, accuracy of the decided and the share of false alarms, with intervals."""
    said = np.array([verdict is not None for verdict in verdicts])
    right = np.array([verdict is not bad for verdict, bad in zip(verdicts, examples.wrong.tolist(), strict=True)])
    alarms = np.array([verdict is False for verdict in verdicts])[~examples.wrong]
    forced = _share((chances >= 0.5) == examples.wrong, examples.groups)
    print(  # noqa: T201
        f"{name}: forced {forced}; decided {said.sum() / total:.3f}, "
        f"right {_share(right[said], examples.groups[said])}; "
        f"valid called invalid {_share(alarms, examples.groups[~examples.wrong])}"
    )


def _share(hits: Any, groups: Any) -> str:
    low, high = interval(hits, groups)
    return f"{hits.mean():.3f} [{low:.3f}, {high:.3f}]"


if __name__ == "__main__":
    main()

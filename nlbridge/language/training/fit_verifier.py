"""Fit the verifier's weights on a scenario suite and report cross-validated figures.

    CAUSALCORE_DATA=... python -m nlbridge.language.training.fit_verifier [--curve docs/risk-coverage.svg]

All edits of a scenario lie in one fold. The claim model learns from what an
edit's verdict implies for its events (`claim_examples`). Thresholds are chosen
on predictions for scenarios that the model did not see.
"""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from sklearn.model_selection import GroupKFold  # noqa: TID253 - this script is for fitting only

from causalcore.derivation import derive
from causalcore.errors import CausalError
from causalcore.intervention import do
from causalcore.rubric import Rubric, build_rubric
from causalcore.scenario_file import scenario_from_dict
from nlbridge.calibration import WEIGHTS, Boosted
from nlbridge.errors import BridgeError
from nlbridge.grounding import ground
from nlbridge.grounding_features import NAMES as EVENT_NAMES
from nlbridge.language.training.boosting import as_boosted, as_json, trees
from nlbridge.language.training.claim_examples import UNKNOWN, Claims, Row, claims_of, completed
from nlbridge.language.training.risk_coverage import draw, interval, risk_coverage
from nlbridge.verification import decide
from nlbridge.verification_features import NAMES as EDIT_NAMES
from nlbridge.verification_features import edit_features

FOLDS: Final = 6
CLAIM_TREES: Final = 250
EDIT_TREES: Final = 240
NATURAL: Final = 2.0
"""What a natural rewrite counts against one that was made for the suite: it is what a user meets, and there are few."""


def rows_of(folder: Path) -> list[Row]:
    """Return scenario, edit, errors and source of every edit."""
    suite = [json.loads(line) for line in (folder / "dev.jsonl").read_text(encoding="utf-8").splitlines()]
    by_id = {s["id"]: s for s in suite}
    rows: list[Row] = [(s, e["text"], tuple(e["errors"]), "made") for s in suite for e in s["edits"]]
    for line in (folder / "natural_dev.jsonl").read_text(encoding="utf-8").splitlines():
        r = json.loads(line)
        rows.append((by_id[r["id"]], r["edit"], tuple(r["errors"]), "natural"))
    return rows


def given(scenario: dict[str, Any]) -> tuple[Rubric, str | None]:
    """Return the rubric of the formal scenario."""
    return build_rubric(derive(scenario_from_dict(scenario["scenario"]), do(scenario["formal_do"]))), None


def read_from_text(scenario: dict[str, Any]) -> tuple[Rubric, str | None] | None:
    """Return the rubric that the reader arrives at, or None where it refuses."""
    from nlbridge.hypothetical import resolve
    from nlbridge.reader import read

    try:
        what_if = resolve(read(scenario["text"]), query=scenario["query"][0])
        return build_rubric(derive(what_if.scenario, what_if.intervention)), what_if.clause
    except (BridgeError, CausalError):
        return None


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


def report_claims(chances: Any, labels: Any) -> None:
    """Print accuracy and mean log-loss on the claims whose value a verdict implies."""
    known = labels != UNKNOWN
    said, right = chances[known], labels[known] == 1
    loss = -np.log(np.clip(np.where(right, said, 1 - said), 1e-4, 1)).mean()
    print(f"claims: right {((said > 0.5) == right).mean():.3f}; log-loss {loss:.3f}")  # noqa: T201


@dataclass(frozen=True, slots=True, kw_only=True)
class Examples:
    """Edits as numbers: features (n, n_features), whether each is invalid, its scenario, and what it counts (n,)."""

    features: Any
    wrong: Any
    groups: Any
    weights: Any

    def of(self, chosen: Any) -> Examples:
        """Return the examples that a mask or an index array chooses."""
        return Examples(
            features=self.features[chosen],
            wrong=self.wrong[chosen],
            groups=self.groups[chosen],
            weights=self.weights[chosen],
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


def edit_examples(rows: list[Row], rubrics: dict[str, Any], models: dict[str, Boosted]) -> Any:
    """Return features of every edit, each read by the claim model that did not see its scenario."""
    features = []
    for scenario, text, _, _ in rows:
        rubric, clause = rubrics[scenario["id"]]
        model = models[scenario["id"]]
        found = ground(text, rubric.scenario, rubric.intervention, clause=clause, model=model)
        features.append(edit_features(rubric, found))
    return np.array(features)


def thresholds(chances: Any, wrong: Any, accuracy: float, trusted: float, alarms: float) -> tuple[float, float]:
    """Return the chances from which to say invalid, and to which to say valid, so that most edits are decided.

    Parameters
    ----------
    accuracy
        Share of the decided that must be right.
    trusted
        Share of those called valid that must be right.
    alarms
        Largest share of the valid edits that may be called invalid.
    """
    found, most = (0.99, 0.01), 0
    for upper in np.arange(0.5, 0.99, 0.01):
        invalid = chances >= upper
        if invalid[~wrong].mean() > alarms:
            continue
        for lower in np.arange(0.02, 0.5, 0.01):
            valid = chances <= lower
            decided = int(invalid.sum() + valid.sum())
            if (~wrong[valid]).sum() < trusted * valid.sum():
                continue
            if decided > most and wrong[invalid].sum() + (~wrong[valid]).sum() >= accuracy * decided:
                found, most = (float(upper), float(lower)), decided
    return found


def cross_validated(
    kind: str, rows: list[Row], features_of: Callable[[list[Row], dict[str, Any]], Any], known: list[Examples]
) -> tuple[Examples, tuple[float, float], dict[str, tuple[Any, Any]]]:
    """Report what verdicts come to on scenarios that were not seen, and return what they rest on.

    Parameters
    ----------
    kind
        `given` for the formal scenario, `read` for the one that is read from the text.
    features_of
        Usable rows and the rubric of each scenario to the features of each row, (n_rows, n_features).
    known
        Examples of the kinds before, which count half.

    Returns
    -------
    tuple
        The examples, the thresholds from and to which to say invalid and valid, and the curves of risk by name.
    """
    scenarios = {r[0]["id"]: r[0] for r in rows}
    names = sorted(scenarios)
    rubrics = {name: READERS[kind](scenario) for name, scenario in scenarios.items()}
    usable = [r for r in rows if rubrics[r[0]["id"]] is not None]
    examples = Examples(
        features=features_of(usable, rubrics),
        wrong=np.array([bool(r[2]) for r in usable]),
        groups=np.array([names.index(r[0]["id"]) for r in usable]),
        weights=np.array([NATURAL if r[3] == "natural" else 1.0 for r in usable]),
    )
    chances = held_out(examples, known)
    upper, lower = thresholds(chances, examples.wrong, *TARGETS[kind])
    curves = {}
    for source in ("made", "natural"):
        here = np.array([r[3] == source for r in usable])
        said = [decide(c, tuple(f), upper, lower) for c, f in zip(chances[here], examples.features[here], strict=True)]
        total, name = sum(r[3] == source for r in rows), f"{LABELS[kind]}, {source} rewrites"
        report(name, chances[here], said, examples.of(here), total)
        curves[name] = risk_coverage(chances[here], examples.wrong[here], total)
    return examples, (upper, lower), curves


def main() -> None:
    """Fit, report, write `weights/verifier.json`, and draw risk against coverage where it is asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--curve", type=Path, help="an SVG to draw risk against coverage in")
    curve: Path | None = parser.parse_args().curve
    curves: dict[str, tuple[Any, Any]] = {}
    rows = rows_of(Path(os.environ["CAUSALCORE_DATA"]) / "suite")
    names = sorted({r[0]["id"] for r in rows})
    by_number, event = claim_models(claims_of(rows))
    models = {names[number]: model for number, model in by_number.items()}
    out: dict[str, Any] = {"event": event}
    known: list[Examples] = []
    for kind in READERS:
        examples, (upper, lower), drawn = cross_validated(
            kind, rows, lambda usable, rubrics: edit_examples(usable, rubrics, models), known
        )
        curves |= drawn
        out[kind] = as_json(fit_trees(examples, known), EDIT_NAMES) | {
            "invalid from": round(upper, 3),
            "valid to": round(lower, 3),
        }
        known.append(examples)
    if curve is not None:
        draw(curves, curve)
    WEIGHTS.mkdir(exist_ok=True)
    (WEIGHTS / "verifier.json").write_text(
        json.dumps(out, indent=None).replace('"given"', '\n"given"').replace('"read"', '\n"read"').replace("[[", "[\n[")
        + "\n",
        encoding="utf-8",
    )


TARGETS: Final = {"given": (0.89, 0.80, 0.07), "read": (0.865, 0.80, 0.06)}
"""Accuracy wanted of the decided and of "valid", and false alarms borne: scenario given, and read from text."""


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

"""Fit how evidence beside the words is weighed, and report what it gains, scenario by scenario.

    CAUSALCORE_DATA=... python -m research.fitting.fit_evidence --embeddings MODEL
    CAUSALCORE_DATA=... python -m research.fitting.fit_evidence --nli MODEL

All figures are held out: a claim is read by a words' model and by weights of the evidence that saw none of its
scenario, and a verdict is reached by a model that did not either. Beside them stand the same figures without the
evidence, from the same folds. `--write` puts the weights, fitted on all, into `weights/evidence.json`.
"""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from sklearn.linear_model import LogisticRegression  # noqa: TID253 - this script is for fitting only

from causalcore.scenario.file import scenario_from_dict
from causalcore.scenario.intervention import do
from nlbridge.grounding.claims.evidence import Claim, ClaimEvidence, Finding, WordEvidence
from nlbridge.grounding.grounding import ground
from nlbridge.grounding.models.log_odds_sum import WORDS, LogOddsSum, log_odds
from nlbridge.weights.calibration import WEIGHTS, Boosted
from research.fitting.claim_examples import UNKNOWN, claim_label, claims_of
from research.fitting.fit_verifier import (
    Examples,
    claim_models,
    cross_validated,
    read_all,
    rows_of,
)

if TYPE_CHECKING:
    from research.fitting.claim_examples import Row

FOLDS: Final = 6
STRENGTH: Final = 1.0
"""Inverse of how much weights are held near 0."""

Measure = Callable[[Sequence[Claim], str], list[tuple[float, ...]]]
"""Claims and a passage to the evidence on each claim."""


@dataclass(slots=True, kw_only=True)
class _Heard:
    """Evidence that only listens."""

    base: ClaimEvidence
    claims: tuple[Claim, ...] = ()
    passage: str = ""

    def findings(self, claims: Sequence[Claim], passage: str) -> tuple[Finding, ...]:
        self.claims, self.passage = tuple(claims), passage
        return self.base.findings(claims, passage)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Weighed:
    """The words' findings, weighed again by measures that are kept between the folds."""

    base: ClaimEvidence
    measure: Measure
    weigher: LogOddsSum

    def findings(self, claims: Sequence[Claim], passage: str) -> tuple[Finding, ...]:
        found = self.measure(claims, passage)
        before = self.base.findings(claims, passage)
        return tuple(
            Finding(altered=self.weigher.revised(one.altered, values), because=one.because)
            for one, values in zip(before, found, strict=True)
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """What each claim shows: the words' log-odds first, then the evidence; its label and its scenario (n,)."""

    features: Any
    labels: Any
    groups: Any


def measured(rows: list[Row], models: dict[str, Boosted], measure: Measure) -> Evidence:
    """Measure all claims of all edits whose value a verdict implies."""
    names = sorted(models)
    table: list[tuple[tuple[float, ...], int, int]] = []
    for scenario, text, errors, _ in rows:
        heard = _Heard(base=WordEvidence(weigher=models[scenario["id"]]))
        model, supposed = scenario_from_dict(scenario["scenario"]), do(scenario["formal_do"])
        assertions = ground(text, model, supposed, clause=scenario["intervention"], evidence=heard).assertions
        for assertion, values in zip(assertions, measure(heard.claims, heard.passage), strict=True):
            stay, change = assertion.event in scenario["unchanged"], assertion.event in scenario["changed"]
            label = claim_label(errors, stay=stay, change=change)
            if label != UNKNOWN:
                table.append(((log_odds(assertion.altered), *values), label, names.index(scenario["id"])))
    features, labels, groups = zip(*table, strict=True)
    return Evidence(features=np.array(features), labels=np.array(labels), groups=np.array(groups))


def fitted(found: Evidence, chosen: Any, names: tuple[str, ...]) -> LogOddsSum:
    """Fit the weights on the claims that `chosen` marks."""
    model = LogisticRegression(C=STRENGTH, max_iter=1000).fit(found.features[chosen], found.labels[chosen])
    slope, *weights = (float(w) for w in model.coef_[0])
    return LogOddsSum(names=names, bias=float(model.intercept_[0]), slope=slope, weights=tuple(weights))


def by_fold(found: Evidence, names: tuple[str, ...]) -> dict[int, LogOddsSum]:
    """Return for each scenario weights that did not see it."""
    groups = sorted(set(found.groups.tolist()))
    return {group: fitted(found, found.groups % FOLDS != group % FOLDS, names) for group in groups}


def loss(found: Evidence, weighers: dict[int, LogOddsSum]) -> tuple[float, float]:
    """Return the share of claims told right, and the mean log-loss, held out."""
    chances = np.array(
        [
            weighers[group].revised(1 / (1 + np.exp(-row[0])), row[1:])
            for row, group in zip(found.features, found.groups.tolist(), strict=True)
        ]
    )
    said = np.clip(np.where(found.labels == 1, chances, 1 - chances), 1e-4, 1)
    return float(((chances > 0.5) == found.labels).mean()), float(-np.log(said).mean())


def verdicts(rows: list[Row], evidence: dict[str, ClaimEvidence]) -> None:
    """Print what verdicts on edits come to, given the scenario and from text, made and natural."""
    examples, readings, _ = read_all(rows, evidence)
    known: list[Examples] = []
    for kind, found in examples.items():
        cross_validated(kind, rows, readings[kind], found, known)
        known.append(found)


def measure_of(embeddings: str | None, nli: str | None) -> tuple[str, tuple[str, ...], Measure]:
    """Return the kind of evidence, the names of its values, and what measures it, each edit once."""
    from nlbridge.grounding.models import sentence_embedding, textual_entailment

    kept: dict[tuple[str, tuple[tuple[str, int, int], ...]], list[tuple[float, ...]]] = {}
    measure: Measure
    names: tuple[str, ...]
    if embeddings is not None:
        kind, names, encode = "embeddings", sentence_embedding.NAMES, sentence_embedding.encoder(embeddings)

        def measure(claims: Sequence[Claim], passage: str) -> list[tuple[float, ...]]:
            return [one.values for one in sentence_embedding.measure(claims, passage, encode)]
    else:
        kind, names, judge = "nli", textual_entailment.NAMES, textual_entailment.cross_encoder(str(nli))

        def measure(claims: Sequence[Claim], passage: str) -> list[tuple[float, ...]]:
            return [one.evidence for one in judge(textual_entailment.pairs(claims, passage))]

    def once(claims: Sequence[Claim], passage: str) -> list[tuple[float, ...]]:
        key = (passage, tuple((claim.statement, claim.start, claim.end) for claim in claims))
        if key not in kept:
            kept[key] = measure(claims, passage)
        return kept[key]

    return kind, names, once


def main() -> None:
    """Fit, report, and write the weights where it is asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    which = parser.add_mutually_exclusive_group(required=True)
    which.add_argument("--embeddings", help="folder or name of a local sentence-transformers model")
    which.add_argument("--nli", help="folder or name of a local entailment model")
    parser.add_argument("--write", action="store_true", help="write the weights")
    asked = parser.parse_args()
    kind, names, measure = measure_of(asked.embeddings, asked.nli)
    rows = rows_of(Path(os.environ["CAUSALCORE_DATA"]) / "suite")
    order = sorted({r[0]["id"] for r in rows})
    by_number, _ = claim_models(claims_of(rows))
    models = {order[number]: model for number, model in by_number.items()}
    found = measured(rows, models, measure)
    words = Evidence(features=found.features[:, :1], labels=found.labels, groups=found.groups)
    weighers = by_fold(found, names)
    for label, one, folds in (("words", words, by_fold(words, ())), (f"words and {kind}", found, weighers)):
        right, mean = loss(one, folds)
        print(f"claims, {label}: right {right:.3f}; log-loss {mean:.4f}")  # noqa: T201
    whole = fitted(found, np.ones(len(found.labels), dtype=bool), names)
    print(whole)  # noqa: T201
    alone: dict[str, ClaimEvidence] = {name: WordEvidence(weigher=model) for name, model in models.items()}
    beside: dict[str, ClaimEvidence] = {
        name: _Weighed(base=base, measure=measure, weigher=weighers[order.index(name)]) for name, base in alone.items()
    }
    for label, evidence in (("words", alone), (f"words and {kind}", beside)):
        print(f"-- {label}")  # noqa: T201
        verdicts(rows, evidence)
    if asked.write:
        write(kind, whole)


def write(kind: str, whole: LogOddsSum) -> None:
    """Put the weights of one kind of evidence beside those of the other."""
    path = WEIGHTS / "evidence.json"
    held = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    weights = dict(zip(whole.names, whole.weights, strict=True))
    held[kind] = {k: round(v, 4) for k, v in {"bias": whole.bias, WORDS: whole.slope, **weights}.items()}
    path.write_text(json.dumps(held, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

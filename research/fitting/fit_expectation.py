"""Fit how the reader's chances are combined, and report their reliability on other stories.

    python -m research.fitting.fit_expectation STORIES...

The weights are fitted on the `tune` stories and reported on the `test` stories; the network was trained on neither. A
hash of each story's id chooses its part.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from sklearn.linear_model import LogisticRegression  # noqa: TID253 - this script is for fitting only

from causalcore.scenario.scenario import Scenario
from nlbridge.errors import BridgeError
from nlbridge.language.encoder.scores import Scores, scores
from nlbridge.reading.accounts.layout import layout
from nlbridge.reading.reader import analysed, scenario_of
from nlbridge.supposing.expectation import (
    EVIDENCE,
    binding,
    evidence,
    less_sure,
    log_odds,
    reached_beside,
    weigh,
    worlds_beside,
)
from nlbridge.supposing.hypothetical import resolve, weighted_by_words
from nlbridge.supposing.told_together import lone_sentences
from nlbridge.weights.calibration import WEIGHTS
from research.training.encoder.examples import labelled, part, recut, stories

BINS: Final = 10
FOREIGN: Final = 3
"""What-ifs of other stories tried on each story."""
SEED: Final = 3
LONE: Final = Path(__file__).parents[1] / "stories" / "lone_sentences.jsonl"
OWNED: Final = LONE.with_name("owned_sentences.jsonl")
"""Lone sentences that open with an owner."""
UNTOLD: Final = LONE.with_name("untold_what_ifs.jsonl")
"""What-ifs about what a text does not tell, in its words or not: for figures only."""
CHAINS: Final = LONE.with_name("lone_chains.jsonl")
"""Chains of two claims."""
BESIDE: Final = 2.0
"""Weight of a lone sentence that stands beside: a wrong answer costs a user more than an open one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """The reader's output for one what-if, and its labels.

    Shapes
    ------
    rows : (claims, n_evidence), from `expectation.evidence`
    given : (claims,), chances by the links alone, with the true set claims
    changed : (claims,), 1, 0, or nan if unknown
    """

    rows: Any
    given: Any
    changed: Any
    chosen: frozenset[int]
    gold: frozenset[int]
    sure: float
    chances: Any
    lone: frozenset[int]


def told(found: Iterable[Mapping[str, Any]]) -> Iterator[Told]:
    """Read stories under each of their what-ifs."""
    for story in found:
        try:
            reading = analysed(layout(str(story["text"])))
            spans, scenario = reading.spans, scenario_of(reading)
        except BridgeError:
            continue
        example = recut(labelled(story), spans)
        at_rest = scores("", example.text, spans)
        for what_if in (what_if for what_if in example.what_ifs if what_if.sets):
            claims = [example.text[slice(*span)] for span in spans]
            under = weighted_by_words(scores(what_if.had, example.text, spans), what_if.had, claims)
            chosen = frozenset((int(under.sets.argmax()),))
            by_links = _followed(scenario, under, at_rest, chosen)
            sure = binding(under, chosen)
            changed = np.array([np.nan if v is None or v == 0.5 else v for v in what_if.changed])
            yield Told(
                rows=evidence(by_links, under.changed, reached_beside(under, at_rest, chosen), sure),
                given=_followed(scenario, None, at_rest, what_if.sets),
                changed=changed,
                chosen=chosen,
                gold=what_if.sets,
                sure=sure,
                chances=under.sets,
                lone=lone_sentences(scenario, chosen),
            )


def written_lone(file: Path) -> Iterator[Told]:
    """Read texts with one added sentence that follows or is unrelated; only its claims are labelled."""
    for row in map(json.loads, file.read_text(encoding="utf-8").splitlines()):
        for sentence in (*row["follows"], *row["beside"]):
            text = f"{row['text']} {sentence}"
            try:
                reading = analysed(layout(text))
            except BridgeError:
                continue
            spans, scenario = reading.spans, scenario_of(reading)
            under, at_rest = scores(row["had"], text, spans), scores("", text, spans)
            chosen = frozenset((int(under.sets.argmax()),))
            lone = frozenset(k for k in lone_sentences(scenario, chosen) if spans[k][0] >= len(row["text"]))
            sure = binding(under, chosen)
            by_links = _followed(scenario, under, at_rest, chosen)
            yield Told(
                rows=evidence(by_links, under.changed, reached_beside(under, at_rest, chosen), sure),
                given=by_links,
                changed=np.array(
                    [float(sentence in row["follows"]) if k in lone else np.nan for k in range(len(spans))]
                ),
                chosen=chosen,
                gold=chosen,
                sure=sure,
                chances=under.sets,
                lone=lone,
            )


def _followed(scenario: Scenario, beside: Scores | None, at_rest: Scores, sets: Collection[int]) -> Any:
    """Return how often each claim changes in graphs sampled from the links.

    Shapes
    ------
    chances : (claims,)
    """
    changed, weights = worlds_beside(scenario, beside, at_rest, sets)
    return changed @ weights


def fitted(cases: Sequence[Told]) -> dict[str, float]:
    """Return the weights of `weights/expectation.json`."""
    rows, labels, set_rows, set_labels = [], [], [], []
    for case in cases:
        for k, value in enumerate(case.changed):
            if np.isnan(value):
                continue
            if k in case.chosen:
                set_rows.append([log_odds(case.chances[k]), log_odds(np.array(case.sure))])
                set_labels.append(value)
            else:
                rows.append(case.rows[k])
                labels.append(value)
    claim = LogisticRegression(C=1.0).fit(np.array(rows), np.array(labels))
    chosen = LogisticRegression(C=1.0).fit(np.array(set_rows), np.array(set_labels))
    right = [case.chosen == case.gold for case in cases]
    bound = LogisticRegression(C=1.0).fit([[log_odds(np.array(case.sure))] for case in cases], right)
    return {
        "bias": float(claim.intercept_[0]),
        **dict(zip(EVIDENCE, map(float, claim.coef_[0]), strict=True)),
        "set bias": float(chosen.intercept_[0]),
        "set": float(chosen.coef_[0][0]),
        "set if sure": float(chosen.coef_[0][1]),
        "binding bias": float(bound.intercept_[0]),
        "binding": float(bound.coef_[0][0]),
    }


def fitted_lone(cases: Sequence[Told], weights: Mapping[str, float]) -> dict[str, float]:
    """Fit how far to trust the chances of lone sentences."""
    chances, labels = _lone(cases, weights)
    fit = LogisticRegression(C=1.0).fit(
        log_odds(chances)[:, None], labels, sample_weight=np.where(labels > 0, 1.0, BESIDE)
    )
    return {"lone bias": float(fit.intercept_[0]), "lone": float(fit.coef_[0][0])}


def _lone(cases: Sequence[Told], weights: Mapping[str, float]) -> tuple[Any, Any]:
    """Return chance and label of each claim in lone sentences with a definite label."""
    labelled_chances = [
        (chance, case.changed[k])
        for case in cases
        for k, chance in enumerate(weigh(case.rows, case.chances, case.sure, case.chosen, weights))
        if k in case.lone and case.changed[k] in {0.0, 1.0}
    ]
    chances, labels = zip(*labelled_chances, strict=True)
    return np.array(chances), np.array(labels)


def report_lone(cases: Sequence[Told], weights: Mapping[str, float]) -> None:
    """Print chances of lone sentences before and after correction, and how many change."""
    chances, labels = _lone(cases, weights)
    again = less_sure(chances, range(len(chances)), weights)
    surest = chances >= np.quantile(chances, 0.75)
    for name, among in (("lone sentences", chances >= 0), ("the surest quarter of them", surest)):
        sys.stdout.write(
            f"{among.sum()} {name}: {labels[among].mean():.1%} change; said {chances[among].mean():.1%}, "
            f"then {again[among].mean():.1%}\n"
        )


def report(cases: Sequence[Told], weights: Mapping[str, float]) -> None:
    """Print the accuracy of answers and bindings, and calibration."""
    asked = [
        less_sure(weigh(case.rows, case.chances, case.sure, case.chosen, weights), case.lone, weights) for case in cases
    ]
    bound = np.mean([case.chosen == case.gold for case in cases])
    sys.stdout.write(f"{len(cases)} what-ifs, bound rightly {bound:.1%}; {_rightness(cases, asked)}\n")
    given = _rightness(cases, [case.given for case in cases])
    sys.stdout.write(f"  with what is set given, by the links alone: {given}\n")


def _rightness(cases: Sequence[Told], chances: Sequence[Any]) -> str:
    labelled = [
        (float(p), float(y))
        for case, own in zip(cases, chances, strict=True)
        for p, y in zip(own, case.changed, strict=True)
        if not np.isnan(y)
    ]
    chance, truth = np.array(labelled).T
    right = (chance >= 0.5) == (truth >= 0.5)
    sure = np.maximum(chance, 1 - chance)
    edges = np.minimum((sure * BINS).astype(int), BINS - 1)
    error = sum(abs(sure[edges == b].sum() - right[edges == b].sum()) for b in range(BINS)) / len(sure)
    return (
        f"{len(truth)} claims, right {right.mean():.1%}; of chance 0.9 and more {right[sure >= 0.9].mean():.1%} right, "
        f"{(sure >= 0.9).mean():.1%} of all; calibration error {error:.3f}"
    )


def refusals(found: Sequence[Mapping[str, Any]]) -> None:
    """Print how many what-ifs their own text refuses, and another text accepts."""
    draw = random.Random(SEED)  # noqa: S311 - no secret is drawn
    own, foreign = [], []
    for story in found:
        others = [other for other in draw.sample(list(found), FOREIGN) if other is not story]
        own += [_accepted(story, one["had"]) for one in story["what_ifs"]]
        foreign += [_accepted(story, draw.choice(other["what_ifs"])["had"]) for other in others if other["what_ifs"]]
    refused, accepted = 1 - np.mean(own), np.mean(foreign)
    sys.stdout.write(
        f"{len(own)} own what-ifs, refused {refused:.1%}; {len(foreign)} foreign, accepted {accepted:.1%}\n"
    )


def report_untold(found: Sequence[Mapping[str, Any]]) -> None:
    """Print how many what-ifs about something that a text does not tell are taken for one about a claim."""
    texts = {str(story["id"]): story for story in found}
    rows = [row for row in map(json.loads, UNTOLD.read_text(encoding="utf-8").splitlines()) if row["id"] in texts]
    for kind in ("same", "verb", "beside"):
        accepted = np.mean([_accepted(texts[row["id"]], row[kind]) for row in rows])
        sys.stdout.write(f"{len(rows)} untold what-ifs ({kind}), accepted {accepted:.1%}\n")


def _accepted(story: Mapping[str, Any], had: str) -> bool:
    try:
        resolve(scenario_of(analysed(layout(str(story["text"])))), had=had)
    except BridgeError:
        return False
    return True


def main(files: Sequence[Path]) -> None:
    """Fit on `tune`, report on `test`, and write the weights."""
    every = stories(files)
    unseen = [one for one in every if part(str(one["id"])) == "test"]
    tune = list(told(one for one in every if part(str(one["id"])) == "tune"))
    test = list(told(unseen))
    weights = fitted(tune)
    weights |= fitted_lone([*written_lone(LONE), *written_lone(OWNED), *written_lone(CHAINS)], weights)
    weights = {name: round(value, 4) for name, value in weights.items()}
    (WEIGHTS / "expectation.json").write_text(json.dumps(weights, indent=1) + "\n", encoding="utf-8")
    report(tune, weights)
    report(test, weights)
    report_lone(test, weights)
    report_lone([*written_lone(CHAINS)], weights)
    refusals(unseen)
    report_untold(every)


if __name__ == "__main__":
    main([Path(name) for name in sys.argv[1:]])

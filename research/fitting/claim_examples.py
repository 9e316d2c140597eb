"""Labels that an edit's verdict implies for its claims: kept, altered, or unknown.

An edit without E1 keeps every claim that must stay. An edit without E2 and E4 changes every claim that must change. An
edit with such an error has at least one wrong claim: the likeliest one by a model fitted on the rest. Other claims of
its kind take that model's label if the model is confident. Labels for single claims take precedence.
"""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from causalcore.scenario.file import scenario_from_dict
from causalcore.scenario.intervention import Intervention, do
from nlbridge.grounding.by_words import NAMES, grounded_claims
from nlbridge.grounding.edit import edit_of
from nlbridge.language.forms.negation import negate
from nlbridge.weights.calibration import Boosted

Row = tuple[dict[str, Any], str, tuple[str, ...], str]
"""Scenario, edit, error classes and source of an edit."""

KEPT, ALTERED, UNKNOWN = 0, 1, -1
SAID: Final = {"kept": KEPT, "altered": ALTERED}
LABELLED: Final = 0.7
FEWEST: Final = 3
"""A claim of at most so many words is not negated in place; most are phrases."""
ORIGINAL: Final = ("original",)
BLANK: Final = Boosted(
    names=NAMES,
    bias=0.0,
    depth=0,
    roots=np.zeros(0, dtype=int),
    feature=np.zeros(1, dtype=int),
    threshold=np.zeros(1),
    low=np.zeros(1, dtype=int),
    high=np.zeros(1, dtype=int),
    value=np.zeros(1),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Claims:
    """Claims as numbers: features (n, n_features); label, scenario and edit of each (n,).

    `must_stay` and `must_change` are the gold requirements; `original` marks claims of unedited and negated texts.
    """

    features: Any
    labels: Any
    groups: Any
    edits: Any
    must_stay: Any
    must_change: Any
    original: Any


def claims_of(rows: list[Row]) -> Claims:
    """Measure all claims of all edits, of the unedited texts, and of these texts with one claim negated.

    An event that the what-if sets is measured twice: with and without the words of the what-if.
    """
    names = sorted({row[0]["id"] for row in rows})
    scenarios = {r[0]["id"]: r[0] for r in rows}.values()
    originals: list[Row] = [(s, s["text"], ORIGINAL, "") for s in scenarios]
    denied = [row for s in scenarios if "had" not in s for row in _denied(s)]  # of suites: stories are many
    every, table = [*rows, *originals, *denied], list[tuple[Any, ...]]()
    with ProcessPoolExecutor() as pool:
        measured = list(pool.map(_measured, [(row[0], row[1]) for row in every], chunksize=32))
    for number, ((scenario, text, errors, turned), found) in enumerate(zip(every, measured, strict=True)):
        group, labels_given = names.index(scenario["id"]), labelled(scenario, text)
        for event, measures in found:
            stay, change = event in scenario["unchanged"], event in scenario["changed"]
            label = ALTERED if event == turned else claim_label(errors, stay=stay, change=change)
            label = SAID.get(labels_given.get(event, ""), label)
            table.append((measures, label, group, number, stay, change, errors == ORIGINAL))
    columns = [np.array(column) for column in zip(*table, strict=True)]
    return Claims(
        features=columns[0],
        labels=columns[1],
        groups=columns[2],
        edits=columns[3],
        must_stay=columns[4],
        must_change=columns[5],
        original=columns[6],
    )


def _measured(row: tuple[dict[str, Any], str]) -> list[tuple[str, tuple[float, ...]]]:
    """Return each claim's event and measures; claims that the what-if sets appear again with its words."""
    scenario, text = row
    model, supposed = scenario_from_dict(scenario["scenario"]), do(scenario["formal_do"])
    edit = edit_of(text, model)
    plain, _ = grounded_claims(edit, model, Intervention(()), model=BLANK)
    with_words, _ = grounded_claims(edit, model, supposed, clause=scenario["intervention"], model=BLANK)
    return [(a.event, a.measures) for a in (*plain, *(a for a in with_words if a.event in supposed))]


def _denied(scenario: dict[str, Any]) -> list[Row]:
    """Return copies of the text that each negate one claim in place, to learn the scope of a negation.

    The negated event replaces a row's source.
    """
    rows: list[Row] = []
    for event in scenario["events"]:
        start, end = event["span_offsets"]
        claim = scenario["text"][start:end]
        negated = negate(claim)
        if negated != claim and len(claim.split()) > FEWEST:
            rows.append((scenario, scenario["text"][:start] + negated + scenario["text"][end:], ORIGINAL, event["id"]))
    return rows


def labelled(scenario: dict[str, Any], text: str) -> dict[str, str]:
    """Return an edit's label for each event; empty without labels."""
    return next((edit.get("says", {}) for edit in scenario["edits"] if edit["text"] == text), {})


def claim_label(errors: tuple[str, ...], *, stay: bool, change: bool) -> int:
    """Return the label that an edit's error classes imply for a claim that must stay or change."""
    if errors == ORIGINAL or (stay and "E1" not in errors):
        return KEPT
    return ALTERED if change and not {"E2", "E4"} & set(errors) else UNKNOWN


def completed(claims: Claims, chances: Any) -> Any:
    """Fill in the labels that an error implies.

    Parameters
    ----------
    chances
        The chance that each claim is altered, by a model that did not see its scenario.
    """
    labels = claims.labels.copy()
    for number in np.unique(claims.edits[labels == UNKNOWN]):
        here = (claims.edits == number) & (claims.labels == UNKNOWN)
        for kind, wrong, sign in ((claims.must_stay, ALTERED, 1), (claims.must_change, KEPT, -1)):
            places = np.flatnonzero(here & kind)
            if not len(places):
                continue
            labelled_by_model = np.where(
                chances[places] > LABELLED, ALTERED, np.where(chances[places] < 1 - LABELLED, KEPT, UNKNOWN)
            )
            labels[places] = labelled_by_model
            labels[places[np.argmax(sign * chances[places])]] = wrong
    return labels

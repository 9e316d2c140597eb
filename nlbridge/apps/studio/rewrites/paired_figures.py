"""Paired figures of two sides on the same items: means, difference, interval.

Intervals are percentiles of a paired bootstrap over items [1]_; a share alone has Wilson's interval [2]_.

.. [1] Efron and Tibshirani 1993, An Introduction to the Bootstrap, chapter 13
.. [2] Wilson 1927, Probable Inference, the Law of Succession, and Statistical Inference

Examples
--------
>>> figure = paired("valid", [1.0, 1.0, 0.0, 1.0], [0.0, 1.0, 0.0, 0.0])
>>> figure["first"], figure["second"], figure["difference"]
(0.75, 0.25, 0.5)
>>> exact_p(0, 5)
0.0625
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from math import comb, sqrt
from statistics import fmean
from typing import Any, Final

from nlbridge.apps.studio.document.document import StudioError
from nlbridge.apps.studio.document.review_operations import WHOLE_VERDICTS
from nlbridge.apps.studio.projects.comparison import agreement, compare, review_in, rows_in_lines
from nlbridge.apps.studio.rewrites.rewrite_table import Judged, RewriteTable
from nlbridge.apps.studio.views.rewrites_view import title_of

DRAWS: Final = 2_000
SEED: Final = 7
NORMAL: Final = 1.959964
"""The 97.5th percentile of the normal distribution: intervals hold 95 %."""


def paired(name: str, first: Sequence[float], second: Sequence[float]) -> dict[str, Any]:
    """Return the means of two sides on the same items, and their difference with a 95 % interval."""
    import numpy as np

    if not first:
        return {"name": name, "items": 0, "first": None, "second": None, "difference": None, "low": None, "high": None}
    differences = np.array(first, dtype=float) - np.array(second, dtype=float)
    drawn = np.random.default_rng(SEED).integers(0, len(differences), (DRAWS, len(differences)))
    low, high = np.percentile(differences[drawn].mean(axis=1), [2.5, 97.5])
    return {
        "name": name,
        "items": len(differences),
        "first": round(float(np.mean(first)), 4),
        "second": round(float(np.mean(second)), 4),
        "difference": round(float(differences.mean()), 4),
        "low": round(float(low), 4),
        "high": round(float(high), 4),
    }


def exact_p(only_first: int, only_second: int) -> float:
    """Return the two-sided exact probability of McNemar's test: how odd this split of the items that differ is."""
    total = only_first + only_second
    if total == 0:
        return 1.0
    tail = sum(comb(total, k) for k in range(min(only_first, only_second) + 1)) / 2**total
    return float(min(1.0, 2 * tail))


def share(name: str, good: int, total: int) -> dict[str, Any]:
    """Return a share with Wilson's 95 % interval."""
    if total == 0:
        return {"name": name, "items": 0, "share": None, "low": None, "high": None}
    rate, square = good / total, NORMAL**2
    middle = (rate + square / (2 * total)) / (1 + square / total)
    half = NORMAL * sqrt(rate * (1 - rate) / total + square / (4 * total**2)) / (1 + square / total)
    return {
        "name": name,
        "items": total,
        "share": round(rate, 4),
        "low": round(max(0.0, middle - half), 4),
        "high": round(min(1.0, middle + half), 4),
    }


File = tuple[str, str]
"""The name of a file, and what it holds."""
KINDS = ("words", "claims", "links", "signs", "strengths", "answers", "labels")


def two_people(first: File, second: File) -> dict[str, Any]:
    """Compare two files of one kind: exported verdicts on rewrites, or reviews of texts.

    Raises
    ------
    StudioError
        If they are of two kinds, or have nothing in common.
    """
    one, other = rows_in_lines(*first), rows_in_lines(*second)
    if _are_labels(one) and _are_labels(other):
        return {"kind": "labels", "first": first[0], "second": second[0]} | _labels(_said(one), _said(other))
    found = compare(review_in(*first), review_in(*second))
    kinds = [(kind, getattr(found, kind)) for kind in KINDS]
    return {
        "kind": "reviews",
        "first": first[0],
        "second": second[0],
        "agreement": [
            share(kind, one.agreed, one.units) | {"kappa": one.to_dict()["kappa"]} for kind, one in kinds if one.units
        ],
        "figures": [],
        "differing": [
            {"about": f"{one.text}: {one.what}: {one.about}", "first": one.first, "second": one.second}
            for one in found.differences
        ],
    }


Labels = dict[tuple[str, str, str], Mapping[str, Any]]


def _are_labels(rows: list[Mapping[str, Any]]) -> bool:
    return bool(rows) and all("said" in row and "item" in row for row in rows)


def _said(rows: list[Mapping[str, Any]]) -> Labels:
    return {(str(row["item"]), str(row.get("model")), str(row.get("edit"))): row for row in rows if row["said"]}


def _labels(one: Labels, other: Labels) -> dict[str, Any]:
    both = [key for key in one if key in other]
    if not both:
        message = "expected verdicts of two people on the same rewrites, got none in common; export the same table"
        raise StudioError(message)
    pairs = [(str(one[key]["said"]), str(other[key]["said"])) for key in both]
    found = agreement(pairs)
    judged = [key for key in both if one[key].get("verdict") in ("valid", "invalid", "undetermined")]
    return {
        "agreement": [share("verdicts", found.agreed, found.units) | {"kappa": found.to_dict()["kappa"]}],
        "figures": [
            paired(
                "the program says so too",
                [float(one[key]["said"] == one[key]["verdict"]) for key in judged],
                [float(other[key]["said"] == one[key]["verdict"]) for key in judged],
            )
        ]
        if judged
        else [],
        "differing": [
            {"about": ", ".join(key[:2]), "first": said, "second": told}
            for key, (said, told) in zip(both, pairs, strict=True)
            if said != told
        ],
    }


MOST_DIFFERING: Final = 1_000
"""Items that differ which are listed."""
Rows = dict[str, list[Judged]]


def two_models(table: RewriteTable, first: str, second: str) -> dict[str, Any]:
    """Compare two models on the items for which both have a verdict.

    An undetermined rewrite counts as not valid. Several rewrites of one item by one model count by their mean.

    Raises
    ------
    StudioError
        If the two are one, or have no judged item in common.
    """
    one, other = _by_item(table, first), _by_item(table, second)
    both = [item for item in one if item in other]
    if first == second or not both:
        message = (
            f"expected two models with judged rewrites of the same items, got {first[:40]!r} and {second[:40]!r}; "
        )
        raise StudioError(message + "judge the rewrites first, or choose others")
    said = [item for item in both if _is_said(one[item]) and _is_said(other[item])]
    figures = [
        paired("judged valid", [_valid(one[k]) for k in both], [_valid(other[k]) for k in both]),
        paired("chance of being valid", [_score(one[k]) for k in both], [_score(other[k]) for k in both]),
        paired("valid by your verdicts", [_said_by_you(one[k]) for k in said], [_said_by_you(other[k]) for k in said]),
        paired("verdicts that you share", [_shared(one[k]) for k in said], [_shared(other[k]) for k in said]),
    ]
    cells = {
        "both": sum(_valid(one[k]) > 0.5 and _valid(other[k]) > 0.5 for k in both),
        "first": sum(_valid(one[k]) > 0.5 >= _valid(other[k]) for k in both),
        "second": sum(_valid(other[k]) > 0.5 >= _valid(one[k]) for k in both),
    }
    differing = [item for item in both if one[item][0].state != other[item][0].state]
    return {
        "first": first,
        "second": second,
        "items": len(both),
        "figures": [figure for figure in figures if figure["items"]],
        "cells": cells | {"neither": len(both) - sum(cells.values())},
        "p": round(exact_p(cells["first"], cells["second"]), 4),
        "differing": [_difference(item, one[item][0], other[item][0]) for item in differing[:MOST_DIFFERING]],
    }


def _by_item(table: RewriteTable, model: str) -> Rows:
    found: Rows = defaultdict(list)
    with table.lock:
        for one in table.entries.values():
            if one.row.model == model and one.state in WHOLE_VERDICTS:
                found[one.row.item].append(one)
    return dict(found)


def _valid(rows: list[Judged]) -> float:
    return fmean(one.state == "valid" for one in rows)


def _score(rows: list[Judged]) -> float:
    return fmean(one.score or 0.0 for one in rows)


def _is_said(rows: list[Judged]) -> bool:
    return all(one.said for one in rows)


def _said_by_you(rows: list[Judged]) -> float:
    return fmean(one.said == "valid" for one in rows)


def _shared(rows: list[Judged]) -> float:
    return fmean(bool(one.agrees) for one in rows)


def _difference(item: str, first: Judged, second: Judged) -> dict[str, Any]:
    sides = {
        name: {"key": one.key, "verdict": one.state, "score": one.score, "errors": one.errors, "said": one.said}
        for name, one in (("first", first), ("second", second))
    }
    return {"item": item, "title": title_of(first.row.text), **sides}

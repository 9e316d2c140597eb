"""Two models' rewrites of the same items beside each other: which of the two is valid where."""

from __future__ import annotations

from collections import defaultdict
from statistics import fmean
from typing import Any, Final

from nlbridge.apps.studio.document.document import StudioError
from nlbridge.apps.studio.document.review_operations import WHOLE_VERDICTS
from nlbridge.apps.studio.rewrites.paired_figures import exact_p, paired
from nlbridge.apps.studio.rewrites.rewrite_table import Judged, RewriteTable
from nlbridge.apps.studio.views.rewrites_view import title_of

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
        paired("valid by your verdicts", [_said(one[k]) for k in said], [_said(other[k]) for k in said]),
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


def _said(rows: list[Judged]) -> float:
    return fmean(one.said == "valid" for one in rows)


def _shared(rows: list[Judged]) -> float:
    return fmean(bool(one.agrees) for one in rows)


def _difference(item: str, first: Judged, second: Judged) -> dict[str, Any]:
    sides = {
        name: {"key": one.key, "verdict": one.state, "score": one.score, "errors": one.errors, "said": one.said}
        for name, one in (("first", first), ("second", second))
    }
    return {"item": item, "title": title_of(first.row.text), **sides}

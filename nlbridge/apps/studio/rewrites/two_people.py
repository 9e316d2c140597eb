"""Two people's verdicts beside each other: labels of the table of rewrites, or reviews of texts.

Examples
--------
>>> one = '{"item": "1", "model": "m", "edit": "x", "verdict": "valid", "said": "valid"}'
>>> other = '{"item": "1", "model": "m", "edit": "x", "verdict": "valid", "said": "invalid"}'
>>> found = two_people(("a.jsonl", one), ("b.jsonl", other))
>>> found["kind"], found["differing"][0]["about"]
('labels', '1, m')
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from nlbridge.apps.studio.document.document import StudioError
from nlbridge.apps.studio.projects.comparison import agreement, compare
from nlbridge.apps.studio.projects.reviews import review_in, rows_in_lines
from nlbridge.apps.studio.rewrites.paired_figures import paired, share

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

"""Show and export rewrites: one beside its text, two models on the same items.

Examples
--------
>>> differing("It rained all day.", "It snowed all day.")
([(3, 9)], [(3, 9)])
"""

from __future__ import annotations

import csv
import io
import re
from collections import defaultdict
from collections.abc import Iterable
from difflib import SequenceMatcher
from html import escape
from statistics import fmean
from typing import Any, Final

from nlbridge.answering.lines import dumped
from nlbridge.apps.studio.document.document import StudioError
from nlbridge.apps.studio.document.review_operations import WHOLE_VERDICTS
from nlbridge.apps.studio.projects.figures import exact_p, paired
from nlbridge.apps.studio.rewrites.rewrite_table import STATES, Judged, RewriteTable
from nlbridge.apps.studio.views.graph_view import Mark, segments
from nlbridge.apps.studio.views.pages import chance, criteria_list, page_of
from nlbridge.apps.studio.views.view import title_of

_PIECE: Final = re.compile(r"\w+|\s+|[^\w\s]")
_OF_CRITERION: Final = "kind required statement verdict confidence error quote span why provenance".split()
FORMS: Final = {"jsonl": "rewrites.jsonl", "csv": "rewrites.csv", "html": "rewrites.html"}
COLUMNS: Final = ("item", "model", "verdict", "confidence", "score", "errors", "said", "agrees", "note", "text", "edit")
MOST_DIFFERING: Final = 1_000
Spans = list[tuple[int, int]]


def differing(text: str, edit: str) -> tuple[Spans, Spans]:
    """Return the spans only in the text and those only in the edit, word by word."""
    text_pieces, edit_pieces = list(_PIECE.finditer(text)), list(_PIECE.finditer(edit))
    matcher = SequenceMatcher(None, [m[0] for m in text_pieces], [m[0] for m in edit_pieces], autojunk=False)
    changes = [change for change in matcher.get_opcodes() if change[0] != "equal"]
    removed = [(text_pieces[a].start(), text_pieces[b - 1].end()) for _, a, b, _, _ in changes if a < b]
    added = [(edit_pieces[c].start(), edit_pieces[d - 1].end()) for _, _, _, c, d in changes if c < d]
    return removed, added


def row_view(one: Judged) -> dict[str, Any]:
    """Return everything shown of one rewrite."""
    judgement, asked = one.judgement or {}, one.row.asked
    criteria = [
        {"id": f"c{place}", "claim_span": given.get("claim_span")} | {name: given[name] for name in _OF_CRITERION}
        for place, given in enumerate(judgement.get("criteria", ()))
    ]
    kinds = {row["provenance"] for row in criteria}
    removed, added = differing(one.row.text, one.row.edit)
    supposed = "; ".join(f"{name}: {value}" for name, value in dict(asked.get("do") or {}).items())
    return one.summary() | {
        "key": one.key,
        "id": one.key,
        "supposed": supposed or str(asked.get("had") or asked.get("query") or ""),
        "do": judgement.get("what_if", {}).get("do"),
        "reasons": list(judgement.get("reasons", ())),
        "problem": judgement.get("error"),
        "provenance": None if not kinds else "model" if "model" in kinds else "words",
        "criteria": criteria,
        "text": _pieces(one.row.text, removed, criteria, "claim_span"),
        "edit": _pieces(one.row.edit, added, criteria, "span"),
        "note": one.note,
    }


def _pieces(text: str, differs: Spans, criteria: list[dict[str, Any]], field: str) -> list[dict[str, Any]]:
    marks = [Mark(start, end, "differs", "differs") for start, end in differs]
    marks += [Mark(row[field][0], row[field][1], "criterion", row["id"]) for row in criteria if row[field]]
    return [
        {"text": segment.text, "differs": bool(segment.of_kind("differs")), "criteria": segment.of_kind("criterion")}
        for segment in segments(text, marks)
    ]


def two_models(table: RewriteTable, first: str, second: str) -> dict[str, Any]:
    """Compare two models on the items for which both have a verdict.

    An undetermined rewrite counts as not valid. Several rewrites of an item by one model count as their mean.
    """
    first_items, second_items = _by_item(table, first), _by_item(table, second)
    both = [item for item in first_items if item in second_items]
    if first == second or not both:
        message = f"expected two models with judged rewrites of the same items, got {first[:40]!r} and {second[:40]!r}"
        message += "; judge the rewrites first, or choose others"
        raise StudioError(message)
    labelled = [item for item in both if all(row.said for row in (*first_items[item], *second_items[item]))]
    measures = {
        "judged valid": (both, lambda row: row.state == "valid"),
        "chance of being valid": (both, lambda row: row.score or 0.0),
        "valid by your verdicts": (labelled, lambda row: row.said == "valid"),
        "verdicts that you share": (labelled, lambda row: bool(row.agrees)),
    }
    figures = [
        paired(name, *([fmean(map(measure, side[item])) for item in items] for side in (first_items, second_items)))
        for name, (items, measure) in measures.items()
        if items
    ]
    valid = [(_valid(first_items[item]), _valid(second_items[item])) for item in both]
    cells = {
        "both": valid.count((True, True)),
        "first": valid.count((True, False)),
        "second": valid.count((False, True)),
        "neither": valid.count((False, False)),
    }
    pairs = ((item, first_items[item][0], second_items[item][0]) for item in both)
    differing_pairs = [(item, one, other) for item, one, other in pairs if one.state != other.state]
    return {
        "first": first,
        "second": second,
        "items": len(both),
        "figures": figures,
        "cells": cells,
        "p": round(exact_p(cells["first"], cells["second"]), 4),
        "differing": [
            {"item": item, "title": title_of(one.row.text), "first": _side(one), "second": _side(other)}
            for item, one, other in differing_pairs[:MOST_DIFFERING]
        ],
    }


def _by_item(table: RewriteTable, model: str) -> dict[str, list[Judged]]:
    rows: dict[str, list[Judged]] = defaultdict(list)
    for row in table.rows():
        if row.row.model == model and row.state in WHOLE_VERDICTS:
            rows[row.row.item].append(row)
    return dict(rows)


def _valid(rows: list[Judged]) -> bool:
    return fmean(row.state == "valid" for row in rows) > 0.5


def _side(row: Judged) -> dict[str, Any]:
    return {"key": row.key, "verdict": row.state, "score": row.score, "errors": row.errors, "said": row.said}


def table_export(rows: Iterable[Judged], form: str) -> str:
    """Export rewrites with verdicts and the person's opinions, in one of `FORMS`."""
    if form == "jsonl":
        lines = []
        for row in rows:
            criteria = [
                {name: value for name, value in given.items() if name != "claim_span"}
                for given in (row.judgement or {}).get("criteria", ())
            ]
            lines.append(dumped({"id": row.row.item, **row.row.asked, **_cells(row), "criteria": criteria}) + "\n")
        return "".join(lines)
    if form == "csv":
        file = io.StringIO()
        writer = csv.DictWriter(file, COLUMNS)
        writer.writeheader()
        for row in rows:
            cells = _cells(row) | {"errors": " ".join(row.errors)}
            writer.writerow({name: _harmless(value) for name, value in cells.items()})
        return file.getvalue()
    if form == "html":
        return table_page(tuple(rows))
    message = f"expected one of the forms {', '.join(FORMS)}, got {form[:40]!r}; choose one of them"
    raise StudioError(message)


def _cells(row: Judged) -> dict[str, Any]:
    cells = {"said": row.said or None, "note": row.note, "text": row.row.text, "edit": row.row.edit}
    return row.summary() | cells


def _harmless(value: Any) -> Any:
    """Return a cell that no spreadsheet interprets as a formula."""
    return f"'{value}" if isinstance(value, str) and value.startswith(tuple("=+-@\t\r")) else value


def table_page(rows: tuple[Judged, ...]) -> str:
    """Return the table as one HTML page that needs no server.

    Examples
    --------
    >>> "0 rewrites" in table_page(())
    True
    """
    counts = {state: sum(row.state == state for row in rows) for state in STATES}
    used = {state: count for state, count in counts.items() if count}
    hide = "".join(f"body:has(#show-{state}:checked) .row:not(.is-{state}) {{ display: none }}\n" for state in used)
    choices = "".join(
        f'<label><input type="radio" name="show" id="show-{state}"> {state} ({count})</label>'
        for state, count in used.items()
    )
    body = (
        f"<h1>{len(rows)} rewrites</h1>\n<fieldset><legend>Show</legend>"
        f'<label><input type="radio" name="show" id="show-all" checked> all</label>{choices}</fieldset>\n'
        + "\n".join(_row(row_view(row)) for row in rows)
    )
    return page_of(f"{len(rows)} rewrites", body, hide)


def _row(row: dict[str, Any]) -> str:
    sure = "" if row["confidence"] is None else f", {chance(row)}"
    opinion = f", you say {escape(row['said'])}" if row["said"] else ""
    state = escape(row["verdict"])
    return (
        f'<details class="row is-{state}"><summary>{escape(row["item"])}, {escape(row["model"])}: '
        f'<b class="{state}">{state}</b>{sure} {escape(" ".join(row["errors"]))}{opinion}</summary>'
        f"<p>What if: {escape(row['supposed'])}</p>"
        f'<h2>Text</h2><p class="passage">{_marked(row["text"], "del")}</p>'
        f'<h2>Rewrite</h2><p class="passage">{_marked(row["edit"], "ins")}</p>'
        f"{criteria_list(row['criteria'])}</details>"
    )


def _marked(pieces: list[dict[str, Any]], tag: str) -> str:
    return "".join(
        f"<{tag}>{escape(piece['text'])}</{tag}>" if piece["differs"] else escape(piece["text"]) for piece in pieces
    )

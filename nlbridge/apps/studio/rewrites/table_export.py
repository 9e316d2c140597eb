"""The table of rewrites for other programs, and as one page that opens without a server."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from html import escape
from typing import Any, Final

from nlbridge.answering.lines import dumped
from nlbridge.apps.studio.document.document import StudioError
from nlbridge.apps.studio.rewrites.rewrite_table import STATES, Judged
from nlbridge.apps.studio.rewrites.row_view import row_view
from nlbridge.apps.studio.views.single_page import chance, criteria_list, page_of


def table_page(rows: tuple[Judged, ...]) -> str:
    """Return the page.

    Examples
    --------
    >>> "0 rewrites" in table_page(())
    True
    """
    used = [state for state in STATES if any(one.state == state for one in rows)]
    hide = "".join(f"body:has(#show-{state}:checked) .row:not(.is-{state}) {{ display: none }}\n" for state in used)
    choices = "".join(_choice(state, sum(one.state == state for one in rows)) for state in used)
    body = (
        f"<h1>{len(rows)} rewrites</h1>\n<fieldset><legend>Show</legend>"
        f'<label><input type="radio" name="show" id="show-all" checked> all</label>{choices}</fieldset>\n'
        + "\n".join(_row(row_view(one)) for one in rows)
    )
    return page_of(f"{len(rows)} rewrites", body, hide)


def _choice(state: str, count: int) -> str:
    return f'<label><input type="radio" name="show" id="show-{state}"> {state} ({count})</label>'


def _row(row: dict[str, Any]) -> str:
    sure = "" if row["confidence"] is None else f", {chance(row)}"
    said = f", you say {escape(row['said'])}" if row["said"] else ""
    state = escape(row["verdict"])
    return (
        f'<details class="row is-{state}"><summary>{escape(row["item"])}, {escape(row["model"])}: '
        f'<b class="{state}">{state}</b>{sure} {escape(" ".join(row["errors"]))}{said}</summary>'
        f"<p>What if: {escape(row['supposed'])}</p>"
        f'<h2>Text</h2><p class="passage">{_pieces(row["text"], "del")}</p>'
        f'<h2>Rewrite</h2><p class="passage">{_pieces(row["edit"], "ins")}</p>'
        f"{criteria_list(row['criteria'])}</details>"
    )


def _pieces(pieces: list[dict[str, Any]], tag: str) -> str:
    return "".join(
        f"<{tag}>{escape(piece['text'])}</{tag}>" if piece["differs"] else escape(piece["text"]) for piece in pieces
    )


FORMS: Final = {"jsonl": "rewrites.jsonl", "csv": "rewrites.csv", "html": "rewrites.html"}
"""The forms, each with the name of its file."""
COLUMNS: Final = ("item", "model", "verdict", "confidence", "score", "errors", "said", "agrees", "note", "text", "edit")


def table_export(rows: Iterable[Judged], form: str) -> str:
    """Write rewrites with their verdicts and what a person says.

    Raises
    ------
    StudioError
        For another form.
    """
    if form == "jsonl":
        return "".join(dumped(_line(one)) + "\n" for one in rows)
    if form == "csv":
        return _csv(rows)
    if form == "html":
        return table_page(tuple(rows))
    message = f"expected one of the forms {', '.join(FORMS)}, got {form[:40]!r}; choose one of them"
    raise StudioError(message)


def _cells(one: Judged) -> dict[str, Any]:
    return {
        "item": one.row.item,
        "model": one.row.model,
        "verdict": one.state,
        "confidence": None if one.judgement is None else one.judgement.get("confidence"),
        "score": one.score,
        "errors": one.errors,
        "said": one.said or None,
        "agrees": one.agrees,
        "note": one.note,
        "text": one.row.text,
        "edit": one.row.edit,
    }


def _line(one: Judged) -> dict[str, Any]:
    judgement = one.judgement or {}
    return {"id": one.row.item, **one.row.asked, **_cells(one), "criteria": judgement.get("criteria", [])}


def _csv(rows: Iterable[Judged]) -> str:
    file = io.StringIO()
    writer = csv.DictWriter(file, COLUMNS)
    writer.writeheader()
    for one in rows:
        cells = _cells(one) | {"errors": " ".join(one.errors)}
        writer.writerow({name: _harmless(value) for name, value in cells.items()})
    return file.getvalue()


def _harmless(value: Any) -> Any:
    """Return a cell that no spreadsheet takes for a formula."""
    return f"'{value}" if isinstance(value, str) and value[:1] in "=+-@\t\r" and value else value

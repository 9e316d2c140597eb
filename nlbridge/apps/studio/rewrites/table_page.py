"""The table as one HTML page without a script: it opens without a server."""

from __future__ import annotations

from html import escape
from typing import Any

from nlbridge.apps.studio.rewrites.rewrite_table import STATES, Judged
from nlbridge.apps.studio.rewrites.row_view import row_view
from nlbridge.apps.studio.views.single_page import criteria_list, page_of


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
    sure = "" if row["confidence"] is None else f", {row['confidence']:.0%} sure"
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

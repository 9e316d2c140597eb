"""The table of rewrites for other programs, and as one page that opens without a server."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from typing import Any, Final

from nlbridge.answering.lines import dumped
from nlbridge.apps.studio.document.document import StudioError
from nlbridge.apps.studio.rewrites.rewrite_table import Judged

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
        from nlbridge.apps.studio.rewrites.table_page import table_page

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

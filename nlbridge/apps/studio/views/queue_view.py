"""The queue of doubts: what most hangs on first; what has an answer keeps its place."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nlbridge.apps.studio.views.derived import Derived, unanswered
from nlbridge.apps.studio.views.graph_view import link_key
from nlbridge.telling.to_check import DoubtKind, links_to_check, to_check

if TYPE_CHECKING:
    from nlbridge.apps.studio.document.document import Document
    from nlbridge.telling.to_check import Doubt


def doubts(document: Document, found: Derived) -> tuple[Doubt, ...]:
    """Return what is uncertain or was answered: first what was so before any answer, in that order."""
    if not document.replies:
        return _doubts(found)
    present = {doubt.id: doubt for doubt in _doubts(found)}
    kept = [doubt for doubt in _doubts(unanswered(document)) if doubt.id in present or document.reply(doubt.id)]
    before = {doubt.id for doubt in kept}
    return (*kept, *(doubt for doubt in present.values() if doubt.id not in before))


def _doubts(found: Derived) -> tuple[Doubt, ...]:
    if found.prepared is None:
        return links_to_check(found.scenario)
    return to_check(found.prepared.rubric, sure=found.prepared.confidence, reading=found.prepared.reading)


def queue_view(document: Document, found: Derived) -> dict[str, Any]:
    """Return the queue, with how much of it has an answer, by whom, and how much no model was asked about."""
    asked = doubts(document, found)
    rows = [_row(document, doubt) for doubt in asked]
    waiting = [row["id"] for row in rows if row["reply"] is None]
    return {
        "total": len(rows),
        "answered": len(rows) - len(waiting),
        "open": len(waiting),
        "next": waiting[0] if waiting else None,
        "unasked": sum(row["reply"] is None and row["by"] is None for row in rows),
        "doubts": rows,
    }


def _row(document: Document, doubt: Doubt) -> dict[str, Any]:
    reply = document.reply(doubt.id)
    by = "model" if doubt.id in document.by_model else "you" if reply else None
    link = link_key(*doubt.about) if doubt.kind is DoubtKind.LINK else None
    return doubt.to_dict() | {"link": link, "reply": str(reply) if reply else None, "by": by}

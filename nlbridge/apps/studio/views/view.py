"""All that a page draws of a document, as plain data."""

from __future__ import annotations

import time
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final

from nlbridge.apps.studio.views.answers_view import answers_view, what_if_view
from nlbridge.apps.studio.views.derived import Derived, derived, unanswered
from nlbridge.apps.studio.views.graph_view import graph_view, link_key
from nlbridge.apps.studio.views.rewrites_view import Judged, rewrites_view
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
    rows = [_row(document, doubt) for doubt in doubts(document, found)]
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


JUDGING: Final = 1.0
"""Seconds that verdicts on rewrites may take for one view."""


class ReviewState(StrEnum):
    """How far the review of a text is."""

    UNREAD = "unread"
    IN_DOUBT = "in_doubt"
    REVIEWED = "reviewed"


def state_of(document: Document) -> ReviewState:
    """Return how far the review of a text is.

    Examples
    --------
    >>> from nlbridge.apps.studio.document.document import Document
    >>> str(state_of(Document(id="1")))
    'unread'
    """
    if document.reviewed:
        return ReviewState.REVIEWED
    return ReviewState.IN_DOUBT if document.read else ReviewState.UNREAD


def view(document: Document, judged: Judged | None = None, seconds: float = JUDGING) -> dict[str, Any]:
    """Return what is to be drawn at once; reasons, the rubric, and kept what-ifs are asked for when they are looked at.

    Parameters
    ----------
    judged
        Verdicts that are known already.
    seconds
        How long further verdicts may take.

    Examples
    --------
    >>> from causalcore.scenario.scenario import Event, Link, Scenario
    >>> from nlbridge.apps.studio.document.document import Document, WhatIf
    >>> rain, roof = Event(id="e1", statement="It rained."), Event(id="e2", statement="The roof leaked.")
    >>> read = Scenario(events=(rain, roof), links=(Link(cause="e1", effect="e2"),))
    >>> drawn = view(Document(id="1", scenario=read, what_if=WhatIf(do=(("e1", "false"),))))
    >>> [(claim["id"], claim["state"]) for claim in drawn["claims"]]
    [('e1', 'intervened'), ('e2', 'changed')]
    """
    found = derived(document)
    rewrites = rewrites_view(document, found, judged or Judged(), time.monotonic() + seconds)
    drawn = graph_view(document, found)
    return drawn | {
        "state": str(state_of(document)),
        "empty": not document.text and not document.scenario.events,
        "what_if": what_if_view(document, found),
        "kept": {"count": len(document.kept), "now": document.what_if in document.kept},
        "answers": answers_view(document, found),
        "queue": queue_view(document, found),
        "rubric": found.prepared is not None,
        "rewrites": rewrites,
        "counts": {
            "claims": len(found.scenario.events),
            "links": len(found.scenario.links),
            "rewrites": len(document.rewrites),
            "labels": len(document.labels),
        },
        "problem": found.problem or None,
    }

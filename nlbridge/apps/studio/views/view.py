"""All that a page draws of a document, as plain data."""

from __future__ import annotations

import time
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final

from nlbridge.apps.studio.views.answers_view import answers_view, what_if_view
from nlbridge.apps.studio.views.derived import derived
from nlbridge.apps.studio.views.graph_view import graph_view
from nlbridge.apps.studio.views.queue_view import queue_view
from nlbridge.apps.studio.views.rewrites_view import Judged, rewrites_view

if TYPE_CHECKING:
    from nlbridge.apps.studio.document.document import Document

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

"""Everything a page draws of a document, as plain data: text, graph, answers, doubts, rewrites with verdicts."""

from __future__ import annotations

import re
import time
from collections import OrderedDict
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final

from causalcore.files.time_limit import TooSlowError, within
from nlbridge.answering.result import VERDICTS, asked_verdicts, criterion_row, errors_of
from nlbridge.apps.studio.document.document import WHOLE, Document, Rewrite
from nlbridge.apps.studio.views.answers_view import answers_view, criterion_id, link_of_criterion, what_if_view
from nlbridge.apps.studio.views.derived import Derived, derived, unanswered
from nlbridge.apps.studio.views.graph_view import Mark, graph_view, link_key, segments
from nlbridge.telling.to_check import Doubt, DoubtKind, links_to_check, to_check

if TYPE_CHECKING:
    from causalcore.scenario.scenario import Span
    from nlbridge.answering.request import Prepared
    from nlbridge.judging.report import Report

Reports = tuple[tuple[str, "Report"], ...]
"""Pairs of a rewrite's text and the model's report on it."""
PENDING: Final = "pending"
TITLE: Final = 60
_WORST: Final = ("fail", "undetermined", "pass")
JUDGING: Final = 1.0
"""Seconds after which a view starts no further verdict."""


class ReviewState(StrEnum):
    """Progress of the review of a text."""

    UNREAD = "unread"
    IN_DOUBT = "in_doubt"
    REVIEWED = "reviewed"


def state_of(document: Document) -> ReviewState:
    """Return the progress of the review of a text.

    Examples
    --------
    >>> from nlbridge.apps.studio.document.document import Document
    >>> str(state_of(Document(id="1")))
    'unread'
    """
    if document.reviewed:
        return ReviewState.REVIEWED
    return ReviewState.IN_DOUBT if document.read else ReviewState.UNREAD


@dataclass(slots=True)
class Judged:
    """Cache of the last `most` verdicts, each computed within `seconds`; 0 for no limit."""

    most: int = 1_000
    seconds: float = 0.0
    _found: OrderedDict[tuple[object, ...], Report | TooSlowError] = field(default_factory=OrderedDict)

    def report(self, prepared: Prepared, rewrite: str, until: float) -> Report | TooSlowError | None:
        """Return the verdict on a rewrite, or that it takes too long, or None if it is not computed before `until`."""
        rubric = prepared.rubric  # The answers include those given by hand, so they identify the derivation.
        key = rubric.scenario, rubric.intervention, rubric.derivation.answers, prepared.confidence, rewrite
        if key not in self._found:
            if time.monotonic() > until:
                return None
            self._found[key] = self._verified(prepared, rewrite)
            while len(self._found) > self.most:
                self._found.popitem(last=False)
        self._found.move_to_end(key)
        return self._found[key]

    def _verified(self, prepared: Prepared, rewrite: str) -> Report | TooSlowError:
        from nlbridge.judging.verification import verify

        try:
            with within(self.seconds):
                return verify(
                    prepared.rubric,
                    rewrite,
                    clause=prepared.clause,
                    readings=prepared.readings,
                    sure=prepared.confidence,
                )
        except TooSlowError as late:
            if late.seconds != self.seconds:
                raise  # An enclosing time limit ended.
            return late


def view(
    document: Document, judged: Judged | None = None, reports: Reports = (), seconds: float = JUDGING
) -> dict[str, Any]:
    """Return what to draw at once; the page requests reasons, the rubric and kept what-ifs on demand.

    Parameters
    ----------
    judged
        Cache of verdicts; the view starts no new one after `seconds`.
    reports
        A model's reports on rewrites, which replace the offline verdicts.

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
    result = derived(document)
    rewrites = rewrites_view(document, result, judged or Judged(), time.monotonic() + seconds, reports)
    drawn = graph_view(document, result)
    return drawn | {
        "state": str(state_of(document)),
        "empty": not document.text and not document.scenario.events,
        "what_if": what_if_view(document, result),
        "kept": {"count": len(document.kept), "now": document.what_if in document.kept},
        "answers": answers_view(document, result),
        "queue": queue_view(document, result),
        "rubric": result.prepared is not None,
        "rewrites": rewrites,
        "counts": {
            "claims": len(result.scenario.events),
            "links": len(result.scenario.links),
            "rewrites": len(document.rewrites),
            "labels": len(document.labels),
        },
        "problem": result.problem or None,
    }


def doubts(document: Document, found: Derived) -> tuple[Doubt, ...]:
    """Return the open and answered doubts: first those from before any answer, in their order, then new ones."""
    if not document.replies:
        return _doubts(found)
    present = {doubt.id: doubt for doubt in _doubts(found)}
    original = [doubt for doubt in _doubts(unanswered(document)) if doubt.id in present or document.reply(doubt.id)]
    before = {doubt.id for doubt in original}
    return (*original, *(doubt for doubt in present.values() if doubt.id not in before))


def _doubts(result: Derived) -> tuple[Doubt, ...]:
    if result.prepared is None:
        return links_to_check(result.scenario)
    return to_check(result.prepared.rubric, sure=result.prepared.confidence, reading=result.prepared.reading)


def queue_view(document: Document, found: Derived) -> dict[str, Any]:
    """Return the queue of doubts, with the numbers answered, open, and not yet shown to a model."""
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


def rewrites_view(
    document: Document, found: Derived, judged: Judged, until: float, reports: Reports = ()
) -> list[dict[str, Any]]:
    """Return all rewrites, with the verdicts computed by `until`."""
    rows, reports_by_text = [], dict(reports)
    for rewrite in document.rewrites:
        report: Report | TooSlowError | None = reports_by_text.get(rewrite.text)
        if report is None and found.prepared is not None:
            report = judged.report(found.prepared, rewrite.text, until)
        rows.append(_rewrite(document, found.prepared, rewrite, report))
    return rows


def _rewrite(
    document: Document, prepared: Prepared | None, rewrite: Rewrite, report: Report | TooSlowError | None
) -> dict[str, Any]:
    labels = {
        item.criterion: {"said": item.said, "note": item.note} for item in document.labels if item.rewrite == rewrite.id
    }
    row: dict[str, Any] = {
        "id": rewrite.id,
        "text": rewrite.text,
        "title": title_of(rewrite.text),
        "problem": None,
        "verdict": None,
        "confidence": None,
        "score": None,
        "errors": [],
        "reasons": [],
        "label": labels.get(WHOLE),
        "provenance": None,
        "segments": _segments(rewrite.text, []),
        "criteria": [],
    }
    if prepared is None:
        return row
    if isinstance(report, TooSlowError):
        return row | {"problem": f"expected a verdict within {report.seconds:g} s, got none; shorten the rewrite"}
    return row | ({"verdict": PENDING} if report is None else _verdict(prepared, report, rewrite.text, labels))


def title_of(text: str) -> str:
    """Return the beginning of a text on one line.

    Examples
    --------
    >>> title_of("The pump failed.  " * 5)
    'The pump failed. The pump failed. The pump failed. The ...'
    """
    words = " ".join(text.split())
    return words if len(words) <= TITLE else words[: TITLE - 3].rsplit(" ", 1)[0] + " ..."


def _verdict(prepared: Prepared, report: Report, edit: str, labels: dict[str, dict[str, str]]) -> dict[str, Any]:
    claims = {verdict.criterion.event: verdict.span for verdict in report.verdicts if verdict.criterion.event}
    criteria = []
    for verdict in asked_verdicts(report):
        row, criterion = criterion_row(verdict, prepared), verdict.criterion
        name = criterion_id(criterion)
        ends = claims.get(criterion.cause or ""), claims.get(criterion.effect or "")
        span = verdict.span or _place(edit, verdict.quote, ends)
        of_studio = {
            "id": name,
            "claim": criterion.event,
            "link": link_of_criterion(criterion),
            "label": labels.get(name),
            "span": list(span) if span else None,
        }
        criteria.append(row | of_studio)
    return {
        "verdict": VERDICTS[report.valid],
        "confidence": round(report.confidence, 4),
        "score": round(report.score, 4),
        "errors": errors_of(report),
        "reasons": list(report.reasons),
        "provenance": str(report.provenance),
        "segments": _segments(edit, criteria),
        "criteria": criteria,
    }


def _place(edit: str, quote: str, ends: tuple[Span | None, Span | None]) -> Span | None:
    """Return the span of a connective that occurs once in the edit, or once between the claims that it links.

    Examples
    --------
    >>> _place("So it rained, so it leaked.", "so", ((3, 12), (17, 26)))
    (14, 16)
    """
    spans = [match.span() for match in re.finditer(rf"\b{re.escape(quote)}\b", edit, re.IGNORECASE)] if quote else []
    if len(spans) > 1 and ends[0] is not None and ends[1] is not None:
        start, end = min(ends[0][1], ends[1][1]), max(ends[0][0], ends[1][0])
        spans = [span for span in spans if start <= span[0] and span[1] <= end]
    return spans[0] if len(spans) == 1 else None


def _segments(edit: str, criteria: list[dict[str, Any]]) -> list[dict[str, Any]]:
    outcomes = {row["id"]: row["verdict"] for row in criteria}
    marks = [Mark(row["span"][0], row["span"][1], "criterion", row["id"]) for row in criteria if row["span"]]
    rows = []
    for segment in segments(edit, marks):
        names = segment.of_kind("criterion")
        verdict = min((outcomes[name] for name in names), key=_WORST.index, default=None)
        rows.append(
            {"text": segment.text, "start": segment.start, "end": segment.end, "criteria": names, "verdict": verdict}
        )
    return rows

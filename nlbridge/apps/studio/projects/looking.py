"""Compute the page of one text, and export the results of a review."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any, Final

from causalcore.scenario.file import scenario_to_dict
from nlbridge.answering.lines import dumped
from nlbridge.apps.studio.document.document import WHOLE, Document, StudioError, what_if_to_dict
from nlbridge.apps.studio.views.answers_view import criterion_id
from nlbridge.apps.studio.views.derived import derived, prepared_of
from nlbridge.apps.studio.views.pages import graph_svg, rubric_markdown, rubric_svg, text_page
from nlbridge.apps.studio.views.view import PENDING, Judged, Reports, rewrites_view, view
from nlbridge.telling.cobe_item import NoQueryError, cobe_item

_JUDGED: Final = Judged(seconds=20.0)


def look(document: Document, reports: Reports = ()) -> dict[str, Any]:
    """Return the view of a text, with the verdicts on rewrites that are ready within a second.

    Examples
    --------
    >>> from nlbridge.apps.studio.document.document import Document
    >>> look(Document(id="1"))["queue"]["open"]
    0
    """
    return view(document, _JUDGED, reports)


def is_whole(seen: Mapping[str, Any]) -> bool:
    """Return whether a view has all its verdicts."""
    return all(row["verdict"] != PENDING for row in seen["rewrites"])


def verdict_on(document: Document, rewrite: object, criterion: object, reports: Reports = ()) -> str:
    """Return the verdict on a rewrite or on one of its criteria; empty if there is none."""
    wanted = replace(document, rewrites=tuple(item for item in document.rewrites if item.id == rewrite))
    for row in rewrites_view(wanted, derived(document), _JUDGED, float("inf"), reports):
        if criterion == WHOLE:
            return str(row["verdict"] or "")
        return next((str(part["verdict"]) for part in row["criteria"] if part["id"] == criterion), "")
    return ""


def answer_of(document: Document) -> dict[str, str]:
    """Return the representative answer, or an empty text and the reason."""
    from nlbridge.answering.preparation import representative

    answer = representative(prepared_of(document))
    return {"text": answer.text, "reason": answer.withheld}


def picture_of(document: Document, of: str) -> str:
    """Draw the graph or the rubric of a text as SVG."""
    if of not in {"graph", "rubric"}:
        message = f"expected a picture of graph or rubric, got {of[:40]!r}; choose one of them"
        raise StudioError(message)
    return graph_svg(derived(document)) if of == "graph" else rubric_svg(document)


def scenario_row(document: Document) -> dict[str, Any]:
    """Return the corrected reading in the form of a scenario file."""
    return scenario_to_dict(replace(document.corrected, id=document.id))


def asked_of(document: Document) -> dict[str, Any]:
    """Return the corrected reading and the intervention in the form of `verify --jsonl`."""
    result = derived(document)
    if result.prepared is None:
        message = "expected a text with a what-if, got none; enter a what-if, or open rows with a text of their own"
        raise StudioError(message)
    return {"scenario": scenario_row(document), "do": dict(result.prepared.rubric.intervention)}


def _rubric_row(document: Document) -> dict[str, Any]:
    from nlbridge.answering.result import rubric_row

    return rubric_row(document.id, prepared_of(document))


def _item(document: Document) -> dict[str, Any]:
    """Return a text with its rubric as an item of CoBe; raises `NoQueryError` if no clause states the what-if."""
    what_if = document.what_if
    words = {} if what_if is None else {"had": what_if.had or None, "query": what_if.query or None}
    return cobe_item(document.id, prepared_of(document).rubric, **words)


def _label_rows(document: Document) -> Iterator[dict[str, Any]]:
    result = derived(document)
    criteria = result.prepared.rubric.criteria if result.prepared else ()
    statements = {criterion_id(criterion): criterion.statement for criterion in criteria}
    texts = {rewrite.id: rewrite.text for rewrite in document.rewrites}
    for label in document.labels:
        yield {
            "id": document.id,
            "text": document.text,
            "what_if": what_if_to_dict(document.what_if),
            "rewrite": label.rewrite,
            "edit": texts.get(label.rewrite, ""),
            "criterion": label.criterion,
            "statement": statements.get(label.criterion, ""),
            "verdict": label.verdict or None,
            "said": label.said,
            "agrees": label.said == label.verdict if label.verdict else None,
            "note": label.note,
        }


def _lines(rows: Iterable[dict[str, Any]]) -> str:
    return "".join(dumped(row) + "\n" for row in rows)


def _indented(data: object) -> str:
    return json.dumps(data, ensure_ascii=False, indent=1, allow_nan=False) + "\n"


TEXT_FORMS: Final[Mapping[str, Callable[[Document], str]]] = {
    "markdown": rubric_markdown,
    "json": lambda document: _indented(_rubric_row(document)),
    "cobe": lambda document: _indented([_item(document)]),
    "scenario": lambda document: _indented(scenario_row(document)),
    "answer": lambda document: answer_of(document)["text"],
    "page": text_page,
}
PROJECT_FORMS: Final = {
    "scenarios": "scenarios.jsonl",
    "rubrics.md": "rubrics.md",
    "rubrics.jsonl": "rubrics.jsonl",
    "cobe": "cobe.json",
    "labels": "labels.jsonl",
}


def export_of(document: Document, form: str) -> str:
    """Export the result of one text; raises `StudioError` if the form needs a what-if and there is none."""
    return TEXT_FORMS[_known(form, TEXT_FORMS)](document)


def documents_export(documents: tuple[Document, ...], form: str) -> str:
    """Export results: rubrics and scenarios of reviewed texts, or the labels of all texts."""
    _known(form, PROJECT_FORMS)
    reviewed = [document for document in documents if document.reviewed]
    if form == "scenarios":
        return _lines(scenario_row(document) for document in reviewed)
    if form == "labels":
        return _lines(row for document in documents for row in _label_rows(document))
    with_rubric = [document for document in reviewed if derived(document).prepared is not None]
    if form == "rubrics.md":
        return "\n".join(rubric_markdown(document) for document in with_rubric)
    if form == "rubrics.jsonl":
        return _lines(_rubric_row(document) for document in with_rubric)
    items = []
    for document in with_rubric:
        with suppress(NoQueryError):
            items.append(_item(document))
    return _indented(items)


def _known(form: str, forms: Mapping[str, object]) -> str:
    if form not in forms:
        message = f"expected one of the forms {', '.join(forms)}, got {form[:40]!r}; choose one of them"
        raise StudioError(message)
    return form

"""The result of a review, for other programs: scenarios, rubrics, items of CoBe, and labels."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

from causalcore.scenario.file import scenario_to_dict
from nlbridge.answering.lines import dumped
from nlbridge.apps.studio.document.document import WHOLE, Document, StudioError, what_if_to_dict
from nlbridge.apps.studio.views.derived import Derived, derived
from nlbridge.apps.studio.views.rubric_text import answer_view, criterion_id, rubric_item, rubric_json, rubric_markdown
from nlbridge.apps.studio.views.single_page import text_page
from nlbridge.telling.cobe_item import NoQueryError

TEXT_FORMS: Final = ("markdown", "json", "cobe", "scenario", "answer", "page")
PROJECT_FORMS: Final = ("scenarios", "rubrics.md", "rubrics.jsonl", "cobe", "labels")


def text_export(document: Document, form: str) -> str:
    """Write the result of one text.

    Raises
    ------
    StudioError
        For another form, or where nothing is supposed and the form needs it.
    """
    found = derived(document)
    if form == "markdown":
        return rubric_markdown(document, found)
    if form == "json":
        return _indented(rubric_json(document, found))
    if form == "cobe":
        return _indented([rubric_item(document, found)])
    if form == "scenario":
        return _indented(scenario_row(document))
    if form == "answer":
        return answer_view(found)["text"]
    if form == "page":
        return text_page(document, found)
    raise StudioError(_unknown(form, TEXT_FORMS))


def documents_export(documents: tuple[Document, ...], form: str) -> str:
    """Write the results of some texts: rubrics and scenarios of those that were reviewed, and all labels."""
    reviewed = [document for document in documents if document.reviewed]
    if form == "scenarios":
        return _lines(scenario_row(document) for document in reviewed)
    if form == "labels":
        return _lines(row for document in documents for row in label_rows(document))
    followed = [(one, found) for one in reviewed if (found := derived(one)).prepared is not None]
    if form == "rubrics.md":
        return "\n".join(rubric_markdown(document, found) for document, found in followed)
    if form == "rubrics.jsonl":
        return _lines(rubric_json(document, found) for document, found in followed)
    if form == "cobe":
        return _indented([item for document, found in followed if (item := _item(document, found)) is not None])
    raise StudioError(_unknown(form, PROJECT_FORMS))


def _item(document: Document, found: Derived) -> dict[str, Any] | None:
    """Return an item of CoBe, or None for a what-if that none of its queries says."""
    try:
        return rubric_item(document, found)
    except NoQueryError:
        return None


def scenario_row(document: Document) -> dict[str, Any]:
    """Return the reading as corrected, in the form of a scenario's file."""
    return scenario_to_dict(replace(document.corrected, id=document.id))


def asked_of(document: Document) -> dict[str, Any]:
    """Return a text as corrected with what is supposed, as `verify --jsonl` reads them.

    Raises
    ------
    StudioError
        If nothing is supposed that was understood.
    """
    found = derived(document)
    if found.prepared is None:
        message = "expected a text with a what-if, got none; suppose something, or open rows with a text of their own"
        raise StudioError(message)
    return {"scenario": scenario_row(document), "do": dict(found.prepared.rubric.intervention)}


def label_rows(document: Document) -> Iterator[dict[str, Any]]:
    """Yield each label with the rewrite and the criterion that it is about."""
    found = derived(document)
    criteria = found.prepared.rubric.criteria if found.prepared else ()
    told = {criterion_id(criterion): criterion.statement for criterion in criteria}
    texts = {rewrite.id: rewrite.text for rewrite in document.rewrites}
    for label in document.labels:
        yield {
            "id": document.id,
            "text": document.text,
            "what_if": what_if_to_dict(document.what_if),
            "rewrite": label.rewrite,
            "edit": texts.get(label.rewrite, ""),
            "criterion": label.criterion,
            "statement": "" if label.criterion == WHOLE else told.get(label.criterion, ""),
            "verdict": label.verdict or None,
            "said": label.said,
            "agrees": label.said == label.verdict if label.verdict else None,
            "note": label.note,
        }


def _lines(rows: Iterator[dict[str, Any]]) -> str:
    return "".join(dumped(row) + "\n" for row in rows)


def _indented(data: object) -> str:
    return json.dumps(data, ensure_ascii=False, indent=1, allow_nan=False) + "\n"


def _unknown(form: str, known: tuple[str, ...]) -> str:
    return f"expected one of the forms {', '.join(known)}, got {form[:40]!r}; choose one of them"

"""Documents as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, replace
from typing import Any

from causalcore.scenario.file import scenario_from_dict, scenario_to_dict
from causalcore.scenario.scenario import Provenance, Scenario
from nlbridge.answering.review import Reply
from nlbridge.apps.studio.document.document import Document, Label, Rewrite, StudioError, WhatIf


def document_to_dict(document: Document) -> dict[str, Any]:
    """Write a document as `document_from_dict` reads it.

    Examples
    --------
    >>> from causalcore.scenario.scenario import Scenario
    >>> document = Document(id="1", scenario=Scenario(text="It rained."), what_if=WhatIf(had="it not rained"))
    >>> document_to_dict(document)["what_if"]
    {'had': 'it not rained'}
    >>> document_from_dict(document_to_dict(document)) == document
    True
    """
    return {
        "id": document.id,
        "text": document.text,
        "scenario": {name: part for name, part in scenario_to_dict(document.scenario).items() if name != "text"},
        "what_if": what_if_to_dict(document.what_if),
        "replies": {name: str(reply) for name, reply in document.replies},
        "rewrites": [asdict(rewrite) for rewrite in document.rewrites],
        "labels": [asdict(label) for label in document.labels],
        "read": document.read,
        "reviewed": document.reviewed,
        "note": document.note,
        "read_by": document.read_by,
        "title": document.title,
        "kept": [what_if_to_dict(one) for one in document.kept],
        "by_model": list(document.by_model),
    }


def what_if_to_dict(what_if: WhatIf | None) -> dict[str, Any] | None:
    """Write a what-if as it was given."""
    if what_if is None:
        return None
    given = {"had": what_if.had, "query": what_if.query, "do": dict(what_if.do)}
    return {name: value for name, value in given.items() if value}


def document_from_dict(data: Mapping[str, Any]) -> Document:
    """Read a document.

    Raises
    ------
    StudioError
        If it lacks something, something in it has another form, or its reading breaks a rule of the format.
    """
    try:
        return Document(
            id=str(data["id"]),
            scenario=_with_sources(scenario_from_dict({**data["scenario"], "text": data["text"]}), data.get("read_by")),
            what_if=_what_if(data.get("what_if")),
            replies=tuple((name, Reply(reply)) for name, reply in data.get("replies", {}).items()),
            rewrites=tuple(Rewrite(**one) for one in data.get("rewrites", ())),
            labels=tuple(Label(**one) for one in data.get("labels", ())),
            read=bool(data.get("read", True)),
            reviewed=bool(data.get("reviewed", False)),
            note=str(data.get("note", "")),
            read_by=str(data.get("read_by", "")),
            title=str(data.get("title", "")),
            kept=tuple(what_if for one in data.get("kept", ()) if (what_if := _what_if(one)) is not None),
            by_model=tuple(map(str, data.get("by_model", ()))),
        )
    except (KeyError, TypeError, AttributeError, ValueError) as broken:
        message = f"expected a document that the studio wrote, got one with a fault ({broken}); restore its file"
        raise StudioError(message) from broken


def _with_sources(scenario: Scenario, read_by: str | None) -> Scenario:
    """Say of a file from before 2026-11 who read its claims and links: then only the document said so."""
    if not read_by or scenario.read:
        return scenario
    who = Provenance(read_by)
    events = tuple(one if one.confidence == 1 else replace(one, provenance=who) for one in scenario.events)
    links = tuple(one if one.confidence == 1 else replace(one, provenance=who) for one in scenario.links)
    return replace(scenario, events=events, links=links)


def _what_if(data: Mapping[str, Any] | None) -> WhatIf | None:
    if data is None:
        return None
    return WhatIf(had=data.get("had", ""), query=data.get("query", ""), do=tuple(data.get("do", {}).items()))

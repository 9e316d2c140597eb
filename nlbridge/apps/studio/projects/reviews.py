"""Read reviews by others: the studio's file, or exported scenarios."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from causalcore.errors import MalformedDocumentError
from causalcore.files.json_text import read_json
from causalcore.scenario.file import scenario_from_document
from nlbridge.answering.input import decoded
from nlbridge.apps.studio.document.document import Document, StudioError
from nlbridge.apps.studio.document.document_file import document_from_dict

if TYPE_CHECKING:
    from pathlib import Path


def load_review(path: Path) -> dict[str, Document]:
    """Return the documents of a review by the ids of their texts; texts that nobody opened are left out.

    Raises
    ------
    FileNotFoundError
        If the file does not exist.
    StudioError, MalformedScenarioError
        If a line is neither a document of the studio nor a scenario.
    """
    if not path.is_file():
        message = f"expected a review, got {path}, which is not a file; check the name"
        raise FileNotFoundError(message)
    return review_in(path.name, decoded(path.read_bytes(), path.name))


def review_in(name: str, content: str) -> dict[str, Document]:
    """Return the documents of a review by the ids of their texts; as `load_review`, of what a file holds."""
    found = [_document(row) for row in rows_in_lines(name, content)]
    return {document.id: document for document in found if document.read}


def rows_in_lines(name: str, content: str) -> list[Mapping[str, Any]]:
    """Return the objects of JSON Lines.

    Raises
    ------
    StudioError
        If a line is no object.
    """
    return [
        _object(line, f"line {number} of {name}") for number, line in enumerate(content.split("\n"), 1) if line.strip()
    ]


def _object(line: str, where: str) -> Mapping[str, Any]:
    try:
        row = read_json(line)
    except MalformedDocumentError as broken:
        message = f"expected JSON on {where}, got something else ({broken.came}); name a review or exported scenarios"
        raise StudioError(message) from broken
    if not isinstance(row, Mapping):
        message = f"expected an object on {where}, got {type(row).__name__}; name a review or exported scenarios"
        raise StudioError(message)
    return row


def _document(row: Mapping[str, Any]) -> Document:
    if "replies" in row:
        return document_from_dict(row)
    scenario = scenario_from_document(row)
    return Document(id=scenario.id, scenario=replace(scenario, id=""), read=True)

"""Reviews of others read back: the file that the studio keeps, or exported scenarios."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

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
        If there is no such file.
    StudioError, MalformedScenarioError
        If a line is neither a document of the studio nor a scenario.
    """
    if not path.is_file():
        message = f"expected a review, got {path}, which is no file; check the name"
        raise FileNotFoundError(message)
    found: dict[str, Document] = {}
    for number, line in enumerate(decoded(path.read_bytes(), path.name).split("\n"), 1):
        if line.strip():
            document = _document(line, f"line {number} of {path.name}")
            found[document.id] = document
    return {name: document for name, document in found.items() if document.read}


def _document(line: str, where: str) -> Document:
    try:
        row = read_json(line)
    except MalformedDocumentError as broken:
        message = f"expected JSON on {where}, got something else ({broken.came}); name a review or exported scenarios"
        raise StudioError(message) from broken
    if isinstance(row, Mapping) and "replies" in row:
        return document_from_dict(row)
    scenario = scenario_from_document(row)
    return Document(id=scenario.id, scenario=replace(scenario, id=""), read=True)

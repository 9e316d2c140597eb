"""A document in JSON or YAML."""

from __future__ import annotations

from typing import Any

from causalcore.errors import MalformedDocumentError
from causalcore.files.json_text import read_json
from causalcore.files.limits import USUAL, Limits
from causalcore.files.yaml_text import read_yaml


def read_document(text: str, *, limits: Limits = USUAL, once: bool = False) -> Any:
    """Read JSON, or YAML if the text is not JSON.

    If the text begins like a JSON object, the error describes the JSON.

    Raises
    ------
    MalformedDocumentError
        If it is neither, or exceeds a limit.

    Examples
    --------
    >>> read_document('{"a": 1}') == read_document("a: 1")
    True
    """
    try:
        return read_json(text, limits=limits, once=once)
    except MalformedDocumentError as broken:
        first = broken
    try:
        return read_yaml(text, limits=limits, once=once)
    except MalformedDocumentError as broken:
        raise (first if text.lstrip().startswith("{") else broken) from None

"""Model files: JSON, YAML, and network files (BIF, XMLBIF, UAI).

variables: {X: [0, 1], Y: [0, 1]}
noise: {UX: {0: 0.5, 1: 0.5}, U: {0: 0.9, 1: 0.1}}
mechanisms: {X: UX, Y: X xor U}
"""

from __future__ import annotations

from collections.abc import Mapping
from os import PathLike
from pathlib import Path
from typing import Any, cast

from causalcore.errors import MalformedDocumentError, MalformedModelError
from causalcore.files.document import read_document
from causalcore.files.faults import listed_faults
from causalcore.files.text_file import read_text
from causalcore.files.unread import why_unread
from causalcore.model.building import scm
from causalcore.model.model import SCM, model_to_dict
from logic.errors import brief, listed

__all__ = ["NETWORKS", "load_model", "model", "model_from_dict", "model_to_dict", "parse_text"]

_KEYS = frozenset({"variables", "noise", "mechanisms"})
NETWORKS = frozenset({".bif", ".xmlbif", ".xml", ".uai"})
"""Suffixes of network files."""


def model_from_dict(data: object) -> SCM:
    """Build a model from the content of a JSON or YAML file.

    Examples
    --------
    >>> model_from_dict({"variables": {"X": [0, 1]}, "mechanisms": {"X": 1}}).names
    ('X',)
    """
    if not isinstance(data, Mapping) or not {"variables", "mechanisms"} <= set(data) <= _KEYS:
        actual = (listed(sorted(map(str, data))) or "no keys") if isinstance(data, Mapping) else brief(data)
        message = f"expected a model with the keys variables, mechanisms and perhaps noise, got {actual}"
        raise MalformedModelError(message)
    faults = [
        f"expected a mapping from names under {key}, got {brief(part)}"
        for key, part in data.items()
        if not isinstance(part, Mapping)
    ] or [
        *(
            f"expected a list of values for {name}, got {brief(values)}"
            for name, values in data["variables"].items()
            if not isinstance(values, list | tuple)
        ),
        *(
            f"expected a mapping from value to probability for the noise {name}, got {brief(rows)}"
            for name, rows in (data.get("noise") or {}).items()
            if not isinstance(rows, Mapping)
        ),
    ]
    if faults:
        raise MalformedModelError(listed_faults("a model", faults))
    return scm(
        variables={str(name): values for name, values in data["variables"].items()},
        noise={str(name): rows for name, rows in (data.get("noise") or {}).items()},
        mechanisms={str(name): cast("Any", spec) for name, spec in data["mechanisms"].items()},
    )


def load_model(path: str | Path) -> SCM:
    """Read a model file; the suffix determines the format.

    Raises
    ------
    MalformedModelError
        If the file cannot be read as a model.
    """
    given: object = path
    if not isinstance(given, str | PathLike):
        message = f"expected the name of a model file, got {brief(given)}; pass a text or a pathlib.Path"
        raise MalformedModelError(message)
    place = Path(path)
    if place.suffix.lower() in NETWORKS:
        from causalcore.exchange.bayesian import read_network

        return read_network(place)
    try:
        text = read_text(place)
    except (OSError, UnicodeDecodeError) as error:
        message = f"expected a model file, JSON, YAML or BIF, got {str(place)[:400]}: {why_unread(error)}"
        raise MalformedModelError(message) from error
    return model_from_dict(parse_text(text))


def parse_text(text: str) -> object:
    """Read JSON or YAML into plain values."""
    try:
        return cast("object", read_document(text, once=True))
    except MalformedDocumentError as error:
        message = f"expected JSON or YAML with each key once, got {error.came}; correct the file"
        raise MalformedModelError(message) from error


def model(source: object = None, /, **parts: Any) -> SCM:
    """Build a model from the content of a file, from a path, or from its parts.

    Parameters
    ----------
    source
        A mapping with `variables`, `mechanisms` and optionally `noise`, or a file.
    parts
        The same three by name, as for `causalcore.model.building.scm`: a mechanism may be a Python function.

    Raises
    ------
    MalformedModelError, CyclicModelError
        The error says what is wrong and where.

    Examples
    --------
    >>> model(variables={"X": [0, 1], "Y": [0, 1]}, mechanisms={"X": 1, "Y": "not X"}).edges
    (('X', 'Y'),)
    """
    if isinstance(source, SCM):
        return source
    if isinstance(source, str | Path):
        return load_model(source)
    if source is not None and parts:
        message = f"expected a mapping, or {', '.join(parts)} by name, got both; pass one of them"
        raise MalformedModelError(message)
    if parts and not {"variables", "mechanisms"} <= set(parts) <= _KEYS:
        message = f"expected the parts variables, mechanisms and perhaps noise, got {listed(parts)}; correct the names"
        raise MalformedModelError(message)
    return scm(**parts) if parts else model_from_dict(source)

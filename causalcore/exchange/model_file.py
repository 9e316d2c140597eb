"""Model files: JSON and YAML, and what pgmpy reads (BIF, XMLBIF, UAI).

variables: {X: [0, 1], Y: [0, 1]}
noise: {UX: {0: 0.5, 1: 0.5}, U: {0: 0.9, 1: 0.1}}
mechanisms:
X: UX
Y: X xor U
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from causalcore.errors import MalformedDocumentError, MalformedModelError
from causalcore.files.document import read_document
from causalcore.model.building import scm
from causalcore.model.model import SCM, ConditionalTable, Mechanism, Noise
from logic.errors import brief, listed

if TYPE_CHECKING:
    from causalcore.model.variable import Value

_KEYS = frozenset({"variables", "noise", "mechanisms"})
NETWORKS = frozenset({".bif", ".xmlbif", ".xml", ".uai"})
"""Suffixes of files that another library reads."""


def model_from_dict(data: object) -> SCM:
    """Build a model from what a JSON or YAML file holds.

    Examples
    --------
    >>> model_from_dict({"variables": {"X": [0, 1]}, "mechanisms": {"X": 1}}).names
    ('X',)
    """
    if not isinstance(data, Mapping) or not {"variables", "mechanisms"} <= set(data) <= _KEYS:
        came = listed(sorted(map(str, data))) if isinstance(data, Mapping) else type(data).__name__
        message = f"expected a model with the keys variables, mechanisms and perhaps noise, got {came}"
        raise MalformedModelError(message)
    for key, part in data.items():
        if not isinstance(part, Mapping):
            message = f"expected a mapping from names under {key}, got {brief(part)}"
            raise MalformedModelError(message)
    for name, values in data["variables"].items():
        if not isinstance(values, list | tuple):
            message = f"expected a list of values for {name}, got {brief(values)}"
            raise MalformedModelError(message)
    for name, rows in (data.get("noise") or {}).items():
        if not isinstance(rows, Mapping):
            message = f"expected a mapping from value to probability for the noise {name}, got {brief(rows)}"
            raise MalformedModelError(message)
    return scm(
        variables={str(name): values for name, values in data["variables"].items()},
        noise={str(name): rows for name, rows in (data.get("noise") or {}).items()},
        mechanisms={str(name): cast("Any", spec) for name, spec in data["mechanisms"].items()},
    )


def load_model(path: str | Path) -> SCM:
    """Read a model file; the suffix tells the format.

    Raises
    ------
    MalformedModelError
        If the file cannot be read as a model.
    """
    place = Path(path)
    if place.suffix.lower() in NETWORKS:
        from causalcore.exchange.bayesian import read_network

        return read_network(place)
    try:
        text = place.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        message = f"expected a model file, got {place}: {error}; name a JSON, YAML or BIF file"
        raise MalformedModelError(message) from error
    return model_from_dict(parse_text(text))


def parse_text(text: str) -> object:
    """Read JSON or YAML into plain values."""
    try:
        return cast("object", read_document(text, once=True))
    except MalformedDocumentError as error:
        message = f"expected JSON or YAML with each key once, got {error.came}; correct the file"
        raise MalformedModelError(message) from error


def model_to_dict(model: SCM) -> dict[str, object]:
    """Write a model as plain values that `model_from_dict` reads back to the same model."""
    return {
        "variables": {item.name: list(item.values) for item in model.variables},
        "noise": {", ".join(factor.names): _noise_rows(model, factor) for factor in model.noise},
        "mechanisms": {name: _rule_rows(model, name) for name in model.names},
    }


def _key(model: SCM, names: tuple[str, ...], position: tuple[int, ...]) -> str:
    values: list[Value] = [model[name].values[place] for name, place in zip(names, position, strict=True)]
    return ", ".join(map(str, values))


def _positions(shape: tuple[int, ...]) -> list[tuple[int, ...]]:
    import numpy as np

    return [tuple(map(int, place)) for place in np.ndindex(*shape)]


def _noise_rows(model: SCM, factor: Noise) -> dict[str, float]:
    table = factor.probabilities
    return {_key(model, factor.names, place): float(table[place]) for place in _positions(table.shape)}


def _rule_rows(model: SCM, name: str) -> dict[str, object]:
    rule = model.rule(name)
    if isinstance(rule, Mechanism):
        values = model[name].values
        rows: dict[str, object] = {
            _key(model, rule.parents, place): values[int(rule.table[place])] for place in _positions(rule.table.shape)
        }
        return {"parents": list(rule.parents), "table": rows}
    return {"parents": list(rule.parents), "cpt": _cpt_rows(model, rule)}


def _cpt_rows(model: SCM, rule: ConditionalTable) -> dict[str, object]:
    table = rule.probabilities
    return {_key(model, rule.parents, place): table[place].tolist() for place in _positions(table.shape[:-1])}

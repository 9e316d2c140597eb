"""A model as plain values, as JSON and YAML files hold it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from causalcore.model.model import SCM, ConditionalTable, Noise
    from causalcore.model.variable import Value


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
    if hasattr(rule, "table"):
        values = model[name].values
        rows: dict[str, object] = {
            _key(model, rule.parents, place): values[int(rule.table[place])] for place in _positions(rule.table.shape)
        }
        return {"parents": list(rule.parents), "table": rows}
    return {"parents": list(rule.parents), "cpt": _cpt_rows(model, rule)}


def _cpt_rows(model: SCM, rule: ConditionalTable) -> dict[str, object]:
    table = rule.probabilities
    return {_key(model, rule.parents, place): table[place].tolist() for place in _positions(table.shape[:-1])}

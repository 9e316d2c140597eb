"""How a model is laid out for units: noise states as bits, one table per variable.

A confounded component is a set of noise factors that no variable connects to another set; Tian and Pearl (2002), A
general identification condition for causal effects, call the variables that read it a c-component. Its joint states
are numbered, and a set of states is stored as the bits of one integer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Any

import numpy as np

from causalcore.model.model import SCM, ConditionalTable, Floats, Indices, Mechanism, Noise

MAX_STATES = 1024
"""Most states of one confounded component; a model with more takes the general path."""
MAX_CELLS = 1 << 22
"""Most parent rows times states of one variable."""


@dataclass(frozen=True, slots=True, eq=False)
class Component:
    """Noise factors that share variables, and their possible joint states.

    Parameters
    ----------
    positions
        For each noise variable, its position in each state.

    Shapes
    ------
    prior : (states,); sums to 1
    """

    positions: Mapping[str, Indices]
    prior: Floats


@dataclass(frozen=True, slots=True, eq=False)
class Node:
    """One variable of the layout.

    Parameters
    ----------
    states
        For each row of the parents and each own value, the states that produce it, as bits.
    nested
        The same as nested tuples: one level per parent, own values innermost.
    chances
        The conditional table of a variable without a mechanism: its value is known only if no parent moves.
    """

    name: str
    parents: tuple[int, ...]
    sizes: tuple[int, ...]
    component: int
    states: tuple[tuple[int, ...], ...]
    nested: Any
    chances: Floats | None = None


def lay_out(model: SCM) -> tuple[tuple[Component, ...], tuple[Node, ...]] | None:
    """Return a model's components and variables; None if one is too large, or if a table reads noise.

    The first component has one state and no noise; it belongs to variables that read no noise.
    """
    if any(isinstance(rule, ConditionalTable) and set(rule.parents) & set(model.noise_of) for rule in model.rules):
        return None  # its chances depend on noise that the row leaves open
    groups = _groups(model)
    if any(prod(np.count_nonzero(factor.probabilities) for factor in group) > MAX_STATES for group in groups):
        return None
    components = (Component({}, np.ones(1)), *map(_component, groups))
    home = {name: place for place, component in enumerate(components) for name in component.positions}
    index = {name: place for place, name in enumerate(model.order)}
    nodes = []
    for name in model.order:
        node = _node(model, name, index, components, home)
        if node is None:
            return None
        nodes.append(node)
    return components, tuple(nodes)


def _groups(model: SCM) -> list[list[Noise]]:
    """Group the noise factors that some variable reads together."""
    groups: list[list[Noise]] = [[factor] for factor in model.noise]
    for name in model.names:
        read = {id(model.noise_of[parent]) for parent in model.rule(name).parents if parent in model.noise_of}
        merged = [group for group in groups if any(id(factor) in read for factor in group)]
        if len(merged) > 1:
            groups = [group for group in groups if group not in merged]
            groups.append([factor for group in merged for factor in group])
    return groups


def _component(group: list[Noise]) -> Component:
    cells = [np.argwhere(factor.probabilities > 0) for factor in group]
    chosen = list(product(*(range(len(cell)) for cell in cells)))
    positions: dict[str, Indices] = {}
    prior = np.ones(len(chosen))
    for at, (factor, cell) in enumerate(zip(group, cells, strict=True)):
        rows = cell[[choice[at] for choice in chosen]]
        prior = prior * factor.probabilities[tuple(rows.T)]
        positions.update({name: rows[:, axis] for axis, name in enumerate(factor.names)})
    return Component(positions, prior)


def _node(
    model: SCM, name: str, index: Mapping[str, int], components: Sequence[Component], home: Mapping[str, int]
) -> Node | None:
    rule = model.rule(name)
    own = model[name].size
    seen = tuple(parent for parent in rule.parents if parent in index)
    sizes = tuple(model[parent].size for parent in seen)
    place = next((home[parent] for parent in rule.parents if parent in home), 0)
    noisy_table = isinstance(rule, ConditionalTable) and place != 0
    if noisy_table or prod(sizes) * own * len(components[place].prior) > MAX_CELLS:
        return None
    if isinstance(rule, ConditionalTable):
        hits = np.asarray(rule.probabilities > 0)[..., None]
    else:
        values = _by_state(rule, components[place].positions, index, len(components[place].prior))
        hits = values[..., None, :] == np.arange(own)[:, None]
    states = tuple(tuple(map(_bits, row)) for row in hits.reshape(prod(sizes), own, -1))
    nested: Any = states
    for size in reversed(sizes[1:] if sizes else ()):
        nested = tuple(tuple(nested[start : start + size]) for start in range(0, len(nested), size))
    nested = nested if sizes else nested[0]
    chances = rule.probabilities if isinstance(rule, ConditionalTable) else None
    return Node(name, tuple(index[parent] for parent in seen), sizes, place, states, nested, chances)


def _by_state(rule: Mechanism, positions: Mapping[str, Indices], index: Mapping[str, int], count: int) -> Indices:
    """Return the mechanism's table with one axis for each endogenous parent, and the states as the last axis."""
    inner = [axis for axis, parent in enumerate(rule.parents) if parent in index]
    outer = [axis for axis, parent in enumerate(rule.parents) if parent not in index]
    table = np.transpose(rule.table, (*inner, *outer))
    if not outer:
        return np.broadcast_to(table[..., None], (*table.shape, count))
    states = tuple(positions[rule.parents[axis]] for axis in outer)
    return table[tuple([slice(None)] * len(inner)) + states]


def _bits(hits: Any) -> int:
    return int.from_bytes(np.packbits(hits, bitorder="little").tobytes(), "little")

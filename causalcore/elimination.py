"""Sum-product variable elimination over factors with integer node names.

Own code rather than pgmpy's: building pgmpy's objects costs milliseconds a
factor and its import two seconds, while the networks here are built anew for
each query and are mostly deterministic tables.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np

from causalcore.errors import MalformedModelError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from causalcore.model import Floats

MAX_CELLS = 1 << 26
"""Cells that one intermediate table may have (half a gigabyte)."""


@dataclass(frozen=True, slots=True, eq=False)
class Factor:
    """A table over nodes.

    Shapes
    ------
    table : one axis for each node
    """

    nodes: tuple[int, ...]
    table: Floats


def multiply(factors: Iterable[Factor], keep: Iterable[int]) -> Factor:
    """Multiply factors pairwise and sum out every node that is not kept."""
    kept = tuple(sorted(set(keep)))
    pool = sorted(factors, key=lambda factor: factor.table.size)
    if not pool:
        return Factor((), np.asarray(1.0))
    result = pool[0]
    for position, factor in enumerate(pool[1:], start=1):
        later = {node for rest in pool[position + 1 :] for node in rest.nodes} | set(kept)
        result = _pair(result, factor, later)
    return _pair(result, Factor((), np.asarray(1.0)), set(kept))


def _pair(left: Factor, right: Factor, keep: set[int]) -> Factor:
    union = tuple(dict.fromkeys((*left.nodes, *right.nodes)))
    local = {node: axis for axis, node in enumerate(union)}
    out = tuple(node for node in union if node in keep)
    # numpy's types know einsum's sublist form only for one operand at a time.
    operands: list[Any] = [left.table, [local[n] for n in left.nodes], right.table, [local[n] for n in right.nodes]]
    table = np.einsum(*operands, [local[node] for node in out])
    return Factor(out, np.asarray(table))


def eliminate(factors: Iterable[Factor], keep: tuple[int, ...], sizes: Mapping[int, int]) -> Floats:
    """Return the sum over all nodes but `keep` of the product of the factors.

    Shapes
    ------
    result : one axis for each node of `keep`, in that order

    Examples
    --------
    >>> chance = Factor((0,), np.array([0.25, 0.75]))
    >>> copy = Factor((0, 1), np.eye(2))
    >>> eliminate([chance, copy], (1,), {0: 2, 1: 2}).tolist()
    [0.25, 0.75]
    """
    pool = list(factors)
    hidden = {node for factor in pool for node in factor.nodes} - set(keep)
    while hidden:
        node, cells = _cheapest(pool, hidden, sizes)
        if cells > MAX_CELLS:
            message = (
                f"expected a query whose tables stay under {MAX_CELLS} cells, got {cells}; "
                "observe more variables or ask about fewer worlds"
            )
            raise MalformedModelError(message)
        touched = [factor for factor in pool if node in factor.nodes]
        pool = [factor for factor in pool if node not in factor.nodes]
        scope = {other for factor in touched for other in factor.nodes} - {node}
        pool.append(multiply(touched, scope))
        hidden.remove(node)
    result = multiply(pool, keep)
    absent = [node for node in keep if node not in result.nodes]
    table = result.table
    for node in absent:
        table = np.broadcast_to(table[..., None], (*table.shape, sizes[node]))
    axes = [*result.nodes, *absent]
    return np.asarray(np.transpose(table, [axes.index(node) for node in keep]), dtype=np.float64)


def _cheapest(pool: list[Factor], hidden: set[int], sizes: Mapping[int, int]) -> tuple[int, int]:
    scopes: dict[int, set[int]] = {node: set() for node in hidden}
    for factor in pool:
        for node in factor.nodes:
            if node in scopes:
                scopes[node].update(factor.nodes)
    costs = {node: prod(sizes[other] for other in scope) for node, scope in scopes.items()}
    best = min(costs, key=lambda node: (costs[node], node))
    return best, costs[best]

"""Variable elimination over one network, factor by factor: the way before patterns were compiled, as an oracle."""

from __future__ import annotations

from heapq import heapify, heappop, heappush
from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np

from causalcore.queries.compiled.factor import Factor

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from causalcore.model.model import Floats

SMALL, MANY = 2048, 16
"""Cells, and factors, up to which a product is formed at once."""


def multiply(factors: Iterable[Factor], keep: Iterable[int], cells: int = SMALL + 1) -> Factor:
    """Multiply factors and sum out every node that is not kept; `cells` says how large the whole product is."""
    kept = tuple(sorted(set(keep)))
    pool = sorted(factors, key=lambda factor: factor.table.size)
    if not pool:
        return Factor((), np.asarray(1.0))
    if cells <= SMALL and len(pool) <= MANY:
        return _at_once(pool, kept)
    result = pool[0]
    for position, factor in enumerate(pool[1:], start=1):
        later = {node for rest in pool[position + 1 :] for node in rest.nodes} | set(kept)
        result = _pair(result, factor, later)
    return _pair(result, Factor((), np.asarray(1.0)), set(kept))


def _at_once(pool: list[Factor], kept: tuple[int, ...]) -> Factor:
    local: dict[int, int] = {}
    operands: list[Any] = []  # numpy's types know einsum's sublist form only for one operand at a time
    for factor in pool:
        operands += [factor.table, [local.setdefault(node, len(local)) for node in factor.nodes]]
    out = tuple(node for node in kept if node in local)
    return Factor(out, np.asarray(np.einsum(*operands, [local[node] for node in out])))


def _pair(left: Factor, right: Factor, keep: set[int]) -> Factor:
    union = tuple(dict.fromkeys((*left.nodes, *right.nodes)))
    local = {node: axis for axis, node in enumerate(union)}
    out = tuple(node for node in union if node in keep)
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
    order = _Order(factors, keep, sizes)
    while (node := order.cheapest()) is not None:
        scope = order.neighbours[node] - {node}
        order.replace(node, multiply(order.touching(node), scope, order.costs[node]))
    pool = order.rest()
    result = multiply(pool, keep)
    absent = [node for node in keep if node not in result.nodes]
    table = result.table
    for node in absent:
        table = np.broadcast_to(table[..., None], (*table.shape, sizes[node]))
    axes = [*result.nodes, *absent]
    return np.asarray(np.transpose(table, [axes.index(node) for node in keep]), dtype=np.float64)


class _Order:
    """The factors that are left, and which node is to be summed out next."""

    def __init__(self, factors: Iterable[Factor], keep: Iterable[int], sizes: Mapping[int, int]) -> None:
        self.sizes, self._kept = sizes, frozenset(keep)
        self._factors: dict[int, Factor] = dict(enumerate(factors))
        self._of: dict[int, set[int]] = {}
        self.neighbours: dict[int, set[int]] = {}
        self.costs: dict[int, int] = {}
        self._count = len(self._factors)
        for number, factor in self._factors.items():
            self._enter(number, factor)
        for node in self.neighbours:
            self.costs[node] = self._cost(node)
        self._heap = [(cost, node) for node, cost in self.costs.items() if node not in self._kept]
        heapify(self._heap)

    def _enter(self, number: int, factor: Factor) -> None:
        for node in factor.nodes:
            self._of.setdefault(node, set()).add(number)
            self.neighbours.setdefault(node, set()).update(factor.nodes)

    def _cost(self, node: int) -> int:
        return prod([self.sizes[other] for other in self.neighbours[node]])

    def cheapest(self) -> int | None:
        """Return the node whose summing out makes the smallest table, or None if all are summed out."""
        while self._heap:
            cost, node = heappop(self._heap)
            if self.costs.get(node) == cost:
                return node
        return None

    def touching(self, node: int) -> list[Factor]:
        """Return the factors that have a node."""
        return [self._factors[number] for number in sorted(self._of[node])]

    def replace(self, node: int, factor: Factor) -> None:
        """Put one factor in the place of all that have a node, which it has no more."""
        for number in self._of.pop(node):
            for other in self._factors.pop(number).nodes:
                if other != node:
                    self._of[other].discard(number)
        self._factors[self._count] = factor
        around = self.neighbours.pop(node) - {node}
        del self.costs[node]
        for other in around:
            self.neighbours[other].discard(node)
        self._enter(self._count, factor)
        self._count += 1
        for other in around:
            cost = self._cost(other)
            if cost != self.costs[other]:
                self.costs[other] = cost
                if other not in self._kept:
                    heappush(self._heap, (cost, other))

    def rest(self) -> list[Factor]:
        """Return the factors that are left."""
        return list(self._factors.values())

"""The order in which nodes are summed out, and its cost.

Source: Koller and Friedman (2009), Probabilistic Graphical Models, section 9.4.3: greedy search by the edges that a
node adds (min-fill), here plus its neighbours. The bits of an integer are a set of nodes. The search adds each
elimination's changes to the scores of the other nodes instead of counting again.

`opt_einsum`'s greedy and branching paths were tried first: on the twin networks of `tests/performance`, their largest
tables have two to thirty-two times as many cells, and greedy takes longer to find them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import prod


@dataclass(frozen=True, slots=True)
class Order:
    """An order of elimination.

    Parameters
    ----------
    nodes
        The nodes to sum out, first to last.
    cells
        Cells of all intermediate products together.
    largest
        Cells of the largest product.
    width
        Nodes of the largest product, including the one summed out.
    """

    nodes: tuple[int, ...]
    cells: int
    largest: int
    width: int


def elimination_order(scopes: Iterable[tuple[int, ...]], keep: Iterable[int], sizes: Mapping[int, int]) -> Order:
    """Find an elimination order that keeps tables small.

    Examples
    --------
    A chain is summed out from its ends, two nodes at a time:

    >>> found = elimination_order([(0, 1), (1, 2), (2, 3)], (3,), dict.fromkeys(range(4), 2))
    >>> found.width, found.cells
    (2, 12)
    """
    search = _Search(scopes, keep, sizes)
    nodes, cells, largest, width = [], 0, 0, 0
    while search.score:
        node = search.cheapest()
        count = search.cells(node)
        cells, largest = cells + count, max(largest, count)
        width = max(width, search.around[node].bit_count() + 1)
        nodes.append(search.names[node])
        search.eliminate(node)
    return Order(tuple(nodes), cells, largest, width)


class _Search:
    """The remaining graph, and each node's score."""

    def __init__(self, scopes: Iterable[tuple[int, ...]], keep: Iterable[int], sizes: Mapping[int, int]) -> None:
        local: dict[int, int] = {}
        masks = []
        for scope in scopes:
            mask = 0
            for name in scope:
                mask |= 1 << local.setdefault(name, len(local))
            masks.append(mask)
        self.names = tuple(local)
        self.sizes = tuple(sizes[name] for name in self.names)
        self.around = [0] * len(local)
        for mask in masks:
            for node in _members(mask):
                self.around[node] |= mask
        for node in range(len(local)):
            self.around[node] &= ~(1 << node)
        kept = {local[name] for name in keep if name in local}
        self.missing = [self._missing(node) for node in range(len(local))]
        self.score = {node: self._score(node) for node in range(len(local)) if node not in kept}

    def _missing(self, node: int) -> int:
        around = self.around
        mask = around[node]
        return sum((mask & ~around[other]).bit_count() - 1 for other in _members(mask)) // 2

    def _score(self, node: int) -> int:
        return self.missing[node] + self.around[node].bit_count()

    def cheapest(self) -> int:
        """Return the node to sum out next."""
        return min(self.score, key=self.score.__getitem__)

    def cells(self, node: int) -> int:
        """Return the cells of the product over a node and its neighbours."""
        return self.sizes[node] * prod([self.sizes[other] for other in _members(self.around[node])])

    def eliminate(self, node: int) -> None:
        """Connect the neighbours of a node with each other and remove the node."""
        around, missing, score = self.around, self.missing, self.score
        mask = around[node]
        touched = mask
        if missing[node]:
            rest = mask
            while rest:
                low = rest & -rest
                rest ^= low
                neighbour = low.bit_length() - 1
                others = rest & ~around[neighbour]
                while others:
                    bit = others & -others
                    others ^= bit
                    touched |= self._join(neighbour, low, bit.bit_length() - 1, bit)
        gone, rest = 1 << node, mask
        while rest:
            low = rest & -rest
            rest ^= low
            other = low.bit_length() - 1
            around[other] ^= gone
            missing[other] -= (around[other] & ~mask).bit_count()
        del score[node]
        rest = touched & ~gone
        while rest:
            low = rest & -rest
            rest ^= low
            other = low.bit_length() - 1
            if other in score:
                score[other] = missing[other] + around[other].bit_count()

    def _join(self, first: int, low: int, second: int, bit: int) -> int:
        around, missing = self.around, self.missing
        common = rest = around[first] & around[second]
        while rest:
            lowest = rest & -rest
            rest ^= lowest
            missing[lowest.bit_length() - 1] -= 1
        missing[first] += (around[first] & ~common).bit_count()
        missing[second] += (around[second] & ~common).bit_count()
        around[first] |= bit
        around[second] |= low
        return common


def _members(mask: int) -> Iterator[int]:
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low

"""Which nodes are summed out in one step.

Summing out one node after the other needs the fewest cells, but each step has a fixed cost. So steps on few cells are
merged with the step that uses their result.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import prod

JOINED = 128
"""Most cells of steps that are merged."""


@dataclass(slots=True)
class Group:
    """Nodes that are summed out together.

    Parameters
    ----------
    scope
        All nodes of the product.
    factors
        The factors in the product.
    before
        The groups whose results are in the product.
    moving
        Whether the result depends on inputs.
    parent
        The group that the result goes to; None if only a number is left.
    """

    gone: list[int] = field(default_factory=list)
    scope: set[int] = field(default_factory=set)
    factors: list[int] = field(default_factory=list)
    before: list[int] = field(default_factory=list)
    moving: bool = False
    parent: int | None = None

    def take_in(self, other: Group) -> None:
        """Also do what another group did, before the own steps."""
        self.gone = other.gone + self.gone
        self.scope |= other.scope
        self.factors = other.factors + self.factors
        self.before = other.before + self.before


def group_steps(
    scopes: Sequence[tuple[int, ...]], moving: Sequence[bool], order: Sequence[int], sizes: Mapping[int, int]
) -> list[tuple[int, Group]]:
    """Return numbered groups, each after those it uses; the last one holds the kept nodes.

    Parameters
    ----------
    moving
        Which factors depend on inputs.

    Examples
    --------
    >>> [
    ...     (number, group.gone)
    ...     for number, group in group_steps([(0, 1), (1, 2)], [True, True], [0, 1], {0: 2, 1: 2, 2: 2})
    ... ]
    [(1, [0, 1]), (2, [])]
    """
    groups = _one_by_one(scopes, moving, order)
    kept = []
    for number, group in enumerate(groups):
        above = None if group.parent is None else groups[group.parent]
        if above is not None and _joins(group, above, sizes):
            above.take_in(group)
            continue
        if above is not None:
            above.before.append(number)
        kept.append((number, group))
    return kept


def _joins(group: Group, above: Group, sizes: Mapping[int, int]) -> bool:
    return (
        bool(above.gone)
        and group.moving == above.moving
        and prod([sizes[node] for node in group.scope | above.scope]) <= JOINED
    )


def _one_by_one(scopes: Sequence[tuple[int, ...]], moving: Sequence[bool], order: Sequence[int]) -> list[Group]:
    """Make one group for each node, and a last one for the kept nodes."""
    rank = {node: place for place, node in enumerate(order)}
    last = len(order)
    groups = [Group([node]) for node in order] + [Group()]

    def first(nodes: Iterable[int]) -> int:
        return min([rank.get(node, last) for node in nodes])

    for number, scope in enumerate(scopes):
        if scope:
            group = groups[first(scope)]
            group.factors.append(number)
            group.scope.update(scope)
            group.moving = group.moving or moving[number]
    for place, node in enumerate(order):
        group = groups[place]
        left = group.scope - {node}
        if left:
            group.parent = first(left)
            above = groups[group.parent]
            above.scope |= left
            above.moving = above.moving or group.moving
    return groups

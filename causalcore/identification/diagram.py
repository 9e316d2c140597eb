"""A causal diagram: nodes, directed edges, unobserved nodes, and independences checked path by path."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, pairwise

from causalcore.errors import CyclicModelError, UnknownNameError


@dataclass(frozen=True, slots=True)
class Diagram:
    """A directed acyclic graph over named variables.

    Parameters
    ----------
    nodes
        In the order given.
    edges
        Pairs of cause and effect.
    hidden
        Nodes that are not observed.

    Raises
    ------
    UnknownNameError
        If an edge or `hidden` names something that is not a node.
    CyclicModelError
        If causes form a cycle.

    Examples
    --------
    >>> smoking = Diagram(("U", "X", "M", "Y"), (("U", "X"), ("U", "Y"), ("X", "M"), ("M", "Y")), frozenset({"U"}))
    >>> smoking.parents("Y"), smoking.observed
    (('U', 'M'), ('X', 'M', 'Y'))
    >>> smoking.separated({"X"}, {"Y"}, {"M", "U"})
    True
    """

    nodes: tuple[str, ...]
    edges: tuple[tuple[str, str], ...]
    hidden: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        for name in (*(end for edge in self.edges for end in edge), *self.hidden):
            if name not in self.nodes:
                raise UnknownNameError(name, self.nodes)
        if len(self.order) < len(self.nodes):
            left = tuple(name for name in self.nodes if name not in self.order)
            raise CyclicModelError((*left, left[0]))

    @property
    def observed(self) -> tuple[str, ...]:
        """The observed nodes."""
        return tuple(node for node in self.nodes if node not in self.hidden)

    @property
    def order(self) -> tuple[str, ...]:
        """The nodes, causes before effects; nodes on a cycle are left out."""
        ordered: list[str] = []
        waiting = list(self.nodes)
        while ready := [node for node in waiting if set(self.parents(node)) <= set(ordered)]:
            ordered += ready
            waiting = [node for node in waiting if node not in ordered]
        return tuple(ordered)

    def parents(self, node: str) -> tuple[str, ...]:
        """Return the direct causes of a node."""
        return _causes(self.edges, node)

    def children(self, node: str) -> tuple[str, ...]:
        """Return the direct effects of a node."""
        return tuple(effect for cause, effect in self.edges if cause == node)

    def ancestors(self, names: Iterable[str]) -> frozenset[str]:
        """Return some nodes with everything upstream of them."""
        return self._closure(names, self.parents)

    def descendants(self, names: Iterable[str]) -> frozenset[str]:
        """Return some nodes with everything downstream of them."""
        return self._closure(names, self.children)

    @staticmethod
    def _closure(names: Iterable[str], step: Callable[[str], tuple[str, ...]]) -> frozenset[str]:
        closure, waiting = set[str](), list(names)
        while waiting:
            node = waiting.pop()
            if node not in closure:
                closure.add(node)
                waiting += step(node)
        return frozenset(closure)

    def cut(self, *, into: Iterable[str] = (), out_of: Iterable[str] = ()) -> Diagram:
        """Return the diagram without the arrows into some nodes and out of others."""
        closed, silent = frozenset(into), frozenset(out_of)
        edges = tuple(edge for edge in self.edges if edge[1] not in closed and edge[0] not in silent)
        return Diagram(self.nodes, edges, self.hidden)

    def separated(self, left: Iterable[str], right: Iterable[str], given: Iterable[str] = ()) -> bool:
        """Return whether a third set blocks every path between two sets, using the moral graph of their ancestors.

        References
        ----------
        .. [1] Lauritzen et al. (1990), Independence properties of directed Markov fields.
        """
        return _separated(self, frozenset(left), frozenset(right), frozenset(given))

    def between(self, cause: str, effect: str) -> frozenset[str]:
        """Return the nodes on directed paths from a cause to an effect, excluding these two."""
        return (self.descendants([cause]) & self.ancestors([effect])) - {cause, effect}

    def confounded(self, one: str, other: str) -> bool:
        """Return whether a hidden node causes both nodes, along paths of hidden nodes."""
        return bool(self._hidden_causes(one) & self._hidden_causes(other))

    def _hidden_causes(self, node: str) -> frozenset[str]:
        causes, waiting = set[str](), [node]
        while waiting:
            fresh = [cause for cause in self.parents(waiting.pop()) if cause in self.hidden and cause not in causes]
            causes.update(fresh)
            waiting += fresh
        return frozenset(causes)

    def district(self, node: str, inside: frozenset[str]) -> frozenset[str]:
        """Return the observed nodes that hidden causes connect to a node, within a set (a c-component)."""
        component, waiting = {node}, [node]
        while waiting:
            current = waiting.pop()
            fresh = [other for other in inside - component if self.confounded(current, other)]
            component.update(fresh)
            waiting += fresh
        return frozenset(component)

    def observed_parents(self, node: str) -> frozenset[str]:
        """Return the observed nodes with an arrow, or a path of hidden nodes, into a node."""
        causes, waiting, seen = set[str](), [node], set[str]()
        while waiting:
            for cause in self.parents(waiting.pop()):
                if cause not in self.hidden:
                    causes.add(cause)
                elif cause not in seen:
                    seen.add(cause)
                    waiting.append(cause)
        return frozenset(causes)

    def __str__(self) -> str:
        drawn = ", ".join(f"{cause} -> {effect}" for cause, effect in self.edges)
        unseen = f"; unobserved: {', '.join(sorted(self.hidden))}" if self.hidden else ""
        return (drawn or ", ".join(self.nodes)) + unseen


@lru_cache(maxsize=1 << 14)
def _causes(edges: tuple[tuple[str, str], ...], node: str) -> tuple[str, ...]:
    return tuple(cause for cause, effect in edges if effect == node)


@lru_cache(maxsize=1 << 14)
def _separated(diagram: Diagram, start: frozenset[str], goal: frozenset[str], blocked: frozenset[str]) -> bool:
    kept = diagram.ancestors(start | goal | blocked)
    near: dict[str, set[str]] = {node: set() for node in kept}
    for node in kept:
        causes = diagram.parents(node)
        for left, right in (*combinations(causes, 2), *((cause, node) for cause in causes)):
            near[left].add(right)
            near[right].add(left)
    seen, waiting = set(start - blocked), list(start - blocked)
    while waiting:
        for node in near[waiting.pop()] - blocked - seen:
            seen.add(node)
            waiting.append(node)
    return not seen & goal


@dataclass(frozen=True, slots=True)
class Independence:
    """Two sets are d-separated given a third, in the diagram without the arrows out of some nodes.

    Examples
    --------
    >>> chain = Diagram(("X", "M", "Y"), (("X", "M"), ("M", "Y")))
    >>> Independence(("X",), ("Y",), ("M",)).holds(chain), Independence(("X",), ("Y",)).holds(chain)
    (True, False)
    """

    left: tuple[str, ...]
    right: tuple[str, ...]
    given: tuple[str, ...] = ()
    out_of: tuple[str, ...] = ()

    def holds(self, diagram: Diagram) -> bool:
        """Check the independence path by path, with no code from the search that found it."""
        cut = diagram.cut(out_of=self.out_of)
        paths = (path for start in self.left for path in _paths(cut, (start,), frozenset(self.right)))
        return all(_blocked(cut, path, frozenset(self.given)) for path in paths)

    def __str__(self) -> str:
        given = f" given {', '.join(self.given)}" if self.given else ""
        cut = f", arrows out of {', '.join(self.out_of)} removed" if self.out_of else ""
        return f"{', '.join(self.left)} independent of {', '.join(self.right)}{given}{cut}"


def _paths(diagram: Diagram, path: tuple[str, ...], goal: frozenset[str]) -> Iterator[tuple[str, ...]]:
    if path[-1] in goal:
        yield path
        return
    for node in (*diagram.parents(path[-1]), *diagram.children(path[-1])):
        if node not in path:
            yield from _paths(diagram, (*path, node), goal)


def _blocked(diagram: Diagram, path: tuple[str, ...], given: frozenset[str]) -> bool:
    arrows = set(diagram.edges)
    for (before, node), (_, after) in pairwise(pairwise(path)):
        meets = (before, node) in arrows and (after, node) in arrows
        if meets and not diagram.descendants([node]) & given:
            return True
        if not meets and node in given:
            return True
    return False

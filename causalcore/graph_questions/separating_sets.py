"""All minimal sets that separate two nodes.

networkx finds one minimal separator, and pgmpy a smallest one; this module lists them all.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from itertools import combinations, islice
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

    from causalcore.identification.diagram import Diagram

MOST_SETS: Final = 1000
"""Most sets, paths or independences that are listed; there may be exponentially many."""


def listed_separators(
    diagram: Diagram, one: str, other: str, among: Iterable[str]
) -> tuple[tuple[tuple[str, ...], ...], bool]:
    """Return minimal separators, smaller ones first, and whether these are all.

    Examples
    --------
    >>> from causalcore.identification.diagram import Diagram
    >>> square = Diagram(("A", "B", "C", "D"), (("A", "B"), ("A", "C"), ("B", "D"), ("C", "D")))
    >>> listed_separators(square, "A", "D", ["B", "C"])
    ((('B', 'C'),), True)
    """
    separators = list(islice(minimal_separators(diagram, one, other, among), MOST_SETS + 1))
    named = sorted((tuple(sorted(names)) for names in separators[:MOST_SETS]), key=lambda names: (len(names), names))
    return tuple(named), len(separators) <= MOST_SETS


def minimal_separators(diagram: Diagram, one: str, other: str, among: Iterable[str]) -> Iterator[frozenset[str]]:
    """Yield every set that d-separates two nodes and has no part that does.

    In the moral graph of everything upstream of both, each minimal separator is the one nearest to a connected part
    around one node. Moving one of its nodes into that part leads to the next ones, and so to all.

    Parameters
    ----------
    among
        The nodes that may be conditioned on.

    References
    ----------
    .. [1] van der Zander, Liskiewicz and Textor (2014), Constructing separators and adjustment sets in ancestral
       graphs: all minimal separators lie upstream of both nodes.
    .. [2] Berry, Bordat and Cogis (2000), Generating all the minimal separators of a graph.
    """
    near = _moral(diagram, one, other, frozenset(among))
    if other in near[one]:
        return
    first = _nearest(near, frozenset({one}), other)
    waiting, seen = deque([first]), {first}
    while waiting:
        separator = waiting.popleft()
        yield separator
        part = _component(near, one, separator)
        for node in sorted(separator - near[other]):
            following = _nearest(near, part | {node}, other)
            if following not in seen:
                seen.add(following)
                waiting.append(following)


def _moral(diagram: Diagram, one: str, other: str, among: frozenset[str]) -> Mapping[str, set[str]]:
    """Return each node's neighbours in the ancestors' moral graph, bridging nodes that may not be conditioned on."""
    kept = diagram.ancestors({one, other})
    near: dict[str, set[str]] = {node: set() for node in kept}
    for node in kept:
        causes = diagram.parents(node)
        for left, right in (*combinations(causes, 2), *((cause, node) for cause in causes)):
            near[left].add(right)
            near[right].add(left)
    for node in sorted(kept - among - {one, other}):
        around = near.pop(node)
        for neighbour in around:
            near[neighbour] |= around
            near[neighbour] -= {node, neighbour}
    return near


def _nearest(near: Mapping[str, set[str]], part: frozenset[str], other: str) -> frozenset[str]:
    """Return the separator nearest to a connected part that does not touch the other node."""
    around = frozenset().union(*(near[node] for node in part)) - part
    beyond = _component(near, other, around)
    return frozenset().union(*(near[node] for node in beyond)) - beyond


def _component(near: Mapping[str, set[str]], start: str, without: frozenset[str]) -> frozenset[str]:
    component, waiting = {start}, [start]
    while waiting:
        for node in near[waiting.pop()] - without - component:
            component.add(node)
            waiting.append(node)
    return frozenset(component)

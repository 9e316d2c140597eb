"""Paths between two nodes: directed, back-door or neither; open or blocked given a set."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice, pairwise
from typing import TYPE_CHECKING

from causalcore.graph_questions.separating_sets import MOST_SETS
from causalcore.graphs.causal_graph import check_graph

if TYPE_CHECKING:
    from causalcore.graphs.causal_graph import Graph


class PathKind(StrEnum):
    """What a path says about its first node as a cause of its last."""

    DIRECTED = "directed"
    """All arrows lead from the first node to the last."""
    BACK_DOOR = "back-door"
    """The path begins with an arrow into the first node."""
    NON_CAUSAL = "non-causal"
    """The path leaves the first node by an arrow out of it, and two of its arrows meet head to head."""


@dataclass(frozen=True, slots=True)
class OpenPath:
    """One path.

    Parameters
    ----------
    nodes
        From the first to the last, including unobserved ones.
    arrows
        The arrow between each node and the next: `->` or `<-`.
    blocked_by
        The nodes that block it; empty if it is open.
    """

    nodes: tuple[str, ...]
    arrows: tuple[str, ...]
    kind: PathKind
    blocked_by: tuple[str, ...]

    @property
    def open(self) -> bool:
        """Whether nothing blocks it."""
        return not self.blocked_by

    def __str__(self) -> str:
        """Write the path with its arrows, and an unobserved common cause as `X <-> Y`."""
        text = self.nodes[0]
        passed = False
        for place, arrow in enumerate(self.arrows):
            before, after = self.nodes[place], self.nodes[place + 1]
            ends = {f"{before} <-> {end}" for end in self.nodes[place + 2 : place + 3]}
            ends |= {f"{end} <-> {before}" for end in self.nodes[place + 2 : place + 3]}
            if passed:
                passed = False
            elif after in ends:
                text, passed = f"{text} <-> {self.nodes[place + 2]}", True
            else:
                text = f"{text} {arrow} {after}"
        return text


def paths(graph: Graph, start: str, end: str, given: Iterable[str] = ()) -> tuple[tuple[OpenPath, ...], bool]:
    """Return the paths between two nodes that repeat no node, shorter ones first, and whether these are all.

    References
    ----------
    .. [1] Pearl (2009), Causality, definition 1.2.3: what blocks a path.

    Examples
    --------
    >>> from causalcore.graphs.notations import read_graph
    >>> found, complete = paths(read_graph("dag { Z -> X -> Y; Z -> Y; X -> C <- Y }"), "X", "Y", ["Z"])
    >>> for path in found:
    ...     print(path, path.kind, path.blocked_by)
    X -> Y directed ()
    X -> C <- Y non-causal ('C',)
    X <- Z -> Y back-door ('Z',)
    """
    import networkx as nx

    condition = frozenset(given)
    check_graph(graph, (start, end, *condition))
    ways = nx.all_simple_paths(graph.to_undirected(as_view=True), start, end)
    routes = [tuple(way) for way in islice(ways, MOST_SETS + 1)]
    awake = condition.union(*(nx.ancestors(graph, name) for name in condition))
    read = [_read(graph, nodes, condition, awake) for nodes in routes[:MOST_SETS]]
    return tuple(sorted(read, key=lambda path: (len(path.nodes), path.nodes))), len(routes) <= MOST_SETS


def _read(graph: Graph, nodes: tuple[str, ...], given: frozenset[str], awake: frozenset[str]) -> OpenPath:
    """Build one path; `awake` holds the colliders that let it through."""
    arrows = tuple("->" if graph.has_edge(before, after) else "<-" for before, after in pairwise(nodes))
    blocked = []
    for node, (into, out) in zip(nodes[1:-1], pairwise(arrows), strict=True):
        meets = (into, out) == ("->", "<-")
        if (node not in awake) if meets else (node in given):
            blocked.append(node)
    kind = PathKind.NON_CAUSAL
    if set(arrows) == {"->"}:
        kind = PathKind.DIRECTED
    elif arrows[0] == "<-":
        kind = PathKind.BACK_DOOR
    return OpenPath(nodes, arrows, kind, tuple(blocked))

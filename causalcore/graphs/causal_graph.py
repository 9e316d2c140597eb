"""Questions about a causal graph alone: ancestors, d-separation, colliders, its type.

A graph is a `networkx.DiGraph`. A node with the attribute `hidden` is unobserved, such as noise that two variables
share; it takes part in d-separation and appears in no answer. Sources: Pearl (2009), Causality, definition 1.2.3
(d-separation); the types are those of the CoBe benchmark.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import TYPE_CHECKING, Any, Protocol

from causalcore.errors import CyclicModelError, MalformedModelError, UnknownNameError

if TYPE_CHECKING:
    Graph = Any
    """A `networkx.DiGraph`; networkx ships no types."""


class Modelled(Protocol):
    """The parts of a model that define its graph; `causalcore.model.model.SCM` has them."""

    @property
    def names(self) -> tuple[str, ...]:
        """The endogenous names."""
        ...

    @property
    def edges(self) -> tuple[tuple[str, str], ...]:
        """Pairs of cause and effect among them."""
        ...

    @property
    def shared_noise(self) -> tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]:
        """Names of each noise factor that more than one variable reads, with those variables."""
        ...


def graph_of(model: Modelled) -> Graph:
    """Return the graph of a model; each noise factor that more than one variable reads is a hidden node.

    Examples
    --------
    >>> from causalcore.model.textbook import SMOKING_TAR
    >>> graph = graph_of(SMOKING_TAR)
    >>> sorted(graph.edges)
    [('smoking', 'tar'), ('tar', 'cancer'), ('{UX, UY}', 'cancer'), ('{UX, UY}', 'smoking')]
    """
    import networkx as nx

    graph = nx.DiGraph()
    graph.add_nodes_from(model.names)
    graph.add_edges_from(model.edges)
    for noise, readers in model.shared_noise:
        hidden = f"{{{', '.join(noise)}}}"
        graph.add_node(hidden, hidden=True)
        graph.add_edges_from((hidden, name) for name in readers)
    return graph


def observed(graph: Graph) -> tuple[str, ...]:
    """Return the nodes that are not hidden."""
    return tuple(node for node, marks in graph.nodes(data=True) if not marks.get("hidden"))


def check_graph(graph: Graph, names: Iterable[str] = ()) -> None:
    """Raise for a graph that is not directed or has a cycle, and for names that it does not have.

    Raises
    ------
    CyclicModelError, MalformedModelError, UnknownNameError
    """
    import networkx as nx

    if not isinstance(graph, nx.DiGraph):
        message = f"expected a directed graph, got {type(graph).__name__}; give each edge a direction"
        raise MalformedModelError(message)
    if not nx.is_directed_acyclic_graph(graph):
        edges = nx.find_cycle(graph)
        raise CyclicModelError((*(str(edge[0]) for edge in edges), str(edges[0][0])))
    for name in names:
        if name not in graph:
            raise UnknownNameError(name, observed(graph))


def ancestors(graph: Graph, names: Iterable[str]) -> frozenset[str]:
    """Return what is upstream of some variables, without hidden nodes.

    Examples
    --------
    >>> from causalcore.model.textbook import FIRING_SQUAD
    >>> sorted(ancestors(graph_of(FIRING_SQUAD), ["A"]))
    ['C']
    """
    import networkx as nx

    wanted = tuple(names)
    check_graph(graph, wanted)
    return frozenset().union(*(nx.ancestors(graph, name) for name in wanted)) & frozenset(observed(graph))


def descendants(graph: Graph, names: Iterable[str]) -> frozenset[str]:
    """Return what is downstream of some variables, without hidden nodes."""
    import networkx as nx

    wanted = tuple(names)
    check_graph(graph, wanted)
    return frozenset().union(*(nx.descendants(graph, name) for name in wanted)) & frozenset(observed(graph))


def d_separated(graph: Graph, one: Iterable[str], other: Iterable[str], given: Iterable[str] = ()) -> bool:
    """Return whether a third set of variables blocks every path between two others.

    Raises
    ------
    MalformedModelError
        If the sets overlap.

    Examples
    --------
    >>> from causalcore.model.textbook import FIRING_SQUAD
    >>> graph = graph_of(FIRING_SQUAD)
    >>> d_separated(graph, ["A"], ["B"], ["C"]), d_separated(graph, ["A"], ["B"], ["C", "D"])
    (True, False)
    """
    import networkx as nx

    left, right, middle = frozenset(one), frozenset(other), frozenset(given)
    check_graph(graph, (*left, *right, *middle))
    if left & right or left & middle or right & middle:
        sets = f"{sorted(left)}, {sorted(right)} and {sorted(middle)}"
        message = f"expected sets that do not overlap, got {sets}; name each variable once"
        raise MalformedModelError(message)
    return bool(nx.is_d_separator(graph, set(left), set(right), set(middle)))


def colliders(graph: Graph) -> tuple[tuple[str, str, str], ...]:
    """Return each pair of causes with the variable where they meet: cause, collider, cause.

    Examples
    --------
    >>> from causalcore.model.textbook import FIRING_SQUAD
    >>> colliders(graph_of(FIRING_SQUAD))
    (('A', 'D', 'B'),)
    """
    check_graph(graph)
    return tuple(
        (left, node, right) for node in graph.nodes for left, right in combinations(sorted(graph.predecessors(node)), 2)
    )


def graph_type(graph: Graph) -> str:
    """Name the type of a graph, ignoring hidden nodes.

    Returns
    -------
    str
        `chain`, `fork`, `collider`, `diamond`, `correlated` (two or more unconnected parts), or `hybrid`; `empty` if
        there is no edge.

    Examples
    --------
    >>> from causalcore.model.textbook import FIRING_SQUAD
    >>> graph_type(graph_of(FIRING_SQUAD))
    'diamond'
    """
    import networkx as nx

    check_graph(graph)
    seen = graph.subgraph(observed(graph))
    if not seen.size():
        return "empty"
    if not nx.is_weakly_connected(seen):
        return "correlated"
    forks = [node for node, count in seen.out_degree() if count > 1]
    meets = [node for node, count in seen.in_degree() if count > 1]
    if forks and meets:
        return "diamond" if len(forks) == len(meets) == 1 and _closes(seen, forks[0], meets[0]) else "hybrid"
    return "fork" if forks else "collider" if meets else "chain"


def _closes(graph: Graph, fork: str, meet: str) -> bool:
    """Return whether every branch of a fork leads to the one collider, and every cause of that comes from the fork."""
    import networkx as nx

    out = all(nx.has_path(graph, branch, meet) for branch in graph.successors(fork))
    return out and all(nx.has_path(graph, fork, cause) for cause in graph.predecessors(meet))

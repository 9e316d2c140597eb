"""The causal graph of a scenario: what is downstream of what, and in which order."""

from __future__ import annotations

from functools import cache, lru_cache
from graphlib import CycleError, TopologicalSorter
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from causalcore.errors import CyclicModelError
from causalcore.mechanisms.mechanism import names, parse_formula

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping

    from causalcore.graphs.causal_graph import Graph

Node = TypeVar("Node", str, int)


class Linked(Protocol):
    """The parts of a scenario that a graph needs; `causalcore.scenario.scenario.Scenario` has them."""

    @property
    def events(self) -> tuple[Any, ...]:
        """The events of the text."""
        ...

    @property
    def latents(self) -> tuple[Any, ...]:
        """The latents."""
        ...

    @property
    def links(self) -> tuple[Any, ...]:
        """The links."""
        ...

    @property
    def text(self) -> str:
        """The text; empty if there is none."""
        ...

    @property
    def mechanisms(self) -> tuple[tuple[str, str], ...]:
        """Formulas of single events."""
        ...


def parents(scenario: Linked) -> dict[str, tuple[str, ...]]:
    """Return what each event depends on: causes, names in its formula, presuppositions.

    An explicit mechanism replaces the links into its event: only the names in its formula count.
    """
    formulas = dict(scenario.mechanisms)
    result: dict[str, tuple[str, ...]] = {latent.id: () for latent in scenario.latents}
    linked: dict[str, list[str]] = {}
    for link in scenario.links:
        linked.setdefault(link.effect, []).append(link.cause)
    for event in scenario.events:
        formula = formulas.get(event.id)
        causes = linked.get(event.id, []) if formula is None else names(parse_formula(formula))
        result[event.id] = tuple(dict.fromkeys((*causes, *event.presupposes)))
    return result


def order(scenario: Linked) -> tuple[str, ...]:
    """Return the ids of latents and events, causes before effects.

    Raises
    ------
    CyclicModelError
        With the cycle.
    """
    causes_of = parents(scenario)
    sorter = TopologicalSorter(dict.fromkeys(causes_of, ()))
    for node, causes in causes_of.items():
        sorter.add(node, *causes)
    try:
        return tuple(sorter.static_order())
    except CycleError as error:
        raise CyclicModelError(tuple(error.args[1])) from None


def descendants(scenario: Linked, ids: Iterable[str]) -> frozenset[str]:
    """Return what is downstream of `ids`, excluding each of them unless it is downstream of another."""
    return reached(_turned(parents(scenario)), ids)


def downstream(scenario: Linked) -> Callable[[str], frozenset[str]]:
    """Return a function from an event to what is downstream of it; it reads the graph once and caches each event.

    Examples
    --------
    >>> from causalcore.scenario.scenario import Event, Link, Scenario
    >>> events = tuple(Event(id=name, statement=name) for name in "abc")
    >>> links = Link(cause="a", effect="b"), Link(cause="b", effect="c")
    >>> sorted(downstream(Scenario(events=events, links=links))("a"))
    ['b', 'c']
    """
    below = _turned(parents(scenario))
    return cache(lambda event: reached(below, (event,)))


def ancestors(scenario: Linked, ids: Iterable[str]) -> frozenset[str]:
    """Return what is upstream of `ids`."""
    return reached(parents(scenario), ids)


@lru_cache(maxsize=512)
def connected(links: tuple[tuple[str, str], ...]) -> frozenset[tuple[str, str]]:
    """Return the pairs (ancestor, descendant) of a graph given by its links.

    Examples
    --------
    >>> sorted(connected((("a", "b"), ("b", "c"))))
    [('a', 'b'), ('a', 'c'), ('b', 'c')]
    """
    below: dict[str, list[str]] = {}
    for cause, effect in links:
        below.setdefault(cause, []).append(effect)
    return frozenset((cause, effect) for cause in below for effect in reached(below, (cause,)))


def signed(links: Mapping[tuple[str, str], bool]) -> dict[tuple[str, str], bool]:
    """Return, for each connected pair, whether its paths have an even number of negative links.

    Parameters
    ----------
    links
        For each link, whether it is positive.

    Returns
    -------
    dict
        Pairs whose paths disagree are left out.

    Examples
    --------
    >>> signed({("a", "b"): True, ("b", "c"): False})[("a", "c")]
    False
    """
    below: dict[str, list[tuple[str, bool]]] = {}
    for (cause, effect), positive in links.items():
        below.setdefault(cause, []).append((effect, positive))
    result: dict[tuple[str, str], bool] = {}
    for start in below:
        stack, seen = [(start, True)], set[tuple[str, bool]]()
        while stack:
            node, sign = stack.pop()
            for effect, positive in below.get(node, ()):
                state = (effect, sign is positive)
                if state not in seen:
                    seen.add(state)
                    stack.append(state)
        result |= {(start, node): sign for node, sign in seen if (node, not sign) not in seen}
    return result


def graph_type(scenario: Linked) -> str:
    """Name the shape of the graph.

    Returns
    -------
    str
        ``chain``, ``fork``, ``collider``, ``diamond``, ``correlated`` (two or more parts without a link between
        them), or ``hybrid``; ``empty`` if there are no links.
    """
    from causalcore.graphs.causal_graph import graph_type as shape

    return shape(directed_graph(scenario))


def directed_graph(scenario: Linked) -> Graph:
    """Return the graph of a scenario for `causalcore.graphs.causal_graph`; each latent is a hidden node.

    An edge has a `quote` if the text states it: the words from one claim to the other.
    """
    import networkx as nx

    graph = nx.DiGraph()
    graph.add_nodes_from((event.id, {"label": event.statement}) for event in scenario.events)
    graph.add_nodes_from((latent.id, {"label": latent.statement, "hidden": True}) for latent in scenario.latents)
    graph.add_edges_from((cause, name) for name, causes in parents(scenario).items() for cause in causes)
    for link in scenario.links:
        if quote := _quote(scenario, link):
            graph.edges[link.cause, link.effect]["quote"] = quote
    return graph


def _quote(scenario: Linked, link: Any) -> str:
    """Return the words of the text that a link rests on, or only its connective if the places are unknown."""
    places = {event.id: event.span for event in scenario.events}
    spans = [span for span in (places.get(link.cause), places.get(link.effect), link.span) if span]
    if len(spans) < 2 or not scenario.text:
        return str(link.connective or "")
    return str(scenario.text[min(start for start, _ in spans) : max(end for _, end in spans)])


def _turned(above: dict[str, tuple[str, ...]]) -> dict[str, list[str]]:
    below: dict[str, list[str]] = {node: [] for node in above}
    for node, causes in above.items():
        for cause in causes:
            below.setdefault(cause, []).append(node)
    return below


def reached(edges: Mapping[Node, Collection[Node]], starts: Iterable[Node]) -> frozenset[Node]:
    """Return the nodes reachable from some nodes, excluding each start unless it is reachable from another."""
    stack, seen = list(starts), set[Node]()
    while stack:
        for node in edges.get(stack.pop(), ()):
            if node not in seen:
                seen.add(node)
                stack.append(node)
    return frozenset(seen)

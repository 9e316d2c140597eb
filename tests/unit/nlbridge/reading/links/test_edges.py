"""The links that are kept close no circle, and the surest stay; networkx is asked, too."""

from __future__ import annotations

import networkx as nx
from hypothesis import given
from hypothesis import strategies as st

from nlbridge.reading.links.edges import Descent, Edge, Rule, acyclic

pairs = st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)), max_size=14, unique=True)


def edges(of: list[tuple[int, int]]) -> list[Edge]:
    return [
        Edge(cause=cause, effect=effect, confidence=1 - 0.05 * n, rule=Rule.LEARNT)
        for n, (cause, effect) in enumerate(of)
    ]


@given(pairs)
def test_what_is_kept_has_no_circle_and_what_is_left_out_would_close_one(of: list[tuple[int, int]]) -> None:
    kept = {(edge.cause, edge.effect) for edge in acyclic(edges(of))}
    graph = nx.DiGraph(kept)
    assert nx.is_directed_acyclic_graph(graph)
    for cause, effect in set(of) - kept:
        graph.add_edge(cause, effect)
        assert not nx.is_directed_acyclic_graph(graph)
        graph.remove_edge(cause, effect)


@given(pairs)
def test_a_place_lies_below_another_where_networkx_has_a_path(of: list[tuple[int, int]]) -> None:
    descent = Descent(7)
    graph = nx.DiGraph([pair for pair in of if descent.joins(*pair)])
    graph.add_nodes_from(range(7))
    paths = [[nx.has_path(graph, start, goal) for goal in range(7)] for start in range(7)]
    assert descent.below.tolist() == paths

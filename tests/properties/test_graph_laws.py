"""d-separation against its definition path by path, and against independence in random models."""

from __future__ import annotations

import random
from itertools import combinations, permutations

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from causalcore.claims.generation import random_model
from causalcore.claims.strategies import scms
from causalcore.errors import CausalError, ImpossibleEvidenceError
from causalcore.graphs.causal_graph import colliders, d_separated, graph_of, graph_type
from causalcore.graphs.notations import read_graph
from causalcore.queries.counterfactual import probability


def blocked(graph: nx.DiGraph, path: tuple[str, ...], given_: set[str]) -> bool:
    """Definition 1.2.3 read literally."""
    for one, node, other in zip(path, path[1:], path[2:], strict=False):
        meets = graph.has_edge(one, node) and graph.has_edge(other, node)
        if meets and not (nx.descendants(graph, node) | {node}) & given_:
            return True
        if not meets and node in given_:
            return True
    return False


@settings(max_examples=150, database=None)
@given(model=scms(min_variables=3), data=st.data())
def test_d_separation_blocks_every_path(model, data):
    graph = graph_of(model)
    one, other = data.draw(st.permutations(model.names))[:2]
    rest = [name for name in model.names if name not in (one, other)]
    middle = {name for name in rest if data.draw(st.booleans())}
    paths = nx.all_simple_paths(graph.to_undirected(as_view=True), one, other)
    assert d_separated(graph, [one], [other], middle) == all(blocked(graph, tuple(path), middle) for path in paths)


@pytest.mark.parametrize("seed", range(25))
def test_what_is_d_separated_is_independent(seed):
    model = random_model(random.Random(seed), conditional=True)
    graph = graph_of(model)
    for one, other in combinations(model.names, 2):
        for middle in ([], [name for name in model.names if name not in (one, other)][:1]):
            if not d_separated(graph, [one], [other], middle):
                continue
            for value in model[one].values:
                seen = {name: model[name].values[0] for name in middle}
                try:
                    alone = probability(model, {one: value}, seen)
                    with_other = probability(model, {one: value}, {**seen, other: model[other].values[0]})
                except ImpossibleEvidenceError:
                    continue
                assert with_other == pytest.approx(alone)


@settings(max_examples=60, database=None)
@given(model=scms())
def test_colliders_are_pairs_of_parents(model):
    graph = graph_of(model)
    found = {(a, c, b) for a, c, b in colliders(graph)}
    assert found == {
        (a, c, b) for a, b in permutations(graph.nodes, 2) if a < b for c in graph.nodes
        if graph.has_edge(a, c) and graph.has_edge(b, c)
    }  # fmt: skip
    assert graph_type(graph) in {"empty", "chain", "fork", "collider", "diamond", "correlated", "hybrid"}


@settings(max_examples=300, database=None)
@given(text=st.text(alphabet='dagirph{}[]<->="; XYxy,:\n#/\\*.12', max_size=60).map(lambda rest: "dag {" + rest))
def test_any_text_is_read_or_refused(text):
    try:
        graph = read_graph(text)
    except CausalError:
        return
    assert nx.is_directed_acyclic_graph(graph)

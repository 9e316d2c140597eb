"""Criteria on graphs against a second way to check them, and against networkx."""

from __future__ import annotations

from itertools import combinations, permutations

import networkx as nx
import pytest
from full_models import diagrams

from causalcore.errors import CyclicModelError, UnknownNameError
from causalcore.identification import Diagram, adjustment_sets, back_door, compare_sets
from causalcore.identification.diagram import Independence
from causalcore.identification.mediation import front_doors


@pytest.mark.parametrize("diagram", list(diagrams(30, seed=9, size=5, hidden=2)), ids=str)
def test_separation_agrees_with_networkx_and_with_paths(diagram):
    graph = nx.DiGraph(diagram.edges)
    graph.add_nodes_from(diagram.nodes)
    for one, two in combinations(diagram.nodes, 2):
        rest = [node for node in diagram.nodes if node not in {one, two}]
        for given in (*[()], *combinations(rest, 1), *combinations(rest, 2)):
            expected = nx.is_d_separator(graph, {one}, {two}, set(given))
            assert diagram.separated([one], [two], given) == expected
            assert Independence((one,), (two,), tuple(given)).holds(diagram) == expected


@pytest.mark.parametrize("diagram", list(diagrams(20, seed=10, hidden=1)), ids=str)
def test_sets_to_adjust_for_leave_no_back_door(diagram):
    for cause, effect in permutations(diagram.observed, 2):
        for names in adjustment_sets(diagram, cause, effect, diagram.observed):
            assert back_door(diagram, cause, effect, names).holds
            assert Independence((cause,), (effect,), names, out_of=(cause,)).holds(diagram)
            assert not set(names) & diagram.descendants([cause])


CONFOUNDED = Diagram(("Z", "X", "Y"), (("Z", "X"), ("Z", "Y"), ("X", "Y")))
COLLIDER = Diagram(("X", "Y", "Z"), (("X", "Z"), ("Y", "Z")))
FORK = Diagram(("X", "Z", "Y"), (("X", "Y"), ("Z", "Y")))


@pytest.mark.parametrize(
    ("diagram", "better"), [(CONFOUNDED, 1), (COLLIDER, 0), (FORK, 0)], ids=["confounder", "collider", "other cause"]
)
def test_the_right_set_is_preferred_and_of_two_the_smaller(diagram, better):
    assert compare_sets(diagram, "X", "Y", (), ("Z",)).better == better
    assert compare_sets(diagram, "X", "Y", ("Z",), ()).better == 1 - better


def test_a_mediator_that_a_hidden_cause_reaches_is_no_front_door():
    edges = (("U", "X"), ("U", "Y"), ("X", "M"), ("M", "Y"))
    nodes = ("U", "X", "M", "Y")
    assert list(front_doors(Diagram(nodes, edges, frozenset({"U"})), "X", "Y", nodes)) == [("M",)]
    assert list(front_doors(Diagram(nodes, (*edges, ("U", "M")), frozenset({"U"})), "X", "Y", nodes)) == []


def test_a_diagram_refuses_circles_and_unknown_names():
    with pytest.raises(CyclicModelError, match="A -> B -> A"):
        Diagram(("A", "B"), (("A", "B"), ("B", "A")))
    with pytest.raises(UnknownNameError, match="C"):
        Diagram(("A", "B"), (("A", "C"),))

"""Order, reach and shape of causal graphs."""

from __future__ import annotations

import pytest

from causalcore.scenario.graph import ancestors, descendants, graph_type, order
from causalcore.scenario.scenario import Event, Link, Scenario


def graph(edges: str) -> Scenario:
    pairs = [edge.split(">") for edge in edges.split()]
    names = sorted({name for pair in pairs for name in pair})
    events = tuple(Event(id=name, statement=f"{name} happened.") for name in names)
    return Scenario(events=events, links=tuple(Link(cause=p[0], effect=p[1]) for p in pairs if len(p) == 2))


@pytest.mark.parametrize(
    ("edges", "shape"),
    [
        ("a b", "empty"),
        ("a>b b>c", "chain"),
        ("a>b a>c", "fork"),
        ("a>c b>c c>d", "collider"),
        ("a>b a>c b>d c>d", "diamond"),
        ("a>b c", "correlated"),
        ("a>b a>c b>d c>d e>d", "hybrid"),
    ],
)
def test_a_graph_has_its_shape(edges, shape):
    assert graph_type(graph(edges)) == shape


def test_causes_come_before_effects():
    assert order(graph("c>b b>a")) == ("c", "b", "a")


def test_reach_goes_both_ways():
    scenario = graph("a>b b>c d>c")
    assert descendants(scenario, ("a",)) == {"b", "c"}
    assert ancestors(scenario, ("c",)) == {"a", "b", "d"}

"""Graph questions on models, scenarios and bare graphs."""

from __future__ import annotations

import networkx as nx
import pytest

from causalcore.errors import CyclicModelError, MalformedModelError, UnknownNameError
from causalcore.graphs.causal_graph import ancestors, colliders, d_separated, descendants, graph_of, graph_type
from causalcore.model.textbook import DRUG_GENDER, FIRING_SQUAD, SMOKING_TAR
from causalcore.scenario.graph import directed_graph
from causalcore.scenario.scenario import Event, Latent, Link, Scenario


def graph(edges: str) -> nx.DiGraph:
    return nx.DiGraph([tuple(edge.split(">")) for edge in edges.split()])


@pytest.mark.parametrize(
    ("edges", "kind"),
    [
        ("a>b b>c", "chain"),
        ("a>b", "chain"),
        ("a>b a>c", "fork"),
        ("a>b b>c b>d", "fork"),
        ("a>c b>c", "collider"),
        ("a>b a>c b>d c>d", "diamond"),
        ("z>a a>b a>c b>d c>d d>e", "diamond"),
        ("a>b c>d", "correlated"),
        ("a>c b>c b>d", "hybrid"),
        ("a>b a>c b>d c>d d>e d>f", "hybrid"),
    ],
)
def test_a_graph_has_one_of_the_types_of_the_benchmark(edges: str, kind: str) -> None:
    assert graph_type(graph(edges)) == kind


def test_shared_noise_is_a_hidden_common_cause() -> None:
    front_door = graph_of(SMOKING_TAR)
    assert not d_separated(front_door, ["smoking"], ["cancer"], ["tar"])
    assert d_separated(graph_of(FIRING_SQUAD), ["A"], ["B"], ["C"])
    assert ancestors(front_door, ["cancer"]) == {"smoking", "tar"}
    assert descendants(graph_of(DRUG_GENDER), ["gender"]) == {"drug", "recovery"}
    assert graph_type(front_door) == "chain"
    assert colliders(front_door) == (("tar", "cancer", "{UX, UY}"),)


def test_a_latent_of_a_scenario_is_hidden() -> None:
    events = tuple(Event(id=name, statement=f"{name} happened.") for name in "ab")
    scenario = Scenario(
        events=events,
        latents=(Latent(id="l", statement="It was May."),),
        links=(Link(cause="l", effect="a"), Link(cause="l", effect="b")),
    )
    found = directed_graph(scenario)
    assert not d_separated(found, ["a"], ["b"])
    assert d_separated(found, ["a"], ["b"], ["l"])
    assert ancestors(found, ["a"]) == frozenset()
    assert graph_type(found) == "empty"


def test_what_is_no_causal_graph_is_refused() -> None:
    with pytest.raises(CyclicModelError, match="a -> b -> a"):
        ancestors(graph("a>b b>a"), ["a"])
    with pytest.raises(MalformedModelError, match="a directed graph"):
        graph_type(nx.Graph([("a", "b")]))
    with pytest.raises(UnknownNameError, match="got z"):
        d_separated(graph("a>b"), ["a"], ["z"])
    with pytest.raises(MalformedModelError, match="do not overlap"):
        d_separated(graph("a>b"), ["a"], ["a"])

"""A graph with quotes as pgmpy and DoWhy take it, and round trips through the notations."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

from causalcore import Event, Link, Scenario, graph

TEXT = "The fuse blew, so the pump failed. The cellar flooded because the pump failed."
SCENARIO = Scenario(
    text=TEXT,
    events=(
        Event(id="fuse", statement="The fuse blew.", span=(0, 13)),
        Event(id="pump", statement="The pump failed.", span=(18, 33)),
        Event(id="cellar", statement="The cellar flooded."),
    ),
    links=(
        Link(cause="fuse", effect="pump", connective="so", span=(15, 17)),
        Link(cause="pump", effect="cellar", connective="because"),
        Link(cause="fuse", effect="cellar"),
    ),
)


def test_arrows_keep_the_words_that_they_rest_on():
    told = graph(SCENARIO).quotes
    assert told == {("fuse", "pump"): "The fuse blew, so the pump failed", ("pump", "cellar"): "because"}
    assert graph("X -> Y").quotes == {}


def test_pgmpy_learns_no_structure_against_what_a_text_says():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from pgmpy.estimators import PC
    import pandas as pd

    rng = np.random.default_rng(3)
    fuse = rng.integers(0, 2, 800)
    pump = np.where(rng.random(800) < 0.1, 1 - fuse, fuse)
    cellar = np.where(rng.random(800) < 0.1, 1 - pump, pump)
    frame = pd.DataFrame({"fuse": fuse, "pump": pump, "cellar": cellar})
    knowledge = graph(SCENARIO).to_expert_knowledge(quoted=True)
    assert set(knowledge.required_edges) == {("fuse", "pump"), ("pump", "cellar")}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        learned = PC(frame).estimate(expert_knowledge=knowledge, ci_test="chi_square", show_progress=False)
    assert {("fuse", "pump"), ("pump", "cellar")} <= set(learned.edges)
    assert not set(learned.edges) & set(knowledge.forbidden_edges)


def test_what_nobody_observes_is_no_knowledge_of_pgmpy():
    assert set(graph("dag { U [latent]; U -> X; X -> Y; X <-> Y }").to_expert_knowledge().required_edges) == {
        ("X", "Y")
    }


def test_dowhy_takes_the_graph_and_finds_the_same_back_door_set():
    dowhy = pytest.importorskip("dowhy", reason="needs dowhy")
    import pandas as pd

    rng = np.random.default_rng(5)
    z = rng.normal(size=400)
    x = z + rng.normal(size=400)
    frame = pd.DataFrame({"Z": z, "X": x, "Y": 2 * x + z + rng.normal(size=400)})
    confounded = graph("Z -> X, Z -> Y, X -> Y")
    for form in (confounded.to_dowhy(), confounded.to_gml()):
        model = dowhy.CausalModel(data=frame, treatment="X", outcome="Y", graph=form)
        found = model.identify_effect(proceed_when_unidentifiable=True)
        assert found.get_backdoor_variables() == confounded.adjustment("X", "Y").sets[0]
    unseen = dowhy.CausalModel(data=frame, treatment="X", outcome="Y", graph=graph("X -> Y, X <-> Y").to_dowhy())
    assert not unseen.identify_effect(proceed_when_unidentifiable=False).get_backdoor_variables()


@pytest.mark.parametrize("write", ["to_dagitty", "to_dot", "to_gml"])
def test_every_notation_is_read_back(write):
    source = graph("dag { U [latent]; U -> X; U -> Y; X -> M -> Y; M <-> Y; W }")
    again = graph(getattr(source, write)())
    assert set(again.nodes) == set(source.nodes)
    assert set(again.networkx.edges) == set(source.networkx.edges)

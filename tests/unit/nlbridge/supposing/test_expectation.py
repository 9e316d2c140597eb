"""Chances of change by links: the engine derives the same where every link is certain."""

from __future__ import annotations

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from causalcore.derivation.answer_kind import AnswerKind
from causalcore.derivation.derivation import derive
from causalcore.scenario.intervention import do
from causalcore.scenario.scenario import Event, Link, Scenario
from nlbridge.supposing.expectation import ENOUGH, EVIDENCE, NEED, followed, log_odds, ordered, weigh

SIZE = 5
PAIRS = [(c, e) for c in range(SIZE) for e in range(c + 1, SIZE)]


def matrices(kept):
    links = np.zeros((SIZE, SIZE))
    for pair in kept:
        links[pair] = 1.0
    return links, np.ones((SIZE, SIZE)), np.full((SIZE, SIZE), NEED)


def often(links, promotes, strengths, sets):
    return followed(links, promotes, strengths, sets).mean(axis=1)


@given(kept=st.sets(st.sampled_from(PAIRS)), supposed=st.integers(0, SIZE - 1))
def test_with_certain_links_that_are_needed_the_engine_derives_the_same(kept, supposed):
    scenario = Scenario(
        events=tuple(Event(id=f"e{k}", statement=f"Thing {k} happened.") for k in range(SIZE)),
        links=tuple(Link(cause=f"e{c}", effect=f"e{e}") for c, e in sorted(kept)),
    )
    derived = derive(scenario, do({f"e{supposed}": "false"}))
    changed = [derived.answer(f"e{k}").kind is AnswerKind.CHANGED for k in range(SIZE)]
    assert [bool(chance) for chance in often(*matrices(kept), [supposed])] == changed


def test_of_two_causes_each_enough_both_must_go():
    links, promotes, strengths = matrices([(0, 2), (1, 2)])
    strengths[0, 2] = strengths[1, 2] = ENOUGH
    assert often(links, promotes, strengths, [0])[2] == 0
    assert often(links, promotes, strengths, [0, 1])[2] == 1


def test_what_met_a_threat_is_not_needed_once_the_threat_is_gone():
    links, promotes, strengths = matrices([(0, 1), (1, 2), (0, 2)])
    promotes[0, 2] = 0.0
    assert often(links, promotes, strengths, [0])[2] == 0
    assert often(links, promotes, strengths, [1])[2] == 1


def test_chances_multiply_along_a_chain():
    links = np.zeros((3, 3))
    links[0, 1] = links[1, 2] = 0.5
    found = often(links, np.ones((3, 3)), np.full((3, 3), NEED), [0])
    assert found[1] == pytest.approx(0.5, abs=0.08)
    assert found[2] == pytest.approx(0.25, abs=0.08)


@given(values=st.lists(st.sampled_from([0.0, 0.3, 0.5, 0.9]), min_size=SIZE * SIZE, max_size=SIZE * SIZE))
def test_the_links_kept_are_the_likeliest_that_close_no_circle(values):
    links = np.array(values).reshape(SIZE, SIZE)
    graph = nx.DiGraph()
    graph.add_nodes_from(range(SIZE))
    expected = []
    for cause, effect in sorted(zip(*np.nonzero(links), strict=True), key=lambda pair: -links[pair]):
        if not nx.has_path(graph, int(effect), int(cause)):
            graph.add_edge(int(cause), int(effect))
            expected.append((int(cause), int(effect)))
    kept, order = ordered(links)
    assert kept == expected
    assert all(order.index(cause) < order.index(effect) for cause, effect in kept)
    assert order == sorted(range(SIZE), key=lambda k: (len(nx.ancestors(graph, k)), k))


@given(st.lists(st.floats(0, 1), min_size=9, max_size=9))
def test_what_is_kept_of_any_links_has_no_circle(values):
    links = np.array(values).reshape(3, 3) * ~np.eye(3, dtype=bool)
    kept, order = ordered(links)
    assert sorted(order) == [0, 1, 2]
    assert all(order.index(cause) < order.index(effect) for cause, effect in kept)


def test_evidence_of_nothing_leaves_the_bias():
    weights = dict.fromkeys(("bias", *EVIDENCE, "set bias", "set", "set if sure"), 0.0)
    assert weigh(np.zeros((2, len(EVIDENCE))), np.array([0.5, 0.5]), 0.5, [0], weights).tolist() == [0.5, 0.5]
    assert log_odds(np.array(0.5)) == 0

"""Offered sets judged: against networkx on random graphs, and against the precision of linear models."""

from __future__ import annotations

import random
from itertools import combinations

import networkx as nx
import numpy as np
import pytest

from causalcore.graph_questions.directed_paths import directed_path
from causalcore.graph_questions.option_sets import Extent, SetRule, all_instruments, choose_set, front_door
from causalcore.identification import Diagram


def random_diagrams(count: int, seed: int, size: int = 6):
    rng = random.Random(seed)
    names = tuple("ABCDEFGH"[:size])
    for _ in range(count):
        order = rng.sample(names, size)
        yield Diagram(names, tuple(pair for pair in combinations(order, 2) if rng.random() < 0.4))


def graph_of(diagram: Diagram, *, without_out_of=()):
    graph = nx.DiGraph()
    graph.add_nodes_from(diagram.nodes)
    graph.add_edges_from(edge for edge in diagram.edges if edge[0] not in without_out_of)
    return graph


def is_front_door(diagram: Diagram, cause: str, effect: str, names: tuple[str, ...]) -> bool:
    """Go through the definition with networkx."""
    graph = graph_of(diagram)
    paths = list(nx.all_simple_paths(graph, cause, effect))
    intercepts = all(set(path) & set(names) for path in paths)
    entry = graph_of(diagram, without_out_of=[cause])
    clear = all(nx.is_d_separator(entry, {cause}, {name}, set()) for name in names)
    exits = graph_of(diagram, without_out_of=names)
    return intercepts and clear and all(nx.is_d_separator(exits, {name}, {effect}, {cause}) for name in names)


@pytest.mark.parametrize("diagram", list(random_diagrams(12, seed=1, size=5)), ids=str)
def test_the_front_door_criterion_is_that_of_its_definition(diagram):
    for cause, effect in (("A", "E"), ("B", "D"), ("E", "A")):
        rest = [name for name in diagram.nodes if name not in {cause, effect}]
        for size in (1, 2):
            for names in combinations(rest, size):
                found = front_door(diagram, cause, effect, names)
                assert found.holds == is_front_door(diagram, cause, effect, names), (names, found.reason)


@pytest.mark.parametrize("diagram", list(random_diagrams(12, seed=2)), ids=str)
def test_instruments_act_on_the_cause_and_through_it_only(diagram):
    for cause, effect in (("A", "F"), ("C", "B"), ("D", "E")):
        silent = graph_of(diagram, without_out_of=[cause])
        for name in set(diagram.nodes) - {cause, effect}:
            acts = nx.has_path(graph_of(diagram), name, cause)
            expected = acts and nx.is_d_separator(silent, {name}, {effect}, set())
            assert all_instruments(diagram, cause, effect, [name]).holds == expected


def variance(diagram: Diagram, weights: dict[tuple[str, str], float], names: tuple[str, ...]) -> float:
    """Return the asymptotic variance of the coefficient of X in the regression of Y on X and a set, up to 1 / n."""
    order = list(diagram.order)
    inner = np.zeros((len(order), len(order)))
    for (cause, effect), weight in weights.items():
        inner[order.index(effect), order.index(cause)] = weight
    mixing = np.linalg.inv(np.eye(len(order)) - inner)
    covariance = mixing @ mixing.T

    def left(target: str, given: tuple[str, ...]) -> float:
        place, known = order.index(target), [order.index(name) for name in given]
        if not known:
            return float(covariance[place, place])
        block = covariance[np.ix_(known, known)]
        cross = covariance[place, known]
        return float(covariance[place, place] - cross @ np.linalg.solve(block, cross))

    return left("Y", ("X", *names)) / left("X", names)


def test_of_two_sets_that_hold_the_more_precise_one_is_taken():
    edges = (("B", "X"), ("B", "D"), ("D", "Y"), ("X", "Y"))
    diagram = Diagram(("B", "D", "X", "Y"), edges)
    found = choose_set(diagram, "X", "Y", [["B"], ["X"], ["D"]], SetRule.BACK_DOOR, Extent.MINIMAL)
    assert found.chosen == 2
    assert "most precisely" in found.assumption
    rng = random.Random(7)
    for _ in range(20):
        weights = {edge: rng.uniform(-2, 2) for edge in edges}
        assert variance(diagram, weights, ("D",)) <= variance(diagram, weights, ("B",)) + 1e-12


def test_sets_that_are_equally_good_are_not_told_apart():
    diagram = Diagram(("A", "B", "X", "Y"), (("A", "Y"), ("B", "Y"), ("X", "Y")))
    found = choose_set(diagram, "X", "Y", [["A"], ["B"]], SetRule.BACK_DOOR)
    assert found.chosen is None
    assert found.reason == "option 1 and option 2 satisfy it equally"
    assert found.as_dict()["option"] is None


def test_what_is_no_cause_of_either_is_left_out():
    diagram = Diagram(("C", "F", "M", "X", "Y"), (("C", "F"), ("C", "M"), ("F", "Y"), ("X", "Y")))
    found = choose_set(diagram, "X", "Y", [["M", "F"], ["F", "C"]], SetRule.BACK_DOOR, Extent.MAXIMAL)
    assert found.chosen == 1


CONFOUNDED = Diagram(("Z", "W", "X", "Y"), (("Z", "X"), ("Z", "Y"), ("W", "X"), ("X", "Y")))


@pytest.mark.parametrize(
    ("extent", "options", "chosen"),
    [
        (Extent.MINIMAL, [["Z", "W"], ["Z"], []], 1),
        (Extent.MAXIMAL, [["Z", "W"], ["Z"], []], 0),
        (Extent.MINIMAL, [["Z", "W"], ["Y"], []], None),
        (Extent.ANY, [["W"], ["Y"], ["X"]], None),
        (Extent.ANY, [["W"], ["Z"], ["X"]], 1),
    ],
)
def test_size_counts_as_asked(extent, options, chosen):
    found = choose_set(CONFOUNDED, "X", "Y", options, SetRule.BACK_DOOR, extent)
    assert found.chosen == chosen
    assert len(found.judged) == 3


def test_what_nobody_observes_is_in_no_set():
    hidden = Diagram(CONFOUNDED.nodes, CONFOUNDED.edges, frozenset({"Z"}))
    found = choose_set(hidden, "X", "Y", [["Z"], ["W"]], SetRule.BACK_DOOR)
    assert found.chosen is None
    assert found.judged[0].reason == "Z is not observed"


def test_the_effect_of_a_variable_on_itself_has_its_causes_for_instruments():
    found = choose_set(CONFOUNDED, "X", "X", [["Y"], ["Z", "W"], ["X"]], SetRule.INSTRUMENTS)
    assert found.chosen == 1
    assert "X is named as cause and as effect" in found.assumption
    assert choose_set(CONFOUNDED, "X", "X", [["Z"], ["W"]], SetRule.BACK_DOOR).chosen is None


@pytest.mark.parametrize("diagram", list(random_diagrams(8, seed=3)), ids=str)
def test_a_directed_path_is_as_short_as_any(diagram):
    graph = graph_of(diagram)
    for start, end in combinations(diagram.nodes, 2):
        found = directed_path(diagram, start, end)
        if not nx.has_path(graph, start, end):
            assert found is None
            continue
        assert found is not None
        assert len(found) == nx.shortest_path_length(graph, start, end) + 1
        assert nx.is_path(graph, found)


def test_no_arrow_leads_from_a_node_to_itself():
    assert directed_path(CONFOUNDED, "X", "X") is None

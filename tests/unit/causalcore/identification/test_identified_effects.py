"""Identification against the truth of random full models."""

from __future__ import annotations

import random
from itertools import permutations

import pytest
from full_models import FullModel, diagrams

from causalcore.identification import Diagram, identify, identify_given
from causalcore.identification.estimand import Estimand, ground
from causalcore.identification.expression import evaluate


def computed(estimand: Estimand, values: dict[str, int], model: FullModel) -> float:
    def chance(leaf):
        return model.chance(dict(leaf.event), dict(leaf.given))

    return evaluate(ground(estimand, values, lambda leaf: leaf), chance)


@pytest.mark.parametrize("diagram", list(diagrams(12, seed=1, hidden=2)), ids=str)
def test_what_is_identified_is_true_of_a_random_model(diagram):
    model = FullModel(diagram, random.Random(str(diagram)))
    for cause, effect in permutations(diagram.observed, 2):
        estimand = identify(diagram, [effect], [cause])
        if estimand is not None:
            for value in (0, 1):
                found = computed(estimand, {cause: value, effect: 1}, model)
                assert found == pytest.approx(model.chance({effect: 1}, {}, {cause: value}))


@pytest.mark.parametrize("diagram", list(diagrams(6, seed=2)), ids=str)
def test_conditional_effects_are_true_of_a_random_model(diagram):
    model = FullModel(diagram, random.Random(str(diagram)))
    for cause, effect, condition in permutations(diagram.observed, 3):
        estimand = identify_given(diagram, [effect], [cause], [condition])
        if estimand is not None:
            found = computed(estimand, {cause: 1, effect: 1, condition: 0}, model)
            assert found == pytest.approx(model.chance({effect: 1}, {condition: 0}, {cause: 1}))


NAPKIN = Diagram(
    ("U", "V", "W", "Z", "X", "Y"),
    (("U", "W"), ("U", "X"), ("V", "W"), ("V", "Y"), ("W", "Z"), ("Z", "X"), ("X", "Y")),
    frozenset({"U", "V"}),
)


def test_the_napkin_is_identified_by_a_ratio():
    estimand = identify(NAPKIN, ["Y"], ["X"])
    model = FullModel(NAPKIN, random.Random(3))
    assert estimand is not None
    for z in (0, 1):
        found = computed(estimand, {"X": 1, "Y": 1, "Z": z, "W": 0}, model)
        assert found == pytest.approx(model.chance({"Y": 1}, {}, {"X": 1}))


@pytest.mark.parametrize(
    "edges",
    [
        (("U", "X"), ("U", "Y"), ("X", "Y")),
        (("U", "X"), ("U", "Y"), ("Z", "X"), ("X", "Y")),
        (("U", "X"), ("U", "M"), ("X", "M"), ("M", "Y")),
    ],
    ids=["bow", "instrument", "confounded mediator"],
)
def test_what_is_known_not_to_be_identified_is_not(edges):
    nodes = tuple(dict.fromkeys(end for edge in edges for end in edge))
    assert identify(Diagram(nodes, edges, frozenset({"U"})), ["Y"], ["X"]) is None

"""Controlled direct effects, natural effects with mediators left open, and bounds of necessity, against full models."""

from __future__ import annotations

import random
from itertools import permutations, product

import pytest
from full_models import FullModel, diagrams, observed_knowledge
from scipy.optimize import linprog

from causalcore.identification import Diagram, Given, Kind, Knowledge, Query, probability, solve


@pytest.mark.parametrize("diagram", list(diagrams(10, seed=31)), ids=str)
def test_a_controlled_direct_effect_is_that_of_a_random_model(diagram):
    model = FullModel(diagram, random.Random(str(diagram)))
    knowledge = observed_knowledge(model)
    for cause, effect, held in permutations(diagram.observed, 3):
        query = Query(kind=Kind.CONTROLLED, cause=cause, effect=effect, condition=((held, 1),))
        found = solve(query, knowledge)
        assert found.check(knowledge)
        truth = [model.chance({effect: 1}, {}, {cause: value, held: 1}) for value in (0, 1)]
        if not found.assumption:
            assert found.low - 1e-9 <= truth[1] - truth[0] <= found.high + 1e-9


def test_what_is_held_may_leave_nothing_of_an_effect():
    chain = Diagram(("X", "M", "Y"), (("X", "M"), ("M", "Y")))
    query = Query(kind=Kind.CONTROLLED, cause="X", effect="Y", condition=(("M", 0),))
    found = solve(query, Knowledge(chain, ()))
    assert (found.value, found.rule) == (0.0, "no direct path")
    assert str(query) == "E[Y | do(X=1, M=0)] - E[Y | do(X=0, M=0)]"


def test_a_path_round_what_is_held_is_not_held():
    edges = (("X", "M"), ("M", "Y"), ("X", "N"), ("N", "Y"))
    diagram = Diagram(("X", "M", "N", "Y"), edges)
    model = FullModel(diagram, random.Random(4))
    query = Query(kind=Kind.CONTROLLED, cause="X", effect="Y", condition=(("M", 0),))
    truth = model.chance({"Y": 1}, {}, {"X": 1, "M": 0}) - model.chance({"Y": 1}, {}, {"X": 0, "M": 0})
    assert solve(query, observed_knowledge(model)).value == pytest.approx(truth)
    assert abs(truth) > 0.01


@pytest.mark.parametrize("kind", [Kind.DIRECT, Kind.INDIRECT])
@pytest.mark.parametrize("seed", range(4))
def test_one_of_two_mediators_in_a_row_is_enough_for_natural_effects(kind, seed):
    diagram = Diagram(("X", "M", "N", "Y"), (("X", "M"), ("M", "N"), ("N", "Y"), ("X", "Y")))
    model = FullModel(diagram, random.Random(seed))
    rows = [({"Y": 1}, {"X": x, "N": n}) for x, n in product((0, 1), repeat=2)]
    rows += [({"N": 1}, {"X": x}) for x in (0, 1)]
    givens = tuple(Given(probability(event, given), model.chance(event, given)) for event, given in rows)
    query = Query(kind=kind, cause="X", effect="Y")
    found = solve(query, Knowledge(diagram, givens))
    assert found.value == pytest.approx(model.truth(Query(kind=kind, cause="X", effect="Y", mediators=("M", "N"))))
    assert "N" in found.reason


def necessity(model: FullModel, cause: str, effect: str) -> float:
    """Return P(Y_0 = 0 | X = 1, Y = 1) unit by unit."""
    top = bottom = 0.0
    for weight, unit in model.units:
        fact = model.world(unit, {})
        if fact[cause] and fact[effect]:
            bottom += weight
            top += weight * (model.world(unit, {cause: 0})[effect] == 0)
    return top / bottom


@pytest.mark.parametrize("diagram", list(diagrams(8, seed=32, size=3)), ids=str)
def test_the_bounds_of_necessity_hold_it_in_a_random_model(diagram):
    model = FullModel(diagram, random.Random(str(diagram)))
    knowledge = observed_knowledge(model)
    for cause, effect in permutations(diagram.observed, 2):
        ends = [
            solve(Query(kind=kind, cause=cause, effect=effect), knowledge)
            for kind in (Kind.LEAST_NECESSITY, Kind.GREATEST_NECESSITY)
        ]
        assert all(end.check(knowledge) for end in ends)
        truth = necessity(model, cause, effect)
        assert ends[0].low - 1e-9 <= truth <= ends[1].high + 1e-9
        if effect not in diagram.descendants([cause]):
            assert ends[0].value == ends[1].value == truth == 0.0


def extreme(joint: dict[tuple[int, int], float], acted: float, sign: int) -> float:
    """Return the least or greatest P(Y_0 = 0 | X = 1, Y = 1) over all ways in which units respond: linear programming.

    A unit has the value of X and both responses of Y; P(X, Y) and P(Y = 1 | do(X = 0)) are given.
    """
    units = list(product((0, 1), repeat=3))  # x, y if x = 0, y if x = 1
    rows = [[float((x, (zero, one)[x]) == cell) for x, zero, one in units] for cell in joint]
    rows.append([float(zero == 1) for _, zero, _ in units])
    wanted = [sign * float(x == 1 and one == 1 and zero == 0) for x, zero, one in units]
    found = linprog(wanted, A_eq=rows, b_eq=[*joint.values(), acted], bounds=(0.0, 1.0))
    return sign * found.fun / joint[1, 1]


@pytest.mark.parametrize("seed", range(6))
def test_the_bounds_of_necessity_are_sharp(seed):
    confounded = Diagram(("Z", "X", "Y"), (("Z", "X"), ("Z", "Y"), ("X", "Y")))
    model = FullModel(confounded, random.Random(seed))
    joint = {(x, y): model.chance({"X": x, "Y": y}, {}) for x, y in product((0, 1), repeat=2)}
    acted = model.chance({"Y": 1}, {}, {"X": 0})
    for kind, sign in ((Kind.LEAST_NECESSITY, 1), (Kind.GREATEST_NECESSITY, -1)):
        found = solve(Query(kind=kind, cause="X", effect="Y"), observed_knowledge(model))
        assert found.value == pytest.approx(extreme(joint, acted, sign), abs=1e-7)


def test_a_bound_of_necessity_that_the_numbers_do_not_reach_is_open():
    diagram = Diagram(("X", "Y"), (("X", "Y"),))
    known = Knowledge(diagram, (Given(probability({"Y": 1}, {"X": 0}), 0.4),))
    found = solve(Query(kind=Kind.LEAST_NECESSITY, cause="X", effect="Y"), known)
    assert found.value is None
    assert (found.low, found.high) == (0.0, 1.0)

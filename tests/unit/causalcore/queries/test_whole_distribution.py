"""Whole distributions: all values of what has none."""

from __future__ import annotations

import random

import pytest

from causalcore.claims.generation import random_model
from causalcore.errors import MalformedModelError, UnknownNameError
from causalcore.model.building import scm
from causalcore.model.textbook import FIRING_SQUAD
from causalcore.queries.queries import Probability, ask
from causalcore.queries.query_language import parse_query
from causalcore.queries.whole_distribution import Distribution, each_value


def rows(model, text):
    query = parse_query(text)
    assert isinstance(query, Distribution)
    return [(values, ask(model, one)) for values, one in each_value(model, query)]


@pytest.mark.parametrize("seed", range(5))
def test_a_distribution_is_each_probability_and_sums_to_one(seed):
    model = random_model(random.Random(seed))
    first, last = model.order[0], model.order[-1]
    value = model[first].values[-1]
    found = rows(model, f"P({last} @ do({first}={value}))")
    assert [values for values, _ in found] == [{f"{last}@do({first}={value})": each} for each in model[last].values]
    assert sum(chance for _, chance in found) == pytest.approx(1)
    for (_, chance), each in zip(found, model[last].values, strict=True):
        assert chance == ask(model, parse_query(f"P({last}={each} @ do({first}={value}))"))


def test_a_joint_distribution_runs_through_all_rows_and_keeps_its_facts():
    found = rows(FIRING_SQUAD, "P(A, D=1, B | C=1)")
    assert [tuple(values.values()) for values, _ in found] == [(0, 0), (0, 1), (1, 0), (1, 1)]
    assert sum(chance for _, chance in found) == pytest.approx(ask(FIRING_SQUAD, parse_query("P(D=1 | C=1)")))


def test_worlds_stand_beside_each_other():
    found = rows(FIRING_SQUAD, "P(D @ do(A=0), D @ do(A=1))")
    assert list(found[0][0]) == ["D@do(A=0)", "D@do(A=1)"]
    assert sum(chance for _, chance in found) == pytest.approx(1)


def test_facts_with_values_are_as_before():
    assert isinstance(parse_query("P(Y=1 @ do(X=1), Z@do(X=0)=1)"), Probability)


def test_what_is_too_much_or_twice_or_unknown_is_refused():
    names = [f"V{place}" for place in range(5)]
    wide = scm(variables={name: list(range(10)) for name in names}, mechanisms=dict.fromkeys(names, 0))
    with pytest.raises(MalformedModelError, match="at most 10000 values of a distribution, got 100000"):
        rows(wide, "P(V0, V1, V2, V3, V4)")
    with pytest.raises(MalformedModelError, match="each variable once"):
        rows(FIRING_SQUAD, "P(D, D)")
    with pytest.raises(UnknownNameError):
        rows(FIRING_SQUAD, "P(Q)")

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import pytest

from causalcore.bounds.bounds import bounds
from causalcore.errors import ImpossibleEvidenceError, NotIdentifiableError, UnknownMechanismError
from causalcore.model.building import scm
from causalcore.model.model import SCM
from causalcore.model.textbook import DRUG_GENDER
from causalcore.queries.effect import Effect
from causalcore.queries.queries import Expectation, Probability, ask
from causalcore.queries.query_language import parse_query


def _bounds(model: SCM, text: str) -> tuple[float, float]:
    query = parse_query(text)
    assert isinstance(query, Probability | Expectation | Effect)
    found = bounds(model, query)
    return found.low, found.high


def _trial(without: float, treated: float) -> SCM:
    return scm(
        variables={"X": [0, 1], "Y": [0, 1]},
        mechanisms={
            "X": {"cpt": [0.4, 0.6]},
            "Y": {"parents": ["X"], "cpt": {"0": [1 - without, without], "1": [1 - treated, treated]}},
        },
    )


@pytest.mark.parametrize("seed", range(20))
def test_bounds_under_exogeneity_equal_those_of_tian_and_pearl(seed: int) -> None:
    random = Random(seed)
    without, treated = random.uniform(0.05, 0.95), random.uniform(0.05, 0.95)
    model = _trial(without, treated)
    low, high = max(0.0, treated - without), min(treated, 1 - without)
    assert _bounds(model, "pns(X, Y)") == pytest.approx((low, high))
    assert _bounds(model, "pn(X, Y)") == pytest.approx((low / treated, high / treated))
    assert _bounds(model, "ps(X, Y)") == pytest.approx((low / (1 - without), high / (1 - without)))


def test_bounds_hold_the_value_of_every_model_with_the_same_tables() -> None:
    low, high = _bounds(_trial(0.3, 0.6), "pn(X, Y)")
    for shared in (0.0, 0.1, 0.3):
        joint = {"0, 0": 0.4 - (0.3 - shared), "0, 1": 0.6 - shared, "1, 0": 0.3 - shared, "1, 1": shared}
        joint["0, 0"] = 1 - sum(list(joint.values())[1:])
        model = scm(
            variables={"X": [0, 1], "Y": [0, 1]},
            noise={"UX": {0: 0.4, 1: 0.6}, "U0, U1": joint},
            mechanisms={"X": "UX", "Y": "if X == 1 then U1 else U0"},
        )
        query = parse_query("pn(X, Y)")
        assert isinstance(query, Effect)
        assert low - 1e-9 <= ask(model, query) <= high + 1e-9


def test_what_independence_identifies_has_no_width() -> None:
    low, high = _bounds(DRUG_GENDER, "P(recovery=1 @ do(drug=1))")
    assert low == pytest.approx(high) == pytest.approx(0.832)


def test_more_response_functions_than_can_be_listed_give_no_bounds() -> None:
    names = [f"C{i}" for i in range(5)]
    rows = {", ".join(map(str, row)): [0.5, 0.5] for row in product((0, 1), repeat=5)}
    mechanisms: dict[str, Any] = {name: {"cpt": [0.5, 0.5]} for name in names}
    mechanisms["Y"] = {"parents": names, "cpt": rows}
    model = scm(variables={name: [0, 1] for name in mechanisms}, mechanisms=mechanisms)
    with pytest.raises(NotIdentifiableError, match="response functions of Y, got more than a billion"):
        _bounds(model, "pn(C0, Y)")


def test_bounds_under_impossible_evidence_are_refused() -> None:
    with pytest.raises(ImpossibleEvidenceError, match="Y=1"):
        _bounds(_trial(0.0, 0.0), "pn(X, Y)")


def test_an_unknown_mechanism_is_named() -> None:
    query = parse_query("pn(drug, recovery)")
    assert isinstance(query, Effect)
    with pytest.raises(UnknownMechanismError) as caught:
        ask(DRUG_GENDER, query)
    assert caught.value.name == "recovery"

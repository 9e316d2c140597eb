from __future__ import annotations

from typing import Any

import pytest

from causalcore.abduction import abduct
from causalcore.errors import CyclicModelError, MalformedModelError, OutsideDomainError, UnknownNameError
from causalcore.model import Mechanism
from causalcore.model_building import scm
from causalcore.variable import Variable, variable

BITS = {"X": [0, 1], "Y": [0, 1]}


def test_formulas_functions_and_tables_give_the_same_mechanism() -> None:
    ways: list[Any] = [
        "X and not U",
        lambda X, U: X and not U,  # noqa: N803 - parameters carry the parents' names
        {"parents": ["X", "U"], "table": {"0, 0": 0, "0, 1": 0, "1, 0": 1, "1, 1": 0}},
    ]
    tables = []
    for way in ways:
        model = scm(variables=BITS, noise={"U": {0: 0.5, 1: 0.5}}, mechanisms={"X": 1, "Y": way})
        rule = model.rule("Y")
        assert isinstance(rule, Mechanism)
        assert rule.parents == ("X", "U")
        tables.append(rule.table.tolist())
    assert tables[0] == tables[1] == tables[2]


def test_named_and_truth_values_work_in_formulas() -> None:
    model = scm(
        variables={"rain": [False, True], "soil": ["dry", "moist", "wet"]},
        noise={"U": {False: 0.5, True: 0.5}},
        mechanisms={"rain": "U", "soil": "if rain then 'wet' else 'dry'"},
    )
    rule = model.rule("soil")
    assert isinstance(rule, Mechanism)
    assert rule.table.tolist() == [0, 2]


def test_a_circle_is_named() -> None:
    with pytest.raises(CyclicModelError, match=r"X -> Y -> X|Y -> X -> Y"):
        scm(variables=BITS, mechanisms={"X": "Y", "Y": "X"})


@pytest.mark.parametrize(
    ("noise", "mechanisms", "words"),
    [
        ({"U": {0: 0.5, 1: 0.6}}, {"X": "U", "Y": "X"}, "sum to 1 for the noise U, got the sum 1.1"),
        ({"U": {0: -0.5, 1: 1.5}}, {"X": "U", "Y": "X"}, "between 0 and 1"),
        ({"U": {0: "half", 1: 0.5}}, {"X": "U", "Y": "X"}, "expected a probability for U, got 'half'"),
        ({"U, W": {"0": 1.0}}, {"X": "U", "Y": "X"}, "expected 2 values in each row of U, W"),
        ({}, {"X": 1}, "got none for Y"),
        ({"X": {0: 1.0}}, {"X": 1, "Y": 1}, "got X twice"),
        ({}, {"X": 1, "Y": {"parents": ["X"], "cpt": {"0": [0.5, 0.5]}}}, "expected 2 rows in the table of Y, got 1"),
        ({}, {"X": 1, "Y": {"cpt": [0.5, 0.6]}}, "sum to 1 for Y"),
        ({}, {"X": 1, "Y": {"cpt": [0.5, 0.25, 0.25]}}, "expected 2 probabilities in each row of Y"),
        ({}, {"X": 1, "Y": {"tabel": {}}}, "expected the keys parents and table"),
    ],
)
def test_what_is_wrong_with_a_model_is_said(noise: Any, mechanisms: Any, words: str) -> None:
    with pytest.raises(MalformedModelError, match=words):
        scm(variables=BITS, noise=noise, mechanisms=mechanisms)


def test_an_unknown_parent_lists_the_names() -> None:
    with pytest.raises(UnknownNameError, match="X, Y, got Q"):
        scm(variables=BITS, mechanisms={"X": 1, "Y": "Q"})


def test_a_mechanism_for_no_variable_is_refused() -> None:
    with pytest.raises(UnknownNameError, match="got Q"):
        scm(variables=BITS, mechanisms={"X": 1, "Y": 1, "Q": 1})


def test_a_mechanism_that_leaves_its_domain_is_refused() -> None:
    with pytest.raises(OutsideDomainError, match=r"expected a value of Y in \{0, 1\}, got 2"):
        scm(variables=BITS, mechanisms={"X": 1, "Y": "X + 1"})


def test_a_mechanism_with_too_many_rows_is_refused() -> None:
    names = {f"X{i}": [0, 1] for i in range(21)}
    with pytest.raises(MalformedModelError, match="split it by an intermediate variable"):
        scm(variables={**names, "Y": [0, 1]}, mechanisms={**dict.fromkeys(names, 0), "Y": " or ".join(names)})


def test_a_domain_lists_each_value_once() -> None:
    with pytest.raises(MalformedModelError, match="distinct values"):
        Variable("X", (0, 0))
    with pytest.raises(MalformedModelError, match="a number, a word or a truth value"):
        variable("X", [None])


def test_descendants_follow_the_arrows() -> None:
    model = scm(variables={**BITS, "Z": [0, 1]}, mechanisms={"X": 1, "Y": "X", "Z": 0})
    assert model.descendants(["X"]) == {"X", "Y"}


def test_a_conditional_table_may_read_noise() -> None:
    model = scm(
        variables={"X": [0, 1]},
        noise={"U": {0: 0.25, 1: 0.75}},
        mechanisms={"X": {"parents": ["U"], "cpt": {"0": [0.5, 0.5], "1": [0.9, 0.1]}}},
    )
    assert abduct(model, {"X": 1}).weight == pytest.approx(0.25 * 0.5 + 0.75 * 0.1)
    assert abduct(model, {"X": 1}).noise("U")[(0,)] == pytest.approx(0.125 / 0.2)

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from causalcore.errors import CyclicModelError, MalformedModelError, OutsideDomainError, UnknownNameError
from causalcore.model.building import scm
from causalcore.model.model import Mechanism
from causalcore.model.variable import Variable, variable
from causalcore.queries.abduction import abduct

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
    with pytest.raises(OutsideDomainError, match=r"expected a value of Y in \{0, 1\} where X=1, got 2"):
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


@pytest.mark.parametrize(("domain", "shown"), [("01", "'01'"), (2, "2")])
def test_a_domain_that_is_no_list_is_refused(domain: Any, shown: str) -> None:
    with pytest.raises(MalformedModelError, match=rf"expected a list of values for X, got {shown}; write X=\[...\]"):
        scm(variables={"X": domain}, mechanisms={"X": 0})


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


def test_a_mechanism_may_be_any_function_whose_parameters_name_its_parents() -> None:
    def graded(X: int, *, step: int = 2) -> int:  # noqa: N803  the name of a variable
        return X * step

    class Copy:
        def __call__(self, X: int) -> int:  # noqa: N803
            return X

    three = {"X": [0, 1], "Y": [0, 1, 2]}
    for function, table in ((graded, [0, 2]), (partial(graded, step=1), [0, 1]), (Copy(), [0, 1])):
        model = scm(variables=three, mechanisms={"X": 1, "Y": function})
        rule = model.rule("Y")
        assert isinstance(rule, Mechanism)
        assert (rule.parents, rule.table.tolist()) == (("X",), table)


@pytest.mark.parametrize(
    ("function", "words"),
    [
        (lambda X: 1 // X, r"of Y from its function where X=0, got ZeroDivisionError"),  # noqa: N803
        (lambda X: None, r"where X=0, got MalformedModelError: expected a number"),  # noqa: N803
        (lambda *X: 0, r"parameters that name the parents of Y, got \*X"),  # noqa: N803
        (max, "whose parameters have names, got <built-in"),
    ],
)
def test_a_function_that_is_no_mechanism_says_why(function: Any, words: str) -> None:
    with pytest.raises(MalformedModelError, match=words):
        scm(variables=BITS, mechanisms={"X": 1, "Y": function})


@pytest.mark.parametrize(
    ("noise", "mechanism", "words"),
    [
        ({"U": {0: 0.5, "0": 0.5}}, 1, "each row of the noise U once, got 0 twice"),
        ({}, {"parents": ["X"], "table": {"0": 1}}, "got 1, none for X=1"),
        ({}, {"parents": ["X"], "table": [1, 0]}, "begin each row with the values of X"),
        ({}, {"parents": 3, "table": {"0": 1}}, "a list of names as the parents of Y, got 3"),
        ({}, {"parents": ["X", "X"], "table": {"0, 0": 1}}, "each parent of Y once"),
        ({}, None, "a mechanism for Y, got nothing"),
    ],
)
def test_a_table_that_is_incomplete_or_says_things_twice_is_refused(noise: Any, mechanism: Any, words: str) -> None:
    with pytest.raises(MalformedModelError, match=words):
        scm(variables=BITS, noise=noise, mechanisms={"X": 1, "Y": mechanism})


def test_a_value_outside_the_domain_names_the_row() -> None:
    with pytest.raises(OutsideDomainError, match="where X=1, got 2; extend the domain or change the mechanism"):
        scm(variables=BITS, mechanisms={"X": 1, "Y": lambda X: X + 1 if X else 0})  # noqa: N803


def test_a_submodel_has_constants_where_variables_are_set() -> None:
    model = scm(variables=BITS, noise={"U": {0: 0.5, 1: 0.5}}, mechanisms={"X": "U", "Y": "X"})
    changed = model.submodel({"X": 1})
    assert abduct(changed, {"Y": 1}).weight == pytest.approx(1)
    assert set(changed.graph.edges) == {("X", "Y")}
    with pytest.raises(UnknownNameError):
        model.submodel({"U": 1})
    with pytest.raises(OutsideDomainError):
        model.submodel({"X": 5})

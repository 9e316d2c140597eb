"""The formula grammar: what it reads, refuses and computes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from causalcore.errors import FormulaValueError
from causalcore.mechanisms.mechanism import Constant, Formula, Name, Operation, Operator, evaluate, names, parse_formula
from logic.errors import FormulaSyntaxError

ATOMS = st.one_of(
    st.sampled_from(["a", "b", "c"]).map(Name),
    st.one_of(st.booleans(), st.integers(0, 9), st.text("xyz '\\\"", max_size=4)).map(Constant),
)


def grow(inner: st.SearchStrategy[Formula]) -> st.SearchStrategy[Formula]:
    unary = st.builds(lambda op, x: Operation(op, (x,)), st.sampled_from([Operator.NOT, Operator.NEGATIVE]), inner)
    others = [op for op in Operator if op not in {Operator.NOT, Operator.NEGATIVE, Operator.IF}]
    binary = st.builds(lambda op, x, y: Operation(op, (x, y)), st.sampled_from(others), inner, inner)
    branch = st.builds(lambda x, y, z: Operation(Operator.IF, (x, y, z)), inner, inner, inner)
    return st.one_of(unary, binary, branch)


@given(formula=st.recursive(ATOMS, grow, max_leaves=8))
def test_a_printed_formula_reads_back_as_itself(formula):
    assert parse_formula(str(formula)) == formula


@pytest.mark.parametrize(
    ("text", "values", "result"),
    [
        ("a -> b", {"a": True, "b": False}, False),
        ("not a or b and c", {"a": True, "b": True, "c": False}, False),
        ("a xor b xor c", {"a": True, "b": True, "c": True}, True),
        ("1 + 2 * 3 - x", {"x": 4}, 3),
        ("min(a, 2) == max(1, 2)", {"a": 5}, True),
        ("if a > 2 then 'much' else 'little'", {"a": 1}, "little"),
        ("drink != 'tea'", {"drink": "milk"}, True),
        ("a == 'true'", {"a": True}, True),
    ],
)
def test_formulas_compute(text, values, result):
    assert evaluate(parse_formula(text), values) == result


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a and", "expected a value, got the end at line 1, column 6"),
        ("a\nand $", r"got '\$' at line 2, column 5"),
        ("a < b < c", "expected one comparison at a time"),
        ("__import__('os')", "expected an operator or the end"),
        ("a.b", r"got '\.' at line 1, column 2"),
        ("(" * 100 + "a", "nested at most 30 deep"),
        ("9" * 40, "expected a number of ordinary size"),
        ("a or " * 9000 + "a", "expected at most 20000 characters"),
    ],
)
def test_what_the_grammar_cannot_read_is_refused_with_its_place(text, message):
    with pytest.raises(FormulaSyntaxError, match=message):
        parse_formula(text)


def test_a_value_that_does_not_fit_is_refused():
    with pytest.raises(FormulaValueError, match="expected true, false, 0 or 1 in a formula, got 'tea'"):
        evaluate(parse_formula("not drink"), {"drink": "tea"})
    with pytest.raises(FormulaValueError, match="expected a number"):
        evaluate(parse_formula("drink + 1"), {"drink": "tea"})


def test_names_come_in_order_once():
    assert names(parse_formula("b and a or b")) == ("b", "a")

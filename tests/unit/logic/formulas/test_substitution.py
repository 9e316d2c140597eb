from __future__ import annotations

import pytest

from logic.formulas.formula import Name, Variable
from logic.formulas.grammar import parse
from logic.formulas.substitution import Polarity, polarity, replace, substitute

X, Y = Variable("x"), Variable("y")


def test_only_free_occurrences_are_replaced() -> None:
    formula = parse("P(x) & all x. Q(x)", free=["x"])
    assert str(substitute(formula, X, Name("rex"))) == "P(rex) & (all x. Q(x))"


def test_capture_is_avoided_even_when_the_prime_is_taken() -> None:
    formula = parse("exists y. Loves(x,y,y')", free=["x", "y'"])
    assert str(substitute(formula, X, Y)) == "exists y''. Loves(y,y'',y')"


def test_names_are_replaced_in_every_atomic_form() -> None:
    formula = parse("P(a) & a = b & E!a")
    assert substitute(formula, Name("a"), Name("c")) == parse("P(c) & c = b & E!c")


def test_a_subformula_is_replaced_unless_a_quantifier_would_bind_it() -> None:
    formula = parse("P(a) | all x. (P(a) & Q(x))")
    assert replace(formula, parse("P(a)"), parse("R")) == parse("R | all x. (R & Q(x))")
    assert replace(formula, parse("P(a)"), parse("Q(x)", free=["x"])) == parse(
        "Q(x) | all x. (P(a) & Q(x))", free=["x"]
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("S & P", Polarity.UPWARD),
        ("~~S", Polarity.UPWARD),
        ("S -> P", Polarity.DOWNWARD),
        ("all x. (P(x) -> ~S)", Polarity.DOWNWARD),
        ("(S -> P) & S", Polarity.NON_MONOTONE),
        ("S <-> P", Polarity.NON_MONOTONE),
        ("P -> Q", Polarity.ABSENT),
        ("P <-> Q", Polarity.ABSENT),
    ],
)
def test_polarity_of_a_slot(text: str, expected: Polarity) -> None:
    assert polarity(parse(text), parse("S")) is expected

from __future__ import annotations

import pickle

import pytest

from logic.errors import FormulaSyntaxError, FormulaTooLargeError, MalformedFormulaError, OpenFormulaError
from logic.formulas.formula import (
    And,
    Atom,
    Denotes,
    Equal,
    Exists,
    ForAll,
    Formula,
    Iff,
    Implies,
    Name,
    Not,
    Or,
    Truth,
    Variable,
    check_closed,
    conjoin,
    disjoin,
    signature,
)
from logic.formulas.grammar import parse

P, Q, R = Atom("P"), Atom("Q"), Atom("R")
X, Y = Variable("x"), Variable("y")


@pytest.mark.parametrize(
    ("text", "formula"),
    [
        ("P & Q & R", And((P, Q, R))),
        ("P & (Q & R)", And((P, And((Q, R))))),
        ("P | Q & R", Or((P, And((Q, R))))),
        ("P -> Q -> R", Implies(P, Implies(Q, R))),
        ("(P -> Q) -> R", Implies(Implies(P, Q), R)),
        ("P <-> Q -> R", Iff(P, Implies(Q, R))),
        ("not P and not not Q", And((Not(P), Not(Not(Q))))),
        ("P ⊕ Q", Not(Iff(P, Q))),
        ("E!k", Denotes(Name("k"))),
        ("E!(k) ∧ ⊤", And((Denotes(Name("k")), Truth(True)))),
        ("a ≠ b", Not(Equal(Name("a"), Name("b")))),
        ("∀x ∃y Loves(x, y)", ForAll(X, Exists(Y, Atom("Loves", (X, Y))))),
        ("all x y. Loves(x,y)", ForAll(X, ForAll(Y, Atom("Loves", (X, Y))))),
        ("∀x Dog(x) → Wet", Implies(ForAll(X, Atom("Dog", (X,))), Atom("Wet"))),
        ("all x. Dog(x) -> Wet", ForAll(X, Implies(Atom("Dog", (X,)), Atom("Wet")))),
        ("(∀x)(∃y)(Loves(x, y))", ForAll(X, Exists(Y, Atom("Loves", (X, Y))))),
        ("(all x) Dog(x) -> Wet", Implies(ForAll(X, Atom("Dog", (X,))), Atom("Wet"))),
        (
            r"\forall x (\neg P \land Q \to \exists y. R \lor Q)",
            ForAll(X, Implies(And((Not(P), Q)), Exists(Y, Or((R, Q))))),
        ),
        ("Wet.", Atom("Wet")),
        ("[P <=> Q]", Iff(P, Q)),
        ("P /\\ Q \\/ R", Or((And((P, Q)), R))),
        ("all x. Dog(x) & Dog(y)", ForAll(X, And((Atom("Dog", (X,)), Atom("Dog", (Name("y"),)))))),
    ],
)
def test_common_notations_are_read(text: str, formula: Formula) -> None:
    assert parse(text) == formula
    assert parse(str(formula)) == formula


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("", 1, 1),
        ("P &", 1, 4),
        ("P &\n", 2, 1),
        ("(all x", 1, 7),
        ("P..", 1, 2),
        ("∃!x P(x)", 1, 2),
        ("P\n& )", 2, 3),
        ("P(a", 1, 4),
        ("P @ Q", 1, 3),
        ("P Q", 1, 3),
        ("all x. x", 1, 8),
    ],
)
def test_an_error_says_where(text: str, line: int, column: int) -> None:
    with pytest.raises(FormulaSyntaxError) as caught:
        parse(text)
    assert (caught.value.line, caught.value.column) == (line, column)
    assert caught.value.pointer.splitlines()[-1] == " " * (column - 1) + "^"
    assert caught.value.__notes__ == [caught.value.pointer]
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)


def test_an_error_says_what_was_expected_and_what_came() -> None:
    with pytest.raises(FormulaSyntaxError, match=r"expected a formula, got '\)' at line 1, column 5"):
        parse("P & )")


@pytest.mark.parametrize("text", ["(" * 5000 + "P", "~" * 5000 + "P", "all x. " * 5000 + "P", "P -> " * 5000 + "P"])
def test_deep_nesting_is_refused_and_does_not_exhaust_the_stack(text: str) -> None:
    with pytest.raises((FormulaTooLargeError, FormulaSyntaxError)):
        parse(text)


def test_a_long_conjunction_is_not_deep() -> None:
    formula = parse(" & ".join(f"P{index}" for index in range(5000)))
    assert isinstance(formula, And)
    assert len(formula.parts) == 5000


def test_too_many_nodes_are_refused() -> None:
    with pytest.raises(FormulaTooLargeError, match="of size at most 20000"):
        parse(" & ".join(["P"] * 20_001))


def test_names_must_be_printable() -> None:
    with pytest.raises(MalformedFormulaError, match="expected a name"):
        Name("two words")
    with pytest.raises(MalformedFormulaError, match="no keyword"):
        Atom("and")
    with pytest.raises(MalformedFormulaError, match="two or more parts in And, got 1"):
        And((P,))


def test_joining_nothing_and_one() -> None:
    assert conjoin([]) == Truth(True)
    assert disjoin([]) == Truth(False)
    assert conjoin([P]) == disjoin([P]) == P


def test_a_predicate_has_one_arity() -> None:
    with pytest.raises(MalformedFormulaError, match="P with 1 terms as elsewhere, got P"):
        signature([parse("P(a)"), parse("P(a,b)")])


def test_a_free_variable_is_named() -> None:
    with pytest.raises(OpenFormulaError, match="got free x in"):
        check_closed(parse("P(x)", free=["x"]))

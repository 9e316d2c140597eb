from __future__ import annotations

import pytest

from causalcore.errors import InvalidInterventionError, QuerySyntaxError
from causalcore.model.building import scm
from causalcore.queries.effect import Change, Effect, EffectKind
from causalcore.queries.queries import Expectation, Probability, ask
from causalcore.queries.query_language import Causation, parse_query
from causalcore.queries.world import Fact, Policy, Randomised, Term


def test_a_world_may_stand_before_or_after_the_value() -> None:
    assert parse_query("P(Y=1 @ do(X=1))") == parse_query("P(Y@do(X=1)=1)")


def test_each_form_is_read() -> None:
    assert parse_query("P(Y=1, Z!=low | X<=0.5)") == Probability(
        (Fact(Term("Y"), 1), Fact(Term("Z"), "low", "!=")), (Fact(Term("X"), 0.5, "<="),)
    )
    assert parse_query("E(Y @ do(X=-1))") == Expectation(Term("Y", (("X", -1),)))
    assert parse_query("pn(X: a -> b, Y)") == Effect(EffectKind.PN, Change("X", "a", "b"), Change("Y"))
    assert parse_query("cause(A=1, B=1, Y=1 | U=0)") == Causation(
        (Fact(Term("A"), 1), Fact(Term("B"), 1)), Fact(Term("Y"), 1), (Fact(Term("U"), 0),)
    )
    assert parse_query("P(Y='as stated' @ do(X ~ {0: 0.4, 1: 0.6}, Z := 'X'))") == Probability(
        (Fact(Term("Y", (("X", Randomised(((0, 0.4), (1, 0.6)))), ("Z", Policy("X")))), "as stated"),)
    )


@pytest.mark.parametrize(
    ("behind", "beside"),
    [
        ("P(Y=1 | do(X=1))", "P(Y=1 @ do(X=1))"),
        ("P(Y=1, Z=0 | W=2, do(X=1, V=0))", "P(Y=1 @ do(X=1, V=0), Z=0 @ do(X=1, V=0) | W=2 @ do(X=1, V=0))"),
        ("P(Y=1 | do(X=1), do(V=0))", "P(Y=1 @ do(X=1, V=0))"),
        ("E(Y | do(X=1), Z=0)", "E(Y @ do(X=1) | Z=0 @ do(X=1))"),
        ("P(do=1 | do=0)", "P('do'=1 | 'do'=0)"),
    ],
)
def test_do_behind_the_bar_is_the_world_of_the_whole_query(behind: str, beside: str) -> None:
    assert parse_query(behind) == parse_query(beside)


@pytest.mark.parametrize("text", ["P(Y=1 @ do(X=0) | do(X=1))", "cause(X=1, Y=1 | do(Z=1))"])
def test_do_behind_the_bar_is_refused_where_it_means_nothing(text: str) -> None:
    with pytest.raises(InvalidInterventionError, match="behind the bar"):
        parse_query(text)


def test_doing_differs_from_seeing_and_from_imagining() -> None:
    model = scm(
        variables={"X": [0, 1], "Y": ["False", "True"], "Z": [False, True]},
        noise={"U": {0: 0.5, 1: 0.5}},
        mechanisms={"X": "U", "Y": "if X != U then 'True' else 'False'", "Z": "Y == 'True'"},
    )
    chance = {"X=true": 0.0, "do(X=True)": 0.5, "do(X=1), Z=0": 0.0, "do(X=1), Z=1": 1.0}
    assert {given: ask(model, parse_query(f"P(Y=1 | {given})")) for given in chance} == chance
    assert ask(model, parse_query("P(Y=true @ do(X=1) | Z=0)")) == 0.5


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "expected P, E, cause or the name of an effect, got the end at column 1"),
        ("Q(Y=1)", "expected P, E, cause, responsibility, pse, ate.*got 'Q' at column 1"),
        ("P(Y | X)", "got '\\)' at column 8"),
        ("P(Y <)", "got '\\)' at column 6"),
        ("P(Y=1", "expected '\\)', got the end"),
        ("P(Y=1) + 1", "expected the end, got '\\+' at column 8"),
        ("P(Y=1) & 1", "expected a name, a value or a sign, got '&' at column 8"),
        ("P(Y=1) x", "expected the end, got 'x'"),
        ("P(Y=1 @ see(X=1))", "expected 'do', got 'see' at column 9"),
        ("P(Y=1 @ do(X := Z))", "a formula in quotes"),
        ("P(Y=1 @ do(X ~ {0: low}))", "expected a probability, got 'low'"),
        ("cause(Y=1)", "the effect after the cause"),
    ],
)
def test_a_broken_query_is_met_with_its_column(text: str, words: str) -> None:
    with pytest.raises(QuerySyntaxError, match=words):
        parse_query(text)


def test_endless_nesting_is_refused() -> None:
    with pytest.raises(QuerySyntaxError, match="nested at most"):
        parse_query("P(Y=1 @ " + "do(M=M@" * 60 + "do(X=1)" + ")" * 60 + ")")

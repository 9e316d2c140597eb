"""Queries about several worlds of a graph: what is read, what is refused, and how answers are written."""

from __future__ import annotations

import json

import pytest

from causalcore import ask, graph
from causalcore.errors import ImpossibleEvidenceError, MalformedModelError, QuerySyntaxError, UnknownNameError

FRONT = graph("X -> M -> Y, X <-> Y")
MEDIATED = graph("X -> M -> Y, X -> Y")
NAPKIN = graph("W -> R -> X -> Y, W <-> X, W <-> Y")
BOW = graph("X -> Y, X <-> Y")


@pytest.mark.parametrize(
    ("source", "query", "estimand"),
    [
        (FRONT, "P(Y=1 @ do(X=1))", "sum over M of P(M | X=1) (sum over X of P(X) P(Y=1 | X, M))"),
        (FRONT, "P(Y=1 @ do(X=1) | X=0)", "sum over M of P(Y=1 | X=0, M) P(M | X=1)"),
        (FRONT, "P(Y @ do(X=1) | X=0)", "sum over M of P(Y | X=0, M) P(M | X=1)"),
        (MEDIATED, "P(Y=1 @ do(X=1, M=M@do(X=0)))", "sum over M of P(M | X=0) P(Y=1 | X=1, M)"),
        (MEDIATED, "P(Y=1 @ do(X=X@do(M=1)), X=1)", "P(X=1) (sum over M of P(M | X=1) P(Y=1 | X=1, M))"),
        (MEDIATED, "P(X=1 @ do(X=0))", "0"),
        (MEDIATED, "P(Y=1 @ do(X=1) | X=1, Y=1)", "1"),
        (MEDIATED, "P(Y=1, X=0 | M=1)", "P(Y=1, X=0 | M=1)"),
        (graph("X -> Y"), "ett(X, Y)", "P(Y=1 | X=1) - P(Y=1 | X=0)"),
        (graph("X -> Y"), "ate(X: a -> b, Y: low -> high)", "P(Y=high | X=b) - P(Y=high | X=a)"),
    ],
)
def test_an_estimand_is_written_with_the_values_of_the_query(source, query, estimand):
    found = source.identify(query)
    assert found.identified
    assert found.estimand == estimand
    assert str(ask(source, query)) == str(found)
    assert json.loads(found.to_json())["estimand"]["text"] == estimand


def test_natural_effects_are_differences_that_add_up():
    direct, indirect = (MEDIATED.identify(f"{kind}(X, Y)").to_dict()["estimand"]["tree"] for kind in ("nde", "nie"))
    assert list(direct) == list(indirect) == ["difference"]
    assert direct["difference"][1] == indirect["difference"][1]


def test_latex_writes_worlds_below_the_variable():
    found = MEDIATED.identify("P(Y=1 @ do(X=1, M=M@do(X=0)) | X=0)")
    assert found.latex.startswith(r"P(Y_{X = 1, M = M_{X = 0}} = 1 \mid X = 0) = ")
    assert r"P(M \mid X = 0)" in found.latex


def test_a_hedge_says_what_experiments_would_have_to_show():
    found = BOW.identify("P(Y=1 @ do(X=1))")
    assert found.hedge == {"nodes": ["X", "Y"], "inner": ["Y"]}
    assert found.to_dict()["experiments"]["text"] == "P(Y=1 | do(X=1))"
    assert "from experiments: P(Y@do(X=1)=1) = P(Y=1 | do(X=1))" in found.explain()


def test_a_conflict_names_the_two_worlds_and_the_part_that_has_it():
    found = BOW.identify("ett(X, Y)").to_dict()
    assert found["part"] == "P(Y@do(X=0)=1 | X=1)"
    assert found["conflict"]["facts"] == ["X", "Y@do(X=0)"]
    assert (found["conflict"]["variable"], found["conflict"]["values"]) == ("X", ["1", "0"])
    assert "two_values" not in found


def test_two_values_help_where_subtraction_does():
    found = NAPKIN.identify("P(Y=1 @ do(X=1) | X=0)")
    assert not found
    assert found.to_dict()["two_values"]["values"] == {"X": ["0", "1"]}
    assert "if X is 0 or 1, and nothing else: P(Y@do(X=1)=1 | X=0) = " in str(found)


@pytest.mark.parametrize(
    ("query", "error", "message"),
    [
        ("P(Y=1 @ do(X=1) | X=0, X=1)", ImpossibleEvidenceError, "X=0; X=1"),
        ("P(Y>1 @ do(X=1))", MalformedModelError, "facts with ="),
        ("E(Y @ do(X=1))", MalformedModelError, "within identify"),
        ("P(Y=1 @ do(Q=1))", UnknownNameError, "Q"),
        ("P(Y=1 @ do(X ~ {0: 0.5, 1: 0.5}))", MalformedModelError, "where X is set"),
        ("P(Y=1 @ do(X=Y@do(X=0)))", MalformedModelError, "where X is set"),
        ("P(Y @ do(X=1), Y)", MalformedModelError, "expected values"),
        ("P(Y @ do(X=1), Y @ do(X=0))", MalformedModelError, "expected values"),
        ("P(Y=1 @ do(X=1, X=0))", MalformedModelError, "each variable set once"),
        ("P(Y=1 @ do(X=1)", QuerySyntaxError, "'\\)'"),
        ("P(Y=1 @ do(X=1)) P", QuerySyntaxError, "'\\)'|the end"),
    ],
)
def test_what_a_graph_cannot_answer_is_refused_with_what_to_write(query, error, message):
    with pytest.raises(error, match=message):
        BOW.identify(query)


def test_a_value_and_no_value_for_one_world_are_refused():
    with pytest.raises(MalformedModelError, match="with a value or without one"):
        MEDIATED.identify("P(X | X=1 @ do(M=0))")


def test_why_a_variable_is_no_instrument_is_said_of_each():
    why = graph("distance -> college -> wage, region -> distance, region -> wage, college <-> wage, college -> alumni")
    told = why.instruments("college", "wage").explain()
    assert "distance alone is not one: distance <- region -> wage is open" in told
    assert "alumni is not one: college causes it." in told
    assert "definition 7.4.1" in told


def test_what_opens_on_a_causal_path_is_said_of_a_set():
    told = graph("S -> B -> D, S -> D, B <-> D").adjustment("S", "D", ["B"]).explain()
    assert "S -> B <-> D is not causal, and open given {B}: conditioning on B, where its arrows meet, opens it." in told

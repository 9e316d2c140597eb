"""The text form of questions about graphs, and their answers on graphs that textbooks answer."""

from __future__ import annotations

import json

import pytest

from causalcore.errors import CausalError, MalformedModelError, QuerySyntaxError, UnknownNameError
from causalcore.graph_questions.estimands.estimand_notation import latex_name
from causalcore.graph_questions.graph_question import parse_graph_question
from causalcore.graph_questions.question_answers import answer_question, shown
from causalcore.graphs.notations import read_graph

FRONT_DOOR = "dag { X -> M -> Y; U [latent]; U -> X; U -> Y }"
M_BIAS = "dag { A -> X; A -> M <- B -> Y; X -> Y }"
NAPKIN = "dag { W -> R -> X -> Y; W <-> X; W <-> Y }"
BOW = "dag { X -> Y; X <-> Y }"


def ask(graph, text):
    return answer_question(parse_graph_question(text), read_graph(graph))


def told(graph, text):
    return shown(ask(graph, text))


def test_m_bias_needs_nothing_and_adjusting_for_the_collider_alone_opens_a_path():
    assert ask(M_BIAS, "adjustment(X, Y)")["sets"] == [[]]
    assert ask(M_BIAS, "adjustment(X, Y | M)") == {
        "valid": False,
        "forbidden": [],
        "open": ["X <- A -> M <- B -> Y"],
    }
    assert told(M_BIAS, "adjustment(X, Y | M, A)") == "yes"


def test_what_lies_on_a_causal_path_is_forbidden():
    assert ask(FRONT_DOOR, "adjustment(X, Y)") == {"sets": [], "forbidden": ["M"], "complete": True}
    assert told(FRONT_DOOR, "adjustment(X, Y | M)") == "no\nforbidden: M\nopen: X <- U -> Y"


def test_paths_show_what_nobody_observes_as_it_was_written():
    assert told(BOW, "paths(X, Y)").splitlines() == ["X -> Y   directed, open", "X <-> Y  back-door, open"]
    assert told(FRONT_DOOR, "paths(X, Y | M)").splitlines() == [
        "X -> M -> Y  directed, blocked at M",
        "X <- U -> Y  back-door, open",
    ]


def test_a_conditional_instrument_is_said_with_its_set():
    graph = "dag { W -> Z; W -> Y; Z -> X -> Y; X <-> Y }"
    assert told(graph, "instruments(X, Y)") == "Z given {W}"
    assert ask(graph, "instruments(X, Y)")["instruments"] == [{"instrument": "Z", "given": [["W"]]}]


def test_implications_of_a_napkin_are_one():
    assert told(NAPKIN, "implications()").splitlines()[0] == "none"
    assert told("dag { X -> M -> Y }", "implications()").splitlines() == ["X _||_ Y | M", "basis: Y _||_ X | M"]


@pytest.mark.parametrize("text", ["identify(P(Y @ do(X)))", "identify(P(Y | do(X)))"])
def test_the_front_door_is_identified_with_the_inner_cause_told_apart(text):
    found = ask(FRONT_DOOR, text)
    assert found["query"] == "P(Y | do(X))"
    assert found["estimand"]["text"] == "sum over M of P(M | X) (sum over X' of P(X') P(Y | X', M))"
    latex = r"P(Y \mid do(X)) = \sum_{M} P(M \mid X) \, \Bigl( \sum_{X'} P(X') \, P(Y \mid X', M) \Bigr)"
    assert found["estimand"]["latex"] == latex
    assert json.loads(json.dumps(found)) == found


def test_the_napkin_is_a_ratio_for_whatever_value_of_its_instrument():
    found = ask(NAPKIN, "identify(P(Y @ do(X)))")
    assert found["free"] == ["R"]
    assert list(found["estimand"]["tree"]) == ["ratio"]


def test_the_bow_is_its_own_hedge():
    assert ask(BOW, "identify(P(Y @ do(X)))") == {
        "identified": False,
        "query": "P(Y | do(X))",
        "hedge": {"nodes": ["X", "Y"], "inner": ["Y"]},
    }


def test_what_is_seen_before_is_told_from_what_is_seen_after():
    graph = "dag { Z -> X -> M -> Y; Z -> Y }"
    before = ask(graph, "identify(P(Y @ do(X) | Z))")
    after = ask(graph, "identify(P(Y @ do(X) | M @ do(X)))")
    assert before["query"] == "P(Y | do(X), Z)"
    assert after == ask(graph, "identify(P(Y | do(X), M))")
    with pytest.raises(MalformedModelError, match="counterfactual"):
        ask(graph, "identify(P(Y @ do(X) | M))")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("identify(P(Y=1 @ do(X=1))", r"'\)'"),
        ("identify(P(Y @ do(X), Z))", "one intervention for all"),
        ("identify(Y)", "P, as in identify"),
        ("identify(P(Y @ X))", r"do\(\.\.\.\)"),
        ("adjustment(X)", "two names"),
        ("instruments(X, Y | Z)", r"'\)'"),
        ("implications(X)", r"'\)'"),
        ("paths(X, Y | )", "a name"),
    ],
)
def test_what_cannot_be_read_says_what_was_expected(text, message):
    with pytest.raises(QuerySyntaxError, match=message):
        parse_graph_question(text)


@pytest.mark.parametrize(
    ("text", "kind", "message"),
    [
        ("adjustment(X, Q)", UnknownNameError, "Q"),
        ("adjustment(X, U)", MalformedModelError, "nobody observes"),
        ("adjustment(X, X)", MalformedModelError, "X twice"),
        ("adjustment(X, Y | U)", MalformedModelError, "nobody observes"),
        ("instruments(X, X)", MalformedModelError, "X twice"),
        ("paths(X, X)", MalformedModelError, "X twice"),
        ("paths(X, Y | X)", MalformedModelError, "X twice"),
        ("paths(X, Q)", UnknownNameError, "Q"),
        ("identify(P(Y | do(Q)))", UnknownNameError, "Q"),
        ("identify(P(Y | do(Y)))", MalformedModelError, "Y twice"),
        ("identify(P(U | do(X)))", MalformedModelError, "nobody observes"),
    ],
)
def test_what_a_graph_cannot_answer_is_refused(text, kind, message):
    with pytest.raises(kind, match=message):
        ask(FRONT_DOOR, text)


@pytest.mark.parametrize(
    "name", ["__import__('os')", "{{7*7}}", "a; b", "$(id)", "../x", "\\input{x}", "<b>", "P(Y)", "%s", "X' | do(X)"]
)
def test_names_are_data(name):
    quote = '"' if "'" in name else "'"
    found = answer_question(
        parse_graph_question(f"identify(P({quote}{name}{quote} @ do(X)))"),
        read_graph(f"dag {{ X -> {json.dumps(name)} }}"),
    )
    assert found["estimand"]["tree"] == {"probability": [name], "given": ["X"]}
    assert "\\input" not in found["estimand"]["latex"]


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("X1", "X_{1}"),
        ("two words", r"\mathrm{two\ words}"),
        ("a_b%", r"\mathrm{a\_b\%}"),
        ("\\x", r"\mathrm{\backslash{}x}"),
    ],
)
def test_latex_shows_a_name_as_it_is(name, written):
    assert latex_name(name) == written


def test_every_refusal_is_one_of_the_family():
    assert issubclass(QuerySyntaxError, CausalError)


COMPLETE = "dag { " + "; ".join(f"V{i} -> V{j}" for j in range(14) for i in range(j)) + " }"


@pytest.mark.parametrize(
    ("source", "query", "estimand"),
    [
        ("dag { X -> M -> Y }", "P(Y @ do(X))", "P(Y | X)"),
        ("dag { X -> M -> Y }", "P(Y=1 @ do(X=1))", "P(Y=1 | X=1)"),
        ("dag { X -> M -> Y }", "ate(X, Y)", "P(Y=1 | X=1) - P(Y=1 | X=0)"),
        ("dag { X -> Y; Z -> Y }", "P(Y @ do(X))", "P(Y | X)"),
        ("dag { Z -> X -> M -> Y; Z -> Y }", "P(Y @ do(X))", "sum over Z of P(Y | X, Z) P(Z)"),
        ("dag { Z -> X -> M -> Y; Z -> Y }", "P(Y=1 @ do(X=1))", "sum over Z of P(Y=1 | X=1, Z) P(Z)"),
        ("dag { X -> Y; Z -> X }", "P(Z @ do(X))", "P(Z)"),
        (COMPLETE, "P(V13 @ do(V0))", "P(V13 | V0)"),
        (M_BIAS, "P(Y @ do(X))", "P(Y | X)"),
    ],
)
def test_an_effect_is_adjusted_for_the_smallest_set_that_is_right(source, query, estimand):
    assert ask(source, f"identify({query})")["estimand"]["text"] == estimand

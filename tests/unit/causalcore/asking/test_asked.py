"""Answers about a model: numbers, bounds and verdicts, alike from Python and from the command."""

from __future__ import annotations

import json

import networkx as nx
import pytest

from causalcore import ask, claim, graph, load_model, model
from causalcore.asking.asked import answer
from causalcore.errors import (
    InvalidInterventionError,
    MalformedModelError,
    NotIdentifiableError,
    OutsideDomainError,
    QuerySyntaxError,
    QueryTypeError,
)
from causalcore.exchange.bayesian import to_network
from causalcore.model.textbook import FIRING_SQUAD
from causalcore.queries.query_language import parse_query

TABLES = {
    "variables": {"X": [0, 1], "Y": [0, 1]},
    "noise": {"U": {0: 0.7, 1: 0.3}},
    "mechanisms": {"X": "U", "Y": {"parents": ["X"], "cpt": {"0": [0.9, 0.1], "1": [0.2, 0.8]}}},
}
FIRST = {
    "variables": {"X": [0, 1], "Y": [0, 1]},
    "noise": {"U": {0: 0.7, 1: 0.3}},
    "mechanisms": {"X": "U", "Y": "X"},
}
UNIT = "P(Y=1 @ do(X=1) | X=0, Y=0)"


def test_python_gives_bounds_where_the_tables_leave_the_answer_open():
    found = ask(TABLES, UNIT)
    assert found.value is None
    # P(Y=1 | do(X=1)) = 0.8 and P(Y=1 | X=0) = 0.1: of the 0.9 that had Y=0 between 0.7 and 0.8 would have Y=1.
    assert found.interval == pytest.approx((0.7 / 0.9, 0.8 / 0.9))
    assert "sharp bounds" in found.explain()
    with pytest.raises(NotIdentifiableError, match="expected one number"):
        float(found)


def test_an_assumption_narrows_the_bounds_to_a_number():
    assert float(ask(TABLES, UNIT, assume=["monotone(X, Y, +)"])) == pytest.approx(0.7 / 0.9)


def test_one_assumption_needs_no_list_and_what_is_none_is_refused():
    assert ask(TABLES, UNIT, assume="monotone(X, Y, +)") == ask(TABLES, UNIT, assume=["monotone(X, Y, +)"])
    with pytest.raises(QuerySyntaxError, match=r"got the end at column 13 of 'confounded\(X'"):
        ask(TABLES, UNIT, assume="confounded(X")
    with pytest.raises(QueryTypeError, match=r"expected assumptions as texts.*got nothing; list them"):
        ask(TABLES, UNIT, assume=None)
    with pytest.raises(QueryTypeError, match="expected a query, a claim or an assumption as text, got 3"):
        ask(TABLES, UNIT, assume=[3])


def test_a_model_with_a_mechanism_beside_a_table_names_what_would_identify():
    assert "monotone(X, Y, +) would give 0.777778" in ask(TABLES, UNIT).explain()


def test_answers_turn_into_plain_values_json_and_tables():
    found = ask(FIRING_SQUAD, "P(D @ do(A=1))")
    assert json.loads(found.to_json()) == found.to_dict() == found.as_dict()
    assert found.to_pandas()["low"].tolist() == [0.0, 1.0]
    assert ask(FIRING_SQUAD, "P(D=1)").to_pandas()["high"].tolist() == [pytest.approx(0.79)]


def test_a_pgmpy_network_is_a_model_if_it_has_tables_and_else_a_graph():
    known = model(TABLES)
    network = to_network(known)
    for query in ("P(Y=1)", "P(Y=1 @ do(X=1))", parse_query("P(Y=1)")):
        assert ask(network, query).value == pytest.approx(ask(known, query).value)
    with pytest.raises(OutsideDomainError):
        ask(network, "P(Y=7)")
    assert "U" in ask(network, "ancestors(Y)")
    bare = type(network)([("X", "Y")])
    assert str(ask(bare, "P(Y | do(X))")) == "P(Y | do(X)) = P(Y | X)"


def test_a_network_without_discrete_tables_is_refused():
    class Gaussian(nx.DiGraph):
        cpds = (object(),)

    with pytest.raises(MalformedModelError, match="got Gaussian"):
        ask(Gaussian([("X", "Y")]), "P(Y=1)")


def test_files_mappings_and_models_are_asked_alike(tmp_path):
    path = tmp_path / "m.json"
    path.write_text(json.dumps(model(TABLES).to_dict()))
    wanted = ask(TABLES, "P(Y=1)").value
    assert [ask(source, "P(Y=1)").value for source in (path, str(path), model(path), load_model(path))] == [wanted] * 4
    assert claim(path, "causes(X, Y)").status == "holds"


@pytest.mark.parametrize("source", [7, None, ["X"]])
def test_what_is_no_model_is_refused(source):
    with pytest.raises(MalformedModelError, match="expected a model"):
        ask(source, "P(Y=1)")


def test_a_model_comes_from_a_mapping_or_from_its_parts_not_from_both():
    parts = {"variables": {"X": [0, 1]}, "mechanisms": {"X": lambda: 1}}
    assert model(**parts).names == ("X",)
    with pytest.raises(MalformedModelError, match="got both"):
        model(TABLES, **parts)


def test_an_actual_cause_takes_no_assumptions():
    with pytest.raises(InvalidInterventionError, match="expected no assumptions"):
        answer(FIRING_SQUAD, "cause(A=1, D=1 | U=1)", ["monotone(A, D, +)"])


@pytest.mark.parametrize("text", ["P(Y=1)", "E(Y @ do(X=1))", "ate(X, Y)", "P(Y)", "cause(X=1, Y=1 | U=1)"])
def test_a_parsed_query_is_answered_like_its_text(text):
    subject = FIRST if text.startswith("cause") else TABLES
    assert ask(subject, parse_query(text)) == ask(subject, text)


def test_what_is_no_query_is_refused():
    assert issubclass(QueryTypeError, TypeError)
    with pytest.raises(QueryTypeError, match=r"expected a query as text.*got int about dict"):
        ask(TABLES, 3)
    with pytest.raises(QueryTypeError, match="got Probability about CausalGraph"):
        ask(graph("dag { X -> Y }"), parse_query("P(Y=1 @ do(X=1))"))


@pytest.fixture
def edges_file(tmp_path):
    place = tmp_path / "e.yaml"
    place.write_text('edges: ["X -> Y"]\n', encoding="utf-8")
    return place


def test_a_graph_in_any_form_is_asked_what_identifies_a_probability(edges_file):
    expected = "P(Y | do(X)) = P(Y | X)"
    dag = edges_file.with_suffix(".dag")
    dag.write_text("dag { X -> Y }", encoding="utf-8")
    forms = [
        {"edges": ["X -> Y"]},
        "dag { X -> Y }",
        "X -> Y",
        edges_file,
        str(edges_file),
        dag,
        nx.DiGraph([("X", "Y")]),
    ]
    for form in [*forms, graph("X -> Y")]:
        assert str(ask(form, "P(Y | do(X))")) == expected
        assert ask(form, "adjustment(X, Y)").sets == [[]]
    for form in (TABLES, model(TABLES)):
        assert ask(form, "P(Y=1 @ do(X=1))").value == pytest.approx(0.8)


def test_a_file_with_a_model_is_no_graph(tmp_path):
    place = tmp_path / "m.json"
    place.write_text(json.dumps({"variables": {"X": [0, 1]}, "mechanisms": {"X": 1}}), encoding="utf-8")
    assert ask(place, "P(X=1)").value == 1
    with pytest.raises(MalformedModelError, match="No such file"):
        ask(tmp_path / "missing.yaml", "P(X=1)")


@pytest.mark.parametrize(
    ("query", "column", "words"),
    [
        ("P(Y | do(X)", 12, "expected ')', got the end at column 12 of 'P(Y | do(X)'"),
        ("frobnicate(X, Y)", 1, "expected a question about a graph, such as adjustment(X, Y)"),
        ("P(Y | do(X) Z)", 13, "column 13 of 'P(Y | do(X) Z)'"),
    ],
)
def test_an_error_about_a_graph_quotes_the_question_that_was_asked(query, column, words):
    with pytest.raises(QuerySyntaxError) as caught:
        ask(graph("dag { X -> Y }"), query)
    assert caught.value.column == column
    assert words in str(caught.value)


def test_what_holds_neither_a_model_nor_a_graph_says_what_came():
    for source, came in (({}, "got no keys"), ({"nodes": 1}, "got nodes")):
        with pytest.raises(MalformedModelError, match=came):
            ask(source, "P(X=1)")


@pytest.mark.parametrize("parts", [{"nonsense": 1}, {"variables": {"X": [0, 1]}}])
def test_the_parts_of_a_model_have_names(parts):
    with pytest.raises(MalformedModelError, match="expected the parts variables, mechanisms and perhaps noise, got"):
        model(**parts)

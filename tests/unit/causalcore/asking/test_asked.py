"""Answers about a model: numbers, bounds and verdicts, alike from Python and from the command."""

from __future__ import annotations

import json

import pytest

from causalcore import ask, claim, graph, load_model, model
from causalcore.asking.asked import QueryTypeError, answer
from causalcore.errors import InvalidInterventionError, MalformedModelError, NotIdentifiableError
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


def test_a_model_with_a_mechanism_beside_a_table_names_what_would_identify():
    assert "monotone(X, Y, +) would give 0.777778" in ask(TABLES, UNIT).explain()


def test_answers_turn_into_plain_values_json_and_tables():
    found = ask(FIRING_SQUAD, "P(D @ do(A=1))")
    assert json.loads(found.to_json()) == found.to_dict() == found.as_dict()
    assert found.to_pandas()["low"].tolist() == [0.0, 1.0]
    assert ask(FIRING_SQUAD, "P(D=1)").to_pandas()["high"].tolist() == [pytest.approx(0.79)]


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

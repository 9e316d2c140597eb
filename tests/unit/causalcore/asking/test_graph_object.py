"""A graph with questions as methods answers as the questions in their text form do."""

from __future__ import annotations

import json

import networkx as nx
import pytest

from causalcore import ask, graph
from causalcore.errors import CyclicModelError, MalformedModelError, QueryTypeError, UnknownNameError
from causalcore.graph_questions.graph_question import parse_graph_question
from causalcore.graph_questions.question_answers import answer_question
from causalcore.model.textbook import SMOKING_TAR

CONFOUNDED = "dag { Z -> X ; Z -> Y ; X -> Y }"
FRONT = "dag { X -> M -> Y ; X <-> Y }"
INSTRUMENT = "dag { Z -> X -> Y ; X <-> Y }"
MANY = "dag { A -> X; A -> B -> Y; X -> M -> Y; U [latent]; U -> X; U -> B; C -> M }"


def test_the_adjustment_set_of_a_confounder_is_the_confounder():
    assert graph(CONFOUNDED).adjustment("X", "Y").sets == [["Z"]]


@pytest.mark.parametrize("text", [CONFOUNDED, FRONT, INSTRUMENT, MANY])
@pytest.mark.parametrize(
    "question", ["adjustment(X, Y)", "instruments(X, Y)", "implications()", "paths(X, Y)", "identify(P(Y | do(X)))"]
)
def test_methods_answer_as_the_text_form_does(text, question):
    subject = graph(text)
    wanted = answer_question(parse_graph_question(question), subject.to_networkx())
    assert subject.ask(question).to_dict() == wanted
    assert ask(subject, question).to_dict() == wanted
    assert json.loads(subject.ask(question).to_json()) == wanted
    assert subject.ask(question).explain()
    assert len(subject.ask(question).to_pandas()) >= 0
    assert question.split("(")[0] in repr(subject.ask(question))


def test_separation_takes_names_and_sets_of_names():
    found = graph(MANY)
    assert found.d_separated("X", "Y", ["M", "A"]) is False
    assert found.d_separated(["X", "A"], "C") is True


def test_each_form_of_a_graph_is_read_back_as_the_same_graph():
    subject = graph(MANY)
    edges = set(subject.to_networkx().edges)
    forms = [subject.to_dagitty(), subject.to_dot(), subject.to_gml(), subject.to_dict(), subject.to_networkx()]
    for form in forms:
        again = graph(form)
        assert set(again.to_networkx().edges) == edges
        assert again.latents == ("U",)
    assert set(graph(list(subject.edges)).edges) == set(subject.edges)
    assert subject.to_pandas().shape == (len(subject.edges), 3)


def test_names_with_quotes_survive_each_notation():
    odd = graph([('the "old" mill', "dag"), ("dag", "café & co")])
    for text in (odd.to_dagitty(), odd.to_dot(), odd.to_gml()):
        assert set(graph(text).edges) == set(odd.edges)
    assert set(nx.parse_gml(odd.to_gml()).edges) == set(odd.edges)


def test_a_graph_is_read_from_a_file_and_from_a_model(tmp_path):
    (tmp_path / "g.dag").write_text(FRONT)
    (tmp_path / "g.yaml").write_text("edges: [X -> M -> Y, X <-> Y]\n")
    for source in (tmp_path / "g.dag", str(tmp_path / "g.dag"), tmp_path / "g.yaml"):
        assert graph(source).adjustment("X", "Y").sets == []
    assert graph(SMOKING_TAR).adjustment("smoking", "cancer").sets == []


@pytest.mark.parametrize(
    ("source", "error"),
    [
        ("a cat", MalformedModelError),
        (7, MalformedModelError),
        ([("X", "Y", "Z")], MalformedModelError),
        ("X -> Y, Y -> X", CyclicModelError),
        ("missing.dag", ValueError),
        ("missing.yaml", MalformedModelError),
    ],
)
def test_what_is_no_graph_is_refused(source, error):
    with pytest.raises(error, match="expected"):
        graph(source)


def test_a_name_that_the_graph_does_not_have_is_refused():
    with pytest.raises(UnknownNameError, match="expected"):
        graph(FRONT).adjustment("X", "W")


def test_what_is_no_name_is_refused_in_words():
    confounded = graph(CONFOUNDED)
    with pytest.raises(UnknownNameError, match=r"expected one of the names .*, got nothing; correct"):
        confounded.adjustment(None, "Y")
    for ask_with_five in (confounded.paths, lambda x, y: confounded.adjustment(x, "Y", y)):
        with pytest.raises(UnknownNameError, match="got 5; correct"):
            ask_with_five("X", 5)


def test_what_is_no_question_is_refused_in_words():
    for method in (graph(CONFOUNDED).identify, graph(CONFOUNDED).ask):
        with pytest.raises(QueryTypeError, match="as text, got nothing; write it as text"):
            method(None)


def test_reasons_name_the_path_that_no_set_blocks():
    assert "No observed set blocks X <-> Y: nobody observes that cause." in graph(FRONT).adjustment("X", "Y").explain()


def test_reasons_name_the_path_that_a_collider_opens():
    found = graph("X <- U1 -> M <- U2 -> Y, X -> Y").adjustment("X", "Y", ["M"])
    assert not found
    assert found.open == ["X <- U1 -> M <- U2 -> Y"]
    assert "conditioning on M, where its arrows meet, opens it" in found.explain()


def test_reasons_for_instruments_name_their_definition():
    found = graph(INSTRUMENT).instruments("X", "Y")
    assert found.names == ["Z"]
    assert found.given == {"Z": [[]]}
    assert "Pearl (2009), definition 7.4.1" in found.explain()


def test_an_effect_that_is_not_identified_has_a_hedge():
    found = graph("X -> Y, X <-> Y").identify("P(Y | do(X))")
    assert not found
    assert found.estimand is None
    assert found.hedge == {"nodes": ["X", "Y"], "inner": ["Y"]}
    assert "form a hedge" in found.explain()


def test_a_list_where_one_name_is_asked_for_is_refused():
    asked = graph(CONFOUNDED)
    for call in (lambda: asked.adjustment("X", ["Y"]), lambda: asked.paths(["X"], "Y"), lambda: asked.ancestors(["Y"])):
        with pytest.raises(MalformedModelError, match=r"expected one name in each place of .*, got a list of 1"):
            call()
    assert asked.adjustment("X", "Y", ["Z"])
    assert not asked.d_separated(["X"], ["Y"], ["Z"])

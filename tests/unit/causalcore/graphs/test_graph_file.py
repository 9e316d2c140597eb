"""Graphs without numbers from files."""

from __future__ import annotations

import networkx as nx
import pytest

from causalcore.errors import CausalError, CyclicModelError, MalformedModelError, MalformedScenarioError
from causalcore.graphs.graph_file import (
    graph_from_dict,
    graph_from_text,
    is_graph_document,
    is_graph_text,
    load_graph,
)

FRONT = {("X", "M"), ("M", "Y"), ("U", "X"), ("U", "Y")}
TEXTS = {
    "dagitty": 'dag FrontDoor {\nbb="0,0,1,1"\nX [exposure,pos="0.1,0.2"]\nU [latent]\nX -> M -> Y\nU -> { X Y }\n}',
    "dot": 'strict digraph g { rankdir=LR; U [latent=1]; X -> M -> Y; U -> X; U -> Y [label="so"] }',
    "gml": 'graph [ directed 1 node [ id 0 label "X" ] node [ id 1 label "M" ] node [ id 2 label "Y" ] '
    'node [ id 3 label "U" latent 1 ] edge [ source 0 target 1 ] edge [ source 1 target 2 ] '
    "edge [ source 3 target 0 ] edge [ source 3 target 2 ] ]",
    "gml of dowhy": 'graph[directed 1 node[id "X" label "X"] node[id "M" label "M"] node[id "Y" label "Y"] '
    'node[id "U" label "U" observed "no"] edge[source "X" target "M"] edge[source "M" target "Y"] '
    'edge[source "U" target "X"] edge[source "U" target "Y"]]',
}


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_the_same_graph_in_every_notation(text):
    graph = graph_from_text(text)
    assert is_graph_text(text)
    assert set(graph.edges) == FRONT
    assert [node for node, hidden in graph.nodes(data="hidden") if hidden] == ["U"]


def test_the_same_graph_in_the_form_of_the_project():
    document = {"edges": ["X -> M -> Y", "X <- U -> Y"], "latents": ["U"], "nodes": ["X"]}
    graph = graph_from_dict(document)
    assert is_graph_document(document)
    assert set(graph.edges) == FRONT
    assert graph.nodes["U"]["hidden"]


def test_a_file_may_begin_with_a_byte_order_mark(tmp_path):
    place = tmp_path / "g.dot"
    place.write_text(TEXTS["dot"], encoding="utf-8-sig")
    assert set(load_graph(place).edges) == FRONT


def test_what_networkx_writes_is_read(tmp_path):
    place = tmp_path / "g.gml"
    nx.write_gml(nx.DiGraph([("two words", "Y"), ("Z", "two words")]), place)
    assert set(load_graph(place).edges) == {("two words", "Y"), ("Z", "two words")}


@pytest.mark.parametrize(
    ("document", "message"),
    [
        ({"edges": ["X -- Y"]}, "an edge such as"),
        ({"edges": ["X ->"]}, "an edge such as"),
        ({"edges": "X -> Y"}, "a list of texts under edges"),
        ({"edges": [1]}, "a list of texts under edges"),
        ({"edges": [], "latent": []}, "edges and perhaps latents"),
        ([], "got list"),
    ],
)
def test_a_document_that_is_no_graph_is_refused(document, message):
    with pytest.raises(MalformedModelError, match=message):
        graph_from_dict(document)


@pytest.mark.parametrize("text", ['graph [ directed 0 node [ id 0 label "X" ] ]', "graph [ node [", "graph [ x"])
def test_gml_that_is_no_causal_graph_is_refused(text):
    with pytest.raises(MalformedModelError, match="GML"):
        graph_from_text(text)


def test_circles_and_missing_files_are_refused(tmp_path):
    with pytest.raises(CyclicModelError):
        graph_from_dict({"edges": ["X -> Y -> X"]})
    with pytest.raises(CyclicModelError):
        graph_from_dict({"edges": ["X -> X"]})
    with pytest.raises(MalformedScenarioError, match="check the path"):
        load_graph(tmp_path / "none.gml")


@pytest.mark.parametrize("text", ["", "rain", "dag", "variables: {X: [0, 1]}", "graph: [X]", '{"edges": []}'])
def test_other_texts_are_no_graphs(text):
    assert not is_graph_text(text)
    with pytest.raises(CausalError):
        graph_from_text(text)

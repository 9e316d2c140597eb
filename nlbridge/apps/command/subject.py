"""Read the subject of a formal question, a model, a scenario or a graph, from a file, standard input or an object."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final

from causalcore.files.text_file import read_text
from causalcore.files.unread import why_unread
from logic.errors import brief
from nlbridge.answering.input import decoded
from nlbridge.errors import BridgeError

if TYPE_CHECKING:
    from causalcore.graphs.causal_graph import Graph
    from causalcore.model.model import SCM
    from causalcore.scenario.scenario import Scenario

QUERIES_PAGE: Final = "docs/reference/queries.md"


def text_of(source: str, what: str) -> str:
    """Read a file, or standard input for `-`; `what` names the expected content in messages."""
    if source == "-":
        return decoded(sys.stdin.buffer.read(), "standard input")
    try:
        return read_text(source)
    except (OSError, UnicodeDecodeError) as error:
        message = f"expected a file with {what}, got {source}: {why_unread(error)}"
        raise BridgeError(message) from error


def read_subject(source: object) -> SCM | Scenario:
    """Read a scenario (an object with `events` or `scenario`, or a graph file) or else a model."""
    from causalcore.exchange.model_file import load_model, model_from_dict, parse_text
    from causalcore.scenario.file import load_scenario, scenario_from_document

    if isinstance(source, str) and _names_graph(source):
        return load_scenario(source)
    if isinstance(source, str) and source != "-" and _suffix(source) not in {".json", ".yaml", ".yml"}:
        return load_model(source)
    data = parse_text(text_of(source, "a model or a scenario")) if isinstance(source, str) else source
    if isinstance(data, Mapping) and ("events" in data or "scenario" in data):
        return scenario_from_document(data)
    return model_from_dict(data)


def loaded(source: object) -> object:
    """Return the graph or the document that a path or `-` names; the path itself if it names a network or no file."""
    from causalcore.exchange.model_file import NETWORKS, model_from_dict, parse_text
    from causalcore.graphs.graph_file import graph_from_dict, graph_from_text, is_graph_document, is_graph_text

    if not isinstance(source, str) or _suffix(source) in NETWORKS:
        return source
    try:
        text = text_of(source, "a graph or a model")
    except BridgeError:
        if source == "-":
            raise
        return source  # Whatever reads the file says why it cannot.
    if _names_graph(source) or is_graph_text(text):
        return graph_from_text(text)
    data = parse_text(text)
    if isinstance(data, str) and ("->" in data or "<-" in data):  # Neither keys nor a list: edges, one per line.
        return graph_from_dict({"edges": [line for line in text.splitlines() if line.strip()]})
    if is_graph_document(data):
        return graph_from_dict(data)
    return data if isinstance(data, Mapping) else model_from_dict(data)


def question_of(source: object, query: str) -> str:
    """Return the question to ask: for a graph without numbers, a probability becomes its identification.

    Examples
    --------
    >>> question_of({"edges": ["X -> Y"]}, "P(Y=1 @ do(X=1))")
    'identify(P(Y=1 @ do(X=1)))'
    >>> question_of({"variables": {"X": [0, 1]}, "mechanisms": {"X": 1}}, "P(X=1)")
    'P(X=1)'
    """
    from causalcore.graph_questions.graph_question import QUESTIONS, identify_question, is_graph_question
    from causalcore.graphs.graph_file import is_graph_document
    from causalcore.queries.effect import EffectKind

    is_graph = hasattr(source, "is_directed") or is_graph_document(source)
    if is_graph_question(query) or not is_graph:
        return query
    if query.split("(", 1)[0].strip() not in {"P", *EffectKind}:
        message = f"expected a question about a graph, such as {QUESTIONS}, got {brief(query)}; see {QUERIES_PAGE}"
        raise BridgeError(message)
    return identify_question(query)


def answer_about(graph: Graph, text: str, *, explain: bool = False) -> dict[str, object]:
    """Answer a question about a graph, with the reason in sentences.

    Examples
    --------
    >>> answer_about(read_graph_of({"edges": ["X -> M -> Y", "X <-> Y"]}), "adjustment(X, Y)")["answer"]
    {'sets': [], 'forbidden': ['M'], 'complete': True}
    """
    from causalcore.asking.graph_object import CausalGraph
    from causalcore.graph_questions.graph_question import parse_graph_question
    from causalcore.graph_questions.question_answers import answer_question

    result = answer_question(parse_graph_question(text), graph)
    is_explained = explain and isinstance(result, Mapping)
    return {
        "answer": result,
        "why": CausalGraph(graph).ask(text).explain() if is_explained else "It follows from the graph alone.",
    }


def read_graph_of(source: object) -> Graph:
    """Read the graph of a model or scenario, or a graph in DAGitty's notation, DOT, GML, JSON or YAML.

    A file may also hold only edges such as `X -> Y`, one per line.
    """
    from causalcore.asking.graph_source import graph_in
    from causalcore.exchange.model_file import NETWORKS
    from causalcore.graphs.graph_file import is_graph_document

    found = loaded(source)
    if hasattr(found, "is_directed") or is_graph_document(found):
        return graph_in(found)
    if isinstance(found, str) and _suffix(found) not in NETWORKS:
        text_of(found, "a graph or a model")  # The file cannot be read: raises why.
    return graph_in(read_subject(found))


def _suffix(source: str) -> str:
    return Path(source).suffix.lower()


def _names_graph(source: str) -> bool:
    from causalcore.graphs.graph_file import GRAPHS

    return _suffix(source) in GRAPHS

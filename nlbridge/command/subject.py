"""What a formal question is about: a model, a scenario, or a graph alone; from a file, standard input, or an object."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from nlbridge.errors import BridgeError

if TYPE_CHECKING:
    from causalcore.model.model import SCM
    from causalcore.scenario.scenario import Scenario


def text_of(source: str, what: str) -> str:
    """Read a file, or standard input for `-`."""
    if source == "-":
        return sys.stdin.read()
    try:
        return Path(source).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        message = f"expected a file with {what}, got {source}: {error}"
        raise BridgeError(message) from error


def read_subject(source: object) -> SCM | Scenario:
    """Read a model or a scenario.

    An object with `events`, or with a `scenario` in it, is a scenario, and so is a file with a graph; everything else
    is a model.
    """
    from causalcore.exchange.model_file import load_model, model_from_dict, parse_text
    from causalcore.scenario.file import GRAPHS, load_scenario, scenario_from_document

    if isinstance(source, str) and Path(source).suffix.lower() in GRAPHS:
        return load_scenario(source)
    if isinstance(source, str) and source != "-" and Path(source).suffix.lower() not in {".json", ".yaml", ".yml"}:
        return load_model(source)
    data = parse_text(text_of(source, "a model or a scenario")) if isinstance(source, str) else source
    if isinstance(data, Mapping) and ("events" in data or "scenario" in data):
        return scenario_from_document(data)
    return model_from_dict(data)


def answer_about_graph(source: object, text: str) -> dict[str, object]:
    """Answer a question about the graph of a model, a scenario, or a file with a graph.

    Examples
    --------
    >>> model = {"variables": {"X": [0, 1], "Y": [0, 1]}, "mechanisms": {"X": 1, "Y": "X"}}
    >>> answer_about_graph(model, "ancestors(Y)")["answer"]
    ['X']
    """
    from causalcore.graphs.causal_graph import graph_of
    from causalcore.queries.graph_question import parse_graph_question
    from causalcore.scenario.file import GRAPHS
    from causalcore.scenario.from_graph import load_graph
    from causalcore.scenario.graph import directed_graph
    from causalcore.scenario.scenario import Scenario

    question = parse_graph_question(text)
    if isinstance(source, str) and Path(source).suffix.lower() in GRAPHS:
        graph = load_graph(source)
    else:
        subject = read_subject(source)
        graph = directed_graph(subject) if isinstance(subject, Scenario) else graph_of(subject)
    return {"answer": question.answer(graph), "why": "from the graph alone"}


def shown(answer: object) -> str:
    """Write such an answer for a terminal.

    Examples
    --------
    >>> shown(True), shown([["A", "D", "B"]]), shown([])
    ('yes', 'A -> D <- B', 'none')
    """
    if isinstance(answer, bool):
        return "yes" if answer else "no"
    if not isinstance(answer, list):
        return str(answer)
    parts = [item if isinstance(item, str) else f"{item[0]} -> {item[1]} <- {item[2]}" for item in answer]
    return ", ".join(parts) or "none"

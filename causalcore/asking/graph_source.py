"""Sources of a causal graph: a text, a file, edges, another graph, a model or a scenario."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from causalcore.errors import MalformedModelError
from causalcore.exchange.model_file import parse_text
from causalcore.files.text_file import read_text
from causalcore.files.unread import why_unread
from causalcore.graphs.causal_graph import check_graph
from causalcore.graphs.graph_file import (
    GRAPHS,
    graph_from_dict,
    graph_from_text,
    is_graph_document,
    is_graph_text,
    load_graph,
)

if TYPE_CHECKING:
    from causalcore.graphs.causal_graph import Graph


def graph_in(source: Any) -> Graph:
    """Return the graph that an argument is or contains.

    Raises
    ------
    MalformedModelError, GraphSyntaxError
        If it contains none.

    Examples
    --------
    >>> sorted(graph_in("X -> M -> Y").edges)
    [('M', 'Y'), ('X', 'M')]
    """
    if isinstance(source, Path):
        return _from_file(source)
    if isinstance(source, str):
        return _from_text(source)
    if isinstance(source, Mapping):
        return graph_from_dict(source)
    if hasattr(source, "is_directed"):
        check_graph(source)
        return source.copy()
    if isinstance(source, Iterable):
        return graph_from_dict({"edges": [_edge(pair) for pair in source]})
    return _of_subject(source)


def holds_graph(source: Any) -> bool:
    """Return whether an argument is, contains or names a graph without numbers.

    A pgmpy network with tables is none.

    Examples
    --------
    >>> holds_graph("dag { X -> Y }"), holds_graph("X -> Y"), holds_graph({"variables": {}, "mechanisms": {}})
    (True, True, False)
    """
    if isinstance(source, str) and (is_graph_text(source) or _has_edges(source)):
        return True
    if not isinstance(source, str | Path):
        return (hasattr(source, "is_directed") and not getattr(source, "cpds", ())) or is_graph_document(source)
    path = Path(source)
    if path.suffix.lower() in GRAPHS:
        return True
    if path.suffix.lower() not in {".json", ".yaml", ".yml"}:
        return False
    try:
        text = read_text(path)
    except (OSError, UnicodeDecodeError):  # Whatever reads the file says why it cannot.
        return False
    return is_graph_text(text) or is_graph_document(parse_text(text))


def _has_edges(text: str) -> bool:
    return "->" in text or "<-" in text


def _from_text(text: str) -> Graph:
    if is_graph_text(text):
        return graph_from_text(text)
    if _has_edges(text):
        edges = [part.strip() for line in text.splitlines() for part in line.replace(";", ",").split(",")]
        return graph_from_dict({"edges": [edge for edge in edges if edge]})
    if Path(text).suffix.lower() in {*GRAPHS, ".json", ".yaml", ".yml"}:
        return _from_file(Path(text))
    message = f"expected a graph such as 'dag {{ X -> Y }}', edges such as 'X -> Y', or a file, got {text[:60]!r}"
    raise MalformedModelError(message)


def _from_file(path: Path) -> Graph:
    if path.suffix.lower() in GRAPHS:
        return load_graph(path)
    from causalcore.exchange.model_file import load_model

    try:
        text = read_text(path)
    except (OSError, UnicodeDecodeError) as error:
        message = f"expected a file with a graph, got {path}: {why_unread(error)}"
        raise MalformedModelError(message) from error
    if is_graph_text(text):
        return graph_from_text(text)
    data = parse_text(text)
    return graph_from_dict(data) if is_graph_document(data) else _of_subject(load_model(path))


def _edge(pair: Any) -> str:
    if isinstance(pair, str):
        return pair
    if isinstance(pair, tuple | list) and len(pair) == 2:
        return f"{pair[0]} -> {pair[1]}"
    message = f"expected edges as pairs of cause and effect, got {pair!r}; write, say, ('X', 'Y')"
    raise MalformedModelError(message)


def _of_subject(subject: Any) -> Graph:
    from causalcore.graphs.causal_graph import graph_of
    from causalcore.model.model import SCM
    from causalcore.scenario.graph import directed_graph
    from causalcore.scenario.scenario import Scenario

    if isinstance(subject, Scenario):
        return directed_graph(subject)
    if isinstance(subject, SCM):
        return graph_of(subject)
    message = f"expected a graph, edges, a model or a scenario, got {type(subject).__name__}; pass one of them"
    raise MalformedModelError(message)

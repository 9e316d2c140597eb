"""Graphs without numbers from files: DAGitty's notation, DOT, GML, and the project's own YAML or JSON.

edges: [X -> M -> Y, X <-> Y]
latents: [U]
nodes: [W]
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from causalcore.errors import MalformedModelError, MalformedScenarioError
from causalcore.files.text_file import read_text
from causalcore.files.unread import why_unread
from causalcore.graphs.causal_graph import check_graph
from causalcore.graphs.notations import MAX_CHARACTERS, read_graph
from logic.errors import brief, listed

if TYPE_CHECKING:
    from causalcore.graphs.causal_graph import Graph

GRAPHS: Final = frozenset({".dot", ".gv", ".dag", ".dagitty", ".gml"})
"""Suffixes of files that contain only a graph."""
_KEYS: Final = frozenset({"edges", "latents", "nodes"})
_ARROW: Final = re.compile(r"\s*(<->|->|<-)\s*")
_OPENING: Final = re.compile(r"\s*(?:(?://|\#)[^\n]*\n\s*)*(?:strict\s+)?(?:dag|digraph|mag|pdag)\b[^{:]*\{")
_GML: Final = re.compile(r"\s*(?:(?:\#[^\n]*|Creator\b[^\n]*|Version\b[^\n]*)\n\s*)*graph\s*\[", re.IGNORECASE)
_UNSEEN: Final = frozenset({"1", "true", "yes"})


def is_graph_text(text: str) -> bool:
    """Return whether a text is a graph in DAGitty's notation, DOT or GML, judging by how it begins.

    Examples
    --------
    >>> is_graph_text("dag { X -> Y }"), is_graph_text("graph [ directed 1 ]"), is_graph_text("edges: [X -> Y]")
    (True, True, False)
    """
    return bool(_OPENING.match(text) or _GML.match(text))


def is_graph_document(data: object) -> bool:
    """Return whether a JSON or YAML document contains only a graph."""
    return isinstance(data, Mapping) and "edges" in data and set(data) <= _KEYS


def graph_from_text(text: str) -> Graph:
    """Read a graph in DAGitty's notation, DOT or GML.

    Raises
    ------
    GraphSyntaxError, MalformedModelError
        If it cannot be read.
    CyclicModelError
        If the graph has a cycle.

    Examples
    --------
    >>> sorted(
    ...     graph_from_text(
    ...         'graph [ directed 1 node [ id "X" label "X" ] node [ id "Y" label "Y" ] '
    ...         'edge [ source "X" target "Y" ] ]'
    ...     ).edges
    ... )
    [('X', 'Y')]
    """
    return _from_gml(text) if _GML.match(text) else read_graph(text)


def load_graph(path: str | Path) -> Graph:
    """Read a graph from a file in DAGitty's notation, DOT or GML.

    Raises
    ------
    MalformedScenarioError
        If the file cannot be read.
    GraphSyntaxError
        If the graph in it cannot be read.
    """
    try:
        text = read_text(path)
    except (OSError, UnicodeDecodeError) as error:
        message = f"expected a file with a graph, got {path}: {why_unread(error)}"
        raise MalformedScenarioError(message) from error
    return graph_from_text(text)


def _from_gml(text: str) -> Graph:
    import networkx as nx

    if len(text) > MAX_CHARACTERS:
        message = f"expected at most {MAX_CHARACTERS} characters of GML, got {len(text)}; take a part of the graph"
        raise MalformedModelError(message)
    try:
        parsed = nx.parse_gml(text)
    except Exception as error:
        message = f"expected a graph in GML, got {' '.join(str(error).split())[:200]}; correct the file"
        raise MalformedModelError(message) from error
    if not parsed.is_directed() or parsed.is_multigraph():
        message = "expected a directed graph in GML, got another; write `directed 1`, and each edge once"
        raise MalformedModelError(message)
    graph = nx.DiGraph()
    for node, marks in parsed.nodes(data=True):
        graph.add_node(str(node), **({"hidden": True} if _unseen(marks) else {}))
    graph.add_edges_from((str(cause), str(effect)) for cause, effect in parsed.edges)
    check_graph(graph)
    return graph


def _unseen(marks: Mapping[str, Any]) -> bool:
    """Return whether a node is marked as unobserved, in the way of pgmpy or DoWhy."""
    named = any(str(marks.get(word, "")).lower() in _UNSEEN for word in ("hidden", "latent"))
    return named or str(marks.get("observed", "")).lower() == "no"


def graph_from_dict(data: object) -> Graph:
    """Build a graph from the content of a JSON or YAML file.

    `X <-> Y` means an unobserved common cause; names under `latents` are unobserved.

    Raises
    ------
    MalformedModelError
        If something is not an edge or a name.
    CyclicModelError
        If the graph has a cycle.

    Examples
    --------
    >>> front = graph_from_dict({"edges": ["X -> M -> Y", "X <-> Y"]})
    >>> sorted(front.edges)
    [('M', 'Y'), ('X', 'M'), ('X <-> Y', 'X'), ('X <-> Y', 'Y')]
    """
    import networkx as nx

    if not isinstance(data, Mapping) or not {"edges"} <= set(data) <= _KEYS:
        actual = listed(sorted(map(str, data))) if isinstance(data, Mapping) else type(data).__name__
        message = f"expected a graph with the keys edges and perhaps latents and nodes, got {actual}"
        raise MalformedModelError(message)
    graph = nx.DiGraph()
    graph.add_nodes_from(_texts(data, "nodes"))
    for text in _texts(data, "edges"):
        _add_edges(graph, text)
    for name in _texts(data, "latents"):
        graph.add_node(name, hidden=True)
    check_graph(graph)
    return graph


def _texts(data: Mapping[Any, Any], key: str) -> list[str]:
    rows = data.get(key) or []
    if not isinstance(rows, list) or not all(isinstance(row, str) and row.strip() for row in rows):
        message = f"expected a list of texts under {key}, got {brief(rows)}; write, say, [X -> Y]"
        raise MalformedModelError(message)
    return [row.strip() for row in rows]


def _add_edges(graph: Graph, text: str) -> None:
    parts = _ARROW.split(text)
    names, arrows = parts[::2], parts[1::2]
    if not arrows or not all(names):
        message = f"expected an edge such as X -> Y, X <- Y or X <-> Y, got {brief(text)}; correct it"
        raise MalformedModelError(message)
    for left, arrow, right in zip(names, arrows, names[1:], strict=False):
        if arrow == "<->":
            unseen = f"{left} <-> {right}"
            graph.add_node(unseen, hidden=True)
            graph.add_edges_from([(unseen, left), (unseen, right)])
        else:
            graph.add_edge(*((left, right) if arrow == "->" else (right, left)))

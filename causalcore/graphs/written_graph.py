"""A causal graph written in the notation of other tools: DAGitty, DOT, GML."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from causalcore.graphs.causal_graph import observed
from causalcore.graphs.notations import quoted

if TYPE_CHECKING:
    from causalcore.graphs.causal_graph import Graph

_PLAIN: Final = re.compile(r"[^\W\d][\w.]*")
_WORDS: Final = frozenset({"dag", "digraph", "mag", "pdag", "node", "edge", "graph", "subgraph", "strict"})


def bidirected(graph: Graph) -> dict[str, tuple[str, str]]:
    """Return the hidden nodes that represent `X <-> Y`, with their two ends.

    Examples
    --------
    >>> from causalcore.graphs.notations import read_graph
    >>> bidirected(read_graph("dag { X -> Y; X <-> Y; U [latent]; U -> X }"))
    {'X <-> Y': ('X', 'Y')}
    """
    pairs = {}
    for node, marks in graph.nodes(data=True):
        ends = tuple(map(str, graph.successors(node)))
        if marks.get("hidden") and len(ends) == 2 and not graph.in_degree(node) and " <-> " in str(node):
            pairs[str(node)] = (ends[0], ends[1])
    return pairs


def as_dagitty(graph: Graph) -> str:
    """Write a graph in DAGitty's notation.

    Examples
    --------
    >>> from causalcore.graphs.notations import read_graph
    >>> print(as_dagitty(read_graph("dag { U [latent]; U -> X; X -> Y; X <-> Y }")))
    dag {
      U [latent]
      X
      Y
      U -> X
      X -> Y
      X <-> Y
    }
    """
    shared, seen = bidirected(graph), observed(graph)
    nodes = [node for node in graph.nodes if node not in shared]
    lines = [_name(node) + ("" if node in seen else " [latent]") for node in nodes]
    lines += [f"{_name(cause)} -> {_name(effect)}" for cause, effect in graph.edges if cause not in shared]
    lines += [f"{_name(cause)} <-> {_name(effect)}" for cause, effect in shared.values()]
    return "\n".join(["dag {", *(f"  {line}" for line in lines), "}"])


def as_dot(graph: Graph) -> str:
    """Write a graph in DOT; unobserved nodes have `latent` and are drawn dashed.

    Examples
    --------
    >>> from causalcore.graphs.notations import read_graph
    >>> print(as_dot(read_graph("dag { X -> Y; U [latent]; U -> Y }")))
    digraph {
      "X"
      "Y"
      "U" [latent=1, style=dashed]
      "X" -> "Y"
      "U" -> "Y"
    }
    """
    seen = observed(graph)
    lines = [quoted(str(node)) + ("" if node in seen else " [latent=1, style=dashed]") for node in graph.nodes]
    lines += [f"{quoted(str(cause))} -> {quoted(str(effect))}" for cause, effect in graph.edges]
    return "\n".join(["digraph {", *(f"  {line}" for line in lines), "}"])


def as_gml(graph: Graph) -> str:
    """Write a graph in GML; nodes have the `observed` mark that DoWhy reads.

    Examples
    --------
    >>> from causalcore.graphs.graph_file import graph_from_text
    >>> from causalcore.graphs.notations import read_graph
    >>> graph = read_graph("dag { X -> Y; X <-> Y }")
    >>> graph_from_text(as_gml(graph)).edges == graph.edges
    True
    """
    seen = observed(graph)
    lines = [
        f"node [ id {_text(node)} label {_text(node)} observed {_text('yes' if node in seen else 'no')} ]"
        for node in graph.nodes
    ]
    lines += [f"edge [ source {_text(cause)} target {_text(effect)} ]" for cause, effect in graph.edges]
    return "\n".join(["graph [", "  directed 1", *(f"  {line}" for line in lines), "]"])


def _name(node: object) -> str:
    text = str(node)
    return text if _PLAIN.fullmatch(text) and text not in _WORDS else quoted(text)


def _text(node: object) -> str:
    """Quote a text for GML, which writes quotes and non-ASCII characters as entities."""
    escaped = str(node).replace("&", "&amp;").replace('"', "&quot;")
    return '"' + "".join(sign if ord(sign) < 128 else f"&#{ord(sign)};" for sign in escaped) + '"'

"""Causal graphs from text: DAGitty's notation, and the DOT language of Graphviz.

Both list nodes and edges between braces, so one reader serves both. `X <-> Y` is DAGitty's notation for an unobserved
common cause; a node with `latent` is another. Undirected edges, which say too little, and HTML labels are not
supported. Sources: the DAGitty manual, section "syntax"; the Graphviz documentation, "DOT language".
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from causalcore.errors import GraphSyntaxError
from causalcore.graphs.causal_graph import check_graph
from logic.errors import brief

if TYPE_CHECKING:
    from causalcore.graphs.causal_graph import Graph

MAX_CHARACTERS = 1_000_000
MAX_DEPTH = 40
"""Most levels of nested groups."""

_TOKEN = re.compile(
    r"""(?P<space>\s+|//[^\n]*|\#[^\n]*|/\*.*?\*/)
    |(?P<quoted>"(?:[^"\\]|\\.)*")
    |(?P<arrow><->|<-|->|--)
    |(?P<name>-?(?:\.\d+|\d+(?:\.\d*)?)(?![\w])|[^\W\d][\w.]*|\w+)
    |(?P<sign>[{}\[\];,=:])""",
    re.VERBOSE | re.DOTALL,
)
_OPENINGS = {"dag", "digraph", "mag", "pdag"}
_DEFAULTS = {"node", "edge", "graph"}


@dataclass(frozen=True, slots=True)
class _Token:
    kind: str
    text: str
    start: int


def read_graph(text: str) -> Graph:
    """Read a graph in DAGitty's notation or in DOT.

    Returns
    -------
    networkx.DiGraph
        Attributes of nodes and edges stay text; hidden nodes have `hidden=True`.

    Raises
    ------
    GraphSyntaxError
        The error gives the line and column where reading fails.
    CyclicModelError
        If the graph has a cycle.

    Examples
    --------
    >>> graph = read_graph("dag { Z [exposure] Z -> X -> Y; X <-> Y }")
    >>> sorted(graph.edges)
    [('X', 'Y'), ('X <-> Y', 'X'), ('X <-> Y', 'Y'), ('Z', 'X')]
    >>> sorted(read_graph('digraph g { rain -> {wet cold} [label="so"]; }').edges(data="label"))
    [('rain', 'cold', 'so'), ('rain', 'wet', 'so')]
    """
    graph = _Reader(text).graph()
    check_graph(graph)
    return graph


class _Reader:
    """Recursive descent over the tokens of one graph."""

    def __init__(self, text: str) -> None:
        import networkx as nx

        self.text, self.depth, self.index = text, 0, 0
        self.tokens = self._split()
        self.found = nx.DiGraph()

    def _split(self) -> list[_Token]:
        if len(self.text) > MAX_CHARACTERS:
            expected = f"at most {MAX_CHARACTERS} characters"
            raise self._error(expected, str(len(self.text)), 0)
        tokens, place = [], 0
        while place < len(self.text):
            match = _TOKEN.match(self.text, place)
            if match is None:
                expected = "a name or a sign"
                raise self._error(expected, repr(self.text[place]), place)
            if match.lastgroup != "space":
                tokens.append(_Token(str(match.lastgroup), match.group(), place))
            place = match.end()
        return [*tokens, _Token("end", "", len(self.text))]

    def _error(self, expected: str, actual: str, place: int) -> GraphSyntaxError:
        line = self.text.count("\n", 0, place) + 1
        return GraphSyntaxError(expected, actual, line, place - self.text.rfind("\n", 0, place))

    def _fail(self, expected: str) -> GraphSyntaxError:
        token = self.tokens[self.index]
        return self._error(expected, "the end" if token.kind == "end" else brief(token.text), token.start)

    def _take(self, *texts: str) -> str | None:
        token = self.tokens[self.index]
        if token.text in texts and token.kind != "quoted":
            self.index += 1
            return token.text
        return None

    def _need(self, text: str) -> None:
        if self._take(text) is None:
            expected = f"'{text}'"
            raise self._fail(expected)

    def _name(self, expected: str = "a name") -> str:
        token = self.tokens[self.index]
        if token.kind not in {"name", "quoted"}:
            raise self._fail(expected)
        self.index += 1
        return unquoted(token.text) if token.kind == "quoted" else token.text

    # ------------------------------------------------------------ the whole

    def graph(self) -> Graph:
        self._take("strict")
        if self._take(*_OPENINGS) is None:
            expected = "dag, or digraph"
            raise self._fail(expected)
        if self.tokens[self.index].kind in {"name", "quoted"}:
            self._name()
        self._group()
        if self.tokens[self.index].kind != "end":
            expected = "the end"
            raise self._fail(expected)
        return self.found

    def _group(self) -> list[str]:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            expected = f"groups nested at most {MAX_DEPTH} deep"
            raise self._fail(expected)
        self._need("{")
        members: list[str] = []
        while self._take("}") is None:
            if self._take(";", ",") is None:
                members += self._statement()
        self.depth -= 1
        return list(dict.fromkeys(members))

    def _statement(self) -> list[str]:
        after = self.tokens[min(self.index + 1, len(self.tokens) - 1)]
        if after.text == "=" and after.kind == "sign":  # a drawing option
            self._name()
            self._need("=")
            self._name("a value")
            return []
        if self._take(*_DEFAULTS):
            self._attributes()
            return []
        return self._edges()

    def _edges(self) -> list[str]:
        members = ends = self._end()
        steps: list[tuple[list[str], str, list[str]]] = []
        while arrow := self._arrow():
            following = self._end()
            steps.append((ends, arrow, following))
            members, ends = [*members, *following], following
        marks = self._attributes()
        for left, arrow, right in steps:
            for start in left:
                for end in right:
                    self._join(start, arrow, end, marks)
        if not steps:
            for node in members:
                self.found.nodes[node].update(marks | ({"hidden": True} if "latent" in marks else {}))
        return members

    def _arrow(self) -> str | None:
        if self.tokens[self.index].text == "--" and self.tokens[self.index].kind == "arrow":
            expected = "an edge with a direction"
            raise self._fail(expected)
        return self._take("->", "<-", "<->")

    def _end(self) -> list[str]:
        if self._take("subgraph"):
            if self.tokens[self.index].kind in {"name", "quoted"}:
                self._name()
            return self._group()
        if self.tokens[self.index].text == "{" and self.tokens[self.index].kind == "sign":
            return self._group()
        name = self._name()
        while self._take(":"):  # a port, used only for drawing
            self._name()
        self.found.add_node(name)
        return [name]

    def _attributes(self) -> dict[str, str]:
        marks: dict[str, str] = {}
        while self._take("["):
            while self._take("]") is None:
                if self._take(",", ";") is None:
                    name = self._name()
                    marks[name] = self._name("a value") if self._take("=") else ""
        return marks

    def _join(self, start: str, arrow: str, end: str, marks: dict[str, str]) -> None:
        if arrow == "<->":
            hidden = f"{start} <-> {end}"
            self.found.add_node(hidden, hidden=True)
            self.found.add_edges_from([(hidden, start), (hidden, end)])
        elif arrow == "->":
            self.found.add_edge(start, end, **marks)
        else:
            self.found.add_edge(end, start, **marks)


def quoted(text: str) -> str:
    r"""Write a name or a label for DOT.

    Examples
    --------
    >>> quoted('the "old" mill')
    '"the \\"old\\" mill"'
    """
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def unquoted(text: str) -> str:
    r"""Read a text that `quoted` wrote.

    Examples
    --------
    >>> unquoted(quoted('the "old" mill'))
    'the "old" mill'
    """
    return re.sub(r"\\(.)", lambda escape: "\n" if escape[1] == "n" else escape[1], text[1:-1], flags=re.DOTALL)

"""Questions about a graph in their text form.

ancestors(Y)  descendants(X, Z)           what lies upstream, downstream
d_separated(X, Y | Z, W)                  whether every path is blocked
colliders()                               pairs of causes and where they meet
graph_type()                              chain, collider, fork, diamond, correlated, hybrid
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from causalcore.graphs.causal_graph import ancestors, colliders, d_separated, descendants, graph_type
from causalcore.queries.query_language import QueryReader

if TYPE_CHECKING:
    from causalcore.graphs.causal_graph import Graph


class GraphQuestionKind(StrEnum):
    """What is asked of a graph."""

    ANCESTORS = "ancestors"
    DESCENDANTS = "descendants"
    D_SEPARATED = "d_separated"
    COLLIDERS = "colliders"
    GRAPH_TYPE = "graph_type"


@dataclass(frozen=True, slots=True)
class GraphQuestion:
    """One question; `given` is what d-separation conditions on."""

    kind: GraphQuestionKind
    names: tuple[str, ...] = ()
    given: tuple[str, ...] = ()

    def answer(self, graph: Graph) -> object:
        """Answer by names, a truth value, or the name of a type.

        Raises
        ------
        UnknownNameError
            For a name that the graph does not have.

        Examples
        --------
        >>> from causalcore.graphs.causal_graph import graph_of
        >>> from causalcore.model.textbook import FIRING_SQUAD
        >>> parse_graph_question("d_separated(A, B | C)").answer(graph_of(FIRING_SQUAD))
        True
        """
        match self.kind:
            case GraphQuestionKind.ANCESTORS:
                return sorted(ancestors(graph, self.names))
            case GraphQuestionKind.DESCENDANTS:
                return sorted(descendants(graph, self.names))
            case GraphQuestionKind.D_SEPARATED:
                return d_separated(graph, self.names[:1], self.names[1:], self.given)
            case GraphQuestionKind.COLLIDERS:
                return [list(found) for found in colliders(graph)]
        return graph_type(graph)


class _QuestionReader(QueryReader):
    """The text form of one question."""

    def question(self) -> GraphQuestion:
        kind = GraphQuestionKind(self.name())
        self.need("(")
        names = self._names() if kind in _NAMES else ()
        if len(names) not in _NAMES.get(kind, range(1)):
            msg = "two names" if kind is GraphQuestionKind.D_SEPARATED else "a name"
            raise self.fail(msg)
        given = self._names() if kind is GraphQuestionKind.D_SEPARATED and self.take("|") else ()
        self.need(")")
        self.end()
        return GraphQuestion(kind, names, given)

    def _names(self) -> tuple[str, ...]:
        found = [self.name()]
        while self.take(","):
            found.append(self.name())
        return tuple(found)


_NAMES = {
    GraphQuestionKind.ANCESTORS: range(1, 1000),
    GraphQuestionKind.DESCENDANTS: range(1, 1000),
    GraphQuestionKind.D_SEPARATED: range(2, 3),
}
"""How many names a question takes."""


def is_graph_question(text: str) -> bool:
    """Tell whether a text asks about a graph, by its first word."""
    return text.split("(", 1)[0].strip() in set(GraphQuestionKind)


def parse_graph_question(text: str) -> GraphQuestion:
    """Read a question about a graph.

    Raises
    ------
    QuerySyntaxError
        With the column of what it cannot read.

    Examples
    --------
    >>> parse_graph_question("ancestors(D)").names
    ('D',)
    """
    return _QuestionReader(text).question()

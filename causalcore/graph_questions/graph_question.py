"""Questions about a graph in their text form.

ancestors(Y)  descendants(X, Z)           what is upstream, downstream
d_separated(X, Y | Z, W)                  whether every path is blocked
colliders()                               pairs of causes, and where they meet
graph_type()                              chain, collider, fork, diamond, correlated, hybrid
adjustment(X, Y)                          all minimal sets to adjust for, and what is forbidden
adjustment(X, Y | Z, W)                   whether this set may be adjusted for
instruments(X, Y)                         instruments, with what they are conditioned on
implications()                            testable independences
paths(X, Y | Z)                           each path, its kind, and whether it is open given Z
identify(P(Y @ do(X)))                    what identifies an effect, or the hedge that forbids it
identify(P(Y | do(X), Z))                 the same if Z is observed after X is set
identify(P(Y=1 @ do(X=1) | X=0, Y=0))     counterfactuals: several worlds, distinguished by values
identify(P(Y=1 @ do(X=1, M=M@do(X=0))))   nested ones
identify(ett(X, Y))                       named effects: ate ett nde nie pn ps pns
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from causalcore.errors import QuerySyntaxError
from causalcore.graph_questions.counterfactual_question import Counterfactual, parse_counterfactual
from causalcore.graph_questions.effect_estimand import EffectQuery
from causalcore.queries.effect import EffectKind
from causalcore.queries.query_language import QueryReader
from logic.errors import brief

QUESTIONS: Final = "adjustment(X, Y), instruments(X, Y), paths(X, Y), implications() or identify(P(Y @ do(X)))"
"""Examples for a message."""


class GraphQuestionKind(StrEnum):
    """What a question asks of a graph."""

    ANCESTORS = "ancestors"
    DESCENDANTS = "descendants"
    D_SEPARATED = "d_separated"
    COLLIDERS = "colliders"
    GRAPH_TYPE = "graph_type"
    ADJUSTMENT = "adjustment"
    INSTRUMENTS = "instruments"
    IMPLICATIONS = "implications"
    PATHS = "paths"
    IDENTIFY = "identify"


@dataclass(frozen=True, slots=True)
class GraphQuestion:
    """One question.

    Parameters
    ----------
    given
        What is conditioned on, or adjusted for; None if the question does not say.
    effect, counterfactual
        Only for `identify`, which has one of them: `counterfactual` if the query has values or names an effect.
    """

    kind: GraphQuestionKind
    names: tuple[str, ...] = ()
    given: tuple[str, ...] | None = None
    effect: EffectQuery | None = None
    counterfactual: Counterfactual | None = None


_Member = tuple[str, tuple[str, ...]]
"""A variable, and the variables set in its world."""


class _QuestionReader(QueryReader):
    """Parses the text form of one question."""

    def question(self) -> GraphQuestion:
        kind = GraphQuestionKind(self.name())
        self.need("(")
        if kind is GraphQuestionKind.IDENTIFY and self._with_values():
            return self._counterfactual()
        if kind is GraphQuestionKind.IDENTIFY:
            return self._closed(GraphQuestion(kind, effect=self._effect()))
        names = self._names() if kind in _NAMES else ()
        if len(names) not in _NAMES.get(kind, range(1)):
            msg = "two names" if _NAMES[kind] == range(2, 3) else "a name"
            raise self.fail(msg)
        given = self._names() if kind in _GIVEN and self.take("|") else None
        return self._closed(GraphQuestion(kind, names, given))

    def _closed(self, question: GraphQuestion) -> GraphQuestion:
        self.need(")")
        self.end()
        return question

    def _names(self) -> tuple[str, ...]:
        names = [self.name()]
        while self.take(","):
            names.append(self.name())
        return tuple(names)

    # ------------------------------------------------------------ the query within identify

    def _with_values(self) -> bool:
        """Return whether the query contains values, or starts with the name of an effect."""
        named = self.here.kind == "name" and self.here.text in set(EffectKind)
        return named or any(token.kind == "symbol" and token.text in _RELATIONS for token in self._tokens)

    def _counterfactual(self) -> GraphQuestion:
        inner = self.text[self.here.start :].rstrip()
        if not inner.endswith(")"):
            self._index = len(self._tokens) - 1
            msg = "')'"
            raise self.fail(msg)
        return GraphQuestion(GraphQuestionKind.IDENTIFY, counterfactual=parse_counterfactual(inner[:-1]))

    def _effect(self) -> EffectQuery:
        if self.name("P") != "P":
            self._index -= 1
            msg = "P, as in identify(P(Y @ do(X)))"
            raise self.fail(msg)
        self.need("(")
        effects = self._members()
        acted: tuple[str, ...] = ()
        seen: list[_Member] = []
        while self.take("|" if not (acted or seen) else ","):
            causes = self._do() if self._at_do() else None
            acted = acted if causes is None else (*acted, *causes)
            seen += self._members(most=1) if causes is None else []
        self.need(")")
        return self._one_world(effects, acted, seen)

    def _members(self, most: int = 1000) -> list[_Member]:
        members = [self._member()]
        while len(members) < most and self.take(","):
            members.append(self._member())
        return members

    def _member(self) -> _Member:
        name = self.name()
        return name, self._do() if self.take("@") else ()

    def _at_do(self) -> bool:
        after = self._tokens[min(self._index + 1, len(self._tokens) - 1)]
        return self.here.kind == "name" and self.here.text == "do" and after.text == "("

    def _do(self) -> tuple[str, ...]:
        if not self._at_do():
            msg = "do(...)"
            raise self.fail(msg)
        self.name()
        self.need("(")
        names = [self._member()[0]]
        while self.take(","):
            names.append(self._member()[0])
        self.need(")")
        return tuple(names)

    def _one_world(
        self,
        effects: list[_Member],
        acted: tuple[str, ...],
        seen: list[_Member],
    ) -> EffectQuery:
        """Put everything in the world of one intervention, or raise `QuerySyntaxError`."""
        worlds = {frozenset(do) for _, do in effects} | {frozenset(do) for _, do in seen if do}
        if len(worlds) > 1 or (acted and worlds != {frozenset()}):
            actual = "several worlds"
            msg = "one intervention for all, as in P(Y, Z | do(X), W), or values, as in P(Y=1 @ do(X=1), Z=0)"
            raise QuerySyntaxError(msg, actual, self.text, 1)
        causes = acted or effects[0][1]
        after = tuple(name for name, do in seen if do or acted)
        before = tuple(name for name, do in seen if not (do or acted))
        return EffectQuery(tuple(name for name, _ in effects), causes, after, before)


_NAMES = {
    GraphQuestionKind.ANCESTORS: range(1, 1000),
    GraphQuestionKind.DESCENDANTS: range(1, 1000),
    GraphQuestionKind.D_SEPARATED: range(2, 3),
    GraphQuestionKind.ADJUSTMENT: range(2, 3),
    GraphQuestionKind.INSTRUMENTS: range(2, 3),
    GraphQuestionKind.PATHS: range(2, 3),
}
"""The number of names that each question takes."""
_RELATIONS = {"=", "==", "!=", "<", "<=", ">", ">=", "~", ":="}
_GIVEN = {GraphQuestionKind.D_SEPARATED, GraphQuestionKind.ADJUSTMENT, GraphQuestionKind.PATHS}


def is_graph_question(text: str) -> bool:
    """Return whether a text asks about a graph, judging by its first word."""
    return text.split("(", 1)[0].strip() in set(GraphQuestionKind)


def parse_graph_question(text: str) -> GraphQuestion:
    """Read a question about a graph.

    Raises
    ------
    QuerySyntaxError
        The error gives the column where reading fails.

    Examples
    --------
    >>> parse_graph_question("ancestors(D)").names
    ('D',)
    >>> print(parse_graph_question("identify(P(Y @ do(X) | Z @ do(X)))").effect)
    P(Y | do(X), Z)
    """
    return _QuestionReader(text).question()


def identify_question(query: str) -> str:
    """Return the question what identifies a query; an error is about the query itself.

    Raises
    ------
    QuerySyntaxError
        If the query is neither `P(...)` nor an effect, or cannot be read.

    Examples
    --------
    >>> identify_question("P(Y | do(X))")
    'identify(P(Y | do(X)))'
    """
    try:
        parse_graph_question(f"identify({query})")
    except QuerySyntaxError as fault:
        name = query.split("(", 1)[0].strip()
        if name not in {"P", *EffectKind}:
            expected = f"a question about a graph, such as {QUESTIONS}"
            raise QuerySyntaxError(expected, brief(name), query, 1) from None
        column = min(fault.column - len("identify("), len(query) + 1)
        raise QuerySyntaxError(fault.expected, fault.came, query, column) from None
    return f"identify({query})"

"""A causal graph as a Python object, from text, a file, edges, a model or a scenario; questions are methods."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from causalcore.asking.graph_answers import (
    Adjustment,
    AdjustmentCheck,
    GraphAnswer,
    Identification,
    Implications,
    Instruments,
    Paths,
)
from causalcore.asking.graph_source import graph_in
from causalcore.graph_questions.counterfactual_question import counterfactual_lines
from causalcore.graph_questions.graph_question import (
    GraphQuestion,
    GraphQuestionKind,
    identify_question,
    parse_graph_question,
)
from causalcore.graph_questions.question_answers import answer_question, diagram_of
from causalcore.graph_questions.reasons import why_adjustment, why_instruments, why_this_set
from causalcore.graphs.causal_graph import observed
from causalcore.graphs.written_graph import as_dagitty, as_dot, as_gml, bidirected
from causalcore.queries.query_language import refuse_no_text

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from pandas import DataFrame

    from causalcore.graph_questions.data_check import DataCheck
    from causalcore.graphs.causal_graph import Graph

Names = str | Iterable[str]
_TYPES = {
    GraphQuestionKind.ADJUSTMENT: Adjustment,
    GraphQuestionKind.INSTRUMENTS: Instruments,
    GraphQuestionKind.IMPLICATIONS: Implications,
    GraphQuestionKind.PATHS: Paths,
    GraphQuestionKind.IDENTIFY: Identification,
}


@dataclass(frozen=True, eq=False, repr=False)
class CausalGraph:
    """A graph and the questions that it answers; `causalcore.graph` makes one.

    Parameters
    ----------
    networkx
        The graph; a node with `hidden=True` is unobserved.

    Examples
    --------
    >>> confounded = graph("dag { Z -> X ; Z -> Y ; X -> Y }")
    >>> confounded.adjustment("X", "Y").sets
    [['Z']]
    >>> confounded.d_separated("X", "Y", ["Z"])
    False
    >>> print(confounded.identify("P(Y | do(X))"))
    P(Y | do(X)) = sum over Z of P(Y | X, Z) P(Z)
    """

    networkx: Graph

    # ------------------------------------------------------------ contents

    @property
    def nodes(self) -> tuple[str, ...]:
        """The observed variables."""
        return tuple(map(str, observed(self.networkx)))

    @property
    def latents(self) -> tuple[str, ...]:
        """The unobserved variables, without the common causes that `X <-> Y` denotes."""
        shared = set(bidirected(self.networkx))
        return tuple(name for name in self.networkx.nodes if name not in self.nodes and name not in shared)

    @property
    def edges(self) -> tuple[tuple[str, str], ...]:
        """The arrows, as pairs of cause and effect."""
        shared = bidirected(self.networkx)
        return tuple((str(cause), str(effect)) for cause, effect in self.networkx.edges if cause not in shared)

    @property
    def quotes(self) -> dict[tuple[str, str], str]:
        """The words of the text that each arrow rests on, if the graph comes from a text."""
        marked = self.networkx.edges(data="quote")
        return {(str(cause), str(effect)): str(quote) for cause, effect, quote in marked if quote}

    # ------------------------------------------------------------ questions

    def adjustment(self, x: str, y: str, given: Names | None = None) -> Any:
        """Return all minimal sets to adjust for; with `given`, whether that set may be adjusted for.

        Returns
        -------
        Adjustment or AdjustmentCheck
            With `sets`, or with `valid`; `explain()` says why.
        """
        diagram = diagram_of(self.networkx)
        if given is None:
            return self._asked(GraphQuestionKind.ADJUSTMENT, (x, y), None, lambda: why_adjustment(diagram, x, y))
        names = _names(given)
        question = GraphQuestion(GraphQuestionKind.ADJUSTMENT, (x, y), names)
        row = answer_question(question, self.networkx)
        text = f"adjustment({x}, {y}{_bar(names)})"
        return AdjustmentCheck(text, row, lambda: why_this_set(diagram, x, y, names))

    def instruments(self, x: str, y: str) -> Instruments:
        """Return the instruments of `x` for `y`, each with the smallest sets to condition on."""
        answer: Instruments = self._asked(GraphQuestionKind.INSTRUMENTS, (x, y), None, lambda: "")
        diagram = diagram_of(self.networkx)
        return Instruments(answer.question, answer.row, lambda: why_instruments(diagram, answer.row, x, y))

    def implications(self) -> Implications:
        """Return the independences that data can contradict."""
        why = "Each follows by d-separation: every path between the two is blocked by the set."
        answer: Implications = self._asked(GraphQuestionKind.IMPLICATIONS, (), None, lambda: why)
        return answer

    def paths(self, x: str, y: str, given: Names = ()) -> Paths:
        """Return each path between two variables, its kind, and whether it is open given a set."""
        names = _names(given)
        answer: Paths = self._asked(GraphQuestionKind.PATHS, (x, y), names, lambda: str(answer))
        return answer

    def d_separated(self, x: Names, y: Names, given: Names = ()) -> bool:
        """Return whether a set blocks every path between two variables or two sets of them."""
        from causalcore.graphs.causal_graph import d_separated

        return d_separated(self.networkx, _names(x), _names(y), _names(given))

    def identify(self, query: str) -> Identification:
        """Return what identifies an effect, or the hedge that forbids it.

        Parameters
        ----------
        query
            Such as `P(Y | do(X))` or `P(Y | do(X), Z)`. Counterfactuals, even nested ones, need values:
            `P(Y=1 @ do(X=1) | X=0, Y=0)`, `P(Y=1 @ do(X=1, M=M@do(X=0)))`, `ett(X, Y)`.
        """
        refuse_no_text(query)
        text = query if query.lstrip().startswith("identify") else identify_question(query)
        question = parse_graph_question(text)
        row = answer_question(question, self.networkx)
        return Identification(text, row, lambda: _why_identified(row))

    def ancestors(self, *names: str) -> list[str]:
        """Return what is upstream of some variables."""
        return list(answer_question(GraphQuestion(GraphQuestionKind.ANCESTORS, names), self.networkx))

    def descendants(self, *names: str) -> list[str]:
        """Return what is downstream of some variables."""
        return list(answer_question(GraphQuestion(GraphQuestionKind.DESCENDANTS, names), self.networkx))

    def ask(self, question: str) -> GraphAnswer | Any:
        """Answer a question in text form, such as `adjustment(X, Y | Z)`; docs/reference/queries.md lists them."""
        asked = parse_graph_question(question)
        if asked.kind is GraphQuestionKind.ADJUSTMENT:
            return self.adjustment(asked.names[0], asked.names[1], asked.given)
        if asked.kind is GraphQuestionKind.INSTRUMENTS:
            return self.instruments(*asked.names)
        if asked.kind is GraphQuestionKind.IDENTIFY:
            return self.identify(question)
        if asked.kind in _TYPES:
            return self._asked(asked.kind, asked.names, asked.given, lambda: "It follows from the graph alone.")
        return answer_question(asked, self.networkx)

    def _asked(self, kind: GraphQuestionKind, names: tuple[str, ...], given: tuple[str, ...] | None, why: Any) -> Any:
        row = answer_question(GraphQuestion(kind, names, given), self.networkx)
        return _TYPES[kind](f"{kind}({', '.join(names)}{_bar(given)})", row, why)

    # ------------------------------------------------------------ tests of the graph

    def check_data(self, frame: DataFrame, level: float = 0.05) -> DataCheck:
        """Test each independence that the graph implies on a table of data.

        Parameters
        ----------
        frame
            A pandas table with a column for each observed variable.
        level
            Chance of contradicting a correct graph, over all tests together.
        """
        from causalcore.graph_questions.data_check import check_data

        return check_data(diagram_of(self.networkx), frame, level)

    def check_simulator(
        self,
        simulate: Callable[[dict[str, Any], int], DataFrame],
        settings: Mapping[str, Sequence[object]],
        rows: int = 1000,
        level: float = 0.05,
    ) -> DataCheck:
        """Test that setting a variable of a simulator moves only what the graph lets it move.

        Parameters
        ----------
        simulate
            Takes the settings and the number of rows to draw, and returns a table.
        settings
            For each variable to set, the values to compare.
        """
        from causalcore.graph_questions.data_check import check_simulator

        return check_simulator(diagram_of(self.networkx), simulate, settings, rows, level)

    def test_file(self, kind: str = "data", target: str = "") -> str:
        """Return a pytest file that tests what the graph implies.

        Parameters
        ----------
        kind
            What to test: `data`, `function` or `simulator`.
        target
            A file with a table, or `module:function`.
        """
        from causalcore.graph_questions.written_tests import WrittenFor, written_tests

        return written_tests(diagram_of(self.networkx), self.to_dagitty(), WrittenFor(kind), target)

    # ------------------------------------------------------------ other forms

    def to_dict(self) -> dict[str, list[str]]:
        """Return the form that `causalcore.graph` reads: `edges`, `latents`, `nodes`."""
        shared = [" <-> ".join(ends) for ends in bidirected(self.networkx).values()]
        alone = [name for name in self.nodes if not self.networkx.degree(name)]
        return {
            "edges": [*(f"{cause} -> {effect}" for cause, effect in self.edges), *shared],
            "latents": list(self.latents),
            "nodes": alone,
        }

    def to_json(self) -> str:
        """Return `to_dict` as JSON."""
        return json.dumps(self.to_dict(), ensure_ascii=False)

    def to_networkx(self) -> Graph:
        """Return a copy as `networkx.DiGraph`; unobserved nodes have `hidden=True`."""
        return self.networkx.copy()

    def to_pandas(self) -> DataFrame:
        """Return one row for each arrow: `cause`, `effect`, and `kind`, which is `->` or `<->`."""
        import pandas as pd

        rows = [(cause, effect, "->") for cause, effect in self.edges]
        rows += [(left, right, "<->") for left, right in bidirected(self.networkx).values()]
        return pd.DataFrame(rows, columns=["cause", "effect", "kind"])

    def to_dagitty(self) -> str:
        """Return the graph in DAGitty's notation."""
        return as_dagitty(self.networkx)

    def to_dot(self) -> str:
        """Return the graph in the DOT language."""
        return as_dot(self.networkx)

    def to_gml(self) -> str:
        """Return the graph in GML, as DoWhy reads it."""
        return as_gml(self.networkx)

    def to_dowhy(self) -> Graph:
        """Return the argument of `dowhy.CausalModel(graph=...)`; arrows keep their quotes."""
        graph = self.networkx.copy()
        for name, marks in graph.nodes(data=True):
            marks["observed"] = "no" if marks.pop("hidden", False) else "yes"
            marks.setdefault("label", str(name))
        return graph

    def to_expert_knowledge(self, *, quoted: bool = False) -> Any:
        """Return pgmpy's `ExpertKnowledge`: it requires the observed arrows and forbids the reversed ones.

        Parameters
        ----------
        quoted
            Include only arrows that the text states, with words that can be quoted.
        """
        from causalcore.exchange.bayesian import expert_knowledge

        arrows = [edge for edge in self.edges if set(edge) <= set(self.nodes)]
        return expert_knowledge([edge for edge in arrows if edge in self.quotes] if quoted else arrows)

    def __str__(self) -> str:
        return self.to_dagitty()

    def __repr__(self) -> str:
        shared = len(bidirected(self.networkx))
        hidden = f", {shared} unseen common cause{'' if shared == 1 else 's'}" if shared else ""
        latent = f", latent: {', '.join(self.latents)}" if self.latents else ""
        return f"<CausalGraph: {len(self.nodes)} variables, {len(self.edges)} arrows{hidden}{latent}>"


def _why_identified(row: dict[str, Any]) -> str:
    if row["identified"]:
        rules = "adjustment where a set is right, else by the rules of do-calculus (ID, Shpitser and Pearl 2006)"
        if "@" in row["query"] or "(" not in row["query"][:2]:
            rules = "ID* over the districts of the counterfactual graph (Shpitser and Pearl 2008)"
        return f"{row['query']} = {row['estimand']['text']}, by {rules}."
    if "part" in row:
        return "\n".join(counterfactual_lines(row))
    nodes, inner = (", ".join(row["hedge"][key]) for key in ("nodes", "inner"))
    return (
        f"The variables {nodes}, and {inner} among them, form a hedge: models that agree on all "
        f"that is observed differ in {row['query']}."
    )


def _names(names: object) -> tuple[Any, ...]:
    return tuple(names) if isinstance(names, Iterable) and not isinstance(names, str) else (names,)


def _bar(names: tuple[str, ...] | None) -> str:
    return f" | {', '.join(names)}" if names else ""


def graph(source: Any) -> CausalGraph:
    """Build a causal graph.

    Parameters
    ----------
    source
        A text in DAGitty's notation, DOT or GML, or edges such as `X -> Y`, one per line; a file with one of these; a
        list of pairs; a `networkx.DiGraph`; a mapping with `edges`; a model or a scenario.

    Raises
    ------
    MalformedModelError, GraphSyntaxError
        If the source is none of these.
    CyclicModelError
        If the graph has a cycle.

    Examples
    --------
    >>> graph("dag { Z -> X ; Z -> Y ; X -> Y }").adjustment("X", "Y").sets
    [['Z']]
    >>> graph([("X", "M"), ("M", "Y")])
    <CausalGraph: 3 variables, 2 arrows>
    >>> graph("X -> M -> Y, X <-> Y").adjustment("X", "Y").sets
    []
    """
    return source if isinstance(source, CausalGraph) else CausalGraph(graph_in(source))

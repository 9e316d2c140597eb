"""Answers to questions about a graph: as plain values for JSON, and as lines for a terminal."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from causalcore.errors import MalformedModelError, UnknownNameError
from causalcore.graph_questions.adjustment_sets import adjustment, forbidden_nodes, may_be_adjusted_for
from causalcore.graph_questions.conditional_instruments import conditional_instruments
from causalcore.graph_questions.counterfactual_question import counterfactual_answer, counterfactual_lines, names_in
from causalcore.graph_questions.effect_estimand import identified
from causalcore.graph_questions.graph_question import GraphQuestion, GraphQuestionKind
from causalcore.graph_questions.implied_independences import Implied, implications
from causalcore.graph_questions.open_paths import paths
from causalcore.graph_questions.reasons import non_causal_paths
from causalcore.graphs.causal_graph import (
    ancestors,
    check_graph,
    colliders,
    d_separated,
    descendants,
    graph_type,
    observed,
)
from causalcore.identification.diagram import Diagram
from logic.errors import brief

if TYPE_CHECKING:
    from causalcore.graphs.causal_graph import Graph


def answer_question(question: GraphQuestion, graph: Graph) -> Any:
    """Answer with plain values; docs/reference/queries.md lists them.

    Raises
    ------
    UnknownNameError
        For a name that the graph does not have.
    MalformedModelError
        For an unobserved name where an observed one is required, or several names where one is.

    Examples
    --------
    >>> from causalcore.graph_questions.graph_question import parse_graph_question
    >>> from causalcore.graphs.notations import read_graph
    >>> front = read_graph("dag { X -> M -> Y; X <-> Y }")
    >>> answer_question(parse_graph_question("adjustment(X, M)"), front)
    {'sets': [[]], 'forbidden': ['Y'], 'complete': True}
    >>> answer_question(parse_graph_question("d_separated(X, Y | M)"), front)
    False
    """
    for name in (*question.names, *(question.given or ())):
        _refuse_several(name, question.kind)
    return _ANSWERS[question.kind](question, graph)


def _refuse_several(name: object, kind: GraphQuestionKind) -> None:
    if isinstance(name, list | tuple | set | frozenset):
        message = f"expected one name in each place of {kind}, got {brief(name)}; pass the name itself"
        raise MalformedModelError(message)


def diagram_of(graph: Graph) -> Diagram:
    """Return the diagram of a graph, for identification."""
    check_graph(graph)
    hidden = frozenset(map(str, graph.nodes)) - frozenset(map(str, observed(graph)))
    return Diagram(tuple(map(str, graph.nodes)), tuple((str(a), str(b)) for a, b in graph.edges), hidden)


def _diagram_with(graph: Graph, *names: str) -> Diagram:
    """Return the diagram, after checking that all names are known, observed and different."""
    diagram = diagram_of(graph)
    for name in names:
        if name in diagram.hidden:
            message = f"expected an observed variable, got {name}, which nobody observes; ask about one of the others"
            raise MalformedModelError(message)
        if name not in diagram.nodes:
            raise UnknownNameError(name, diagram.observed)
    _differ(names)
    return diagram


def _differ(names: tuple[str, ...]) -> None:
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        message = f"expected different names, got {', '.join(twice)} twice; name each variable once"
        raise MalformedModelError(message)


# ---------------------------------------------------------------- answers


def _adjustment(question: GraphQuestion, graph: Graph) -> dict[str, Any]:
    cause, effect = question.names
    diagram = _diagram_with(graph, cause, effect, *(question.given or ()))
    if question.given is not None:
        return _checked_adjustment(diagram, cause, effect, question.given)
    result = adjustment(diagram, cause, effect)
    return {
        "sets": [list(names) for names in result.sets],
        "forbidden": list(result.forbidden),
        "complete": result.complete,
    }


def _checked_adjustment(diagram: Diagram, cause: str, effect: str, given: tuple[str, ...]) -> dict[str, Any]:
    forbidden = forbidden_nodes(diagram, cause, effect)
    return {
        "valid": may_be_adjusted_for(diagram, cause, effect, given),
        "forbidden": [name for name in given if name in forbidden],
        "open": [str(path) for path in non_causal_paths(diagram, cause, effect, given) if path.open],
    }


def _instruments(question: GraphQuestion, graph: Graph) -> dict[str, Any]:
    result = conditional_instruments(_diagram_with(graph, *question.names), *question.names)
    rows = [{"instrument": item.name, "given": [list(names) for names in item.given]} for item in result.found]
    return {"instruments": rows, "undecided": list(result.undecided)}


def _implications(_question: GraphQuestion, graph: Graph) -> dict[str, Any]:
    implied = implications(diagram_of(graph))
    return {
        "pairs": [_implied(item) for item in implied.pairs],
        "basis": [_implied(item) for item in implied.basis],
        "complete": implied.complete,
    }


def _implied(implied: Implied) -> dict[str, list[str]]:
    return {"left": list(implied.left), "right": list(implied.right), "given": list(implied.given)}


def _paths(question: GraphQuestion, graph: Graph) -> dict[str, Any]:
    _differ((*question.names, *(question.given or ())))
    start, end = question.names
    all_paths, complete = paths(graph, start, end, question.given or ())
    rows = [
        {
            "path": str(path),
            "nodes": list(path.nodes),
            "kind": str(path.kind),
            "open": path.open,
            "blocked_by": list(path.blocked_by),
        }
        for path in all_paths
    ]
    return {"paths": rows, "complete": complete}


def _identify(question: GraphQuestion, graph: Graph) -> dict[str, Any]:
    if question.counterfactual is not None:
        return counterfactual_answer(_diagram_with(graph, *names_in(question.counterfactual)), question.counterfactual)
    assert question.effect is not None  # noqa: S101  the reader sets it for each such question
    return identified(_diagram_with(graph, *dict.fromkeys(question.effect.names)), question.effect).as_dict()


def _separated(question: GraphQuestion, graph: Graph) -> bool:
    return d_separated(graph, question.names[:1], question.names[1:], question.given or ())


_ANSWERS: Final[dict[GraphQuestionKind, Callable[[GraphQuestion, Graph], Any]]] = {
    GraphQuestionKind.ANCESTORS: lambda question, graph: sorted(ancestors(graph, question.names)),
    GraphQuestionKind.DESCENDANTS: lambda question, graph: sorted(descendants(graph, question.names)),
    GraphQuestionKind.D_SEPARATED: _separated,
    GraphQuestionKind.COLLIDERS: lambda _, graph: [list(triple) for triple in colliders(graph)],
    GraphQuestionKind.GRAPH_TYPE: lambda _, graph: graph_type(graph),
    GraphQuestionKind.ADJUSTMENT: _adjustment,
    GraphQuestionKind.INSTRUMENTS: _instruments,
    GraphQuestionKind.IMPLICATIONS: _implications,
    GraphQuestionKind.PATHS: _paths,
    GraphQuestionKind.IDENTIFY: _identify,
}


# ---------------------------------------------------------------- lines


def shown(answer: Any) -> str:
    """Format an answer for a terminal.

    Examples
    --------
    >>> shown(True), shown([["A", "D", "B"]]), shown([])
    ('yes', 'A -> D <- B', 'none')
    >>> print(shown({"sets": [["A"], ["B", "C"]], "forbidden": ["M"], "complete": True}))
    {A}
    {B, C}
    forbidden: M
    """
    if isinstance(answer, bool):
        return "yes" if answer else "no"
    if isinstance(answer, list):
        parts = [item if isinstance(item, str) else f"{item[0]} -> {item[1]} <- {item[2]}" for item in answer]
        return ", ".join(parts) or "none"
    if isinstance(answer, dict):
        return "\n".join(next(lines(answer) for key, lines in _LINES.items() if key in answer))
    return str(answer)


def _set(names: list[str]) -> str:
    return f"{{{', '.join(names)}}}"


def _rest(answer: dict[str, Any]) -> list[str]:
    return [] if answer["complete"] else ["and more, which are not listed"]


def _adjustment_lines(answer: dict[str, Any]) -> list[str]:
    sets = [_set(names) for names in answer["sets"]] or ["none: no observed set blocks every path that is not causal"]
    forbidden = [f"forbidden: {', '.join(answer['forbidden'])}"] if answer["forbidden"] else []
    return [*sets, *_rest(answer), *forbidden]


def _validity_lines(answer: dict[str, Any]) -> list[str]:
    if answer["valid"]:
        return ["yes"]
    forbidden = [f"forbidden: {', '.join(answer['forbidden'])}"] if answer["forbidden"] else []
    return ["no", *forbidden, *(f"open: {path}" for path in answer["open"])]


def _instrument_lines(answer: dict[str, Any]) -> list[str]:
    lines = [
        f"{row['instrument']} given {_set(names)}" if names else row["instrument"]
        for row in answer["instruments"]
        for names in row["given"]
    ]
    undecided = [f"undecided: {', '.join(answer['undecided'])}"] if answer["undecided"] else []
    return [*lines, *undecided] or ["none"]


def _implication_lines(answer: dict[str, Any]) -> list[str]:
    pairs = [str(_read(row)) for row in answer["pairs"]] or ["none"]
    basis = [f"basis: {_read(row)}" for row in answer["basis"]]
    return [*pairs, *basis, *_rest(answer)]


def _read(row: dict[str, list[str]]) -> Implied:
    return Implied(tuple(row["left"]), tuple(row["right"]), tuple(row["given"]))


def _path_lines(answer: dict[str, Any]) -> list[str]:
    width = max((len(row["path"]) for row in answer["paths"]), default=0)
    lines = [f"{row['path']:{width}}  {row['kind']}, {_state(row)}" for row in answer["paths"]]
    return [*(lines or ["none"]), *_rest(answer)]


def _state(row: dict[str, Any]) -> str:
    return "open" if row["open"] else f"blocked at {', '.join(row['blocked_by'])}"


def _identify_lines(answer: dict[str, Any]) -> list[str]:
    if not answer["identified"] and "part" in answer:
        return counterfactual_lines(answer)
    if not answer["identified"]:
        nodes, inner = _set(answer["hedge"]["nodes"]), _set(answer["hedge"]["inner"])
        why = f"hedge {nodes} around {inner}: models that agree on all that is observed differ in it"
        return [f"{answer['query']} is not identified: {why}"]
    free = [f"whatever the value of {', '.join(answer['free'])}"] if answer["free"] else []
    return [f"{answer['query']} = {answer['estimand']['text']}", *free]


_LINES: Final[dict[str, Callable[[dict[str, Any]], list[str]]]] = {
    "sets": _adjustment_lines,
    "valid": _validity_lines,
    "instruments": _instrument_lines,
    "pairs": _implication_lines,
    "paths": _path_lines,
    "identified": _identify_lines,
}

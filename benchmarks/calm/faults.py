"""Items that contradict themselves: steps that their graph forbids, wrong sums, several correct options."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from benchmarks.calm.arithmetic import computed
from logic.errors import ReasoningError

if TYPE_CHECKING:
    from benchmarks.calm.data import CalmItem
    from benchmarks.questions.readings import NumberReading, SetsReading
    from benchmarks.questions.stated_graph import StatedGraph

_CAUSE: Final = re.compile(r"Node (\w+) is (not )?a cause of node (\w+)")
_EDGE: Final = re.compile(r"The edge (\w+)->(\w+) (exists|does not exist)")
_INDIRECT: Final = re.compile(r"directed path(?:\(s\))? with three or more vertices from (\w+) to (\w+)")
_ADJUSTED: Final = re.compile(r"Find a valid backdoor adjustment set: (?:\{(?P<names>[^}]*)\}|empty set)")
_MEDIATORS: Final = re.compile(r"Find a valid mediator set: (?:\{(?P<names>[^}]*)\}|empty set)")
_SUMMED: Final = re.compile(r"=sum_\{(?P<names>[^}]*)\}")
_LAST: Final = re.compile(r"=\s*(?P<number>-?\d+(?:\.\d+)?)\s*$")
_EQUATION: Final = re.compile(r"^(?P<left>.+?)\s*=\s*(?P<right>-?\d+(?:\.\d+)?)$")
_ARROW: Final = re.compile(r"(\w+)->(\w+)")
_RULE: Final = re.compile(r"^(?P<target>[A-Z]\d*) = (?P<right>.*[A-Z].*)$")
_NAME: Final = re.compile(r"\b[A-Z]\d*\b")
_QUOTIENT: Final = re.compile(r"\(\d+\.\d+-\d+\.\d+\)/(?P<bottom>\d+\.\d+)")
HALF_A_DIGIT: Final = 5e-5
"""Largest error of rounding to four digits."""
LEAST_SHOWN: Final = 0.005
"""Numbers below this are written as 0.00."""
CLOSE: Final = 1e-3
"""Largest difference at which two four-digit numbers count as equal."""


def faults_of(item: CalmItem) -> tuple[str, ...]:
    """Return the contradictions between an item's steps and its own graph or numbers; empty if none is found.

    The engine's answer does not matter: disagreeing with the engine is no fault.
    """
    row = item.row
    try:
        if isinstance(row.get("Background"), Mapping):
            return tuple(_of_effect(item))
        if isinstance(row.get("reasoning"), Mapping):
            return tuple(_of_story(row["reasoning"], item.answer))
        if "option3" in row and "edges" in row:
            return tuple(_of_sets(item))
        if "di_edges" in row:
            return tuple(_of_identification(row))
    except ReasoningError as unread:
        return (f"it cannot be read: {unread}",)
    return ()


# ---------------------------------------------------------------- effects


def _of_effect(item: CalmItem) -> Iterator[str]:
    from benchmarks.questions.background import sentences
    from benchmarks.questions.reading import read
    from benchmarks.questions.stated_graph import read_graph

    row = item.row
    background = row["Background"]
    words = f"{row['given_info']}\n{background['graph']} {background.get('real_world_meaning', '')}"
    graph = read_graph(sentences(words))  # refuses two graphs that differ
    content = read(item.text).content
    steps = " ".join(map(str, (row.get("Reason") or {}).values()))
    yield from _wrong_arrows(graph, steps)
    yield from _wrong_sets(graph, content, steps)
    yield from _wrong_result(item, row.get("Reason") or {})
    yield from _rounded_midway(item, steps)


def _wrong_arrows(graph: StatedGraph, steps: str) -> Iterator[str]:
    """Yield statements of the steps about arrows and paths that contradict the graph."""
    diagram, words = graph.diagram, graph.words
    claims: list[tuple[str, str, bool, bool, str]] = []
    for one, denied, other in _CAUSE.findall(steps):
        cause, effect = words[one.lower()], words[other.lower()]
        claims.append((one, other, not denied, effect in diagram.descendants([cause]) - {cause}, "a directed path"))
    for one, other, verdict in _EDGE.findall(steps):
        pair = (words[one.lower()], words[other.lower()])
        claims.append((one, other, verdict == "exists", pair in diagram.edges, "an arrow"))
    for path in _INDIRECT.finditer(steps):
        one, other = path.groups()
        between = bool(diagram.between(words[one.lower()], words[other.lower()]))
        claims.append((one, other, "no" not in steps[: path.start()].split()[-2:], between, "an indirect path"))
    for one, other, says, holds, kind in claims:
        if says != holds:
            yield f"its steps say that there is {'' if says else 'not '}{kind} from {one} to {other}; its graph differs"


def _wrong_sets(graph: StatedGraph, content: Any, steps: str) -> Iterator[str]:
    """Yield adjustment sets in the steps that leave a back-door path open."""
    names = _names(_ADJUSTED.search(steps) or _SUMMED.search(steps), graph)
    if names is None:
        return
    middle = _names(_MEDIATORS.search(steps), graph) or ()
    if not _licensed(content, names, middle):
        shown = ", ".join(names) or "nothing"
        beside = f" with the mediators {', '.join(middle)}" if middle else ""
        yield f"its steps adjust for {shown}{beside}, which leaves a path open in its graph"


def _names(match: re.Match[str] | None, graph: StatedGraph) -> tuple[str, ...] | None:
    if match is None:
        return None
    return tuple(graph.words[name.strip().lower()] for name in (match["names"] or "").split(",") if name.strip())


def _licensed(content: NumberReading, names: tuple[str, ...], middle: tuple[str, ...]) -> bool:
    from causalcore.identification import Kind, back_door
    from causalcore.identification.adjustment import joint_adjustment_sets
    from causalcore.identification.mediation import enough_mediators, sequentially_ignorable

    query, diagram = content.query, content.knowledge.diagram
    if query.kind in {Kind.DIRECT, Kind.INDIRECT}:
        enough = set(middle) in map(set, enough_mediators(diagram, query.cause, query.effect))
        return enough and sequentially_ignorable(diagram, query.cause, query.effect, middle, names)
    if query.kind is Kind.CONTROLLED:
        causes = (query.cause, *(name for name, _ in query.condition))
        return set(names) in map(set, joint_adjustment_sets(diagram, causes, query.effect, names))
    return back_door(diagram, query.cause, query.effect, names).holds


def _wrong_result(item: CalmItem, steps: Mapping[str, Any]) -> Iterator[str]:
    """Yield an answer that differs from the last number of the steps."""
    from benchmarks.calm.data import Asks

    last = next((match for text in reversed(list(steps.values())) if (match := _LAST.search(str(text)))), None)
    if item.asks is Asks.NUMBER and last is not None and abs(float(last["number"]) - float(item.answer)) > CLOSE:
        yield f"its steps end in {last['number']}, its answer is {float(item.answer):.4g}"


def _rounded_midway(item: CalmItem, steps: str) -> Iterator[str]:
    """Yield a quotient whose numerator contains a rounded sum, if rounding can change the answer."""
    quotient = _QUOTIENT.search(steps)
    if quotient is None or _SUMMED.search(steps) is None or float(item.answer) in {0.0, 1.0}:
        return
    moved = HALF_A_DIGIT / float(quotient["bottom"])
    if moved > CLOSE:
        shown = f"{quotient[0]}, where a sum was rounded to four digits before"
        yield f"its steps have {shown}: the answer is sure up to {moved:.4f} only"


# ---------------------------------------------------------------- stories, sets, identification


def _of_story(steps: Mapping[str, Any], answer: str) -> Iterator[str]:
    """Yield rules in the steps without an arrow in the graph, and sums whose sign contradicts the answer."""
    yield from _wrong_rules(steps)
    equation = _EQUATION.match(str(steps.get("step5", "")).strip())
    value = computed(equation["left"]) if equation is not None else None
    if equation is None or value is None:
        return
    stated = float(equation["right"])
    if stated * value < 0 or (stated == 0 and abs(value) > LEAST_SHOWN):
        yield f"its steps say {equation[0]}, which comes to {value:.2f}"
    if stated == 0 and answer == "yes":
        yield f"its steps end in {equation['right']}, its answer is yes"


def _wrong_rules(steps: Mapping[str, Any]) -> Iterator[str]:
    """Yield equations of the fourth step with a cause that has no arrow in the first step."""
    arrows = set(_ARROW.findall(str(steps.get("step1", ""))))
    for line in str(steps.get("step4", "")).split("\n"):
        rule = _RULE.match(line.strip())
        causes = _NAME.findall(rule["right"]) if rule is not None else []
        strange = [name for name in causes if rule is not None and (name, rule["target"]) not in arrows]
        if strange and rule is not None:
            yield f"its steps say {line.strip()}, its graph has no arrow from {strange[0]} to {rule['target']}"


def _of_sets(item: CalmItem) -> Iterator[str]:
    from benchmarks.questions.reading import read
    from causalcore.graph_questions.option_sets import choose_set

    content: Any = read(item.text).content
    sets: SetsReading = content
    if sets.cause == sets.effect:
        yield f"it asks for the effect of {sets.cause} on itself"
        return
    choice = choose_set(sets.diagram, sets.cause, sets.effect, sets.options, sets.rule, sets.extent)
    right = [number for number, one in enumerate(choice.judged, 1) if one.holds]
    if int(item.answer) not in right:
        reason = choice.judged[int(item.answer) - 1].reason
        yield f"its answer, option {item.answer}, does not satisfy the {sets.rule} in its graph: {reason}"
    if len(right) > 1:
        yield f"more than one option satisfies the {sets.rule} in its graph: {_listed(right)}"


def _listed(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, numbers))


def _of_identification(row: Mapping[str, Any]) -> Iterator[str]:
    if row["treatment"] == row["outcome"]:
        yield f"it asks for the effect of {row['treatment']} on itself"

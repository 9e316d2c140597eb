"""Bounds by linear programming over all ways in which the units of a diagram can respond."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Any

from causalcore.identification.diagram import Diagram
from causalcore.identification.expression import Probability, probability
from causalcore.identification.knowledge import Knowledge
from causalcore.identification.open_terms import Range
from causalcore.identification.query import Kind, Query

MAX_TYPES = 512
"""Most combinations of response functions in a program."""

Unit = Mapping[str, tuple[int, ...]]
"""For each variable, its response to each row of its observed causes."""


@dataclass(frozen=True, slots=True)
class Responses:
    """The observed variables of a diagram, split into unconfounded roots and the rest.

    Parameters
    ----------
    roots
        Variables without any causes, even hidden ones; independent of how the rest responds.
    rest
        The others, causes before effects.
    """

    diagram: Diagram
    roots: tuple[str, ...]
    rest: tuple[str, ...]

    @classmethod
    def of(cls, diagram: Diagram) -> Responses:
        """Split the observed variables."""
        order = [node for node in diagram.order if node not in diagram.hidden]
        roots = tuple(node for node in order if not diagram.parents(node))
        return cls(diagram, roots, tuple(node for node in order if node not in roots))

    def causes(self, node: str) -> tuple[str, ...]:
        """Return the observed direct causes of a variable."""
        return tuple(cause for cause in self.diagram.parents(node) if cause not in self.diagram.hidden)

    @property
    def size(self) -> int:
        """The number of kinds of units."""
        return prod(2 ** (2 ** len(self.causes(node))) for node in self.rest)

    def units(self) -> Iterator[Unit]:
        """Yield each kind of unit."""
        tables = [list(product((0, 1), repeat=2 ** len(self.causes(node)))) for node in self.rest]
        for row in product(*tables):
            yield dict(zip(self.rest, row, strict=True))

    def world(self, unit: Unit, context: Mapping[str, int], do: Mapping[str, int]) -> dict[str, int]:
        """Return the values that a unit takes in a context under an intervention."""
        values = {**context, **do}
        for node in self.rest:
            if node not in do:
                row = sum(values[cause] << place for place, cause in enumerate(self.causes(node)))
                values[node] = unit[node][row]
        return values


def response_bounds(query: Query, knowledge: Knowledge) -> Range | None:
    """Bound an effect, or a natural direct or indirect effect, over all models that agree with what is given.

    The distribution over kinds of units does not depend on the unconfounded roots, so an instrument bounds the effect.
    Further independences are not used: the bounds hold but may not be the narrowest.

    Returns
    -------
    Range or None
        None if the kind of query or the size of the diagram is not supported, or no model agrees with the numbers.

    References
    ----------
    .. [1] Balke and Pearl (1997), Bounds on treatment effects from studies with imperfect compliance.
    """
    responses = Responses.of(knowledge.diagram)
    if query.kind not in {Kind.EFFECT, Kind.DIRECT, Kind.INDIRECT} or responses.size > MAX_TYPES:
        return None
    units = list(responses.units())
    contexts = [dict(zip(responses.roots, row, strict=True)) for row in product((0, 1), repeat=len(responses.roots))]
    rows = [row for context in contexts for row in _rows(responses, knowledge, units, context)]
    if not rows:
        return None
    lows, highs = [], []
    for context in contexts:
        ends = _solved(_objective(responses, query, units, context), rows, len(units))
        if ends is None:
            return None
        lows.append(ends[0])
        highs.append(ends[1])
    return Range(min(lows), max(highs), "linear program over kinds of units")


def _rows(
    responses: Responses, knowledge: Knowledge, units: list[Unit], context: Mapping[str, int]
) -> Iterator[tuple[list[float], float]]:
    """Yield the equations that what is given imposes on the shares of the units, in one context."""
    worlds = [responses.world(unit, context, {}) for unit in units]
    for wanted in _stated(responses, knowledge, context):
        derived = knowledge.derive(wanted)
        if derived is None:
            continue
        value = knowledge.value(derived)
        inner = [(name, given) for name, given in wanted.given if name not in context]
        row = []
        for world in worlds:
            fits = all(world[name] == given for name, given in inner)
            row.append(float(fits) * (float(all(world[name] == outcome for name, outcome in wanted.event)) - value))
        yield row, 0.0


def _stated(responses: Responses, knowledge: Knowledge, context: Mapping[str, int]) -> list[Probability]:
    """Return the probabilities that constrain the units in a context: those given, and each variable by its causes."""
    observed = set(responses.roots) | set(responses.rest)
    wanted: list[Probability] = []
    for given in knowledge.givens:
        event, fixed = dict(given.probability.event), dict(given.probability.given)
        inside = {*event, *fixed} <= observed and all(fixed.get(name) == value for name, value in context.items())
        if inside and not set(event) & set(context):
            wanted.append(given.probability)
    for node in responses.rest:
        wanted.append(probability({node: 1}, context))
        causes = [cause for cause in responses.causes(node) if cause not in context]
        for row in product((0, 1), repeat=len(causes)):
            wanted.append(probability({node: 1}, {**context, **dict(zip(causes, row, strict=True))}))
    return list(dict.fromkeys(wanted))


def _objective(responses: Responses, query: Query, units: list[Unit], context: Mapping[str, int]) -> list[float]:
    cause, effect = query.cause, query.effect

    def outcome(unit: Unit, do: Mapping[str, int]) -> int:
        inside = {name: value for name, value in context.items() if name not in do}
        return responses.world(unit, inside, do)[effect]

    def at(unit: Unit, value: int, middle_from: int | None = None) -> int:
        held: dict[str, int] = {}
        if middle_from is not None:
            inside = {name: given for name, given in context.items() if name != cause}
            world = responses.world(unit, inside, {cause: middle_from})
            held = {name: world[name] for name in query.mediators}
        return outcome(unit, {cause: value, **held})

    match query.kind:
        case Kind.DIRECT:
            return [float(at(unit, 1, 0) - at(unit, 0)) for unit in units]
        case Kind.INDIRECT:
            return [float(at(unit, 0, 1) - at(unit, 0)) for unit in units]
        case _:
            return [float(at(unit, 1) - at(unit, 0)) for unit in units]


def _solved(objective: list[float], rows: list[tuple[list[float], float]], size: int) -> tuple[float, float] | None:
    import numpy as np
    from scipy.optimize import linprog

    matrix = np.vstack([np.ones(size), *(np.array(row) for row, _ in rows)])
    values = np.array([1.0, *(value for _, value in rows)])
    ends = []
    for sign in (1.0, -1.0):
        solution: Any = linprog(sign * np.array(objective), A_eq=matrix, b_eq=values, bounds=(0.0, 1.0))
        if not solution.success:
            return None
        ends.append(sign * float(solution.fun))
    return ends[0], ends[1]

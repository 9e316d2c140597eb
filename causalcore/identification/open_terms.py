"""Bounds on an expression with probabilities that are not given: corners, or a linear program."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from causalcore.identification.expression import (
    MAX_CORNERS,
    Difference,
    Expression,
    Number,
    Probability,
    evaluate,
    extremes,
    leaves,
    probability,
)
from causalcore.identification.knowledge import Knowledge

TOLERANCE = 1e-9


@dataclass(frozen=True, slots=True)
class Range:
    """The least and greatest value of a quantity, whatever the probabilities that are not given.

    Parameters
    ----------
    method
        How the ends were computed.
    """

    low: float
    high: float
    method: str


def derive_or_open(knowledge: Knowledge, wanted: Probability) -> Expression:
    """Express a probability in terms of what is given; if that fails, leave it open, as the probability of value 1."""
    derived = knowledge.derive(wanted)
    if derived is not None:
        return derived
    if len(wanted.event) == 1 and wanted.event[0][1] == 0:
        return Difference(Number(1.0), Probability(((wanted.event[0][0], 1),), wanted.given))
    return wanted


def open_leaves(knowledge: Knowledge, expression: Expression) -> tuple[Probability, ...]:
    """Return the probabilities of an expression that are not given."""
    return tuple(leaf for leaf in leaves(expression) if leaf not in knowledge.by_probability)


def range_of(knowledge: Knowledge, expression: Expression) -> Range | None:
    """Bound an expression over its open probabilities; None if there are too many of them.

    If no product contains two open ones, a linear program also uses the given mixtures of them.

    Examples
    --------
    >>> from causalcore.identification.diagram import Diagram
    >>> from causalcore.identification.expression import Product
    >>> known = Knowledge(Diagram(("X", "Y"), (("X", "Y"),)), ())
    >>> range_of(known, Product((Number(0.5), probability({"X": 1})))).high
    0.5
    """
    free = open_leaves(knowledge, expression)
    coefficients = _linear(knowledge, expression, free)
    if coefficients is not None:
        rows = _mixtures(knowledge, free)
        if rows:
            return _program(coefficients, rows)
    if len(free) > MAX_CORNERS:
        return None
    ranges = {leaf: (given.value, given.value) for leaf, given in knowledge.by_probability.items()}
    low, high = extremes(expression, {**ranges, **dict.fromkeys(free, (0.0, 1.0))})
    return Range(low, high, "each open probability at its ends")


def _at(knowledge: Knowledge, expression: Expression, point: Mapping[Probability, float]) -> float:
    stated = knowledge.by_probability
    try:
        return float(evaluate(expression, lambda leaf: point[leaf] if leaf in point else stated[leaf].value))
    except ZeroDivisionError:
        return float("nan")


def _linear(
    knowledge: Knowledge, expression: Expression, free: Sequence[Probability]
) -> tuple[float, list[float]] | None:
    """Return the constant and coefficients of an expression in its open probabilities; None if it is not linear."""
    nothing = dict.fromkeys(free, 0.0)
    base = _at(knowledge, expression, nothing)
    slopes = [_at(knowledge, expression, {**nothing, leaf: 1.0}) - base for leaf in free]
    probe = {leaf: 0.3 + 0.4 * place / max(1, len(free)) for place, leaf in enumerate(free)}
    wanted = base + sum(slope * probe[leaf] for slope, leaf in zip(slopes, free, strict=True))
    return (base, slopes) if abs(_at(knowledge, expression, probe) - wanted) < TOLERANCE else None


def _mixtures(knowledge: Knowledge, free: Sequence[Probability]) -> list[tuple[list[float], float]]:
    """Return a row and its value for each given probability that mixes open ones over one variable."""
    rows: list[tuple[list[float], float]] = []
    for stated in knowledge.givens:
        given = dict(stated.probability.given)
        wider = {name for leaf in free if leaf.event == stated.probability.event for name, _ in leaf.given} - set(given)
        for name in sorted(wider):
            cases = [probability(dict(stated.probability.event), {**given, name: value}) for value in (0, 1)]
            weights = [knowledge.derive(probability({name: value}, given)) for value in (0, 1)]
            if not all(case in free for case in cases) or weights[0] is None or weights[1] is None:
                continue
            row = [0.0] * len(free)
            for case, weight in zip(cases, weights, strict=True):
                row[free.index(case)] = _at(knowledge, weight, {}) if weight is not None else 0.0
            rows.append((row, stated.value))
    return rows


def _program(coefficients: tuple[float, list[float]], rows: list[tuple[list[float], float]]) -> Range | None:
    import numpy as np
    from scipy.optimize import linprog

    base, slopes = coefficients
    matrix, values = np.array([row for row, _ in rows]), np.array([value for _, value in rows])
    ends: list[float] = []
    for sign in (1.0, -1.0):
        solution: Any = linprog(sign * np.array(slopes), A_eq=matrix, b_eq=values, bounds=(0.0, 1.0))
        if not solution.success:
            return None
        ends.append(base + sign * float(solution.fun))
    return Range(ends[0], ends[1], "linear program over the open probabilities")

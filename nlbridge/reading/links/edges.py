"""Links between clauses by position, before they become links between events."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np

from causalcore.scenario.scenario import Sign, Strength


class Rule(StrEnum):
    """Why a link is drawn."""

    SIGNAL = "signal"
    """A word of the inventory joins the clauses."""
    LEARNT = "learnt"
    """No word signals it: the trained network finds it likely."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Edge:
    """A link between clauses, by position; `place` holds the words of its connective, [first, last + 1)."""

    cause: int
    effect: int
    sign: Sign = Sign.PROMOTES
    strength: Strength = Strength.NECESSARY
    connective: str | None = None
    place: tuple[int, int] | None = None
    confidence: float
    rule: Rule


class Descent:
    """Which places lie below which in a growing graph without circles.

    Examples
    --------
    >>> descent = Descent(3)
    >>> descent.joins(0, 1), descent.joins(1, 2), descent.joins(2, 0)
    (True, True, False)
    """

    def __init__(self, places: int) -> None:
        self.below = np.eye(places, dtype=bool)
        """(places, places): whether the column is the row or lies below it."""

    def joins(self, cause: int, effect: int) -> bool:
        """Add a link, unless it would close a circle; tell whether it was added."""
        below = self.below
        if below[effect, cause]:
            return False
        if not below[cause, effect]:  # Else all that is above the cause is above all below the effect.
            below[below[:, cause] & ~below[:, effect]] |= below[effect]
        return True

    def kept(self, pairs: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
        """Add links in their order, and return those that close no circle."""
        return [pair for pair in pairs if self.joins(*pair)]


def acyclic(edges: Sequence[Edge]) -> tuple[Edge, ...]:
    """Keep edges by falling confidence as long as they close no circle."""
    places = {place: k for k, place in enumerate(sorted({p for e in edges for p in (e.cause, e.effect)}))}
    descent = Descent(len(places))
    likeliest_first = sorted(edges, key=lambda e: (-e.confidence, e.cause, e.effect))
    kept = [e for e in likeliest_first if descent.joins(places[e.cause], places[e.effect])]
    return tuple(sorted(kept, key=lambda e: (e.effect, e.cause)))


def told_once(edges: Sequence[Edge], again: Mapping[int, int]) -> tuple[Edge, ...]:
    """Move the links of claims that are told a second time to where they are told first.

    Parameters
    ----------
    again
        For each claim that is told a second time the one that tells it first.
    """
    if not again:
        return tuple(edges)
    moved = [
        replace(edge, cause=again.get(edge.cause, edge.cause), effect=again.get(edge.effect, edge.effect))
        for edge in edges
    ]
    best: dict[tuple[int, int], Edge] = {}
    for edge in sorted(moved, key=lambda e: (e.rule is Rule.SIGNAL, e.confidence)):
        if edge.cause != edge.effect:
            best[edge.cause, edge.effect] = edge
    return acyclic(tuple(best.values()))

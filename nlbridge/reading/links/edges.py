"""Links between clauses by position, before they become links between events."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

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


def acyclic(edges: Sequence[Edge]) -> tuple[Edge, ...]:
    """Keep edges by falling confidence as long as they close no circle."""
    kept: list[Edge] = []
    below: dict[int, set[int]] = {}
    for edge in sorted(edges, key=lambda e: (-e.confidence, e.cause, e.effect)):
        if not reaches(below, edge.effect, edge.cause):
            kept.append(edge)
            below.setdefault(edge.cause, set()).add(edge.effect)
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


def reaches(below: Mapping[int, Collection[int]], start: int, goal: int) -> bool:
    """Tell whether `goal` is `start` or lies below it; `below` has what each place leads to at once."""
    seen, todo = set(), [start]
    while todo:
        at = todo.pop()
        if at == goal:
            return True
        if at not in seen:
            seen.add(at)
            todo.extend(below.get(at, ()))
    return False

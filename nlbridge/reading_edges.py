"""Links between clauses by position, before they become links between events."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from causalcore.scenario import Sign, Strength


@dataclass(frozen=True, slots=True, kw_only=True)
class Edge:
    """A link between clauses, by position; `restated` if the later one is the earlier event again."""

    cause: int
    effect: int
    sign: Sign = Sign.PROMOTES
    strength: Strength = Strength.NECESSARY
    connective: str | None = None
    confidence: float
    restated: bool = False


def acyclic(edges: Sequence[Edge]) -> tuple[Edge, ...]:
    """Keep edges by falling confidence as long as they close no circle."""
    kept: list[Edge] = []
    for edge in sorted(edges, key=lambda e: (-e.confidence, e.cause, e.effect)):
        if not _reaches(kept, edge.effect, edge.cause) and edge.cause != edge.effect:
            kept.append(edge)
    return tuple(sorted(kept, key=lambda e: (e.effect, e.cause)))


def _reaches(edges: Sequence[Edge], start: int, goal: int) -> bool:
    seen, todo = set(), [start]
    while todo:
        at = todo.pop()
        if at == goal:
            return True
        if at not in seen:
            seen.add(at)
            todo.extend(e.effect for e in edges if e.cause == at)
    return False

"""Links between clauses by position, before they become links between events."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from causalcore.scenario.scenario import Sign, Strength


class Rule(StrEnum):
    """Why a link is drawn."""

    SIGNAL = "signal"
    """A word of the inventory joins the clauses."""
    RESTATED = "restated"
    """The clause has the words of an earlier one: it is the same event again."""
    PREDICATE = "predicate"
    """From the subject of a causative verb to what it brings about."""
    ANAPHOR = "anaphor"
    """A pronoun, `this` or `together` takes up the sentence before."""
    FRONTED = "fronted"
    RELATIVE = "relative"
    COLON = "colon"
    SHARED_SUBJECT = "shared subject"
    COORDINATE = "coordinate"
    FORK = "fork"
    CONJOINED = "conjoined"
    """A cause said before `A and B` brings about B as well as A."""
    NEIGHBOUR = "neighbour"
    TIED = "tied"
    """Neighbours that a pronoun ties together."""
    RESULT_PARTICIPLE = "result participle"
    PARTICIPLE = "participle"
    BACKGROUND = "background"
    WEIGHED = "weighed"
    """No rule: the evidence as a whole speaks for it."""

    @property
    def confidence(self) -> float:
        """Share of right links among those that the rule drew."""
        return CONFIDENCE[self]


CONFIDENCE: Final = {
    Rule.SIGNAL: 0.95,
    Rule.RESTATED: 0.95,
    Rule.PREDICATE: 0.9,
    Rule.ANAPHOR: 0.83,
    Rule.FRONTED: 0.8,
    Rule.RELATIVE: 0.75,
    Rule.COLON: 0.57,
    Rule.SHARED_SUBJECT: 0.8,
    Rule.COORDINATE: 0.7,
    Rule.FORK: 0.4,
    Rule.CONJOINED: 0.7,
    Rule.NEIGHBOUR: 0.63,
    Rule.TIED: 0.8,
    Rule.RESULT_PARTICIPLE: 0.85,
    Rule.PARTICIPLE: 0.55,
    Rule.BACKGROUND: 0.5,
    Rule.WEIGHED: 0.6,
}


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

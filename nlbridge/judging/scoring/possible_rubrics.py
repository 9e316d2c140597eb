"""What a what-if asks of each event under every way in which the text may have been read.

A link that the reader is unsure of may not be there. Each choice of the unsure
links is a scenario of its own, whose answers the engine derives; its weight is
the product of the links' chances. So doubts that hang together (a missed link
spares all that lies behind it) stay together, where a doubt for each event on
its own would mix them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product
from math import prod
from typing import TYPE_CHECKING, Final

from causalcore.derivation.answer_kind import AnswerKind
from causalcore.derivation.derivation import derive
from causalcore.errors import CausalError
from causalcore.scenario.graph import descendants
from nlbridge.weights.thresholds import UNDOUBTED_LINK

if TYPE_CHECKING:
    from causalcore.scenario.intervention import Intervention
    from causalcore.scenario.scenario import Link, Scenario

MOST: Final = 5
"""Links that are doubted at once, the most doubtful first."""

Demand = bool | None
"""Whether an event must change (True), must stay (False), or may do either (None)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PossibleRubric:
    """What each event must do, and how probable it is that the text asks for that."""

    demands: tuple[tuple[str, Demand], ...]
    weight: float


@lru_cache(maxsize=256)
def possible_rubrics(scenario: Scenario, intervention: Intervention) -> tuple[PossibleRubric, ...]:
    """Return all that may be asked, the weights adding up to 1."""
    found: dict[tuple[tuple[str, Demand], ...], float] = {}
    doubted = _doubted(scenario, intervention)
    for kept in product((True, False), repeat=len(doubted)):
        weight = prod(k.confidence if there else 1 - k.confidence for k, there in zip(doubted, kept, strict=True))
        gone = {(k.cause, k.effect) for k, there in zip(doubted, kept, strict=True) if not there}
        reading = scenario
        if gone:
            reading = replace(scenario, links=tuple(k for k in scenario.links if (k.cause, k.effect) not in gone))
        try:
            demands = _demands(reading, intervention)
        except CausalError:  # A choice of links that contradicts itself is no reading of the text.
            continue
        found[demands] = found.get(demands, 0.0) + weight
    total = sum(found.values()) or 1.0
    return tuple(PossibleRubric(demands=demands, weight=weight / total) for demands, weight in found.items())


def _doubted(scenario: Scenario, intervention: Intervention) -> tuple[Link, ...]:
    supposed = frozenset(name for name, _ in intervention)
    reached = supposed | descendants(scenario, supposed)
    links = [k for k in scenario.links if k.confidence < UNDOUBTED_LINK and k.cause in reached]
    return tuple(sorted(links, key=lambda k: abs(k.confidence - 0.5))[:MOST])


def _demands(scenario: Scenario, intervention: Intervention) -> tuple[tuple[str, Demand], ...]:
    supposed = dict(intervention)
    derivation = derive(scenario, intervention)
    found: list[tuple[str, Demand]] = []
    for event in scenario.events:
        kind = derivation.answer(event.id).kind
        if event.id in supposed:
            found.append((event.id, supposed[event.id] != event.fact))
        else:
            found.append((event.id, {AnswerKind.CHANGED: True, AnswerKind.UNCHANGED: False}.get(kind)))
    return tuple(found)

"""The confidence of an answer when links are uncertain.

A link with confidence p exists with probability p, independently of the
others; without it, its effect lacks that parent. The confidence of an answer
is the probability that the answer is the same: 1 minus the chance that dropping
uncertain links alters it. Up to `EXACT` relevant uncertain links it sums over every
subset; beyond that it estimates from `DRAWS` draws with a fixed seed, so the same
input always gives the same figure.
"""

from __future__ import annotations

import random
from itertools import product
from typing import TYPE_CHECKING

from causalcore.derivation.answer_kind import Finding
from causalcore.derivation.possibility import Possibilities, find, possibilities
from causalcore.derivation.response import FormulaResponse

if TYPE_CHECKING:
    from collections.abc import Iterator

    from causalcore.derivation.compilation import Layout
    from causalcore.scenario.scenario import Link
    from logic.solving.outcome import Limits

EXACT = 8
"""Most uncertain links for which it sums over every subset."""
DRAWS = 400
"""Draws beyond that; the standard error is at most 2.5 points."""


class Confidences:
    """Confidences of the answers of one derivation, computed at first access."""

    __slots__ = ("_fixed", "_found", "_layout", "_limits", "_values")

    def __init__(self, layout: Layout, fixed: dict[int, int], found: Possibilities, limits: Limits) -> None:
        self._layout, self._fixed, self._found, self._limits = layout, fixed, found, limits
        self._values: dict[str, float] | None = None

    def of(self, event_id: str) -> float:
        """Return the confidence of the answer for an event."""
        if self._values is None:
            self._values = self._work_out()
        return self._values.get(event_id, 1.0)

    def _unsure(self) -> list[Link]:
        """Return the uncertain links that can carry a change: the cause changes and the effect is not set."""
        place = self._layout.place
        return [
            link
            for link in self._layout.scenario.links
            if link.confidence < 1.0
            and place[link.cause] in self._found.moved
            and place[link.effect] not in self._fixed
            and not isinstance(self._layout.nodes[place[link.effect]].response, FormulaResponse)
        ]

    def _work_out(self) -> dict[str, float]:
        links = self._unsure()
        if not links:
            return {}
        places = sorted(self._found.moved)
        usual = self._findings(self._found, places)
        totals = dict.fromkeys(places, 0.0)
        for weight, dropped in _subsets(links):
            found = self._without(dropped)
            for place, finding in self._findings(found, places).items():
                totals[place] += weight if finding == usual[place] else 0.0
        return {self._layout.nodes[place].event.id: min(1.0, total) for place, total in totals.items()}

    def _without(self, dropped: frozenset[tuple[str, str]]) -> Possibilities:
        from causalcore.derivation.constraints import Constraints

        if not dropped:
            return self._found
        layout = self._layout.without(dropped)
        return possibilities(layout, self._fixed, lambda: Constraints(layout, self._limits))

    def _findings(self, found: Possibilities, places: list[int]) -> dict[int, Finding]:
        return {place: find(self._layout.nodes[place], place, found) for place in places}


def _subsets(links: list[Link]) -> Iterator[tuple[float, frozenset[tuple[str, str]]]]:
    """Yield sets of dropped links with their weights, which sum to 1."""
    if len(links) <= EXACT:
        for kept in product((True, False), repeat=len(links)):
            weight = 1.0
            for link, there in zip(links, kept, strict=True):
                weight *= link.confidence if there else 1.0 - link.confidence
            if weight:
                yield weight, frozenset((k.cause, k.effect) for k, there in zip(links, kept, strict=True) if not there)
        return
    source = random.Random(len(links))  # noqa: S311 - draws, not secrets
    for _ in range(DRAWS):
        yield 1.0 / DRAWS, frozenset((k.cause, k.effect) for k in links if source.random() >= k.confidence)

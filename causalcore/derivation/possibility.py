"""The exact set of values that each event can take under an intervention, and how surely where links are uncertain.

A link with confidence p exists with probability p, independently of the
others; without it, its effect lacks that parent. The confidence of an answer
is the probability that the answer is the same: 1 minus the chance that dropping
uncertain links alters it. Up to `EXACT` relevant uncertain links it sums over every
subset; beyond that it estimates from `DRAWS` draws with a fixed seed, so the same
input always gives the same figure.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING

from causalcore.derivation.answer_kind import AnswerKind, Direction, Finding
from causalcore.derivation.compilation import POLICIES, Reach, World, reach, run
from causalcore.derivation.response import FormulaResponse, above, below, bits, values_of
from causalcore.scenario.scenario import Kind
from logic.solving.outcome import Status
from logic.solving.term import Term

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from causalcore.derivation.compilation import Layout, Node
    from causalcore.derivation.constraints import Constraints
    from causalcore.scenario.scenario import Link
    from logic.solving.outcome import Limits


@dataclass(frozen=True, slots=True)
class Possibilities:
    """Values that each event can take.

    Parameters
    ----------
    shown
        Values that some world shows.
    doubtful
        Values that the solver could neither show nor exclude before its limit.
    moved
        Places downstream of the intervention, the set ones included.
    """

    shown: Reach
    doubtful: Reach
    moved: frozenset[int]
    reason: str = ""


def possibilities(
    layout: Layout, fixed: dict[int, int], constraints: Callable[[], Constraints] | None
) -> Possibilities:
    """Work out the values that each event can take.

    Parameters
    ----------
    constraints
        Returns the solver where propagation is not enough; without it the remaining values are doubtful.
    """
    moved = layout.downstream(fixed)
    scope = frozenset((*moved, *fixed))
    limit = reach(layout, fixed, moved)
    unsure = [place for place in moved if _count(limit, place) > 1]
    if not unsure:
        return Possibilities(limit, _nothing(layout), scope)
    shown = Reach([0] * len(layout.nodes), [0] * len(layout.nodes))
    for policy in POLICIES:
        _show(shown, run(layout, fixed, moved, policy))
    left = [place for place in unsure if _missing(limit, shown, place) != (0, 0)]
    if not left:
        return Possibilities(shown, _nothing(layout), scope)
    if constraints is None:
        return Possibilities(shown, _rest(limit, shown, layout), scope, "no solver was asked")
    return _settle(layout, fixed, constraints(), limit, shown, left, scope)


def _count(limit: Reach, place: int) -> int:
    return limit.plain[place].bit_count() + limit.void[place].bit_count()


def _nothing(layout: Layout) -> Reach:
    return Reach([0] * len(layout.nodes), [0] * len(layout.nodes))


def _show(shown: Reach, world: World) -> None:
    for place, value in enumerate(world.values):
        (shown.void if place in world.void else shown.plain)[place] |= value


def _missing(limit: Reach, shown: Reach, place: int) -> tuple[int, int]:
    return limit.plain[place] & ~shown.plain[place], limit.void[place] & ~shown.void[place]


def _rest(limit: Reach, shown: Reach, layout: Layout) -> Reach:
    pairs = [_missing(limit, shown, place) for place in range(len(layout.nodes))]
    return Reach([plain for plain, _ in pairs], [void for _, void in pairs])


def _settle(
    layout: Layout,
    fixed: dict[int, int],
    constraints: Constraints,
    limit: Reach,
    shown: Reach,
    left: list[int],
    scope: frozenset[int],
) -> Possibilities:
    """Ask the solver, in one call, which of the remaining values are impossible; the others are possible."""
    session = constraints.session
    states: list[tuple[int, int, bool]] = []
    candidates: list[Term] = []
    for place in left:
        plain, void = _missing(limit, shown, place)
        for value, gone in [(bit, False) for bit in bits(plain)] + [(bit, True) for bit in bits(void)]:
            mark = constraints.void(place) if gone else session.negation(constraints.void(place))
            states.append((place, value, gone))
            candidates.append(session.negation(session.all_of((constraints.member(place, value), mark))))
    outcome = constraints.forced(layout.upstream([*left, *fixed]), fixed, candidates)
    if outcome.status is not Status.SAT:
        return Possibilities(shown, _rest(limit, shown, layout), scope, outcome.reason)
    for index, (place, value, gone) in enumerate(states):
        if index not in outcome.forced:
            (shown.void if gone else shown.plain)[place] |= value
    return Possibilities(shown, _nothing(layout), scope)


def find(node: Node, place: int, found: Possibilities) -> Finding:
    """Read the answer for one event."""
    plain, void = found.shown.plain[place], found.shown.void[place]
    kind = _kind(node.fact, plain, void, found.doubtful.plain[place], found.doubtful.void[place])
    if kind is AnswerKind.UNKNOWN:
        return Finding(kind)
    settled = not (found.doubtful.plain[place] or found.doubtful.void[place])
    sure_void = settled and bool(void) and not plain
    single = values_of(node.event, plain) if settled and not void else ()
    direction = _direction(node, plain) if settled and kind is AnswerKind.CHANGED and not void else None
    return Finding(kind, direction, sure_void, single[0] if len(single) == 1 else None)


def _kind(fact: int, plain: int, void: int, doubtful: int, doubtful_void: int) -> AnswerKind:
    may_keep, may_change = bool(plain & fact), bool(plain & ~fact or void)
    if may_keep and may_change:
        return AnswerKind.OPEN
    if may_keep and not (doubtful & ~fact or doubtful_void):
        return AnswerKind.UNCHANGED
    if may_change and not doubtful & fact:
        return AnswerKind.CHANGED
    return AnswerKind.UNKNOWN


def _direction(node: Node, plain: int) -> Direction | None:
    if node.event.kind is not Kind.QUANTITY:
        return None
    if not plain & ~below(node.event):
        return Direction.LOWER
    if not plain & ~above(node.event):
        return Direction.HIGHER
    return None


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

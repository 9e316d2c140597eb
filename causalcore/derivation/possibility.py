"""The exact set of values that each event can take under an intervention."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from causalcore.derivation.answer_kind import AnswerKind, Direction, Finding
from causalcore.derivation.compilation import POLICIES, Reach, World, reach, run
from causalcore.derivation.response import above, below, bits, values_of
from causalcore.scenario.scenario import Kind
from logic.solving.outcome import Status
from logic.solving.term import Term

if TYPE_CHECKING:
    from collections.abc import Callable

    from causalcore.derivation.compilation import Layout, Node
    from causalcore.derivation.constraints import Constraints


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

"""From the values that an event can take to its answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from causalcore.derivation.answer_kind import AnswerKind, Direction, Finding
from causalcore.derivation.response import above, below, values_of
from causalcore.scenario.scenario import Kind

if TYPE_CHECKING:
    from causalcore.derivation.compilation import Node
    from causalcore.derivation.possibility import Possibilities


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

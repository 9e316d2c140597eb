"""Which values each event can take in the counterfactual world.

Two passes along the causal order do almost all of the work. One carries sets of
values and is never too small; where it leaves one value, that value is forced.
The other runs single worlds by simple policies; whatever they show is possible.
What remains between the two, the solver decides.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from causalcore.derivation.compilation import Layout, Node

Policy = Callable[[int, int], int]
"""Picks one value from a mask, given the mask of the fact."""


@dataclass(frozen=True, slots=True)
class World:
    """One counterfactual world: the value of each place, and which claims are void."""

    values: tuple[int, ...]
    void: frozenset[int]


@dataclass(frozen=True, slots=True)
class Reach:
    """Sets of values.

    Parameters
    ----------
    plain
        For each place, values with which the claim still means something.
    void
        For each place, values that it may have while void; 0 where it cannot be void.
    """

    plain: list[int]
    void: list[int]


def _states(node: Node, plain: list[int], void: list[int], masks: list[int], layout: Layout) -> tuple[int, int]:
    """Return the values that a node may take, plain and void, given those of its parents."""
    may_hold, must_hold = True, True
    for other in node.presupposes:
        fact = layout.nodes[other].fact
        may_hold = may_hold and bool(plain[other] & fact)
        must_hold = must_hold and plain[other] == fact and not void[other]
    usual = node.response.allowed(masks) if may_hold else 0
    return usual, 0 if must_hold else node.gone


def reach(layout: Layout, fixed: Mapping[int, int], moved: list[int]) -> Reach:
    """Carry sets of values downstream; sound, exact where a single value is left."""
    plain = [node.fact for node in layout.nodes]
    void = [0] * len(plain)
    for place, value in fixed.items():
        plain[place] = value
    masks = list(plain)
    for place in moved:
        if place not in fixed:
            plain[place], void[place] = _states(layout.nodes[place], plain, void, masks, layout)
            masks[place] = plain[place] | void[place]
    return Reach(plain, void)


def run(layout: Layout, fixed: Mapping[int, int], moved: list[int], policy: Policy) -> World:
    """Run one world, choosing by the policy where the tables leave a choice."""
    masks = [node.fact for node in layout.nodes]
    void = [0] * len(masks)
    for place, value in fixed.items():
        masks[place] = value
    plain = masks  # one list: presuppositions look at the void marks as well
    for place in moved:
        if place in fixed:
            continue
        node = layout.nodes[place]
        if any(masks[other] != layout.nodes[other].fact or void[other] for other in node.presupposes):
            void[place] = 1
            masks[place] = policy(node.gone, node.fact)
        else:
            masks[place] = policy(node.response.allowed(plain), node.fact)
    return World(tuple(masks), frozenset(place for place, mark in enumerate(void) if mark))


def keep(mask: int, fact: int) -> int:
    """Keep the fact where that is allowed."""
    return fact if mask & fact else mask & -mask


def lowest(mask: int, fact: int) -> int:
    """Leave the fact for the lowest value, where that is allowed."""
    other = mask & ~fact
    return other & -other if other else fact


def highest(mask: int, fact: int) -> int:
    """Leave the fact for the highest value, where that is allowed."""
    other = mask & ~fact
    return 1 << (other.bit_length() - 1) if other else fact


POLICIES: tuple[Policy, ...] = (keep, lowest, highest)

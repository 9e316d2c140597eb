"""Intervention and prediction: the values that each event can take in the worlds that a what-if leaves possible.

A set event is cut from its table; every event downstream is read off its table in causal order. One pass carries sets
of values and is never too small: a single value left is forced. Other passes run single worlds by simple policies:
every value that they show is possible. The solver decides the values on which the two differ.

A link with confidence p exists with probability p, independently of the others; without it, its effect lacks that
parent. The confidence of an answer is the probability that it stays the same.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import product
from math import prod
from operator import or_
from typing import TYPE_CHECKING, Protocol

from causalcore.derivation.answer_kind import AnswerKind, Direction, Finding
from causalcore.derivation.constraints import FormulaResponse, bit_of, values_of
from causalcore.errors import InvalidInterventionError, OutsideDomainError
from causalcore.scenario.intervention import Intervention
from causalcore.scenario.scenario import Kind
from logic.errors import brief

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from causalcore.derivation.constraints import Layout
    from causalcore.scenario.scenario import Link

Fixed = Mapping[int, int]
"""Places of the set events, with their values."""

Goals = Mapping[int, tuple[int, int]]
"""Asserted values of events, as places with two masks: while the claim means something, and while it is void."""

EXACT = 8
"""Most uncertain links for which every subset is evaluated."""
DRAWS = 400
"""Draws for more links than that; the standard error is at most 2.5 points."""


# ------------------------------------------------------------ intervention


def fixed_values(layout: Layout, intervention: Intervention) -> dict[int, int]:
    """Check an intervention and convert it to places and value masks.

    Raises
    ------
    InvalidInterventionError
        For an unknown event, a latent, or two values of one event.
    OutsideDomainError
        For a value that the event cannot take.
    """
    given: object = intervention
    if not isinstance(given, Intervention):
        msg = f'expected an intervention such as do({{"e1": "false"}}), got {brief(given)}; make it by do'
        raise InvalidInterventionError(msg)
    result: dict[int, int] = {}
    for name, value in intervention.assignments:
        place = layout.place.get(name)
        if place is None:
            ids = [event.id for event in layout.scenario.events]
            listed = ", ".join(ids[:8]) + (", ..." if len(ids) > 8 else "")
            msg = (
                f"expected an intervention on one of {listed or 'no events'}, got {name}; name an event of the scenario"
            )
            raise InvalidInterventionError(msg)
        event = layout.nodes[place].event
        if layout.nodes[place].latent:
            msg = f"expected an intervention on an event, got the latent {name}, which is fixed; name an event"
            raise InvalidInterventionError(msg)
        if value not in event.values:
            raise OutsideDomainError(name, value, event.values)
        mask = bit_of(event, value)
        if result.setdefault(place, mask) != mask:
            (before,) = values_of(event, result[place])
            msg = f"expected one value of {name}, got {before} and {value}; keep one of them"
            raise InvalidInterventionError(msg)
    return result


# ------------------------------------------------------------ prediction


@dataclass(frozen=True, slots=True)
class ValueSets:
    """The possible values of each place; a single world has one value for each.

    Parameters
    ----------
    plain
        Values for which the claim still means something.
    void
        Values that its effects see while what it presupposes is gone; 0 if it cannot be void.
    """

    plain: list[int]
    void: list[int]

    def __or__(self, other: ValueSets) -> ValueSets:
        return ValueSets(list(map(or_, self.plain, other.plain)), list(map(or_, self.void, other.void)))

    def but(self, other: ValueSets) -> ValueSets:
        """Return the values that are not in the other sets."""
        return ValueSets(list(map(_but, self.plain, other.plain)), list(map(_but, self.void, other.void)))

    def masks(self) -> list[int]:
        """Return the values that the effects see."""
        return list(map(or_, self.plain, self.void))


def _but(own: int, other: int) -> int:
    return own & ~other


Policy = Callable[[int, int], int]
"""Picks values from a mask, given the mask of the fact."""


def everything(mask: int, _: int) -> int:
    """Leave every value possible."""
    return mask


def keep(mask: int, fact: int) -> int:
    """Keep the fact if allowed."""
    return fact if mask & fact else mask & -mask


def lowest(mask: int, fact: int) -> int:
    """Leave the fact for the lowest other value, if allowed."""
    other = mask & ~fact
    return other & -other if other else fact


def highest(mask: int, fact: int) -> int:
    """Leave the fact for the highest other value, if allowed."""
    other = mask & ~fact
    return 1 << (other.bit_length() - 1) if other else fact


POLICIES: tuple[Policy, ...] = (keep, lowest, highest)
"""Policies that each give one possible world."""


def run(layout: Layout, fixed: Fixed, moved: Iterable[int], policy: Policy = everything) -> ValueSets:
    """Read the tables in causal order; a policy chooses among the values that a table leaves."""
    nodes = layout.nodes
    plain, void = [node.fact for node in nodes], [0] * len(nodes)
    for place, value in fixed.items():
        plain[place] = value
    masks = list(plain)
    for place in moved:
        if place in fixed:
            continue
        node = nodes[place]
        may_mean = must_mean = True
        for other in node.presupposes:
            may_mean = may_mean and bool(plain[other] & nodes[other].fact)
            must_mean = must_mean and plain[other] == nodes[other].fact and not void[other]
        plain[place] = policy(node.response.allowed(masks), node.fact) if may_mean else 0
        void[place] = 0 if must_mean else policy(node.gone, node.fact)
        masks[place] = plain[place] | void[place]
    return ValueSets(plain, void)


@dataclass(frozen=True, slots=True)
class Prediction:
    """Values that each event can take under an intervention.

    Parameters
    ----------
    shown
        Values seen in some world.
    doubtful
        Values that the solver could neither show nor exclude before its limit.
    moved
        Places downstream of the intervention, including the set ones.
    reason
        Why the solver gave up.
    """

    layout: Layout
    fixed: Fixed
    moved: frozenset[int]
    shown: ValueSets
    doubtful: ValueSets
    reason: str = ""

    def values(self, place: int) -> tuple[int, int, int, int]:
        """Return what the answer for one event depends on: its values, shown and doubtful, each plain and void."""
        return self.shown.plain[place], self.shown.void[place], self.doubtful.plain[place], self.doubtful.void[place]

    def finding(self, place: int) -> Finding:
        """Return the answer for one event."""
        node = self.layout.nodes[place]
        plain, void, doubtful, doubtful_void = self.values(place)
        may_keep, may_change = bool(plain & node.fact), bool(plain & ~node.fact or void)
        if may_keep and may_change:
            kind = AnswerKind.OPEN
        elif may_keep and not (doubtful or doubtful_void):
            kind = AnswerKind.UNCHANGED
        elif may_change and not doubtful & node.fact:
            kind = AnswerKind.CHANGED
        else:
            return Finding(AnswerKind.UNKNOWN)
        if doubtful or doubtful_void:
            return Finding(kind)
        if void:
            return Finding(kind, void=not plain)
        direction = None
        if node.event.kind is Kind.QUANTITY:
            lower, higher = not plain & ~node.domain.below, not plain & ~node.domain.above
            direction = Direction.LOWER if lower else Direction.HIGHER if higher else None
        values = values_of(node.event, plain)
        return Finding(kind, direction, value=values[0] if len(values) == 1 else None)


class Solver(Protocol):
    """Settles what the tables leave in doubt; see `causalcore.derivation.solver_constraints.SolverConstraints`."""

    def possible(self, rest: ValueSets, fixed: Fixed) -> tuple[list[tuple[int, int, bool]] | None, str]:
        """Find the values of some world: place, value, and whether the claim is void; None and a reason if it fails."""
        ...


def predict(layout: Layout, fixed: Fixed, solver: Callable[[], Solver]) -> Prediction:
    """Work out the values that each event can take; the solver opens only if the tables leave a doubt."""
    moved = layout.downstream(fixed)
    scope = frozenset((*moved, *fixed))
    nothing = ValueSets([0] * len(layout.nodes), [0] * len(layout.nodes))
    most = run(layout, fixed, moved)
    if all(most.plain[place].bit_count() + most.void[place].bit_count() == 1 for place in moved):
        return Prediction(layout, fixed, scope, most, nothing)
    shown = nothing
    for policy in POLICIES:
        shown |= run(layout, fixed, moved, policy)
    rest = most.but(shown)
    if not any(rest.masks()):
        return Prediction(layout, fixed, scope, shown, nothing)
    possible, reason = solver().possible(rest, fixed)
    if possible is None:
        return Prediction(layout, fixed, scope, shown, rest, reason)
    for place, value, void in possible:
        (shown.void if void else shown.plain)[place] |= value
    return Prediction(layout, fixed, scope, shown, nothing)


# ------------------------------------------------------------ confidence


def confidences(prediction: Prediction, solver_of: Callable[[Layout], Solver]) -> dict[str, float]:
    """Return, for each event, the chance that its answer stays the same when links exist with their own confidence.

    Up to `EXACT` uncertain links, it sums over every subset. Beyond that, it estimates from `DRAWS` draws with a fixed
    seed, so the same input always gives the same figure. Events that no uncertain link affects are left out.

    Units
    -----
    return : probability
    """
    layout, fixed, moved = prediction.layout, prediction.fixed, prediction.moved
    unsure = [
        link
        for link in layout.scenario.links
        if link.confidence < 1.0
        and layout.place[link.cause] in moved
        and layout.place[link.effect] not in fixed
        and not isinstance(layout.nodes[layout.place[link.effect]].response, FormulaResponse)
    ]
    if not unsure:
        return {}
    usual = {place: prediction.finding(place) for place in sorted(moved)}
    totals = dict.fromkeys(usual, 0.0)
    for weight, dropped in _subsets(unsure):
        outcome = prediction
        if dropped:
            less = layout.without(dropped)
            outcome = predict(less, fixed, lambda less=less: solver_of(less))  # type: ignore[misc]
        for place, finding in usual.items():
            if outcome.values(place) == prediction.values(place) or outcome.finding(place) == finding:
                totals[place] += weight
    return {layout.nodes[place].event.id: min(1.0, total) for place, total in totals.items()}


def _subsets(links: list[Link]) -> Iterator[tuple[float, frozenset[tuple[str, str]]]]:
    """Yield sets of dropped links with weights that sum to 1."""
    if len(links) <= EXACT:
        for pairs in product(*(((link, True), (link, False)) for link in links)):
            if weight := prod(link.confidence if exists else 1.0 - link.confidence for link, exists in pairs):
                yield weight, frozenset((link.cause, link.effect) for link, exists in pairs if not exists)
        return
    source = random.Random(len(links))  # noqa: S311 - draws, not secrets
    for _ in range(DRAWS):
        yield 1.0 / DRAWS, frozenset((k.cause, k.effect) for k in links if source.random() >= k.confidence)

"""What is known about the response table of one event.

A table gives the event's value for every row of its parents' values. Known are
the factual row, that the table is monotone in each signed parent, and the rows
that the strengths pin. A table over many parents is exponential, but one
counterfactual world reads a single row of it, and which values that row may
take is decided by the pinned rows alone:

Extension lemma. Order rows by ``x <= y`` iff every signed parent is pushed in `y`
at least as far as in `x` and every other parent has the same value in both. Order
values by rank. A partial table g that is monotone on the rows S where it is
defined extends to a monotone total one: give a row z the greatest g(s) with
``s <= z`` in S, or the least value when there is none. So a value `y` of row `x`
is possible iff g with g(x) = y added is still monotone. The pinned rows are the
factual row r (value f), for a `sufficient` parent c all rows with c at its fact
(value f, and x is comparable with one of them iff x_c is comparable with the
fact), and for a `necessary` parent the but-for rows b, which differ from r in c
alone (value strictly on the side away from f). Values of the but-for rows are
chosen as favourably as possible: away from f by one rank where x lies behind b,
as far as possible elsewhere; that choice is monotone. What is left is linear in
the number of parents, and is what `LinkedResponse.allowed` and
`causalcore.derivation.constraints` state. `tests/properties` compares it with all tables.

Values are bits: a set of values is an integer mask over the domain.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING

from causalcore.errors import OutsideDomainError
from causalcore.mechanisms.mechanism import Formula, Value, equal, evaluate
from causalcore.scenario.scenario import Event, Kind, Link, Sign, Strength

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    Masks = Sequence[int] | Mapping[int, int]

MAX_ROWS = 4096
"""Rows of an explicit mechanism that are tried one by one."""


def bit_of(event: Event, value: str) -> int:
    """Return the mask of one value."""
    return 1 << event.values.index(value)


def full(event: Event) -> int:
    """Return the mask of the whole domain."""
    return (1 << len(event.values)) - 1


def values_of(event: Event, mask: int) -> tuple[str, ...]:
    """Return the values in a mask, in the order of the domain."""
    return tuple(value for index, value in enumerate(event.values) if mask >> index & 1)


def bits(mask: int) -> tuple[int, ...]:
    """Split a mask into masks of one value each."""
    return tuple(1 << index for index in range(mask.bit_length()) if mask >> index & 1)


def below(event: Event) -> int:
    """Return the values ranked under the fact; every alternative of a choice is."""
    fact = bit_of(event, event.fact)
    return full(event) & ~fact if event.kind is Kind.CHOICE else fact - 1


def above(event: Event) -> int:
    """Return the values ranked over the fact."""
    return full(event) & ~below(event) & ~bit_of(event, event.fact)


@dataclass(frozen=True, slots=True)
class Parent:
    """One coordinate of a table.

    Parameters
    ----------
    position
        Place of the cause in the compiled order.
    fact
        Mask of the cause's factual value.
    at_most, at_least
        Values that push the effect no further, no less far than the fact does.
    """

    position: int
    fact: int
    at_most: int
    at_least: int
    link: Link

    @property
    def signed(self) -> bool:
        """Tell whether the table is monotone in this parent."""
        return is_signed(self.link)

    @property
    def necessary(self) -> bool:
        """Tell whether the but-for rows of this parent are pinned."""
        return self.link.strength is Strength.NECESSARY

    @property
    def sufficient(self) -> bool:
        """Tell whether this parent alone holds the effect at its fact."""
        return self.link.strength is Strength.SUFFICIENT


def is_signed(link: Link) -> bool:
    """Tell whether a link promises monotonicity."""
    return link.sign is not Sign.DETERMINES and link.strength is not Strength.POSSIBLE


def make_parent(link: Link, cause: Event, position: int) -> Parent:
    """Read a link as a coordinate."""
    fact = bit_of(cause, cause.fact)
    if not is_signed(link):
        return Parent(position, fact, fact, fact, link)
    low, high = below(cause) | fact, above(cause) | fact
    if link.sign is Sign.INHIBITS:
        low, high = high, low
    return Parent(position, fact, low, high, link)


class LinkedResponse:
    """The table of an event that the links into it constrain."""

    __slots__ = ("above", "below", "fact", "full", "parents")

    def __init__(self, event: Event, parents: Sequence[Parent]) -> None:
        self.fact, self.full = bit_of(event, event.fact), full(event)
        self.below, self.above = below(event), above(event)
        self.parents = tuple(parents)

    @property
    def positions(self) -> tuple[int, ...]:
        """Return the places of the parents."""
        return tuple(parent.position for parent in self.parents)

    def demands(self, parent: Parent) -> bool:
        """Tell whether a but-for row of this parent must differ from the fact."""
        if not parent.necessary:
            return False
        down = parent.at_most & ~parent.fact and self.below
        up = parent.at_least & ~parent.fact and self.above
        return not parent.signed or bool(down or up)

    def allowed(self, masks: Masks) -> int:
        """Return the values that the effect may take.

        Parameters
        ----------
        masks
            For each place, the values that event may have. With one value each the result is
            exact; with several it may be too large, never too small.
        """
        parents = self.parents
        if any(parent.sufficient and masks[parent.position] == parent.fact for parent in parents):
            return self.fact
        pushed = [parent for parent in parents if masks[parent.position] & ~parent.at_most]
        held = [parent for parent in parents if masks[parent.position] & ~parent.at_least]
        result = self.full & ~self._excluded(pushed, self.above) & ~self._excluded(held, self.below)
        if not pushed and self.below and self._moves(held, masks):
            result &= self.below
        if not held and self.above and self._moves(pushed, masks):
            result &= self.above
        return result & self._determined(pushed, held, masks)

    def _excluded(self, against: list[Parent], side: int) -> int:
        """Return the values on one side of the fact when no parent may push there, or a sufficient one does not."""
        if not against:
            return side
        free = any(parent.sufficient and parent.signed and parent not in against for parent in self.parents)
        return side if free else 0

    @staticmethod
    def _moves(parents: list[Parent], masks: Masks) -> bool:
        """Tell whether a necessary parent certainly differs from its fact."""
        return any(parent.necessary and not masks[parent.position] & parent.fact for parent in parents)

    def _determined(self, pushed: list[Parent], held: list[Parent], masks: Masks) -> int:
        """Apply the but-for rows of `determines` links, which differ from the fact in that parent alone."""
        if len(pushed) == 1 and not self.above and self._moved(pushed[0], masks):
            return self.below
        if len(held) == 1 and not self.below and self._moved(held[0], masks):
            return self.above
        if pushed == held and len(held) == 1 and self._moved(held[0], masks):
            return self.full & ~self.fact
        return self.full

    @staticmethod
    def _moved(parent: Parent, masks: Masks) -> bool:
        return parent.necessary and not parent.signed and not masks[parent.position] & parent.fact


class FormulaResponse:
    """The table that an explicit mechanism gives."""

    __slots__ = ("causes", "event", "fact", "formula", "full", "positions", "rank", "values")

    def __init__(self, event: Event, formula: Formula, causes: Sequence[Event], positions: Sequence[int]) -> None:
        self.event, self.formula = event, formula
        self.causes, self.positions = tuple(causes), tuple(positions)
        self.fact, self.full = bit_of(event, event.fact), full(event)
        self.values = tuple(tuple(as_value(value) for value in cause.values) for cause in causes)
        ordered = [cause for cause in (*causes, event) if cause.kind is Kind.QUANTITY]
        self.rank = {value: place for cause in ordered for place, value in enumerate(cause.values)}

    def rows(self) -> int:
        """Return how many rows the table has."""
        result = 1
        for cause in self.causes:
            result *= len(cause.values)
        return result

    def row(self, places: Sequence[int]) -> int:
        """Compute one row; `places` are indices into the causes' domains."""
        bound = {cause.id: values[place] for cause, values, place in zip(self.causes, self.values, places, strict=True)}
        return self.mask_of(evaluate(self.formula, bound, rank=self.rank))

    def mask_of(self, result: Value) -> int:
        """Find a computed value in the domain of the event."""
        for index, value in enumerate(self.event.values):
            if equal(as_value(value), result):
                return 1 << index
        raise OutsideDomainError(self.event.id, str(result), self.event.values)

    def allowed(self, masks: Masks) -> int:
        """Return the values that the effect may take; see `LinkedResponse.allowed`."""
        options = [bits(masks[position]) for position in self.positions]
        count = 1
        for option in options:
            count *= len(option)
        if count > _ROWS_AT_ONCE:
            return self.full
        result = 0
        for row in product(*options):
            result |= self.row([bit.bit_length() - 1 for bit in row])
        return result


_ROWS_AT_ONCE = 64
"""Rows tried in one propagation; more are left to the solver."""

Response = LinkedResponse | FormulaResponse


def as_value(text: str) -> Value:
    """Read a domain value as formulas see it: a truth value, a number, or its name."""
    if text in {"true", "false"}:
        return text == "true"
    try:
        return int(text)
    except ValueError:
        pass
    try:
        return float(text)
    except ValueError:
        return text

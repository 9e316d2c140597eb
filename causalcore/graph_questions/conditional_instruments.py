"""Instruments, with the sets that must be conditioned on.

pgmpy finds conditional instruments of linear models, in the graph without one arrow. This module considers the whole
effect and does not assume linearity.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from causalcore.identification.diagram import Diagram

MOST_TRIES: Final = 5000
"""Most conditioning sets that are tried for one instrument; finding one at all is NP-hard."""


@dataclass(frozen=True, slots=True)
class Instrument:
    """A variable that moves a cause and, given some sets, reaches its effect only through it.

    Parameters
    ----------
    given
        The smallest sets to condition on; the empty set if none is needed.
    """

    name: str
    given: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Instruments:
    """The instruments of a cause for an effect; `undecided` lists nodes for which not every set was tried."""

    found: tuple[Instrument, ...]
    undecided: tuple[str, ...] = ()


def conditional_instruments(diagram: Diagram, cause: str, effect: str) -> Instruments:
    """Return each observed node that is an instrument, with the smallest sets that make it one.

    Z is an instrument given W if the cause affects neither, Z and the cause are dependent given W, and Z and the effect
    are independent given W once no arrow leaves the cause.

    References
    ----------
    .. [1] Pearl (2009), Causality, definition 7.4.1.
    .. [2] van der Zander, Textor and Liskiewicz (2015), Efficiently finding conditional instruments for causal
       inference.

    Examples
    --------
    >>> from causalcore.identification.diagram import Diagram
    >>> edges = (("W", "Z"), ("W", "Y"), ("Z", "X"), ("U", "X"), ("U", "Y"), ("X", "Y"))
    >>> conditional_instruments(Diagram(("W", "Z", "U", "X", "Y"), edges, frozenset({"U"})), "X", "Y").found
    (Instrument(name='Z', given=(('W',),)),)
    """
    moved = diagram.descendants([cause])
    free = [name for name in diagram.observed if name not in moved | {cause, effect}]
    instruments, undecided = [], []
    for name in free:
        sets, complete = _smallest(diagram, cause, effect, name, [other for other in free if other != name])
        if sets:
            instruments.append(Instrument(name, sets))
        elif not complete:
            undecided.append(name)
    return Instruments(tuple(instruments), tuple(undecided))


def is_instrument(diagram: Diagram, cause: str, effect: str, name: str, given: tuple[str, ...]) -> bool:
    """Return whether a node is an instrument given a set."""
    if diagram.descendants([cause]) & {name, *given}:
        return False
    reaches = not diagram.cut(out_of=[cause]).separated([name], [effect], given)
    return not reaches and not diagram.separated([name], [cause], given)


def _smallest(
    diagram: Diagram, cause: str, effect: str, name: str, pool: list[str]
) -> tuple[tuple[tuple[str, ...], ...], bool]:
    """Return the smallest sets that make a node an instrument, and whether enough sets were tried."""
    silent = diagram.cut(out_of=[cause])
    widest = [other for other in pool if other in silent.ancestors({name, effect})]
    if not silent.separated([name], [effect], widest):  # then no other set of observed nodes separates them either
        return (), True
    smallest: list[tuple[str, ...]] = []
    for tried, given in enumerate(_by_size(pool)):
        if smallest and len(given) > len(smallest[0]):
            break
        if tried == MOST_TRIES:
            return tuple(smallest), bool(smallest)
        if is_instrument(diagram, cause, effect, name, given):
            smallest.append(given)
    return tuple(smallest), True


def _by_size(pool: list[str]) -> Iterator[tuple[str, ...]]:
    for size in range(len(pool) + 1):
        yield from combinations(pool, size)

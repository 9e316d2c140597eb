"""Instruments, with the sets that they need to be conditioned on.

pgmpy finds conditional instruments of linear models, by the graph without one arrow; here the whole effect counts, and
nothing need be linear.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from causalcore.identification.diagram import Diagram

MOST_TRIES: Final = 5000
"""Conditioning sets that are tried for one instrument; to find one at all is NP-hard."""


@dataclass(frozen=True, slots=True)
class Instrument:
    """What moves a cause and, given some sets, reaches its effect through it only.

    Parameters
    ----------
    given
        The smallest sets to condition on; the empty one where none is needed.
    """

    name: str
    given: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Instruments:
    """The instruments of a cause for an effect; in `undecided` are those for which not every set was tried."""

    found: tuple[Instrument, ...]
    undecided: tuple[str, ...] = ()


def conditional_instruments(diagram: Diagram, cause: str, effect: str) -> Instruments:
    """Return each observed node that is an instrument, with the smallest sets that make it one.

    Z is an instrument given W if neither is affected by the cause, Z and the cause depend on each other given W, and Z
    and the effect do not once no arrow leaves the cause.

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
    found, undecided = [], []
    for name in free:
        sets, complete = _smallest(diagram, cause, effect, name, [other for other in free if other != name])
        if sets:
            found.append(Instrument(name, sets))
        elif not complete:
            undecided.append(name)
    return Instruments(tuple(found), tuple(undecided))


def is_instrument(diagram: Diagram, cause: str, effect: str, name: str, given: tuple[str, ...]) -> bool:
    """Tell whether a node is an instrument given a set."""
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
    if not silent.separated([name], [effect], widest):  # then no set of observed nodes separates them
        return (), True
    found: list[tuple[str, ...]] = []
    for tried, given in enumerate(_by_size(pool)):
        if found and len(given) > len(found[0]):
            break
        if tried == MOST_TRIES:
            return tuple(found), bool(found)
        if is_instrument(diagram, cause, effect, name, given):
            found.append(given)
    return tuple(found), True


def _by_size(pool: list[str]) -> Iterator[tuple[str, ...]]:
    for size in range(len(pool) + 1):
        yield from combinations(pool, size)

"""Testable independences that a graph implies: for each pair of nodes, and a basis of all.

pgmpy lists one set for each pair. No maintained library was found with a basis for graphs with unobserved causes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, islice
from typing import TYPE_CHECKING

from causalcore.graph_questions.separating_sets import MOST_SETS, minimal_separators

if TYPE_CHECKING:
    from causalcore.identification.diagram import Diagram


@dataclass(frozen=True, slots=True)
class Implied:
    """Two sets of observed nodes that are independent given a third in every model of a graph."""

    left: tuple[str, ...]
    right: tuple[str, ...]
    given: tuple[str, ...] = ()

    def __str__(self) -> str:
        given = f" | {', '.join(self.given)}" if self.given else ""
        return f"{', '.join(self.left)} _||_ {', '.join(self.right)}{given}"


@dataclass(frozen=True, slots=True)
class Implications:
    """What a graph implies for observed data.

    Parameters
    ----------
    pairs
        For each pair of observed nodes, every minimal set that separates them.
    basis
        Independences from which all others follow.
    complete
        Whether the limit on their number left nothing out.
    """

    pairs: tuple[Implied, ...]
    basis: tuple[Implied, ...]
    complete: bool = True


def implications(diagram: Diagram) -> Implications:
    """Return the independences among observed nodes that a graph implies.

    With unobserved causes, a graph may imply more than independences (Verma's constraints); these are not listed.

    Examples
    --------
    >>> from causalcore.identification.diagram import Diagram
    >>> found = implications(Diagram(("X", "M", "Y"), (("X", "M"), ("M", "Y"))))
    >>> str(found.pairs[0]), str(found.basis[0])
    ('X _||_ Y | M', 'Y _||_ X | M')
    """
    pairs = list(islice(_pairs(diagram), MOST_SETS + 1))
    basis = list(islice(_basis(diagram), MOST_SETS + 1))
    complete = max(len(pairs), len(basis)) <= MOST_SETS
    return Implications(tuple(pairs[:MOST_SETS]), tuple(basis[:MOST_SETS]), complete)


def _pairs(diagram: Diagram) -> Iterator[Implied]:
    for left, right in combinations(diagram.observed, 2):
        among = frozenset(diagram.observed) - {left, right}
        separators = (tuple(sorted(names)) for names in minimal_separators(diagram, left, right, among))
        for given in sorted(islice(separators, MOST_SETS + 1), key=lambda names: (len(names), names)):
            yield Implied((left,), (right,), given)


def _basis(diagram: Diagram) -> Iterator[Implied]:
    """Yield what a node's Markov blanket shields it from, for each node and each ancestral set of earlier nodes.

    Without unobserved nodes, this means that a node is independent of all earlier nodes given its parents.

    References
    ----------
    .. [1] Richardson (2003), Markov properties for acyclic directed mixed graphs, section 3: the ordered local Markov
       property, from which all separations follow.
    """
    order = [node for node in diagram.order if node not in diagram.hidden]
    for place, node in enumerate(order):
        yielded: set[Implied] = set()
        for inside in _closed(diagram, node, frozenset(order[: place + 1])):
            district = diagram.district(node, inside)
            blanket = district.union(*(diagram.observed_parents(member) for member in district)) - {node}
            rest = inside - blanket - {node}
            fact = Implied((node,), _in(order, rest), _in(order, blanket))
            if rest and fact not in yielded:
                yielded.add(fact)
                yield fact


def _closed(diagram: Diagram, node: str, widest: frozenset[str]) -> Iterator[frozenset[str]]:
    """Yield the ancestral sets that matter: the widest, and those without some members of the node's district."""
    waiting, seen = [widest], {widest}
    while waiting:
        inside = waiting.pop()
        yield inside
        for member in sorted(diagram.district(node, inside) - {node}):
            smaller = inside - diagram.descendants([member])
            if node in smaller and smaller not in seen:
                seen.add(smaller)
                waiting.append(smaller)


def _in(order: list[str], names: frozenset[str]) -> tuple[str, ...]:
    return tuple(name for name in order if name in names)

"""All minimal sets to adjust for, by the complete adjustment criterion.

The back-door criterion of `causalcore.identification.adjustment` rejects some valid sets. pgmpy lists sets by trying
all subsets; this module lists every minimal set at a cost that grows with their number.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Final

from causalcore.graph_questions.separating_sets import listed_separators, minimal_separators
from causalcore.identification.adjustment import adjusted

if TYPE_CHECKING:
    from causalcore.identification.diagram import Diagram
    from causalcore.identification.estimand import Estimand

COMPARED: Final = 100
"""Most minimal sets compared to find the smallest for an estimand; there may be exponentially many."""


@dataclass(frozen=True, slots=True)
class Adjustment:
    """The sets to adjust for to get the effect of a cause.

    Parameters
    ----------
    sets
        The minimal sets of observed nodes, smaller sets first.
    forbidden
        Observed nodes that no set may contain: those on a causal path, and effects of those.
    complete
        Whether these are all minimal sets.
    """

    sets: tuple[tuple[str, ...], ...]
    forbidden: tuple[str, ...]
    complete: bool = True


def adjustment(diagram: Diagram, cause: str, effect: str) -> Adjustment:
    """Return all minimal sets that give the effect by adjustment.

    References
    ----------
    .. [1] Shpitser, VanderWeele and Robins (2010), On the validity of covariate adjustment.
    .. [2] van der Zander, Liskiewicz and Textor (2014), Constructing separators and adjustment sets in ancestral
       graphs.

    Examples
    --------
    >>> from causalcore.identification.diagram import Diagram
    >>> edges = (("A", "X"), ("A", "B"), ("B", "Y"), ("X", "M"), ("M", "Y"))
    >>> adjustment(Diagram(("A", "B", "X", "M", "Y"), edges), "X", "Y")
    Adjustment(sets=(('A',), ('B',)), forbidden=('M',), complete=True)
    """
    forbidden = forbidden_nodes(diagram, cause, effect)
    among = frozenset(diagram.observed) - forbidden - {cause, effect}
    sets, complete = listed_separators(without_causal_paths(diagram, cause, effect), cause, effect, among)
    shown = tuple(name for name in diagram.observed if name in forbidden - {cause, effect})
    return Adjustment(sets, shown, complete)


def shortest_adjustment(diagram: Diagram, cause: str, effect: str) -> Estimand | None:
    """Return the effect of a cause adjusted for a smallest set; None if no set is valid, or if there is no effect.

    Examples
    --------
    >>> from causalcore.identification.diagram import Diagram
    >>> chain = Diagram(("Z", "X", "M", "Y"), (("Z", "X"), ("X", "M"), ("M", "Y")))
    >>> print(shortest_adjustment(chain, "X", "Y"))
    P(Y | X)
    >>> shortest_adjustment(chain, "Y", "X") is None  # P(X) is shorter
    True
    """
    if effect not in diagram.descendants([cause]):
        return None
    among = frozenset(diagram.observed) - forbidden_nodes(diagram, cause, effect) - {cause, effect}
    separators = minimal_separators(without_causal_paths(diagram, cause, effect), cause, effect, among)
    sets = [tuple(sorted(names)) for names in islice(separators, COMPARED)]
    return adjusted(cause, effect, min(sets, key=lambda names: (len(names), names))) if sets else None


def may_be_adjusted_for(diagram: Diagram, cause: str, effect: str, names: Iterable[str]) -> bool:
    """Return whether a set satisfies the adjustment criterion.

    Examples
    --------
    >>> from causalcore.identification.diagram import Diagram
    >>> collider = Diagram(("X", "Y", "C"), (("X", "Y"), ("X", "C"), ("Y", "C")))
    >>> may_be_adjusted_for(collider, "X", "Y", []), may_be_adjusted_for(collider, "X", "Y", ["C"])
    (True, False)
    """
    chosen = frozenset(names)
    if chosen & (forbidden_nodes(diagram, cause, effect) | {cause, effect}):
        return False
    return without_causal_paths(diagram, cause, effect).separated([cause], [effect], chosen)


def on_causal_paths(diagram: Diagram, cause: str, effect: str) -> frozenset[str]:
    """Return the nodes on directed paths from a cause to an effect, including the effect but not the cause."""
    return (diagram.descendants([cause]) & diagram.ancestors([effect])) - {cause}


def forbidden_nodes(diagram: Diagram, cause: str, effect: str) -> frozenset[str]:
    """Return the nodes on causal paths and everything downstream of them."""
    return diagram.descendants(on_causal_paths(diagram, cause, effect))


def without_causal_paths(diagram: Diagram, cause: str, effect: str) -> Diagram:
    """Return the diagram without the first arrow of each causal path (the proper back-door graph)."""
    after = on_causal_paths(diagram, cause, effect)
    edges = tuple(edge for edge in diagram.edges if not (edge[0] == cause and edge[1] in after))
    return type(diagram)(diagram.nodes, edges, diagram.hidden)

"""Independences that a derivation rests on, and a second way to check them: path by path."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from causalcore.identification.diagram import Diagram


@dataclass(frozen=True, slots=True)
class Independence:
    """That two sets are d-separated given a third, in the diagram without the arrows out of some nodes.

    Examples
    --------
    >>> chain = Diagram(("X", "M", "Y"), (("X", "M"), ("M", "Y")))
    >>> Independence(("X",), ("Y",), ("M",)).holds(chain), Independence(("X",), ("Y",)).holds(chain)
    (True, False)
    """

    left: tuple[str, ...]
    right: tuple[str, ...]
    given: tuple[str, ...] = ()
    out_of: tuple[str, ...] = ()

    def holds(self, diagram: Diagram) -> bool:
        """Check it path by path, which shares no code with the search that found it."""
        cut = diagram.cut(out_of=self.out_of)
        paths = (path for one in self.left for path in _paths(cut, (one,), frozenset(self.right)))
        return all(_blocked(cut, path, frozenset(self.given)) for path in paths)

    def __str__(self) -> str:
        given = f" given {', '.join(self.given)}" if self.given else ""
        cut = f", arrows out of {', '.join(self.out_of)} removed" if self.out_of else ""
        return f"{', '.join(self.left)} independent of {', '.join(self.right)}{given}{cut}"


def _paths(diagram: Diagram, path: tuple[str, ...], goal: frozenset[str]) -> Iterator[tuple[str, ...]]:
    if path[-1] in goal:
        yield path
        return
    for node in (*diagram.parents(path[-1]), *diagram.children(path[-1])):
        if node not in path:
            yield from _paths(diagram, (*path, node), goal)


def _blocked(diagram: Diagram, path: tuple[str, ...], given: frozenset[str]) -> bool:
    arrows = set(diagram.edges)
    for (before, node), (_, after) in pairwise(pairwise(path)):
        meets = (before, node) in arrows and (after, node) in arrows
        if meets and not diagram.descendants([node]) & given:
            return True
        if not meets and node in given:
            return True
    return False

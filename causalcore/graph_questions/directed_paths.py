"""The shortest directed path from one node to another."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from causalcore.identification.diagram import Diagram


def directed_path(diagram: Diagram, start: str, end: str) -> tuple[str, ...] | None:
    """Return a shortest directed path with at least one arrow; None if there is none.

    Examples
    --------
    >>> from causalcore.identification.diagram import Diagram
    >>> chain = Diagram(("A", "B", "C"), (("A", "B"), ("B", "C")))
    >>> directed_path(chain, "A", "C"), directed_path(chain, "C", "A")
    (('A', 'B', 'C'), None)
    """
    waiting: list[tuple[str, ...]] = [(start,)]
    seen = {start}
    for path in waiting:
        for node in diagram.children(path[-1]):
            if node == end:
                return (*path, node)
            if node not in seen:
                seen.add(node)
                waiting.append((*path, node))
    return None

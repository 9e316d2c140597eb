"""A causal graph without numbers as a picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

from causalcore.graphs.causal_graph import observed
from causalcore.pictures.model_picture import HIDDEN, UNAFFECTED
from causalcore.pictures.picture import Arrow, Box, Picture

if TYPE_CHECKING:
    from causalcore.graphs.causal_graph import Graph


def graph_picture(graph: Graph) -> Picture:
    """Draw a graph; unobserved nodes are dashed.

    Examples
    --------
    >>> from causalcore.graphs.notations import read_graph
    >>> picture = graph_picture(read_graph("dag { U [latent]; U -> X; U -> Y; X -> Y }"))
    >>> [(box.head, box.hidden) for box in picture.boxes], len(picture.arrows)
    ([('U', True), ('X', False), ('Y', False)], 3)
    """
    seen = set(observed(graph))
    boxes = tuple(
        Box(id=str(node), head=str(node), style=UNAFFECTED if node in seen else HIDDEN, hidden=node not in seen)
        for node in graph.nodes
    )
    arrows = tuple(Arrow(cause=str(cause), effect=str(effect)) for cause, effect in graph.edges)
    return Picture(title="Causal graph", boxes=boxes, arrows=arrows)

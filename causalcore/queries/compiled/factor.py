"""A table over nodes, and the flat layout of tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from causalcore.model.model import Floats, Indices


@dataclass(frozen=True, slots=True, eq=False)
class Factor:
    """A table over nodes.

    Shapes
    ------
    table : one axis for each node

    Examples
    --------
    >>> plain(Factor((3, 3), np.array([[0.25, 0.5], [0.125, 0.75]]))).table.tolist()
    [0.25, 0.75]
    """

    nodes: tuple[int, ...]
    table: Floats


def plain(factor: Factor) -> Factor:
    """Name each node once; a node on two axes keeps only their diagonal."""
    own = tuple(dict.fromkeys(factor.nodes))
    if len(own) == len(factor.nodes):
        return factor
    axes = [own.index(node) for node in factor.nodes]
    operands: list[Any] = [factor.table, axes, list(range(len(own)))]  # numpy's types do not accept einsum's lists
    return Factor(own, np.asarray(np.einsum(*operands)))


@lru_cache(maxsize=4096)
def _places(sizes: tuple[int, ...], strides: tuple[int, ...]) -> Indices:
    cells = np.zeros(1, dtype=np.intp)
    for size, stride in zip(sizes, strides, strict=True):
        cells = (cells[:, None] + np.arange(size) * stride).reshape(-1)
    cells.flags.writeable = False
    return cells


SMALL = 8
"""Most axes for which places are cached; most tables are small and similar."""


def places(whole: Sequence[int], part: Sequence[int], sizes: Mapping[int, int]) -> Indices:
    """Return, for each cell of a table over some nodes, the matching cell of a table over a subset of them.

    Shapes
    ------
    result : (cells of the whole,); row-major, like all flat tables

    Examples
    --------
    >>> places((0, 1), (1,), {0: 2, 1: 2}).tolist()
    [0, 1, 0, 1]
    """
    strides: dict[int, int] = {}
    step = 1
    for node in reversed(part):
        strides[node] = step
        step *= sizes[node]
    shape = tuple([sizes[node] for node in whole])
    steps = tuple([strides.get(node, 0) for node in whole])
    if len(shape) <= SMALL:
        return _places(shape, steps)
    half = len(shape) - SMALL
    slow = _places(shape[:half], steps[:half]) if half <= SMALL else _places.__wrapped__(shape[:half], steps[:half])
    return (slow[:, None] + _places(shape[half:], steps[half:])).reshape(-1)

"""One step of a plan: a product of flat tables, summed over some nodes.

A flat table holds the cells that can be more than 0, whatever the inputs, followed by one cell of 0. Source of the
idea: Chavira and Darwiche (2008), On probabilistic inference by weighted model counting: zeros that follow from the
model alone are left out when a question is compiled, and never computed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import prod

import numpy as np

from causalcore.model.model import Floats, Indices
from causalcore.queries.compiled.factor import places


@dataclass(frozen=True, slots=True, eq=False)
class Flat:
    """A table over nodes without its certain zeros.

    Parameters
    ----------
    nodes
        The nodes of the table; the first changes slowest.
    count
        The number of kept cells.
    cell
        For each cell of the full table, its place among the kept cells; `count` for a zero. None if all are kept.
    values
        The kept cells and a 0, if they do not depend on inputs.
    register
        Where the cells are at run time, if they depend on inputs.

    Shapes
    ------
    cell : (cells of the full table,)
    values : (count + 1,)
    """

    nodes: tuple[int, ...]
    count: int
    cell: Indices | None
    values: Floats | None
    register: int = -1


@dataclass(frozen=True, slots=True, eq=False)
class Step:
    """A product, summed over blocks.

    Parameters
    ----------
    register
        Where the result goes.
    blocks
        The number of joint values of the nodes that are summed out.
    size
        Cells of one block, including the cell of 0.
    constant
        The part of the product that is known in advance.
    operands
        Registers, each with the cell that goes into each cell of the product.

    Shapes
    ------
    constant : (blocks * size,)
    operands : each (blocks * size,)
    """

    register: int
    blocks: int
    size: int
    constant: Floats | None
    operands: tuple[tuple[int, Indices], ...]


def flat(nodes: tuple[int, ...], table: Floats) -> Flat:
    """Lay a constant table flat.

    Examples
    --------
    >>> flat((0,), np.array([0.0, 1.0])).cell.tolist()
    [1, 0]
    """
    cells = table.reshape(-1)
    kept = cells.nonzero()[0]
    values = np.zeros(len(kept) + 1)
    values[:-1] = cells if len(kept) == len(cells) else cells.take(kept)
    return Flat(nodes, len(kept), _cells(kept, len(cells)), values)


def flat_input(nodes: tuple[int, ...], table: Floats, register: int) -> tuple[Flat, Floats]:
    """Lay flat a table whose first axis numbers the values of its inputs; return it and its rows.

    Shapes
    ------
    table : (values of the inputs, cells)
    result : (values of the inputs, count + 1)
    """
    kept = np.flatnonzero(table.any(axis=0))
    rows = np.zeros((len(table), len(kept) + 1))
    rows[:, :-1] = table[:, kept]
    return Flat(nodes, len(kept), _cells(kept, table.shape[1]), None, register), rows


def _cells(kept: Indices, whole: int) -> Indices | None:
    if len(kept) == whole:
        return None
    cell = np.full(whole, len(kept), dtype=np.intp)
    cell[kept] = np.arange(len(kept))
    return cell


def combine(
    factors: Sequence[Flat], gone: tuple[int, ...], out: tuple[int, ...], sizes: Mapping[int, int], register: int
) -> tuple[Flat, Step | None]:
    """Multiply flat tables and sum out nodes; the step is None if nothing depends on an input.

    Examples
    --------
    >>> chance, copy = flat((0,), np.array([0.25, 0.75])), flat((0, 1), np.eye(2))
    >>> found, step = combine([chance, copy], (0,), (1,), {0: 2, 1: 2}, 0)
    >>> found.values.tolist(), step
    ([0.25, 0.75, 0.0], None)
    """
    whole = (*gone, *out)
    blocks = prod([sizes[node] for node in gone])
    gathers, fits = [], None
    for factor in factors:
        at = places(whole, factor.nodes, sizes)
        if factor.cell is not None:
            at = factor.cell.take(at)
            hit = at != factor.count
            fits = hit if fits is None else np.logical_and(fits, hit, out=fits)
        gathers.append(at)
    size = len(gathers[0]) // blocks
    alive, count, cell = None, size, None
    if fits is not None:
        alive = fits.reshape(blocks, size).any(axis=0).nonzero()[0]
        count, cell = len(alive), _cells(alive, size)
    if cell is None:
        alive = None
    constant, operands = _split(factors, _with_zero(factors, gathers, blocks, count, alive))
    if operands:
        return Flat(out, count, cell, None, register), Step(register, blocks, count + 1, constant, operands)
    assert constant is not None  # noqa: S101 - there is a factor, and none of them has a register
    return Flat(out, count, cell, constant.reshape(blocks, count + 1).sum(axis=0)), None


def _with_zero(
    factors: Sequence[Flat], gathers: Sequence[Indices], blocks: int, count: int, alive: Indices | None
) -> list[Indices]:
    """Keep the columns that can be more than 0, and add one that maps every table to its cell of 0."""
    columns = []
    for factor, gather in zip(factors, gathers, strict=True):
        chosen = np.empty((blocks, count + 1), dtype=np.intp)
        block = gather.reshape(blocks, -1)
        chosen[:, :-1] = block if alive is None else block.take(alive, axis=1)
        chosen[:, -1] = factor.count
        columns.append(chosen.reshape(-1))
    return columns


def _split(
    factors: Sequence[Flat], gathers: Sequence[Indices]
) -> tuple[Floats | None, tuple[tuple[int, Indices], ...]]:
    constant: Floats | None = None
    operands = []
    for factor, gather in zip(factors, gathers, strict=True):
        if factor.values is None:
            operands.append((factor.register, gather))
        elif constant is None:
            constant = factor.values.take(gather)
        else:
            constant *= factor.values.take(gather)
    return constant, tuple(operands)

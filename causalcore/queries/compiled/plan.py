"""The whole sum of products, compiled once, then arithmetic for each row.

Source: Dechter (1999), Bucket elimination: a unifying framework for reasoning. Everything that depends on no input is
multiplied and summed when the plan is made; each row then only gathers, multiplies and adds.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import prod

import numpy as np

from causalcore.errors import TooLargeError
from causalcore.model.model import Floats
from causalcore.queries.compiled.factor import Factor, plain
from causalcore.queries.compiled.grouping import Group, group_steps
from causalcore.queries.compiled.order import Order, elimination_order
from causalcore.queries.compiled.steps import Flat, Step, combine, flat, flat_input

MAX_CELLS = 1 << 24
"""Most cells of one product; eight bytes each, and eight for each table that it gathers from."""
MAX_TOTAL = 1 << 25
"""Most cells of all products of a plan together."""


@dataclass(frozen=True, slots=True, eq=False)
class Leaf:
    """A table with rows that inputs select.

    Parameters
    ----------
    inputs
        The inputs, by their places in a row's values.

    Shapes
    ------
    rows : one axis for each input, the cells on the last
    """

    register: int
    inputs: tuple[int, ...]
    rows: Floats


@dataclass(frozen=True, slots=True, eq=False)
class Plan:
    """How to turn the values of the inputs into a table over the kept nodes.

    Parameters
    ----------
    size
        The sizes of the kept nodes.
    registers
        The number of intermediate tables.
    apart
        Sums over parts of the network not connected with the kept nodes; each multiplies the table.
    order
        The order in which nodes were summed out, and its cost.
    """

    size: tuple[int, ...]
    registers: int
    leaves: tuple[Leaf, ...]
    steps: tuple[Step, ...]
    table: Flat
    apart: tuple[Flat, ...]
    order: Order

    def run(self, values: Sequence[int]) -> tuple[Floats, float]:
        """Return the table over the kept nodes, and the factor that multiplies it.

        Shapes
        ------
        result : one axis for each kept node
        """
        tables: list[Floats] = [_NOTHING] * self.registers
        for leaf in self.leaves:
            tables[leaf.register] = leaf.rows[tuple([values[place] for place in leaf.inputs])]
        for step in self.steps:
            (first, gather), *rest = step.operands
            cells = tables[first].take(gather)
            for register, gather in rest:
                cells *= tables[register].take(gather)
            if step.constant is not None:
                cells *= step.constant
            if step.blocks == 2:
                cells = cells[: step.size] + cells[step.size :]
            elif step.blocks > 2:
                cells = cells.reshape(step.blocks, step.size).sum(axis=0)
            tables[step.register] = cells
        share = 1.0
        for part in self.apart:
            share *= float(_cells_of(part, tables)[0])
        return full(self.table, _cells_of(self.table, tables), self.size), share

    @property
    def cells(self) -> int:
        """Cells of the products that each row still needs."""
        return sum(step.blocks * step.size for step in self.steps)

    @property
    def kept_bytes(self) -> int:
        """Bytes of the plan, approximately."""
        gathers = sum(gather.nbytes for step in self.steps for _, gather in step.operands)
        constants = sum(step.constant.nbytes for step in self.steps if step.constant is not None)
        return gathers + constants + sum(leaf.rows.nbytes for leaf in self.leaves)


_NOTHING: Floats = np.zeros(1)


def _cells_of(part: Flat, tables: Sequence[Floats]) -> Floats:
    return tables[part.register] if part.values is None else part.values


def full(table: Flat, cells: Floats, size: tuple[int, ...]) -> Floats:
    """Put the zeros back into a flat table.

    Shapes
    ------
    cells : (count + 1,), or (count + 1, rows)
    result : one axis for each kept node, then one for rows if `cells` has it
    """
    spread = cells[:-1] if table.cell is None else cells.take(table.cell, axis=0)
    return spread.reshape((*size, *cells.shape[1:]))


def compile_plan(
    factors: Iterable[Factor], keep: tuple[int, ...], sizes: dict[int, int], inputs: Sequence[int] = ()
) -> Plan:
    """Plan how to sum a product of factors over all nodes except the kept ones.

    Parameters
    ----------
    keep
        Nodes of the result, each once, none of them an input.
    inputs
        Nodes whose values come with each row, in the order of its values.

    Raises
    ------
    TooLargeError
        If a table would have more cells than allowed; the error names the width.

    Examples
    --------
    >>> chance, copy = Factor((0,), np.array([0.25, 0.75])), Factor((0, 1, 2), np.stack([np.eye(2)] * 2))
    >>> plan = compile_plan([chance, copy], (2,), {0: 2, 1: 2, 2: 2}, inputs=(1,))
    >>> plan.run([1])[0].tolist()
    [0.0, 1.0]
    """
    input_places = {node: place for place, node in enumerate(inputs)}
    listed = [plain(factor) for factor in factors]
    scopes = [tuple([node for node in factor.nodes if node not in input_places]) for factor in listed]
    order = elimination_order(scopes, keep, sizes)
    width = sum(1 for node in keep if sizes[node] > 1)
    largest = max(order.largest, prod([sizes[node] for node in keep]))
    if largest > MAX_CELLS or order.cells > MAX_TOTAL:
        raise TooLargeError(max(largest, order.cells), MAX_CELLS, max(order.width, width))
    compiler = _Compiler(sizes)
    parts = [compiler.lay(factor, input_places) for factor in listed]
    groups = group_steps(scopes, [part.values is None for part in parts], order.nodes, sizes)
    table, apart = compiler.sum_out(parts, groups, keep)
    size = tuple([sizes[node] for node in keep])
    return Plan(size, compiler.registers, tuple(compiler.leaves), tuple(compiler.steps), table, apart, order)


class _Compiler:
    """Builds the steps."""

    def __init__(self, sizes: Mapping[int, int]) -> None:
        self.sizes = sizes
        self.leaves: list[Leaf] = []
        self.steps: list[Step] = []
        self.registers = 0

    def lay(self, factor: Factor, known: Mapping[int, int]) -> Flat:
        """Lay a factor flat, and record where inputs select among its rows."""
        chosen = [axis for axis, node in enumerate(factor.nodes) if node in known]
        if not chosen:
            return flat(factor.nodes, factor.table)
        rest = [axis for axis, node in enumerate(factor.nodes) if node not in known]
        shape = [factor.table.shape[axis] for axis in chosen]
        table = factor.table.transpose(chosen + rest).reshape(prod(shape), -1)
        part, rows = flat_input(tuple([factor.nodes[axis] for axis in rest]), table, self.registers)
        inputs = tuple([known[factor.nodes[axis]] for axis in chosen])
        self.leaves.append(Leaf(self.registers, inputs, rows.reshape(*shape, -1)))
        self.registers += 1
        return part

    def sum_out(
        self, parts: Sequence[Flat], groups: Iterable[tuple[int, Group]], keep: tuple[int, ...]
    ) -> tuple[Flat, tuple[Flat, ...]]:
        """Build the steps of all groups; return the table of the kept nodes, and what multiplies it."""
        done: dict[int, Flat] = {}
        apart = [part for part in parts if not part.nodes]
        for number, group in groups:
            operands = [parts[place] for place in group.factors] + [done.pop(place) for place in group.before]
            if not group.gone:
                operands += [flat((node,), np.ones(self.sizes[node])) for node in keep]
                return self._combine(operands, (), keep) if keep else flat((), np.ones(1)), tuple(apart)
            out = tuple(sorted(group.scope.difference(group.gone)))
            done[number] = self._combine(operands, tuple(group.gone), out)
            if not out:
                apart.append(done.pop(number))
        raise AssertionError  # the last group holds the kept nodes

    def _combine(self, parts: Sequence[Flat], gone: tuple[int, ...], out: tuple[int, ...]) -> Flat:
        result, step = combine(parts, gone, out, self.sizes, self.registers)
        if step is not None:
            self.registers += 1
            self.steps.append(step)
        return result

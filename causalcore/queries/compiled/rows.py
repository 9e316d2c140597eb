"""Many rows of one plan at once.

An intermediate table depends only on the inputs below it. It is computed once for each combination of their values
that occurs, along a last axis, so rows that agree in part share that computation.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod

import numpy as np

from causalcore.model.model import Floats, Indices
from causalcore.queries.compiled.plan import Leaf, Plan, full
from causalcore.queries.compiled.steps import Flat, Step

BLOCK = 1 << 21
"""Most cells times combinations of one product that are computed together."""


@dataclass(frozen=True, slots=True, eq=False)
class _Found:
    """A table for each combination of its inputs that occurs.

    Shapes
    ------
    cells : (count + 1, combinations)
    of_row : (rows,); the combination of each row
    """

    cells: Floats
    of_row: Indices


def run_rows(plan: Plan, values: Indices) -> tuple[Floats, Floats]:
    """Return what `Plan.run` returns, for each row.

    Shapes
    ------
    values : (rows, inputs)
    result : one axis for each kept node, then (rows,); and (rows,)

    Examples
    --------
    >>> from causalcore.queries.compiled.factor import Factor
    >>> from causalcore.queries.compiled.plan import compile_plan
    >>> plan = compile_plan([Factor((0, 1), np.eye(2))], (1,), {0: 2, 1: 2}, inputs=(0,))
    >>> run_rows(plan, np.array([[0], [1], [1]]))[0].tolist()
    [[1.0, 0.0, 0.0], [0.0, 1.0, 1.0]]
    """
    first, of_row = _distinct(values[:, _slowest_first(plan)])
    distinct = values[first]
    largest = max((step.blocks * step.size for step in plan.steps), default=1)
    height = max(1, BLOCK // largest)
    parts = [_run_block(plan, distinct[start : start + height]) for start in range(0, len(distinct), height)]
    return (
        np.concatenate([table for table, _ in parts], axis=-1)[..., of_row],
        np.concatenate([share for _, share in parts])[of_row],
    )


def _distinct(values: Indices) -> tuple[Indices, Indices]:
    """Return one row of each kind, in the order of their values, and the kind of each row.

    Shapes
    ------
    values : (rows, inputs)
    """
    if not values.shape[1]:
        return np.zeros(1, dtype=np.intp), np.zeros(len(values), dtype=np.intp)
    shape = (values.max(axis=0) + 1).tolist()
    keys = np.ravel_multi_index(tuple(values.T), shape) if prod(shape) < 1 << 62 else values
    _, first, of_row = np.unique(keys, axis=0, return_index=True, return_inverse=True)
    return first, of_row.reshape(-1)


def _slowest_first(plan: Plan) -> list[int]:
    """Order the inputs by when they are first needed, so consecutive rows share the early steps."""
    of_register: dict[int, list[int]] = {leaf.register: list(leaf.inputs) for leaf in plan.leaves}
    inputs: list[int] = []
    for step in plan.steps:
        for register, _ in step.operands:
            inputs += of_register.pop(register, [])
    for unused in of_register.values():
        inputs += unused
    return list(dict.fromkeys(inputs))


def _run_block(plan: Plan, values: Indices) -> tuple[Floats, Floats]:
    tables: dict[int, _Found] = {leaf.register: _leaf(leaf, values) for leaf in plan.leaves}
    for step in plan.steps:
        tables[step.register] = _step(step, [tables.pop(register) for register, _ in step.operands])
    share = np.ones(len(values))
    for part in plan.apart:
        share = share * _of_rows(part, tables, len(values))[0]
    return full(plan.table, _of_rows(plan.table, tables, len(values)), plan.size), share


def _of_rows(part: Flat, tables: dict[int, _Found], rows: int) -> Floats:
    if part.values is not None:
        return np.repeat(part.values[:, None], rows, axis=1)
    own = tables[part.register]
    return own.cells.take(own.of_row, axis=1)


def _leaf(leaf: Leaf, values: Indices) -> _Found:
    *shape, cells = leaf.rows.shape
    code = np.ravel_multi_index([values[:, place] for place in leaf.inputs], shape)
    distinct, of_row = np.unique(code, return_inverse=True)
    return _Found(leaf.rows.reshape(-1, cells)[distinct].T.copy(), of_row.reshape(-1))


def _step(step: Step, operands: Sequence[_Found]) -> _Found:
    picks, of_row = _meet(operands)
    product: Floats | None = None
    for (_, gather), operand, pick in zip(step.operands, operands, picks, strict=True):
        columns = operand.cells if pick is None else operand.cells.take(pick, axis=1)
        part = columns.take(gather, axis=0)
        product = part if product is None else np.multiply(product, part, out=product)
    assert product is not None  # noqa: S101 - a step has an operand
    if step.constant is not None:
        product *= step.constant[:, None]
    return _Found(product.reshape(step.blocks, step.size, -1).sum(axis=0), of_row)


def _meet(operands: Sequence[_Found]) -> tuple[list[Indices | None], Indices]:
    """Return the combination of each operand in each joint combination, and the joint combination of each row."""
    code = operands[0].of_row
    for other in operands[1:]:
        code = code * other.cells.shape[1] + other.of_row
    if len(operands) == 1:
        return [None], code
    _, first, of_row = np.unique(code, return_index=True, return_inverse=True)
    picks: list[Indices | None] = [operand.of_row[first] for operand in operands]
    return picks, of_row.reshape(-1)

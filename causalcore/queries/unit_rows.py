"""Counterfactuals for many rows at once.

A row in which every endogenous variable is observed is a unit (`causalcore.queries.unit`): its three steps are array
operations over all rows. Rows whose noise does not determine the outcome, rows that omit a variable, and settings that
are not plain values go to `causalcore.queries.pattern_rows`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from causalcore.errors import ImpossibleEvidenceError, MalformedModelError
from causalcore.model.model import SCM, Floats, Indices
from causalcore.queries.pattern_rows import MISSING, Batch, Positions, answer_rows
from causalcore.queries.unit import Unit, UnitModel, unit_model
from causalcore.queries.world import Policy, Randomised, Term

if TYPE_CHECKING:
    from causalcore.model.variable import Value, Variable

Bits = NDArray[np.unsignedinteger[Any]]
Small = NDArray[np.unsignedinteger[Any]]
"""Positions of values, in as few bytes as they need."""
WIDTH = 64
"""Most noise states of one component, so that they fit into a machine word."""
CHUNK = 4096
"""Rows that are processed together."""


def counterfactual_rows(
    model: SCM, rows: Mapping[str, Any], do: Mapping[str, Any], outcome: Mapping[str, Value]
) -> Floats:
    """Return P(outcome, had `do` been done | row) for each row.

    Parameters
    ----------
    rows
        Name to column: arrays or lists of equal length, as in a dictionary or a data frame. None or NaN means not
        observed.
    do
        Name to value, to a column of values, or to any other setting.

    Shapes
    ------
    result : (rows,)

    Raises
    ------
    ImpossibleEvidenceError
        If a row has probability 0; the error names the row and the facts that clash.
    MalformedModelError
        If the columns do not have the same length.

    Examples
    --------
    >>> from causalcore.model.textbook import FLIPPED_COPY
    >>> seen = {"X": [0, 0, 1], "Y": [0, 1, 1]}
    >>> counterfactual_rows(FLIPPED_COPY, seen, {"X": [1, 1, 0]}, {"Y": 1}).tolist()
    [1.0, 0.0, 0.0]
    """
    columns = {name: np.asarray(rows[name]) for name in rows}
    settings = {name: value if _single(value) else np.asarray(value) for name, value in do.items()}
    count = _length([*columns.values(), *(value for value in settings.values() if isinstance(value, np.ndarray))])
    seen = {name: _positions(model[name], column) for name, column in columns.items()}
    put_in = {n: _positions(model[n], value) for n, value in settings.items() if isinstance(value, np.ndarray)}
    batch = Batch(model, seen, {**settings, **put_in}, dict(outcome), count)
    layout = unit_model(model)
    answers = np.empty(count)
    whole = batch.whole() if layout is not None and _plain(batch, layout) else np.zeros(count, dtype=bool)
    if layout is not None and whole.any():
        answers[whole] = _units(layout, batch, np.flatnonzero(whole))
    if not whole.all():
        answers[~whole] = answer_rows(batch, np.flatnonzero(~whole))
    return answers


def _single(value: object) -> bool:
    return isinstance(value, int | float | str | Term | Randomised | Policy | np.generic)


def _length(columns: list[NDArray[Any]]) -> int:
    lengths = {column.shape for column in columns}
    if len(lengths) != 1 or len(next(iter(lengths))) != 1:
        message = f"expected columns of one length, got the shapes {sorted(lengths)}; give one value for each row"
        raise MalformedModelError(message)
    return int(next(iter(lengths))[0])


def _positions(own: Variable, column: NDArray[Any]) -> Positions:
    """Turn values into positions in the domain, and unobserved ones into MISSING."""
    counted = column.dtype.kind in "iu" and own.values == tuple(range(own.size))
    if counted and (not column.size or (column.min() >= 0 and column.max() < own.size)):
        return column.astype(np.int16 if own.size < 1 << 15 else np.intp)
    if column.dtype.kind == "O":
        cache: dict[object, int] = {}
        return np.array([_position(own, value, cache) for value in column.tolist()], dtype=np.intp)
    values, inverse = np.unique(column, return_inverse=True)
    return np.array([_position(own, value, {}) for value in values.tolist()], dtype=np.intp)[inverse]


def _position(own: Variable, value: object, cache: dict[object, int]) -> int:
    if value is None or value != value:  # only NaN differs from itself
        return MISSING
    if value not in cache:
        cache[value] = own.index(value)
    return cache[value]


def _plain(batch: Batch, layout: UnitModel) -> bool:
    """Return whether every setting is a value, and every component fits into a word."""
    in_model = all(name in layout.index for name in (*batch.settings, *batch.outcome))
    return in_model and not batch.special and all(len(component.prior) <= WIDTH for component in layout.components)


# ------------------------------------------------------------ one pass


def _units(layout: UnitModel, batch: Batch, rows: Indices) -> Floats:
    tables = _Tables(layout)
    kept = slice(None) if len(rows) == batch.count else rows
    columns = [tables.packed(batch.seen[node.name][kept]) for node in layout.nodes]
    settings = {layout.index[name]: tables.packed(batch.set_to(name)[kept]) for name in batch.settings}
    wanted = {layout.index[name]: batch.model[name].index(value) for name, value in batch.outcome.items()}
    answers = np.empty(len(rows))
    for start in range(0, len(rows), CHUNK):
        block_rows = slice(start, start + CHUNK)
        part = rows[block_rows]
        set_to = {place: positions[block_rows] for place, positions in settings.items()}
        block = _Block(tables, [column[block_rows] for column in columns], set_to, wanted)
        block.abduct(part)
        answers[block_rows], open_rows = block.predict()
        if open_rows.size:
            answers[start + open_rows] = answer_rows(batch, part[open_rows])
    return answers


class _Tables:
    """The layout's tables as arrays: for each variable and own value, the states by code of the parents.

    Positions, codes and states use as few bytes as they need, since memory dominates the cost of a pass.
    """

    def __init__(self, layout: UnitModel) -> None:
        self.layout = layout
        self._position = np.min_scalar_type(max(len(node.states[0]) for node in layout.nodes))
        self._code = np.min_scalar_type(max(len(node.states) * len(node.states[0]) for node in layout.nodes))
        bits = np.min_scalar_type(max((1 << len(component.prior)) - 1 for component in layout.components))
        self.whole = [np.array((1 << len(component.prior)) - 1, dtype=bits) for component in layout.components]
        self.of = [np.array(node.states, dtype=bits).T.copy() for node in layout.nodes]

    def packed(self, positions: Positions) -> Small:
        """Return positions in as few bytes as the largest domain needs."""
        return positions.astype(self._position)

    def code(self, place: int, columns: Mapping[int, Small] | list[Small], own: bool = False) -> Indices:
        """Return the row of the parents' values in a variable's table; with the own value, the cell."""
        node = self.layout.nodes[place]
        parts = [(columns[parent], size) for parent, size in zip(node.parents, node.sizes, strict=True)]
        if own:
            parts.insert(0, (columns[place], len(node.states[0])))
        if not parts:
            return np.zeros(len(columns[place]), dtype=np.intp)
        code = parts[0][0].astype(self._code)
        for column, size in parts[1:]:
            code *= size
            code += column
        return code.astype(np.intp)


class _Block:
    """Rows that are processed together."""

    def __init__(
        self, tables: _Tables, columns: list[Small], settings: dict[int, Small], wanted: Mapping[int, int]
    ) -> None:
        self.tables, self.columns, self.settings, self.wanted = tables, columns, settings, wanted
        layout = tables.layout
        do = frozenset(layout.nodes[place].name for place in settings)
        targets = (layout.nodes[place].name for place in wanted if place not in settings)
        self.plan = sorted({place for target in targets for place in layout.plan(do, target)})
        self.left: list[Bits] = []

    def abduct(self, numbers: Indices) -> None:
        """Find the states of each component that each row leaves possible."""
        self.left = [np.full(len(numbers), states) for states in self.tables.whole]
        for place, node in enumerate(self.tables.layout.nodes):
            cell = self.tables.code(place, self.columns, own=True)
            self.left[node.component] &= self.tables.of[place].reshape(-1)[cell]
        for states in self.left:
            if not states.all():
                self._refuse(int(np.flatnonzero(states == 0)[0]), numbers)

    def _refuse(self, at: int, numbers: Indices) -> None:
        layout = self.tables.layout
        row = tuple(int(column[at]) for column in self.columns)
        names = Unit(layout, row, layout.abduct(row)).clashing()
        values = layout.model.values_of({n.name: v for n, v in zip(layout.nodes, row, strict=True) if n.name in names})
        facts = tuple(f"{name}={value}" for name, value in values.items())
        raise ImpossibleEvidenceError((f"row {numbers[at]}: {facts[0]}", *facts[1:]))

    def predict(self) -> tuple[Floats, Indices]:
        """Return 1 or 0 for each row, and the rows that the noise leaves open."""
        star: dict[int, Small] = {**dict(enumerate(self.columns)), **self.settings}
        unsure = np.zeros(len(self.columns[0]), dtype=bool)
        for place in self.plan:
            star[place], doubt = self._respond(place, star)
            unsure |= doubt
        holds = np.ones(len(unsure), dtype=bool)
        for place, value in self.wanted.items():
            holds &= star[place] == value
        return holds.astype(np.float64), np.flatnonzero(unsure)

    def _respond(self, place: int, star: Mapping[int, Small]) -> tuple[Small, NDArray[np.bool_]]:
        node, own = self.tables.layout.nodes[place], self.tables.of[place]
        code = self.tables.code(place, star)
        if node.chances is not None:
            return self.columns[place], np.asarray(code != self.tables.code(place, self.columns))
        states = self.left[node.component]
        value = np.zeros_like(self.columns[place])
        doubt = np.zeros(len(states), dtype=bool)
        for other in range(1, len(own)):
            hit = states & own[other][code]
            sure = hit == states
            doubt |= (hit != 0) & ~sure
            np.copyto(value, other, where=sure)
        return value, doubt

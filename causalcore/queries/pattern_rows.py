"""Many rows that need inference: rows with the same pattern are answered together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from causalcore.errors import ImpossibleEvidenceError, UnknownMechanismError
from causalcore.model.model import SCM, Floats, Indices
from causalcore.queries.abduction import abduct
from causalcore.queries.compiled.pattern import Slot, joint_rows
from causalcore.queries.counterfactual import counterfactual
from causalcore.queries.world import Fact, Policy, Randomised, Term, facts

if TYPE_CHECKING:
    from causalcore.model.variable import Value
    from causalcore.queries.world import Setting

Positions = NDArray[np.signedinteger[Any]]
"""Positions of values, or MISSING."""
MISSING = -1


@dataclass(frozen=True, slots=True, eq=False)
class Batch:
    """The questions about some rows.

    Parameters
    ----------
    seen
        The positions of the values that each row observes, or MISSING.
    settings
        The interventions: the positions of each row, one value for all, or any other setting for all.

    Shapes
    ------
    seen : each (count,)
    settings : each (count,) if it differs between rows
    """

    model: SCM
    seen: Mapping[str, Positions]
    settings: Mapping[str, Any]
    outcome: Mapping[str, Value]
    count: int

    @property
    def special(self) -> bool:
        """Whether some setting is not a value."""
        return any(isinstance(value, Term | Randomised | Policy) for value in self.settings.values())

    def whole(self) -> NDArray[np.bool_]:
        """Return which rows observe every variable."""
        complete = np.full(self.count, set(self.seen) == set(self.model.names))
        for column in self.seen.values():
            complete &= column != MISSING
        return complete

    def set_to(self, name: str) -> Positions:
        """Return the positions to which a variable is set, for every row."""
        value = self.settings[name]
        return value if isinstance(value, np.ndarray) else np.full(self.count, self.model[name].index(value))

    def row(self, at: int) -> tuple[dict[str, Value], dict[str, Setting]]:
        """Return the evidence and the settings of one row."""
        model = self.model
        evidence = {n: model[n].values[column[at]] for n, column in self.seen.items() if column[at] != MISSING}
        do = {n: model[n].values[v[at]] if isinstance(v, np.ndarray) else v for n, v in self.settings.items()}
        return evidence, do

    def values(self, name: str) -> list[Positions]:
        """Return the columns of a variable: observed, set, queried."""
        columns = [self.seen[name]] if name in self.seen else []
        if name in self.settings and not isinstance(self.settings[name], Term | Randomised | Policy):
            columns.append(self.set_to(name))
        if name in self.outcome:
            columns.append(np.full(self.count, self.model[name].index(self.outcome[name])))
        return columns


def answer_rows(batch: Batch, rows: Indices) -> Floats:
    """Return the probability of the outcome in some rows.

    Shapes
    ------
    rows : (some,)
    result : (some,)

    Raises
    ------
    ImpossibleEvidenceError
        If a row has probability 0; the error names the row and the facts that clash.

    Examples
    --------
    >>> from causalcore.model.textbook import FIRING_SQUAD
    >>> batch = Batch(FIRING_SQUAD, {"D": np.array([1, 0])}, {"A": 0}, {"D": 0}, 2)
    >>> answer_rows(batch, np.arange(2)).round(6).tolist()
    [0.113924, 1.0]
    """
    if not rows.size:
        return np.zeros(0)
    answers = np.empty(len(rows))
    alone = any(isinstance(setting, Term) for setting in batch.settings.values())
    for group in _patterns(batch, rows):
        together = None if alone or not batch.outcome else _together(batch, rows[group])
        answers[group] = _one_by_one(batch, rows[group]) if together is None else together
    return answers


def _patterns(batch: Batch, rows: Indices) -> Iterator[Indices]:
    """Group rows by what they observe and by which of their values are equal."""
    marks = [column[rows] == MISSING for column in batch.seen.values()]
    for name in dict.fromkeys((*batch.seen, *batch.settings)):
        marks += [left[rows] == right[rows] for left, right in combinations(batch.values(name), 2)]
    marks = [mark for mark in marks if mark.any() and not mark.all()]
    if not marks:
        yield np.arange(len(rows))
        return
    _, inverse = np.unique(np.packbits(np.array(marks), axis=0), axis=1, return_inverse=True)
    inverse = inverse.reshape(-1)
    for pattern in range(int(inverse.max()) + 1):
        yield np.flatnonzero(inverse == pattern)


def _together(batch: Batch, rows: Indices) -> Floats | None:
    """Answer rows of one pattern with one sum; None if each row needs its own."""
    model = batch.model
    evidence, do = batch.row(int(rows[0]))
    given, world = facts(evidence), tuple(do.items())
    wanted = [Fact(Term(name, world), value) for name, value in batch.outcome.items()]
    columns: dict[Slot, Indices] = {}
    for name in dict.fromkeys((*evidence, *do)):
        for column in batch.values(name):
            columns[name, int(column[rows[0]])] = column[rows].astype(np.intp)
    try:
        if len(wanted) == 1:
            term = wanted[0].term
            table = joint_rows(model, given, (term,), columns, len(rows))
            total = None if table is None else table.sum(axis=0)
            hit = None if table is None else table[model[term.variable].index(wanted[0].value)]
        else:
            total = joint_rows(model, given, (), columns, len(rows))
            hit = joint_rows(model, (*given, *wanted), (), columns, len(rows))
    except UnknownMechanismError:
        return None
    if total is None or hit is None:
        return None
    if not (total > 0).all():
        _refuse(batch, int(rows[np.flatnonzero(~(total > 0))[0]]))
    return np.asarray(np.clip(hit / total, 0.0, 1.0), dtype=np.float64)


def _refuse(batch: Batch, row: int) -> None:
    try:
        abduct(batch.model, batch.row(row)[0])
    except ImpossibleEvidenceError as error:
        raise ImpossibleEvidenceError((f"row {row}: {error.clash[0]}", *error.clash[1:])) from None


def _one_by_one(batch: Batch, rows: Indices) -> Floats:
    """Answer each distinct row by itself."""
    varied = [column[rows] for column in batch.seen.values()]
    varied += [column[rows] for column in batch.settings.values() if isinstance(column, np.ndarray)]
    table = np.array(varied).reshape(len(varied), len(rows))
    _, first, inverse = np.unique(table, axis=1, return_index=True, return_inverse=True)
    answers = []
    for at in rows[first].tolist():
        evidence, do = batch.row(at)
        answers.append(counterfactual(batch.model, evidence, do, batch.outcome))
    return np.asarray(np.array(answers)[inverse.reshape(-1)], dtype=np.float64)

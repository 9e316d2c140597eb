"""Explicit mechanisms as formulas for the solver."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Protocol

from causalcore.derivation.response import MAX_ROWS, FormulaResponse, as_value
from causalcore.errors import MalformedScenarioError
from causalcore.mechanisms.mechanism import Constant, Formula, Name, Operation, Operator, Value, equal, evaluate, names

if TYPE_CHECKING:
    from logic.solving.solver import Session
    from logic.solving.term import Term


class Members(Protocol):
    """The values of the events of one world, as the solver sees them."""

    @property
    def session(self) -> Session:
        """The solver session of the terms."""
        ...

    def member(self, place: int, mask: int) -> Term:
        """Say that the event at a place has one of the values in a mask."""
        ...


_CONNECTIVES = frozenset({Operator.AND, Operator.OR, Operator.NOT, Operator.XOR, Operator.IMPLIES})


class FormulaReading:
    """Turns an explicit formula into solver terms; arithmetic inside is tabulated."""

    def __init__(self, constraints: Members, response: FormulaResponse) -> None:
        self.constraints, self.session, self.response = constraints, constraints.session, response
        self.place = dict(zip((cause.id for cause in response.causes), response.positions, strict=True))

    def has(self, formula: Formula, value: Value) -> Term:
        """Say when a formula has a value."""
        if isinstance(formula, Operation) and formula.operator is Operator.IF:
            condition, yes, no = formula.operands
            return self.session.either(self.holds(condition), self.has(yes, value), self.has(no, value))
        if isinstance(formula, Operation) and formula.operator in _CONNECTIVES:
            if equal(value, True):
                return self.holds(formula)
            return self.session.negation(self.holds(formula)) if equal(value, False) else self.session.constant_false()
        return self.tabulated(formula, value)

    def holds(self, formula: Formula) -> Term:
        """Say when a formula is true."""
        if not isinstance(formula, Operation) or formula.operator not in _CONNECTIVES:
            return self.has(formula, True)
        parts = [self.holds(operand) for operand in formula.operands]
        match formula.operator:
            case Operator.NOT:
                return self.session.negation(parts[0])
            case Operator.AND:
                return self.session.all_of(parts)
            case Operator.OR:
                return self.session.any_of(parts)
            case Operator.IMPLIES:
                return self.session.implies(parts[0], parts[1])
        result = parts[0]
        for part in parts[1:]:
            result = self.session.negation(self.session.same(result, part))
        return result

    def tabulated(self, formula: Formula, value: Value) -> Term:
        """Say when a formula has a value, row by row over the names in it."""
        if isinstance(formula, Constant):
            same = equal(formula.value, value)
            return self.session.constant_true() if same else self.session.constant_false()
        found = (formula.name,) if isinstance(formula, Name) else names(formula)
        causes = [cause for cause in self.response.causes if cause.id in found]
        count = 1
        for cause in causes:
            count *= len(cause.values)
        if count > MAX_ROWS:
            msg = (
                f"expected at most {MAX_ROWS} rows for the arithmetic in the mechanism of {self.response.event.id}, "
                f"got {count}; split it over several events"
            )
            raise MalformedScenarioError(msg)
        rows: list[Term] = []
        for row in product(*(range(len(cause.values)) for cause in causes)):
            bound = {cause.id: as_value(cause.values[index]) for cause, index in zip(causes, row, strict=True)}
            if equal(evaluate(formula, bound, rank=self.response.rank), value):
                members = zip(causes, row, strict=True)
                rows.append(
                    self.session.all_of(
                        self.constraints.member(self.place[cause.id], 1 << index) for cause, index in members
                    )
                )
        return self.session.any_of(rows)

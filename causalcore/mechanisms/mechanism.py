"""Mechanisms: the value of a formula over a variable's parents.

The grammar is in `causalcore.mechanisms.parsing`, the trees in `causalcore.mechanisms.formula`; this module exports
both.
"""

from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING

from causalcore.errors import FormulaValueError
from causalcore.mechanisms.formula import Constant, Formula, Name, Operation, Operator, Value, constants, names
from causalcore.mechanisms.parsing import MAX_DEPTH, MAX_LENGTH, parse_formula

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

__all__ = [
    "MAX_DEPTH",
    "MAX_LENGTH",
    "Constant",
    "Formula",
    "Name",
    "Operation",
    "Operator",
    "Value",
    "constants",
    "equal",
    "evaluate",
    "names",
    "parse_formula",
    "truth",
]


def truth(value: Value) -> bool:
    """Return the truth of a boolean, 0 or 1; raise `FormulaValueError` for other values."""
    if isinstance(value, str) or value not in {0, 1}:
        msg = "true, false, 0 or 1"
        raise FormulaValueError(msg, repr(value), "compare it with a value first")
    return bool(value)


def equal(left: Value, right: Value) -> bool:
    """Compare values; quoted ``"true"`` and ``"false"`` equal the truth values."""
    if isinstance(left, str) and isinstance(right, bool):
        left, right = right, left
    if isinstance(left, bool) and isinstance(right, str):
        return str(left).lower() == right
    return left == right


def _number(value: Value, rank: Mapping[str, int]) -> float:
    if isinstance(value, str):
        if value not in rank:
            msg = "a number or an ordered value"
            raise FormulaValueError(msg, repr(value), "use == or != for named values")
        return rank[value]
    return value


def _logical(operator: Operator, operands: tuple[Formula, ...], inner: Callable[[Formula], Value]) -> bool:
    match operator:
        case Operator.NOT:
            return not truth(inner(operands[0]))
        case Operator.AND:
            return all(truth(inner(operand)) for operand in operands)
        case Operator.OR:
            return any(truth(inner(operand)) for operand in operands)
        case Operator.XOR:
            return sum(truth(inner(operand)) for operand in operands) % 2 == 1
    return not truth(inner(operands[0])) or truth(inner(operands[1]))


_ORDERED: dict[Operator, Callable[[float, float], bool]] = {
    Operator.LESS: lambda a, b: a < b,
    Operator.AT_MOST: lambda a, b: a <= b,
    Operator.GREATER: lambda a, b: a > b,
    Operator.AT_LEAST: lambda a, b: a >= b,
}
_LOGICAL = frozenset({Operator.NOT, Operator.AND, Operator.OR, Operator.XOR, Operator.IMPLIES})


def _arithmetic(operator: Operator, values: list[Value], rank: Mapping[str, int]) -> Value:
    if operator is Operator.MIN:
        return min(values, key=lambda value: _number(value, rank))
    if operator is Operator.MAX:
        return max(values, key=lambda value: _number(value, rank))
    for value in values:
        if isinstance(value, str):
            msg = "a number"
            raise FormulaValueError(msg, repr(value), "named values cannot be added or multiplied")
    numbers: list[float] = [value for value in values if not isinstance(value, str)]
    if operator is Operator.NEGATIVE:
        return -numbers[0]
    if operator is Operator.PLUS:
        return sum(numbers)
    return reduce(lambda a, b: a * b, numbers)


def evaluate(formula: Formula, values: Mapping[str, Value], *, rank: Mapping[str, int] | None = None) -> Value:
    """Compute a formula.

    Parameters
    ----------
    values
        The value of each name.
    rank
        Position of each named value in its order, for comparing quantities (`lower` < `as stated` < `higher`).

    Examples
    --------
    >>> evaluate(parse_formula("if dose > 2 then 'ill' else 'well'"), {"dose": 3})
    'ill'
    """
    order = rank or {}

    def inner(node: Formula) -> Value:
        if isinstance(node, Constant):
            return node.value
        if isinstance(node, Name):
            return _look_up(node.name, values)
        return _operation(node, inner, order)

    return inner(formula)


def _look_up(name: str, values: Mapping[str, Value]) -> Value:
    if name not in values:
        expected = f"one of {', '.join(sorted(values)) or 'no names'}"
        raise FormulaValueError(expected, name, "name a parent")
    return values[name]


def _operation(node: Operation, inner: Callable[[Formula], Value], rank: Mapping[str, int]) -> Value:
    operator, operands = node.operator, node.operands
    if operator in _LOGICAL:
        return _logical(operator, operands, inner)
    if operator is Operator.IF:
        return inner(operands[1] if truth(inner(operands[0])) else operands[2])
    values = [inner(operand) for operand in operands]
    if operator in {Operator.EQUAL, Operator.UNEQUAL}:
        return equal(values[0], values[1]) == (operator is Operator.EQUAL)
    if operator in _ORDERED:
        return _ORDERED[operator](_number(values[0], rank), _number(values[1], rank))
    return _arithmetic(operator, values, rank)

"""Formulas as trees: names, constants, operations."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

Value = bool | int | float | str


class Operator(StrEnum):
    """What an `Operation` does with its operands."""

    IF = "if"
    IMPLIES = "->"
    OR = "or"
    XOR = "xor"
    AND = "and"
    NOT = "not"
    EQUAL = "=="
    UNEQUAL = "!="
    LESS = "<"
    AT_MOST = "<="
    GREATER = ">"
    AT_LEAST = ">="
    PLUS = "+"
    TIMES = "*"
    NEGATIVE = "-"
    MIN = "min"
    MAX = "max"


@dataclass(frozen=True, slots=True)
class Name:
    """A variable."""

    name: str

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Constant:
    """A number, a truth value or a quoted value."""

    value: Value

    def __str__(self) -> str:
        if isinstance(self.value, bool):
            return str(self.value).lower()
        if isinstance(self.value, str):
            return '"' + self.value.replace("\\", "\\\\").replace('"', '\\"') + '"'
        return str(self.value)


@dataclass(frozen=True, slots=True)
class Operation:
    """An operator with its operands."""

    operator: Operator
    operands: tuple[Formula, ...]

    def __str__(self) -> str:
        parts = [str(operand) for operand in self.operands]
        match self.operator:
            case Operator.IF:
                return f"(if {parts[0]} then {parts[1]} else {parts[2]})"
            case Operator.NOT:
                return f"(not {parts[0]})"
            case Operator.NEGATIVE:
                return f"(-{parts[0]})"
            case Operator.MIN | Operator.MAX:
                return f"{self.operator}({', '.join(parts)})"
        return "(" + f" {self.operator} ".join(parts) + ")"


Formula = Name | Constant | Operation


def names(formula: Formula) -> tuple[str, ...]:
    """Return the variables of a formula, in order of first appearance."""
    variables: dict[str, None] = {}
    stack: list[Formula] = [formula]
    while stack:
        node = stack.pop()
        if isinstance(node, Name):
            variables[node.name] = None
        elif isinstance(node, Operation):
            stack.extend(reversed(node.operands))
    return tuple(variables)


def constants(formula: Formula) -> tuple[Value, ...]:
    """Return the constants of a formula, in order of appearance."""
    if isinstance(formula, Constant):
        return (formula.value,)
    if isinstance(formula, Operation):
        return tuple(value for operand in formula.operands for value in constants(operand))
    return ()


def substituted(formula: Formula, name: str, other: Formula) -> Formula:
    """Return a formula with another formula in place of a variable.

    Examples
    --------
    >>> both = Operation(Operator.OR, (Name("a"), Name("b")))
    >>> str(substituted(both, "a", Operation(Operator.EQUAL, (Name("a"), Constant("rail")))))
    '((a == "rail") or b)'
    """
    if isinstance(formula, Name):
        return other if formula.name == name else formula
    if isinstance(formula, Constant):
        return formula
    return Operation(formula.operator, tuple(substituted(operand, name, other) for operand in formula.operands))

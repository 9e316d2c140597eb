"""Formulas for mechanisms: a small grammar that is parsed, never handed to `eval`.

From loosest to tightest: ``if .. then .. else``, ``->``, ``or``, ``xor``,
``and``, ``not``, comparisons, ``+ -``, ``*``, unary ``-``; atoms are numbers,
``true``, ``false``, names, quoted values, ``min(..)`` and ``max(..)``.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from enum import StrEnum
from functools import reduce
from typing import TYPE_CHECKING

from causalcore.errors import FormulaValueError
from logic.errors import FormulaSyntaxError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

Value = bool | int | float | str

MAX_LENGTH = 20_000
"""Characters that a formula may have."""
MAX_DEPTH = 30
"""How deep a formula may nest: a dozen calls each, well within an ordinary Python stack."""


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


# ---------------------------------------------------------------- reading

_TOKEN = re.compile(
    r"""(?P<space>\s+)
    |(?P<number>(?:\d+\.\d*|\.\d+|\d+)(?:[eE][+-]?\d+)?)
    |(?P<quoted>"(?:[^"\\\n]|\\["\\])*"|'(?:[^'\\\n]|\\['\\])*')
    |(?P<name>[^\W\d]\w*)
    |(?P<symbol>->|==|!=|<=|>=|[<>+\-*(),])""",
    re.VERBOSE,
)
_KEYWORDS = frozenset({"and", "or", "not", "xor", "if", "then", "else", "true", "false", "min", "max"})
_COMPARISONS = frozenset({"==", "!=", "<", "<=", ">", ">="})


@dataclass(frozen=True, slots=True)
class _Token:
    kind: str
    text: str
    start: int


def _tokens(text: str) -> Iterator[_Token]:
    position = 0
    while position < len(text):
        match = _TOKEN.match(text, position)
        if match is None:
            raise _error(text, position, "a number, a name, a quoted value or an operator", repr(text[position]))
        kind = str(match.lastgroup)
        if kind == "name" and match.group() in _KEYWORDS:
            kind = "symbol"
        if kind != "space":
            yield _Token(kind, match.group(), position)
        position = match.end()
    yield _Token("end", "", len(text))


def _error(text: str, position: int, expected: str, came: str) -> FormulaSyntaxError:
    line = text.count("\n", 0, position) + 1
    column = position - (text.rfind("\n", 0, position) + 1) + 1
    return FormulaSyntaxError(expected, came, text, line, column)


class _Parser:
    """Recursive descent; one method a level of precedence."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = tuple(_tokens(text))
        self.index = 0
        self.depth = 0

    @property
    def here(self) -> _Token:
        return self.tokens[self.index]

    def fail(self, expected: str) -> FormulaSyntaxError:
        came = "the end" if self.here.kind == "end" else repr(self.here.text)
        return _error(self.text, self.here.start, expected, came)

    def take(self, *symbols: str) -> str | None:
        if self.here.kind == "symbol" and self.here.text in symbols:
            self.index += 1
            return self.tokens[self.index - 1].text
        return None

    def need(self, symbol: str) -> None:
        if self.take(symbol) is None:
            msg = f"'{symbol}'"
            raise self.fail(msg)

    def nested(self, rule: Callable[[], Formula]) -> Formula:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            msg = f"a formula nested at most {MAX_DEPTH} deep"
            raise self.fail(msg)
        result = rule()
        self.depth -= 1
        return result

    def whole(self) -> Formula:
        result = self.expression()
        if self.here.kind != "end":
            msg = "an operator or the end"
            raise self.fail(msg)
        return result

    def expression(self) -> Formula:
        if not self.take("if"):
            return self.implication()
        condition = self.nested(self.expression)
        self.need("then")
        yes = self.nested(self.expression)
        self.need("else")
        return Operation(Operator.IF, (condition, yes, self.nested(self.expression)))

    def implication(self) -> Formula:
        left = self.disjunction()
        if self.take("->"):
            return Operation(Operator.IMPLIES, (left, self.nested(self.implication)))
        return left

    def chain(self, operator: Operator, rule: Callable[[], Formula]) -> Formula:
        operands = [rule()]
        while self.take(operator.value):
            operands.append(rule())
        return operands[0] if len(operands) == 1 else Operation(operator, tuple(operands))

    def disjunction(self) -> Formula:
        return self.chain(Operator.OR, self.exclusive)

    def exclusive(self) -> Formula:
        return self.chain(Operator.XOR, self.conjunction)

    def conjunction(self) -> Formula:
        return self.chain(Operator.AND, self.negation)

    def negation(self) -> Formula:
        if self.take("not"):
            return Operation(Operator.NOT, (self.nested(self.negation),))
        return self.comparison()

    def comparison(self) -> Formula:
        left = self.addition()
        symbol = self.take(*_COMPARISONS)
        if symbol is None:
            return left
        result = Operation(Operator(symbol), (left, self.addition()))
        if self.here.kind == "symbol" and self.here.text in _COMPARISONS:
            msg = "one comparison at a time (join two with 'and')"
            raise self.fail(msg)
        return result

    def addition(self) -> Formula:
        operands = [self.multiplication()]
        while symbol := self.take("+", "-"):
            term = self.multiplication()
            operands.append(term if symbol == "+" else Operation(Operator.NEGATIVE, (term,)))
        return operands[0] if len(operands) == 1 else Operation(Operator.PLUS, tuple(operands))

    def multiplication(self) -> Formula:
        return self.chain(Operator.TIMES, self.unary)

    def unary(self) -> Formula:
        if self.take("-"):
            return Operation(Operator.NEGATIVE, (self.nested(self.unary),))
        return self.atom()

    def atom(self) -> Formula:
        token = self.here
        if token.kind in {"number", "quoted", "name"}:
            self.index += 1
            return self.literal(token)
        if word := self.take("true", "false"):
            return Constant(word == "true")
        if word := self.take("min", "max"):
            return Operation(Operator(word), self.arguments())
        if self.take("("):
            inner = self.nested(self.expression)
            self.need(")")
            return inner
        if token.text == "if":
            msg = "a value (put an inner 'if' in parentheses)"
            raise self.fail(msg)
        msg = "a value"
        raise self.fail(msg)

    def literal(self, token: _Token) -> Formula:
        if token.kind == "name":
            return Name(token.text)
        if token.kind == "quoted":
            return Constant(re.sub(r"\\(.)", r"\1", token.text[1:-1]))
        if token.text.isdigit() and token.text.isascii() and len(token.text) <= 18:
            return Constant(int(token.text))
        number = float(token.text)
        if token.text.isdigit() or not math.isfinite(number):
            raise _error(self.text, token.start, "a number of ordinary size", repr(token.text[:30]))
        return Constant(number)

    def arguments(self) -> tuple[Formula, ...]:
        self.need("(")
        operands = [self.nested(self.expression)]
        while self.take(","):
            operands.append(self.nested(self.expression))
        self.need(")")
        return tuple(operands)


def parse_formula(text: str) -> Formula:
    """Read a formula.

    Raises
    ------
    FormulaSyntaxError
        With the line and column of what it cannot read.

    Examples
    --------
    >>> print(parse_formula("rain and not roof"))
    (rain and (not roof))
    >>> parse_formula("rain and")
    Traceback (most recent call last):
    logic.errors.FormulaSyntaxError: expected a value, got the end at line 1, column 9 of the formula 'rain and'
    """
    if len(text) > MAX_LENGTH:
        msg = f"at most {MAX_LENGTH} characters"
        raise FormulaSyntaxError(msg, f"{len(text)} characters", text[:40] + "...", 1, MAX_LENGTH + 1)
    return _Parser(text).whole()


def names(formula: Formula) -> tuple[str, ...]:
    """Return the variables of a formula, in the order of their first appearance."""
    found: dict[str, None] = {}
    stack: list[Formula] = [formula]
    while stack:
        node = stack.pop()
        if isinstance(node, Name):
            found[node.name] = None
        elif isinstance(node, Operation):
            stack.extend(reversed(node.operands))
    return tuple(found)


def constants(formula: Formula) -> tuple[Value, ...]:
    """Return the constants of a formula, in the order of their appearance."""
    if isinstance(formula, Constant):
        return (formula.value,)
    if isinstance(formula, Operation):
        return tuple(value for operand in formula.operands for value in constants(operand))
    return ()


# ---------------------------------------------------------------- evaluating


def truth(value: Value) -> bool:
    """Return the truth of a value: booleans, 0 and 1 have one."""
    if isinstance(value, str) or value not in {0, 1}:
        msg = "true, false, 0 or 1"
        raise FormulaValueError(msg, repr(value), "compare it with a value first")
    return bool(value)


def equal(left: Value, right: Value) -> bool:
    """Compare values; ``"true"`` and ``"false"`` in quotes equal the truth values."""
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
        What each name stands for.
    rank
        Position of each named value in its order, for comparisons of quantities
        (`lower` < `as stated` < `higher`).

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
    found = [inner(operand) for operand in operands]
    if operator in {Operator.EQUAL, Operator.UNEQUAL}:
        return equal(found[0], found[1]) == (operator is Operator.EQUAL)
    if operator in _ORDERED:
        return _ORDERED[operator](_number(found[0], rank), _number(found[1], rank))
    return _arithmetic(operator, found, rank)

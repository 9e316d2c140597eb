"""Formulas read from text by recursive descent, never by `eval`.

From loosest to tightest: ``if .. then .. else``, ``->``, ``or``, ``xor``, ``and``, ``not``, comparisons, ``+ -``,
``*``, unary ``-``. Atoms are numbers, ``true``, ``false``, names, quoted values, ``min(..)`` and ``max(..)``.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from causalcore.mechanisms.formula import Constant, Formula, Name, Operation, Operator
from logic.errors import FormulaSyntaxError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

MAX_LENGTH = 20_000
"""Most characters of a formula."""
MAX_DEPTH = 30
"""Most levels of nesting: each takes a dozen calls, well within an ordinary Python stack."""

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


def _error(text: str, position: int, expected: str, actual: str) -> FormulaSyntaxError:
    line = text.count("\n", 0, position) + 1
    column = position - (text.rfind("\n", 0, position) + 1) + 1
    return FormulaSyntaxError(expected, actual, text, line, column)


class _Parser:
    """Recursive descent with one method per level of precedence."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = tuple(_tokens(text))
        self.index = 0
        self.depth = 0

    @property
    def here(self) -> _Token:
        return self.tokens[self.index]

    def fail(self, expected: str) -> FormulaSyntaxError:
        actual = "the end" if self.here.kind == "end" else repr(self.here.text)
        return _error(self.text, self.here.start, expected, actual)

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
        if token.text.isdecimal() and token.text.isascii() and len(token.text) <= 18:
            return Constant(int(token.text))
        number = float(token.text)
        if token.text.isdecimal() or not math.isfinite(number):
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
        The error gives the line and column where reading fails.

    Examples
    --------
    >>> print(parse_formula("rain and not roof"))
    (rain and (not roof))
    >>> try:
    ...     parse_formula("rain and")
    ... except FormulaSyntaxError as error:
    ...     print(error)
    expected a value, got the end at line 1, column 9 of the formula 'rain and'
    """
    if len(text) > MAX_LENGTH:
        msg = f"at most {MAX_LENGTH} characters"
        raise FormulaSyntaxError(msg, f"{len(text)} characters", text[:40] + "...", 1, MAX_LENGTH + 1)
    return _Parser(text).whole()

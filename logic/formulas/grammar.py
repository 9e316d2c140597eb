"""Text to formula and back.

The grammar reads common ASCII and Unicode notations and prints one. From tight to loose: not, and, or, implies
(right-associative), iff (right-associative). A quantifier followed by a dot takes everything to its right; without a
dot, or in its own parentheses, it takes only the next unary formula. An identifier that a quantifier binds is a
variable; any other one in a term's place is a name.

Examples
--------
>>> print(parse("∀x (Dog(x) → ∃y Loves(x, y)) ∧ ¬E!(pegasus)"))
(all x. Dog(x) -> (exists y. Loves(x,y))) & ~E!(pegasus)
>>> parse("all x. Dog(x) & Dog(rex)") == parse("∀x: (Dog(x) and Dog(rex))")
True
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from logic.errors import FormulaSyntaxError, FormulaTooLargeError
from logic.formulas.formula import (
    MAX_DEPTH,
    And,
    Atom,
    Denotes,
    Equal,
    Exists,
    ForAll,
    Formula,
    Iff,
    Implies,
    Name,
    Not,
    Or,
    Term,
    Truth,
    Variable,
    check_limits,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

_TOKEN = re.compile(
    r"\s+|(?P<denotes>E!(?!=))"
    r"|(?P<iff><->|<=>|↔|⇔|≡|\\(?:leftrightarrow|iff)\b|iff\b)"
    r"|(?P<implies>->|=>|→|⇒|⊃|\\(?:rightarrow|to|implies)\b|implies\b)"
    r"|(?P<xor>⊕|\\oplus\b)|(?P<and>&&?|∧|/\\|\\(?:land|wedge)\b|and\b)"
    r"|(?P<or>\|\|?|\u2228|\\(?:lor|vee)\b|\\/|or\b)|(?P<unequal>!=|≠|\\neq\b)|(?P<not>~|¬|!|-|\\(?:neg|lnot)\b|not\b)"
    r"|(?P<all>∀|\\forall\b|all\b|forall\b)|(?P<exists>∃|\\exists\b|exists\b|some\b)"
    r"|(?P<true>\u22a4|\\top\b|true\b)|(?P<false>⊥|\\bot\b|false\b)"
    r"|(?P<equal>==?)|(?P<open>[(\[])|(?P<close>[)\]])|(?P<comma>,)|(?P<dot>[.:])|(?P<name>\w+'*)"
)
_BINDING = {"iff": 1, "xor": 1, "implies": 2, "or": 3, "and": 4}
_FORMULA = "a formula"


@dataclass(frozen=True, slots=True)
class _Token:
    kind: str
    text: str
    start: int


def parse(text: str, *, free: Iterable[str] = ()) -> Formula:
    """Read one formula.

    Parameters
    ----------
    free
        Identifiers to read as free variables instead of names.

    Raises
    ------
    FormulaSyntaxError
        With the line and column where reading fails; its `pointer` draws a caret there.
    FormulaTooLargeError
        If it is nested too deep or too long.
    """
    reader = _Reader(text, frozenset(free))
    formula = reader.binary(1)
    if reader.kind() == "dot" and reader.kind(1) == "end":
        reader.advance()  # a formula may end with a full stop
    reader.expect("end", "a connective or the end of the formula")
    check_limits(formula)
    return formula


def _tokens(text: str) -> list[_Token]:
    tokens = []
    position = 0
    while position < len(text):
        match = _TOKEN.match(text, position)
        if match is None:
            raise _error(text, position, "a symbol of the grammar", repr(text[position]))
        if match.lastgroup is not None:
            tokens.append(_Token(match.lastgroup, match.group(), position))
        position = match.end()
    tokens.append(_Token("end", "", len(text)))
    return tokens


def _error(text: str, position: int, expected: str, actual: str) -> FormulaSyntaxError:
    line = text.count("\n", 0, position) + 1
    column = position - (text.rfind("\n", 0, position) + 1) + 1
    return FormulaSyntaxError(expected, actual, text, line, column)


class _Reader:
    """Parses the tokens of one text by precedence climbing."""

    def __init__(self, text: str, free: frozenset[str]) -> None:
        self.text = text
        self.tokens = _tokens(text)
        self.at = 0
        self.depth = 0
        self.bound: list[str] = list(free)

    def kind(self, ahead: int = 0) -> str:
        return self.tokens[min(self.at + ahead, len(self.tokens) - 1)].kind

    def advance(self) -> _Token:
        token = self.tokens[self.at]
        self.at += 1
        return token

    def expect(self, kind: str, expected: str) -> _Token:
        if self.kind() != kind:
            raise self.error(expected)
        return self.advance() if kind != "end" else self.tokens[self.at]

    def error(self, expected: str) -> FormulaSyntaxError:
        token = self.tokens[self.at]
        actual = "the end" if token.kind == "end" else repr(token.text)
        return _error(self.text, token.start, expected, actual)

    def binary(self, loosest: int) -> Formula:
        left = self.unary()
        while (binding := _BINDING.get(self.kind(), 0)) >= loosest:
            kind = self.advance().kind
            if kind in {"and", "or"}:
                left = self.chain(kind, left, binding)
            else:
                right = self.nested(binding)
                left = _combined(kind, left, right)
        return left

    def chain(self, kind: str, first: Formula, binding: int) -> Formula:
        parts = [first, self.binary(binding + 1)]
        while self.kind() == kind:
            self.advance()
            parts.append(self.binary(binding + 1))
        return And(tuple(parts)) if kind == "and" else Or(tuple(parts))

    def nested(self, loosest: int) -> Formula:
        self.depth += 1
        self.check_depth()
        formula = self.binary(loosest)
        self.depth -= 1
        return formula

    def check_depth(self) -> None:
        if self.depth > MAX_DEPTH:
            measure = "depth"
            raise FormulaTooLargeError(measure, MAX_DEPTH)

    def unary(self) -> Formula:
        negations = 0
        while self.kind() == "not":
            self.advance()
            negations += 1
        formula = self.primary()
        for _ in range(negations):
            formula = Not(formula)
        return formula

    def primary(self) -> Formula:
        kind = self.kind()
        if kind in {"all", "exists"} or self.bracketed():
            return self.quantified()
        if kind in {"true", "false"}:
            return Truth(self.advance().kind == "true")
        if kind == "denotes":
            return self.denotes()
        if kind == "open":
            self.advance()
            inner = self.nested(1)
            self.expect("close", "a closing parenthesis")
            return inner
        if kind == "name":
            return self.atomic()
        raise self.error(_FORMULA)

    def bracketed(self) -> bool:
        """Return whether `(all x)` comes next."""
        ahead = [self.kind(place) for place in range(4)]
        return ahead[0] == "open" and ahead[1] in {"all", "exists"} and ahead[2:] == ["name", "close"]

    def quantified(self) -> Formula:
        inside = self.bracketed()
        if inside:
            self.advance()
        node = ForAll if self.advance().kind == "all" else Exists
        variables, dotted = ([self.advance().text], False) if inside else self.variables()
        if inside:
            self.advance()
        self.bound.extend(variables)
        self.depth += 1
        self.check_depth()
        body = self.binary(1) if dotted else self.unary()
        self.depth -= 1
        del self.bound[len(self.bound) - len(variables) :]
        for variable in reversed(variables):
            body = node(Variable(variable), body)
        return body

    def variables(self) -> tuple[list[str], bool]:
        """Read `x y.` or `x, y.` as several variables, and `x` before a formula as one."""
        first = self.expect("name", "a variable").text
        ahead, more = 0, []
        while self.kind(ahead) == "name" or (self.kind(ahead) == "comma" and self.kind(ahead + 1) == "name"):
            ahead += self.kind(ahead) == "comma"
            more.append(self.tokens[self.at + ahead].text)
            ahead += 1
        if self.kind(ahead) == "dot":
            self.at += ahead + 1
            return [first, *more], True
        return [first], False

    def denotes(self) -> Formula:
        self.advance()
        if self.kind() != "open":
            return Denotes(self.term())
        self.advance()
        term = self.term()
        self.expect("close", "a closing parenthesis")
        return Denotes(term)

    def atomic(self) -> Formula:
        if self.kind(1) in {"equal", "unequal"}:
            left = self.term()
            unequal = self.advance().kind == "unequal"
            identity = Equal(left, self.term())
            return Not(identity) if unequal else identity
        if self.tokens[self.at].text in self.bound:
            expected = "a predicate, for a quantifier binds this identifier"
            raise self.error(expected)
        predicate = self.advance().text
        terms: list[Term] = []
        if self.kind() == "open":
            self.advance()
            terms.append(self.term())
            while self.kind() == "comma":
                self.advance()
                terms.append(self.term())
            self.expect("close", "a comma or a closing parenthesis")
        return Atom(predicate, tuple(terms))

    def term(self) -> Term:
        text = self.expect("name", "a name or a variable").text
        return Variable(text) if text in self.bound else Name(text)


def _combined(kind: str, left: Formula, right: Formula) -> Formula:
    if kind == "implies":
        return Implies(left, right)
    return Iff(left, right) if kind == "iff" else Not(Iff(left, right))

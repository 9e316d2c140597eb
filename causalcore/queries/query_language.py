"""The text form of queries.

P(Y=1 | X=0)                              seeing
P(Y=1 @ do(X=1))                          doing
P(Y=1 | do(X=1), Z=0)                     the same after the bar: everything is in the world of do
P(Y @ do(X=1))  P(Y, Z=0)                 a whole distribution: all values of terms without one
P(Y=1 @ do(X=1) | X=0, Y=0)               imagining; @ belongs to the one fact before it
P(Y=1 @ do(X=1), Y=0 @ do(X=0))           several worlds
P(Y=1 @ do(X=1, M=M@do(X=0)))             nested
P(Y=1 @ do(X ~ {0: 0.4, 1: 0.6}))         a random setting
P(Y=1 @ do(X := "Z and not W"))           a setting that follows a rule
E(Y @ do(X=1) | X=0)                      a mean
ate(X, Y)  pn(X: a -> b, Y)               named effects: ate ett nde nie pn ps pns
pse(X, Y, X -> M -> Y)                    the effect along some paths
cause(X=1, Y=1 | U=0)                     actual causation; the last fact is the effect
responsibility(X=1, Y=1 | U=0)            its degree, for one variable
"""

from __future__ import annotations

import re
from dataclasses import dataclass, fields, replace
from math import isfinite
from typing import Any, cast

from causalcore.errors import InvalidInterventionError, QuerySyntaxError, QueryTypeError
from causalcore.model.variable import Value, as_value
from causalcore.queries.effect import Change, Effect, EffectKind
from causalcore.queries.path_effect import Path, PathEffect
from causalcore.queries.queries import Expectation, Probability, Query
from causalcore.queries.whole_distribution import Distribution
from causalcore.queries.world import RELATIONS, Fact, Policy, Randomised, Setting, Term
from logic.errors import brief

MAX_DEPTH = 40
"""Most levels of nested worlds."""
MAX_DIGITS = 300
"""Most digits of a number; no float can hold a longer one."""

_TOKEN = re.compile(
    r"""(?P<space>\s+)
    |(?P<number>[+-]?(?:\d+\.\d*|\.\d+|\d+)(?:[eE][+-]?\d+)?(?!\w))
    |(?P<quoted>"[^"\n]*"|'[^'\n]*')
    |(?P<name>\w[\w.]*)
    |(?P<symbol>->|:=|!=|<=|>=|==|[=<>~@(){},:|+-])""",
    re.VERBOSE,
)


@dataclass(frozen=True, slots=True)
class Causation:
    """Whether some facts together are an actual cause of another, in a context."""

    cause: tuple[Fact, ...]
    effect: Fact
    context: tuple[Fact, ...] = ()


@dataclass(frozen=True, slots=True)
class Responsibility:
    """To what degree one fact is responsible for another, in a context."""

    cause: Fact
    effect: Fact
    context: tuple[Fact, ...] = ()


Asked = Query | Causation | Responsibility | Distribution


@dataclass(frozen=True, slots=True)
class _Token:
    kind: str
    text: str
    start: int


def refuse_no_text(query: object) -> None:
    """Raise `QueryTypeError` for what is no text."""
    if not isinstance(query, str):
        message = f"expected a query, a claim or an assumption as text, got {brief(query)}; write it as text"
        raise QueryTypeError(message)


class QueryReader:
    """Recursive descent over the tokens of one query; claims extend it."""

    def __init__(self, text: str) -> None:
        refuse_no_text(text)
        self.text = text
        self._tokens = self._split(text)
        self._index = 0
        self._depth = 0
        self._world: tuple[tuple[str, Setting], ...] = ()

    @staticmethod
    def _split(text: str) -> tuple[_Token, ...]:
        tokens, position = [], 0
        while position < len(text):
            match = _TOKEN.match(text, position)
            if match is None:
                msg = "a name, a value or a sign"
                raise QuerySyntaxError(msg, repr(text[position]), text, position + 1)
            if match.lastgroup != "space":
                tokens.append(_Token(str(match.lastgroup), match.group(), position))
            position = match.end()
        return (*tokens, _Token("end", "", len(text)))

    @property
    def here(self) -> _Token:
        """The token to read next."""
        return self._tokens[self._index]

    def fail(self, expected: str) -> QuerySyntaxError:
        """Return the error for the current token."""
        actual = "the end" if self.here.kind == "end" else brief(self.here.text)
        return QuerySyntaxError(expected, actual, self.text, self.here.start + 1)

    def take(self, *symbols: str) -> str | None:
        """Read one of some signs, if it comes next."""
        if self.here.kind == "symbol" and self.here.text in symbols:
            self._index += 1
            return self._tokens[self._index - 1].text
        return None

    def need(self, *symbols: str) -> str:
        """Read one of some signs, or fail."""
        symbol = self.take(*symbols)
        if symbol is None:
            raise self.fail(" or ".join(f"'{symbol}'" for symbol in symbols))
        return symbol

    def name(self, expected: str = "a name") -> str:
        """Read a name; quoted names may contain any sign."""
        token = self.here
        if token.kind not in {"name", "quoted"}:
            raise self.fail(expected)
        self._index += 1
        return token.text[1:-1] if token.kind == "quoted" else token.text

    def value(self) -> Value:
        """Read a number, a word or a quoted value."""
        token = self.here
        if token.kind == "number":
            if len(token.text) > MAX_DIGITS or not isfinite(float(token.text)):
                msg = f"a number that fits a float, of at most {MAX_DIGITS} digits"
                raise self.fail(msg)
            self._index += 1
            return as_value(float(token.text) if re.search(r"[.eE]", token.text) else int(token.text))
        return self.name("a value")

    def end(self) -> None:
        """Fail unless the text has ended."""
        if self.here.kind != "end":
            msg = "the end"
            raise self.fail(msg)

    # ------------------------------------------------------------ facts

    def facts(self) -> tuple[Fact, ...]:
        """Read facts separated by commas."""
        facts = [self.fact()]
        while self.take(","):
            facts.append(self.fact())
        return tuple(facts)

    def fact(self) -> Fact:
        """Read `Y=1`, `Y=1 @ do(X=1)` or `Y@do(X=1)=1`."""
        term = self.term()
        relation = self.need(*RELATIONS, "==")
        value = self.value()
        if not term.do and self.take("@"):
            term = Term(term.variable, self.do())
        return Fact(term, value, "=" if relation == "==" else relation)

    def term(self) -> Term:
        """Read `Y` or `Y @ do(X=1)`."""
        name = self.name()
        return Term(name, self.do() if self.take("@") else ())

    def do(self) -> tuple[tuple[str, Setting], ...]:
        """Read `do(X=1, M=M@do(X=0))`."""
        self._depth += 1
        if self._depth > MAX_DEPTH:
            msg = f"worlds nested at most {MAX_DEPTH} deep"
            raise self.fail(msg)
        if self.name("do") != "do":
            self._index -= 1
            msg = "'do'"
            raise self.fail(msg)
        self.need("(")
        settings = [self.setting()]
        while self.take(","):
            settings.append(self.setting())
        self.need(")")
        self._depth -= 1
        return tuple(settings)

    def setting(self) -> tuple[str, Setting]:
        """Read the setting of one variable."""
        name = self.name()
        sign = self.need("=", "==", "~", ":=")
        if sign == ":=":
            if self.here.kind != "quoted":
                msg = "a formula in quotes"
                raise self.fail(msg)
            return name, Policy(self.name())
        if sign == "~":
            return name, self.randomised()
        value = self.value()
        if self.take("@"):
            return name, Term(str(value), self.do())
        return name, value

    def randomised(self) -> Randomised:
        """Read `{0: 0.4, 1: 0.6}`."""
        self.need("{")
        rows = [self.chance()]
        while self.take(","):
            rows.append(self.chance())
        self.need("}")
        return Randomised(tuple(rows))

    def chance(self) -> tuple[Value, float]:
        """Read one row of a distribution."""
        value = self.value()
        self.need(":")
        number = self.value()
        if isinstance(number, str):
            self._index -= 1
            msg = "a probability"
            raise self.fail(msg)
        return value, float(number)

    def change(self) -> Change:
        """Read `X` or `X: a -> b`."""
        name = self.name()
        if not self.take(":"):
            return Change(name)
        old = self.value()
        self.need("->")
        return Change(name, old, self.value())

    # ------------------------------------------------------------ queries

    def query(self) -> Asked:
        """Read a whole query."""
        kind = self.name("P, E, cause or the name of an effect")
        if kind not in {"P", "E", "cause", "responsibility", "pse", *EffectKind}:
            self._index -= 1
            msg = f"P, E, cause, responsibility, pse, {', '.join(EffectKind)}"
            raise self.fail(msg)
        self.need("(")
        asked = self._body(kind)
        self.need(")")
        self.end()
        return _in_world(asked, self._world) if self._world else asked

    def _body(self, kind: str) -> Asked:
        if kind == "P":
            return self._probability()
        if kind == "E":
            return Expectation(self.term(), self._given())
        if kind in {"cause", "responsibility"}:
            return self._causation(kind)
        cause = self.change()
        self.need(",")
        effect = self.change()
        return self._along(cause, effect) if kind == "pse" else Effect(EffectKind(kind), cause, effect)

    def _probability(self) -> Probability | Distribution:
        """Read facts, and terms without a value."""
        terms: list[Term] = []
        facts: list[Fact] = []
        while not (terms or facts) or self.take(","):
            term = self._whole()
            if term is None:
                facts.append(self.fact())
            else:
                terms.append(term)
        given = self._given()
        return Distribution(tuple(terms), tuple(facts), given) if terms else Probability(tuple(facts), given)

    def _whole(self) -> Term | None:
        """Read a term without a value, or nothing."""
        start = self._index
        if self.here.kind in {"name", "quoted"}:
            term = self.term()
            if self.here.text in {",", "|", ")"} and self.here.kind == "symbol":
                return term
        self._index = start
        return None

    def _along(self, cause: Change, effect: Change) -> PathEffect:
        paths: list[Path] = []
        while self.take(",") or (not paths and self.need(",")):
            paths.append(self._path())
        return PathEffect(cause, effect, tuple(paths))

    def _path(self) -> Path:
        nodes = [self.name()]
        while self.take("->"):
            nodes.append(self.name())
        return tuple(nodes)

    def _given(self) -> tuple[Fact, ...]:
        """Read the part after the bar: facts, and `do(...)`, which sets the world of the whole query."""
        facts: list[Fact] = []
        more = self.take("|")
        while more:
            if self.here.text == "do" and self._tokens[self._index + 1].text == "(":
                self._world += self.do()
            else:
                facts.append(self.fact())
            more = self.take(",")
        return tuple(facts)

    def _causation(self, kind: str) -> Causation | Responsibility:
        *cause, effect = self.facts()
        if not cause:
            msg = "', ' and the effect after the cause"
            raise self.fail(msg)
        context = self._given()
        if kind == "cause":
            return Causation(tuple(cause), effect, context)
        if len(cause) > 1:
            msg = "one cause before the effect; responsibility is that of one variable"
            raise self.fail(msg)
        return Responsibility(cause[0], effect, context)


def _in_world(query: Asked, world: tuple[tuple[str, Setting], ...]) -> Asked:
    """Put the terms of a query into one world: P(y | do(x), z) is P(y @ do(x) | z @ do(x))."""
    if isinstance(query, Causation | Responsibility):
        message = "expected do(...) behind the bar of P or E, got it in a question about a cause; leave it out"
        raise InvalidInterventionError(message)
    parts: dict[str, Any] = {field.name: _put(getattr(query, field.name), world) for field in fields(query)}
    return cast("Asked", type(query)(**parts))


def _put(part: Any, world: tuple[tuple[str, Setting], ...]) -> Any:
    if isinstance(part, tuple):
        return tuple(_put(item, world) for item in part)
    if isinstance(part, Fact):
        return replace(part, term=_put(part.term, world))
    if not isinstance(part, Term):
        return part
    if part.do:
        message = f"expected do(...) behind the bar or @ do(...), got both for {part.variable}; write it in one way"
        raise InvalidInterventionError(message)
    return Term(part.variable, world)


def parse_query(text: str) -> Asked:
    """Read a query.

    Raises
    ------
    QuerySyntaxError
        The error gives the column where reading fails.

    Examples
    --------
    >>> query = parse_query("P(Y=1 @ do(X=1, M=M@do(X=0)) | X=0)")
    >>> print(query.outcome[0])
    Y@do(X=1, M=M@do(X=0))=1
    >>> parse_query("P(Y=1 | do(X=1), Z=0)") == parse_query("P(Y=1 @ do(X=1) | Z=0 @ do(X=1))")
    True
    >>> parse_query("P(Y=1 | )")
    Traceback (most recent call last):
    causalcore.errors.QuerySyntaxError: expected a name, got ')' at column 9 of 'P(Y=1 | )'; correct the query
    """
    return QueryReader(text).query()

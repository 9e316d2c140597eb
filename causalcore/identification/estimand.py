"""Estimands: symbolic sums of products of conditional probabilities."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import product

from causalcore.identification.expression import (
    Difference,
    Expression,
    Number,
    Probability,
    Product,
    Quotient,
    Share,
    Sum,
    probability,
)

Derive = Callable[[Probability], Expression]
"""Supplies the expression for a probability in an estimand."""


@dataclass(frozen=True, slots=True)
class Constant:
    """A number."""

    value: int

    def __str__(self) -> str:
        return str(self.value)


@dataclass(frozen=True, slots=True)
class Factor:
    """P(of | given), in symbols; with `do`, the distribution in an experiment that sets these variables."""

    of: tuple[str, ...]
    given: tuple[str, ...] = ()
    do: tuple[str, ...] = ()

    def __str__(self) -> str:
        beside = ", ".join((*([f"do({', '.join(self.do)})"] if self.do else []), *self.given))
        return f"P({', '.join(self.of)} | {beside})" if beside else f"P({', '.join(self.of)})"


@dataclass(frozen=True, slots=True)
class Over:
    """A sum over all values of some variables."""

    names: tuple[str, ...]
    body: Estimand

    def __str__(self) -> str:
        return f"sum over {', '.join(self.names)} of {_bracketed(self.body)}"


@dataclass(frozen=True, slots=True)
class Times:
    """A product."""

    parts: tuple[Estimand, ...]

    def __str__(self) -> str:
        return " ".join(map(_bracketed, self.parts)) or "1"


@dataclass(frozen=True, slots=True)
class Ratio:
    """A quotient."""

    top: Estimand
    bottom: Estimand

    def __str__(self) -> str:
        return f"{_bracketed(self.top)} / {_bracketed(self.bottom)}"


@dataclass(frozen=True, slots=True)
class Less:
    """A difference."""

    left: Estimand
    right: Estimand

    def __str__(self) -> str:
        return f"{self.left} - {_bracketed(self.right) if isinstance(self.right, Less) else self.right}"


@dataclass(frozen=True, slots=True)
class At:
    """An estimand with values for some variables."""

    body: Estimand
    values: tuple[tuple[str, int], ...]

    def __str__(self) -> str:
        return f"[{self.body}]({', '.join(f'{name}={value}' for name, value in self.values)})"


@dataclass(frozen=True, slots=True)
class Within:
    """An estimand clipped to [0, 1], the range of a probability."""

    body: Estimand

    def __str__(self) -> str:
        return f"min(1, max(0, {self.body}))"


Estimand = Constant | Factor | Over | Times | Ratio | Less | At | Within


def _bracketed(part: Estimand) -> str:
    return f"({part})" if isinstance(part, Less | Over | Ratio) else str(part)


def contrast(body: Estimand, name: str) -> Less:
    """Return the difference between a variable's value 1 and its value 0."""
    return Less(At(body, ((name, 1),)), At(body, ((name, 0),)))


def ground(estimand: Estimand, values: Mapping[str, int], derive: Derive) -> Expression:
    """Substitute values; a sum binds its own names, whatever their value outside.

    The estimand does not depend on names without a value, such as what precedes an instrument; they are set to 0.

    Examples
    --------
    >>> body = Over(("Z",), Times((Factor(("Y",), ("X", "Z")), Factor(("Z",)))))
    >>> print(ground(body, {"X": 1, "Y": 1}, lambda probability: probability))
    P(Y=1 | X=1, Z=0) * P(Z=0) + P(Y=1 | X=1, Z=1) * P(Z=1)
    """
    match estimand:
        case Constant() | Factor():
            return _leaf(estimand, values, derive)
        case At(body, fixed):
            return ground(body, {**values, **dict(fixed)}, derive)
        case Over(names, body):
            rows = product((0, 1), repeat=len(names))
            return _sum(tuple(ground(body, {**values, **dict(zip(names, row, strict=True))}, derive) for row in rows))
        case Times(parts):
            return _times(tuple(ground(part, values, derive) for part in parts))
        case Ratio(top, bottom):
            return Quotient(ground(top, values, derive), ground(bottom, values, derive))
        case Less(left, right):
            return Difference(ground(left, values, derive), ground(right, values, derive))
        case Within(body):
            return Share(ground(body, values, derive))


def _leaf(part: Constant | Factor, values: Mapping[str, int], derive: Derive) -> Expression:
    if isinstance(part, Constant):
        return Number(part.value)
    event, condition = ({name: values.get(name, 0) for name in names} for names in (part.of, part.given))
    return derive(probability(event, condition))


def _sum(parts: tuple[Expression, ...]) -> Expression:
    return parts[0] if len(parts) == 1 else Sum(parts)


def _times(parts: tuple[Expression, ...]) -> Expression:
    return parts[0] if len(parts) == 1 else Product(parts) if parts else Number(1.0)

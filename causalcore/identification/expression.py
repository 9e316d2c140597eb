"""Numbers built from probabilities: they print, evaluate and have bounds."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = float | NDArray[np.float64]

Values = tuple[tuple[str, int], ...]
"""Variables with their values, sorted by name."""
MAX_CORNERS: Final = 14
"""Most numbers whose ends are tried in all combinations; more raise an error."""


@dataclass(frozen=True, slots=True)
class Probability:
    """The probability of some values, given others.

    Examples
    --------
    >>> str(Probability((("Y", 1),), (("X", 0),)))
    'P(Y=1 | X=0)'
    """

    event: Values
    given: Values = ()

    def __str__(self) -> str:
        event = ", ".join(f"{name}={value}" for name, value in self.event)
        given = ", ".join(f"{name}={value}" for name, value in self.given)
        return f"P({event} | {given})" if given else f"P({event})"


def probability(event: Mapping[str, int], given: Mapping[str, int] | None = None) -> Probability:
    """Build a probability with its names sorted."""
    return Probability(tuple(sorted(event.items())), tuple(sorted((given or {}).items())))


@dataclass(frozen=True, slots=True)
class Number:
    """A number."""

    value: float

    def __str__(self) -> str:
        return f"{self.value:g}"


@dataclass(frozen=True, slots=True)
class Sum:
    """A sum."""

    parts: tuple[Expression, ...]

    def __str__(self) -> str:
        return " + ".join(map(str, self.parts))


@dataclass(frozen=True, slots=True)
class Product:
    """A product."""

    parts: tuple[Expression, ...]

    def __str__(self) -> str:
        return " * ".join(map(_bracketed, self.parts))


@dataclass(frozen=True, slots=True)
class Difference:
    """One number minus another."""

    left: Expression
    right: Expression

    def __str__(self) -> str:
        return f"{self.left} - {_bracketed(self.right)}"


@dataclass(frozen=True, slots=True)
class Quotient:
    """One number divided by another."""

    top: Expression
    bottom: Expression

    def __str__(self) -> str:
        bottom = f"({self.bottom})" if isinstance(self.bottom, Product | Quotient) else _bracketed(self.bottom)
        return f"{_bracketed(self.top)} / {bottom}"


@dataclass(frozen=True, slots=True)
class Share:
    """A number clipped to [0, 1], the range of a probability."""

    part: Expression

    def __str__(self) -> str:
        return f"min(1, max(0, {self.part}))"


Expression = Probability | Number | Sum | Product | Difference | Quotient | Share


def _bracketed(part: Expression) -> str:
    return f"({part})" if isinstance(part, Sum | Difference) else str(part)


def leaves(expression: Expression) -> tuple[Probability, ...]:
    """Return the probabilities in an expression, each once, in order."""
    return tuple(dict.fromkeys(_leaves(expression)))


def _leaves(expression: Expression) -> Iterator[Probability]:
    match expression:
        case Probability():
            yield expression
        case Sum(parts) | Product(parts):
            for part in parts:
                yield from _leaves(part)
        case Difference(left, right) | Quotient(left, right):
            yield from _leaves(left)
            yield from _leaves(right)
        case Share(part):
            yield from _leaves(part)
        case Number():
            return


def evaluate(expression: Expression, values: Callable[[Probability], Any]) -> Any:
    """Compute an expression from its probabilities, which may be arrays.

    Raises
    ------
    ZeroDivisionError
        If plain numbers are divided by zero.

    Examples
    --------
    >>> y, x = probability({"Y": 1}, {"X": 1}), probability({"X": 1})
    >>> evaluate(Product((y, x)), {y: 0.5, x: 0.2}.__getitem__)
    0.1
    """
    match expression:
        case Probability():
            return values(expression)
        case Number(value):
            return value
        case Sum(parts):
            return sum(evaluate(part, values) for part in parts)
        case Product(parts):
            return prod((evaluate(part, values) for part in parts), start=1.0)
        case Difference(left, right):
            return evaluate(left, values) - evaluate(right, values)
        case Quotient(top, bottom):
            return evaluate(top, values) / evaluate(bottom, values)
        case Share(part):
            return _cut_off(evaluate(part, values))


def _cut_off(number: Any) -> Any:
    return min(1.0, max(0.0, number)) if isinstance(number, float | int) else number.clip(0.0, 1.0)


def extremes(expression: Expression, ranges: Mapping[Probability, tuple[float, float]]) -> tuple[float, float]:
    """Return the least and the greatest value while each probability stays within its range.

    A sum of products of different probabilities, or a ratio of such sums, is monotone in each of them, so both ends lie
    at corners, where each probability is at one end of its range. Corners without a value, because of a zero
    denominator, are left out.

    Parameters
    ----------
    ranges
        For each probability of the expression, its least and greatest value.

    Examples
    --------
    >>> y, x = probability({"Y": 1}, {"X": 1}), probability({"X": 1})
    >>> extremes(Product((y, x)), {y: (0.5, 0.5), x: (0.0, 1.0)})
    (0.0, 0.5)
    """
    import numpy as np

    names = leaves(expression)
    free = [name for name in names if ranges[name][0] < ranges[name][1]]
    corners = np.array(_corners([ranges[name] for name in free]), dtype=np.float64)
    columns: dict[Probability, Any] = {name: corners[:, place] for place, name in enumerate(free)}
    columns |= {name: np.float64(ranges[name][0]) for name in names if name not in columns}
    with np.errstate(divide="ignore", invalid="ignore"):
        values = np.atleast_1d(np.asarray(evaluate(expression, columns.__getitem__), dtype=np.float64))
    values = values[np.isfinite(values)]
    return (float(values.min()), float(values.max())) if values.size else (-np.inf, np.inf)


def _corners(ranges: Sequence[tuple[float, float]]) -> list[tuple[float, ...]]:
    if not ranges:
        return [()]
    if len(ranges) <= MAX_CORNERS:
        return list(product(*ranges))
    message = f"expected at most {MAX_CORNERS} probabilities with a range, got {len(ranges)}; give more of them exactly"
    raise ValueError(message)

"""Values of a program, and how a claim writes them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from math import inf, isfinite
from numbers import Number, Rational, Real
from typing import TYPE_CHECKING, Any, Final

from causalcore.errors import MalformedModelError

if TYPE_CHECKING:
    from causalcore.model.variable import Value

_COMPARE: Final[Mapping[str, Callable[[Any, Any], bool]]] = {
    "=": lambda a, b: bool(a == b),
    "!=": lambda a, b: bool(a != b),
    "<": lambda a, b: bool(a < b),
    "<=": lambda a, b: bool(a <= b),
    ">": lambda a, b: bool(a > b),
    ">=": lambda a, b: bool(a >= b),
}
ROUNDING: Final = 1e-9
"""How far rounding may exceed a tolerance, as a share of it."""
_TRUTH: Final = {"true": True, "false": False, "none": None}


def plain(value: Value) -> object:
    """Return the value that a text names: `True` and `true` are the truth value, `None` is None.

    Examples
    --------
    >>> plain("True"), plain("false"), plain("None"), plain(3)
    (True, False, None, 3)
    """
    return _TRUTH.get(value.lower(), value) if isinstance(value, str) else value


def is_value(value: object, wanted: Value, tolerance: float = 0.0) -> bool:
    """Return whether a value of a program is the one that a text names.

    Examples
    --------
    >>> is_value(False, "False"), is_value(False, 0), is_value(2.5, 2, tolerance=0.5), is_value("low", "high")
    (True, True, True, False)
    """
    if isinstance(value, bool):
        return str(wanted).lower() == str(value).lower() or wanted == int(value)
    if isinstance(value, Enum):
        return str(wanted) in {value.name, str(value.value)}
    if size(value) is not None and not isinstance(wanted, str):
        return not beyond(number(value, "a value") - float(wanted), tolerance)
    return str(value) == str(wanted)


def compares(value: object, relation: str, wanted: Value, lists: Iterable[Sequence[object]] = ()) -> bool:
    """Return whether a value relates as stated to the one that a text names; `lists` order what are no numbers.

    Raises
    ------
    MalformedModelError
        If the two have no order and the relation needs one.

    Examples
    --------
    >>> compares(3, ">=", 2), compares(True, "=", "True"), compares("low", "!=", "low")
    (True, True, False)
    """
    if relation in {"=", "!="}:
        return is_value(value, wanted) is (relation == "=")
    message = f"expected a value that can be compared with {wanted}, got {value!r}; use = or !="
    keys = ranks((value, plain(wanted)), lists)
    if keys is None:
        raise MalformedModelError(message)
    try:
        return _COMPARE[relation](*keys)
    except TypeError as error:
        raise MalformedModelError(message) from error


def beyond(difference: float, tolerance: float) -> bool:
    """Return whether two numbers differ by more than a tolerance, ignoring rounding.

    Examples
    --------
    >>> beyond(2.02 - 2, 0.02), beyond(2.03 - 2, 0.02)
    (False, True)
    """
    return abs(difference) > tolerance * (1 + ROUNDING)


def number(value: object, name: str) -> float:
    """Return a value as a number, since an effect is a difference of numbers.

    Raises
    ------
    MalformedModelError
        If it is not a number.
    """
    if isinstance(value, bool):
        return float(value)
    if isinstance(value, Rational):
        try:
            return int(value.numerator) / int(value.denominator)
        except OverflowError:
            return inf if int(value.numerator) > 0 else -inf
    if isinstance(value, Number) and not isinstance(value, complex):
        return float(str(value))
    message = f"expected a number for {name}, got {value!r}; name an output that is one, or {name}=VALUE"
    raise MalformedModelError(message)


def is_nan(value: object) -> bool:
    """Return whether a value is NaN, which equals nothing, not even itself.

    Examples
    --------
    >>> is_nan(float("nan")), is_nan(Decimal("NaN")), is_nan(2.0), is_nan("nan")
    (True, True, False, False)
    """
    return value.is_nan() if isinstance(value, Decimal) else isinstance(value, Real) and value != value


def size(value: object) -> Fraction | float | None:
    """Return a key that orders numbers of all kinds; None for anything else.

    Examples
    --------
    >>> size(True), size(Decimal("0.5")) < size(Fraction(2, 3)) < size(0.75) < size(float("inf")), size("red")
    (Fraction(1, 1), True, None)
    """
    if is_nan(value) or not isinstance(value, Real | Decimal):
        return None
    if isinstance(value, Rational):
        return Fraction(int(value.numerator), int(value.denominator))
    if isinstance(value, Decimal):
        return Fraction(value) if value.is_finite() else float(value)
    real = float(value)
    return Fraction(real) if isfinite(real) else real


def ranks(pair: tuple[object, object], lists: Iterable[Sequence[object]] = ()) -> tuple[Any, Any] | None:
    """Return keys that order two values, or None for texts that nothing orders.

    Numbers are ordered by size, other values by the first of `lists` that has both, else by themselves: texts have no
    order of their own, since the alphabet says nothing about what they mean.

    Examples
    --------
    >>> ranks(("low", "high"), [["low", "mid", "high"]]), ranks(("low", "high")), ranks(((1, 2), (1, 3)))
    ((0, 2), None, ((1, 2), (1, 3)))
    """
    left, right = size(pair[0]), size(pair[1])
    if left is not None and right is not None:
        return left, right
    for values in lists:
        if all(value in values for value in pair):
            return values.index(pair[0]), values.index(pair[1])
    return None if all(isinstance(value, str | bytes) for value in pair) else pair


def comparison(relation: str) -> Callable[[Any, Any], bool]:
    """Return the function that compares two numbers."""
    return _COMPARE[relation]

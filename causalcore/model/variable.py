"""Variables with a finite, ordered domain."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from math import isfinite
from typing import Final

from causalcore.errors import MalformedModelError, OutsideDomainError
from logic.errors import brief, listed

Value = int | float | str
"""A value of a domain. Truth values are the words `false` and `true`."""


TRUTH: Final = {"0": False, "1": True, "false": False, "true": True}
"""Words for truth values, in any case; they are interchangeable for a variable that has both."""


def as_value(raw: object) -> Value:
    """Turn a value from a file or a caller into a value of a domain.

    Examples
    --------
    >>> as_value(True), as_value(1.0), as_value("low")
    ('true', 1, 'low')
    """
    if isinstance(raw, bool):
        return "true" if raw else "false"
    if isinstance(raw, float) and not isfinite(raw):
        message = f"expected a finite number, got {raw}; write the value as a word"
        raise MalformedModelError(message)
    if isinstance(raw, float) and raw.is_integer():
        return int(raw)
    if isinstance(raw, int | float | str):
        return raw
    if hasattr(raw, "item"):
        return as_value(raw.item())
    message = f"expected a number, a word or a truth value, got {brief(raw)}; write the value as one of these"
    raise MalformedModelError(message)


@dataclass(frozen=True, slots=True)
class Variable:
    """A name and the values that it can take, in order.

    Examples
    --------
    >>> Variable("Z", ("low", "mid", "high")).index("mid")
    1
    >>> Variable("X", (0, 1)).index("True"), Variable("X", ("False", "True")).index(1)
    (1, 1)
    """

    name: str
    values: tuple[Value, ...]
    _places: dict[str, int] = field(init=False, repr=False, compare=False, default_factory=dict)

    def __post_init__(self) -> None:
        self._places.update((str(value), position) for position, value in enumerate(self.values))
        if not self.values or len(self._places) != len(self.values):
            actual = listed(map(str, self.values)) or "none"
            message = f"expected distinct values for {self.name}, got {actual}; list each value once"
            raise MalformedModelError(message)

    @property
    def size(self) -> int:
        """The number of values."""
        return len(self.values)

    def index(self, value: object) -> int:
        """Return the position of a value, which may be text; a truth value may also be 0 or 1."""
        label = str(as_value(value))
        if label in self._places:
            return self._places[label]
        truth = TRUTH.get(label.lower())
        domain = [TRUTH.get(str(candidate).lower()) for candidate in self.values[:3]]
        if truth is not None and sorted(domain, key=str) == [False, True]:
            return domain.index(truth)
        raise OutsideDomainError(self.name, label, tuple(str(candidate) for candidate in self.values))


def variable(name: str, values: Iterable[object]) -> Variable:
    """Build a variable from raw values.

    Examples
    --------
    >>> variable("rain", [False, True])
    Variable(name='rain', values=('false', 'true'))
    """
    if isinstance(values, str | bytes) or not isinstance(values, Iterable):
        message = f"expected a list of values for {name}, got {brief(values)}; write {name}=[...]"
        raise MalformedModelError(message)
    return Variable(name, tuple(as_value(value) for value in values))

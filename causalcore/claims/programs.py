"""Programs as causal systems: a Python function whose inputs can be set.

Nothing is known about what happens inside, so a claim about a program is tested. Its inputs can be set, its outputs can
be asked about.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field, is_dataclass
from dataclasses import fields as fields_of
from decimal import Decimal
from enum import Enum
from inspect import Parameter, iscoroutinefunction, isgeneratorfunction, signature
from math import prod
from typing import TYPE_CHECKING, Any, Final

from causalcore.claims.written_values import is_nan
from causalcore.errors import MalformedModelError, ProgramFailedError, UnknownNameError

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

Domain = Any
"""The values of an input: an ordered sequence, simplest first, or a Hypothesis strategy."""

RESULT = "result"
"""Name of the returned value, if it has no names of its own."""


@dataclass(frozen=True, slots=True)
class Program:
    """A function and the values that its inputs may take; `program` makes one."""

    function: Callable[..., object]
    inputs: tuple[tuple[str, Domain], ...]

    @property
    def name(self) -> str:
        """The name of the function."""
        return getattr(self.function, "__name__", type(self.function).__name__)

    def values(self, name: str) -> Sequence[object] | None:
        """Return the listed values of an input, or None if a strategy draws them."""
        domain = dict(self.inputs)[name]
        return domain if isinstance(domain, Sequence) else None

    def orders(self, name: str) -> tuple[Sequence[object], ...]:
        """Return the listed values of all inputs, which order what are no numbers; those of `name` come first."""
        names = sorted((other for other, _ in self.inputs), key=lambda other: other != name)
        return tuple(values for values in map(self.values, names) if values is not None)

    @property
    def size(self) -> int | None:
        """The number of combinations of inputs, or None if a strategy draws some."""
        counts = [self.values(name) for name, _ in self.inputs]
        return None if None in counts else prod(len(values) for values in counts if values is not None)

    def strategy(self, name: str) -> SearchStrategy[object]:
        """Return the strategy that draws an input; listed values shrink towards the first."""
        from hypothesis import strategies

        values = self.values(name)
        return dict(self.inputs)[name] if values is None else strategies.sampled_from(values)

    def run(self, inputs: Mapping[str, object]) -> dict[str, object]:
        """Run the function once, on copies of its inputs, and return its outputs by name.

        Raises
        ------
        ProgramFailedError
            If the function raises.
        """
        copies = {name: _copied(value) for name, value in inputs.items()}
        try:
            result = self.function(**copies)
        except Exception as error:
            raise ProgramFailedError(call(self.name, inputs), f"{type(error).__name__}: {error}") from error
        return outputs(result)

    def output(self, inputs: Mapping[str, object], name: str) -> object:
        """Run the function once and return one output; an input counts as an output."""
        if name in inputs:
            return inputs[name]
        by_name = self.run(inputs)
        if name not in by_name:
            raise UnknownNameError(name, (*(input_name for input_name, _ in self.inputs), *by_name))
        if is_nan(by_name[name]):
            reason = f"nan as {name}, which is not comparable, not even with itself"
            raise ProgramFailedError(call(self.name, inputs), reason)
        return by_name[name]


@dataclass(frozen=True, slots=True)
class RememberingProgram(Program):
    """A program that runs each combination of inputs once; it keeps all results, so use it for one check.

    Parameters
    ----------
    known
        For each combination, the inputs themselves, so no other object takes over their identity, and the outputs.
    """

    known: dict[tuple[object, ...], tuple[object, dict[str, object]]] = field(default_factory=dict, compare=False)

    def run(self, inputs: Mapping[str, object]) -> dict[str, object]:
        """Return the outputs for some inputs, from the first run with them."""
        key = tuple((name, _same_value(value)) for name, value in sorted(inputs.items()))
        if key not in self.known:
            self.known[key] = tuple(inputs.values()), Program.run(self, inputs)
        return self.known[key][1]


SETTABLE: Final = (
    "correct the spelling, name it in program(...), or make what the function computes an input that is None by default"
)
"""Advice when a claim sets something that is not an input of the program."""


def remembering(program: Program) -> Program:
    """Return a program that runs each combination of inputs once."""
    return RememberingProgram(program.function, program.inputs)


def _same_value(value: object) -> tuple[object, ...]:
    """Return a key that tells values apart as a function can: 1, 1.0 and True differ, and so do 0.0 and -0.0."""
    by_value = isinstance(value, int | float | str | bytes | Decimal | Enum | None)
    return (type(value), repr(value) if isinstance(value, float | Decimal) else value if by_value else id(value))


def _copied(value: object) -> object:
    """Return a copy, so a function that changes its input affects no later call; a lock, for one, has no copy."""
    try:
        return deepcopy(value)
    except (TypeError, ValueError, NotImplementedError, RecursionError):
        return value


def program(function: Callable[..., object], **inputs: Domain) -> Program:
    """Describe a function by the values that its inputs may take.

    Parameters
    ----------
    inputs
        For each input that a claim names or that varies: its values, the simplest first, or a Hypothesis strategy.
        `monotone` orders numbers by size, and other values, of inputs and outputs, as an input lists them. Inputs with
        a default may be left out.

    Raises
    ------
    UnknownNameError
        For an input that the function does not have.
    MalformedModelError
        For an input without values, or with a single value instead of a list.

    Examples
    --------
    >>> def fare(zones, student):
    ...     return zones * (2 if student else 3)
    >>> program(fare, zones=range(1, 5), student=[False, True]).run({"zones": 2, "student": True})
    {'result': 4}
    """
    _check_names(function, inputs)
    domains = []
    for name, domain in inputs.items():
        if isinstance(domain, str | bytes) or not (hasattr(domain, "example") or isinstance(domain, Iterable)):
            message = f"expected a list of values for the input {name}, got {domain!r:.60}; write {name}=[...]"
            raise MalformedModelError(message)
        listed = domain if hasattr(domain, "example") else tuple(domain)
        if not hasattr(domain, "example") and not listed:
            message = f"expected values for the input {name}, got none; list them or pass a Hypothesis strategy"
            raise MalformedModelError(message)
        domains.append((name, listed))
    return Program(function, tuple(domains))


def _check_names(function: object, inputs: Mapping[str, Domain]) -> None:
    if not callable(function) or iscoroutinefunction(function) or isgeneratorfunction(function):
        message = f"expected a function that returns its result, got {function!r:.60}; wrap it in one that does"
        raise MalformedModelError(message)
    try:
        parameters = signature(function).parameters
    except ValueError as unknown:
        message = f"expected a function that names its inputs, got {function!r:.60}; wrap it in a lambda that does"
        raise MalformedModelError(message) from unknown
    if any(parameter.kind is Parameter.VAR_KEYWORD for parameter in parameters.values()):
        return
    for name in inputs:
        if name not in parameters:
            raise UnknownNameError(name, tuple(parameters))
    for name, parameter in parameters.items():
        needed = parameter.default is Parameter.empty and parameter.kind is not Parameter.VAR_POSITIONAL
        if needed and name not in inputs:
            message = f"expected values for the input {name}, got none; list them or pass a Hypothesis strategy"
            raise MalformedModelError(message)


def outputs(found: object) -> dict[str, object]:
    """Name the outputs of a function: the keys of a mapping, the fields of a record, otherwise `result`.

    Examples
    --------
    >>> outputs(3), outputs({"net": 2, "tax": 1})
    ({'result': 3}, {'net': 2, 'tax': 1})
    """
    if isinstance(found, Mapping):
        return {str(name): value for name, value in found.items()}
    if is_dataclass(found) and not isinstance(found, type):
        return {field.name: getattr(found, field.name) for field in fields_of(found)}
    if isinstance(found, tuple) and hasattr(found, "_fields"):
        return dict(zip(found._fields, found, strict=True))
    return {RESULT: found}


def call(name: str, inputs: Mapping[str, object]) -> str:
    """Write a call in Python syntax.

    Examples
    --------
    >>> call("fare", {"zones": 2, "student": True})
    'fare(zones=2, student=True)'
    """
    return f"{name}({', '.join(f'{key}={value!r}' for key, value in inputs.items())})"

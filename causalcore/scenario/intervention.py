"""Interventions: do(X = x), for one or several events at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from causalcore.errors import InvalidInterventionError
from logic.errors import brief


@dataclass(frozen=True, slots=True)
class Intervention:
    """Values set from outside, in the order given.

    Parameters
    ----------
    values
        The value that each event is set to.

    Examples
    --------
    >>> print(do({"e2": "false"}))
    do(e2=false)
    """

    assignments: tuple[tuple[str, str], ...]
    values: Mapping[str, str] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "assignments", tuple(self.assignments))
        object.__setattr__(self, "values", dict(self.assignments))

    def __iter__(self) -> Iterator[tuple[str, str]]:
        return iter(self.assignments)

    def __contains__(self, event_id: object) -> bool:
        return event_id in self.values

    def __getitem__(self, event_id: str) -> str:
        return self.values[event_id]

    def __str__(self) -> str:
        return f"do({', '.join(f'{name}={value}' for name, value in self.assignments)})"


def do(values: Mapping[str, str | bool]) -> Intervention:
    """Build an intervention from a mapping of event ids to values.

    Raises
    ------
    InvalidInterventionError
        If `values` is not a mapping.

    Examples
    --------
    >>> do({"e2": False}) == do({"e2": "false"})
    True
    """
    given: object = values
    if not isinstance(given, Mapping):
        message = f'expected events with their values, such as do({{"e1": "false"}}), got {brief(given)}; name them so'
        raise InvalidInterventionError(message)
    return Intervention(
        tuple((name, str(value).lower() if isinstance(value, bool) else value) for name, value in values.items())
    )

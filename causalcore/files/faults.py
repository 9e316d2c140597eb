"""All faults of one thing at once, where each check raises the first that it meets.

Examples
--------
>>> from causalcore.errors import MalformedModelError
>>> def check(name):
...     raise MalformedModelError(f"expected a list of values for {name}, got 3; write one")
>>> all_faults(MalformedModelError, "a model", [lambda: check("X"), lambda: check("Y")])
Traceback (most recent call last):
causalcore.errors.MalformedModelError: expected a model without faults, got 2:
    (1) expected a list of values for X, got 3; write one (2) expected a list of values for Y, got 3; write one
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from logic.errors import ReasoningError

MOST_SHOWN: Final = 20
"""Faults that a message lists; who has more has made one mistake many times."""


def all_faults(kind: type[ReasoningError], what: str, checks: Iterable[Callable[[], object]]) -> None:
    """Run all checks; raise the one fault as it is, or several in one error.

    Parameters
    ----------
    kind
        The class of an error of several faults.
    what
        What is checked, such as `a scenario`.

    Raises
    ------
    ReasoningError
        If a check does.
    """
    found: list[ReasoningError] = []
    for check in checks:
        try:
            check()
        except ReasoningError as fault:
            found.append(fault)
    raise_faults(kind, what, found)


def raise_faults(kind: type[ReasoningError], what: str, faults: list[ReasoningError]) -> None:
    """Raise a single fault as it is, or several in one error; nothing without a fault."""
    if len(faults) == 1:
        raise faults[0]
    if faults:
        raise kind(listed_faults(what, [str(fault) for fault in faults]))


def listed_faults(what: str, faults: list[str]) -> str:
    """Return one message for several faults; a single one is its own."""
    if len(faults) == 1:
        return faults[0]
    shown = [f"({number}) {fault}" for number, fault in enumerate(faults[:MOST_SHOWN], 1)]
    more = [f"and {len(faults) - MOST_SHOWN} more"] if len(faults) > MOST_SHOWN else []
    return " ".join([f"expected {what} without faults, got {len(faults)}:", *shown, *more])

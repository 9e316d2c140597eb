"""All faults of one thing in one error, although each check raises only its first.

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
"""Most faults that a message lists; more of them usually repeat one mistake."""


def all_faults(kind: type[ReasoningError], what: str, checks: Iterable[Callable[[], object]]) -> None:
    """Run all checks; raise a single fault unchanged, or several in one error.

    Parameters
    ----------
    kind
        The class of an error with several faults.
    what
        The checked thing, such as `a scenario`.

    Raises
    ------
    ReasoningError
        If a check raises one.
    """
    faults: list[ReasoningError] = []
    for check in checks:
        try:
            check()
        except ReasoningError as fault:
            faults.append(fault)
    raise_faults(kind, what, faults)


def raise_faults(kind: type[ReasoningError], what: str, faults: list[ReasoningError]) -> None:
    """Raise a single fault unchanged, or several in one error; do nothing without a fault."""
    if len(faults) == 1:
        raise faults[0]
    if faults:
        raise kind(listed_faults(what, [str(fault) for fault in faults]))


def listed_faults(what: str, faults: list[str]) -> str:
    """Return one message for several faults; a single fault is its own message."""
    if len(faults) == 1:
        return faults[0]
    numbered = [f"({number}) {fault}" for number, fault in enumerate(faults[:MOST_SHOWN], 1)]
    more = [f"and {len(faults) - MOST_SHOWN} more"] if len(faults) > MOST_SHOWN else []
    return " ".join([f"expected {what} without faults, got {len(faults)}:", *numbered, *more])

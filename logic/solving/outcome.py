"""The limits of a question to the solver, and its outcome."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from logic.solving.term import Model


class Status(StrEnum):
    """The solver's result."""

    SAT = "sat"
    UNSAT = "unsat"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """The limits of one call to the solver.

    Parameters
    ----------
    seconds
        Wall time for one call.
    megabytes
        Memory of the solver.
    """

    seconds: float = 10.0
    megabytes: int = 2048


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """Result of one check.

    Parameters
    ----------
    core
        After `UNSAT`: names of the assertions and assumptions that clash.
    reason
        After `UNKNOWN`: why the solver gave up.
    """

    status: Status
    core: tuple[str, ...] = ()
    reason: str = ""
    model: Model | None = field(default=None, compare=False)

    def __bool__(self) -> bool:
        message = (
            "expected a comparison of outcome.status with SAT, UNSAT or UNKNOWN, got an outcome used as a truth value"
        )
        msg = f"{message}; unknown is not false"
        raise TypeError(msg)

"""Named effects of one variable on another, and changes of value."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from causalcore.errors import MalformedModelError

if TYPE_CHECKING:
    from causalcore.model.model import SCM
    from causalcore.model.variable import Value


class EffectKind(StrEnum):
    """The named effects."""

    ATE = "ate"
    ETT = "ett"
    NDE = "nde"
    NIE = "nie"
    PN = "pn"
    PS = "ps"
    PNS = "pns"


@dataclass(frozen=True, slots=True)
class Change:
    """A variable and its change from one value to another; by default, the two values of its domain."""

    variable: str
    old: Value | None = None
    new: Value | None = None

    def ends(self, model: SCM) -> tuple[Value, Value]:
        """Return the old and the new value.

        Raises
        ------
        MalformedModelError
            If the variable does not have two values and none are named.
        """
        if self.old is not None and self.new is not None:
            own = model[self.variable]
            return own.values[own.index(self.old)], own.values[own.index(self.new)]
        values = model[self.variable].values
        if len(values) != 2:
            message = (
                f"expected two values of {self.variable}, got {len(values)}; write which, as in {self.variable}: "
                f"{values[0]} -> {values[-1]}"
            )
            raise MalformedModelError(message)
        return values[0], values[1]


@dataclass(frozen=True, slots=True)
class Effect:
    """A named effect of one variable on another."""

    kind: EffectKind
    cause: Change
    effect: Change

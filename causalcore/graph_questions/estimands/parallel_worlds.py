"""The counterfactual graph of some facts: variables in their worlds, equal ones merged.

Values are symbols. Two copies of a variable whose causes have the same values are one, since its noise is the same in
all worlds. Sources: Shpitser and Pearl (2008), Complete identification methods for the causal hierarchy, section 4;
nested facts are unnested as in Correa, Lee and Bareinboim (2021), Nested counterfactual identification from arbitrary
surrogate experiments, theorem 1.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from causalcore.errors import MalformedModelError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from causalcore.identification.diagram import Diagram


@dataclass(frozen=True, slots=True)
class Sign:
    """A value of a variable, as a symbol.

    Parameters
    ----------
    value
        The value in the query; empty if open.
    number
        Distinguishes values that are summed over; 0 for others.
    """

    name: str
    value: str = ""
    number: int = 0

    @property
    def summed(self) -> bool:
        """Whether the value is summed over."""
        return self.number > 0

    def __str__(self) -> str:
        return f"{self.name}={self.value}" if self.value else self.name


@dataclass(frozen=True, slots=True)
class Asked:
    """A variable in the world of an intervention, which may set a variable to its value in a further world."""

    variable: str
    do: tuple[tuple[str, Sign | Asked], ...] = ()

    def __str__(self) -> str:
        if not self.do:
            return self.variable
        settings = (f"{name}={setting}" if isinstance(setting, Asked) else str(setting) for name, setting in self.do)
        return f"{self.variable}@do({', '.join(settings)})"


@dataclass(frozen=True, slots=True)
class Demand:
    """A fact that is queried or given."""

    term: Asked
    sign: Sign
    given: bool = False

    def __str__(self) -> str:
        return f"{self.term}={self.sign.value}" if self.sign.value else str(self.term)


class ContradictionError(Exception):
    """The facts hold in no case; caught within this room."""


@dataclass(slots=True, eq=False)
class Copy:
    """A variable in a world: its value, and each cause's value with the copy that has it.

    Parameters
    ----------
    asked, given
        Whether the query asks for its value, or conditions on it.
    """

    variable: str
    do: tuple[tuple[str, Sign], ...]
    sign: Sign
    causes: dict[str, tuple[Sign, Copy | None]] = field(default_factory=dict)
    asked: bool = False
    given: bool = False


class ParallelWorlds:
    """The copies that some facts need.

    Raises
    ------
    ContradictionError
        If the facts hold in no case.
    MalformedModelError
        If a query asks for one value both with and without naming it.

    Examples
    --------
    >>> from causalcore.identification.diagram import Diagram
    >>> chain = Diagram(("X", "M", "Y"), (("X", "M"), ("M", "Y")))
    >>> had = Asked("Y", (("X", Sign("X", "1")),))
    >>> worlds = ParallelWorlds(chain, [Demand(had, Sign("Y", "1")), Demand(Asked("M"), Sign("M", "0"))])
    >>> [copy.variable for copy in worlds.copies]
    ['X', 'M', 'M', 'Y']
    """

    def __init__(self, diagram: Diagram, demands: Iterable[Demand]) -> None:
        self.diagram = diagram
        self._count = 0
        self._same: dict[Sign, Sign] = {}
        self._known: dict[tuple[str, tuple[tuple[str, Sign], ...]], Copy] = {}
        self._merged: dict[int, Copy] = {}
        self._owner: dict[Sign, Copy] = {}
        for demand in demands:
            self._take(demand)
        self.copies = tuple(self._merge())

    def value(self, sign: Sign) -> Sign:
        """Return the representative of the signs known to be equal."""
        while sign in self._same:
            sign = self._same[sign]
        return sign

    def merged(self, copy: Copy) -> Copy:
        """Return the representative of the copies known to be equal."""
        return self._merged[id(copy)]

    # ------------------------------------------------------------ building

    def _take(self, demand: Demand) -> None:
        own = dict(demand.term.do).get(demand.term.variable)
        if isinstance(own, Asked):  # it is set to its value in another world
            self._take(Demand(own, demand.sign, demand.given))
            return
        if own is not None:
            self._equal(own, demand.sign)
            return
        copy = self._copy(demand.term.variable, self._settings(demand.term))
        self._equal(copy.sign, demand.sign)
        copy.given |= demand.given
        copy.asked |= not demand.given

    def _settings(self, term: Asked) -> tuple[tuple[str, Sign], ...]:
        return tuple((name, self._sign_of(setting)) for name, setting in sorted(term.do, key=lambda pair: pair[0]))

    def _sign_of(self, setting: Sign | Asked) -> Sign:
        if isinstance(setting, Sign):
            return setting
        do = self._settings(setting)
        own = dict(do).get(setting.variable)
        return self._copy(setting.variable, do).sign if own is None else own

    def _copy(self, variable: str, do: tuple[tuple[str, Sign], ...]) -> Copy:
        """Return a variable in a world, with everything upstream of it there."""
        moved = self.diagram.cut(into=[name for name, _ in do]).ancestors([variable])
        key = variable, tuple(pair for pair in do if pair[0] in moved)
        if key not in self._known:
            self._count += 1
            copy = Copy(variable, key[1], Sign(variable, "", self._count))
            self._owner[copy.sign] = copy
            settings = dict(key[1])
            for cause in sorted(self.diagram.observed_parents(variable)):
                sign = settings[cause] if cause in settings else self._copy(cause, key[1]).sign
                copy.causes[cause] = (sign, self._owner.get(sign))
            self._known[key] = copy
        return self._known[key]

    # ------------------------------------------------------------ equal copies

    def _equal(self, left: Sign, right: Sign) -> None:
        left, right = self.value(left), self.value(right)
        if left == right:
            return
        if left.summed:
            self._same[left] = right
        elif right.summed:
            self._same[right] = left
        elif left.value and right.value:
            raise ContradictionError
        else:
            message = f"expected {left.name} with a value or without one, got both for one world; write it in one way"
            raise MalformedModelError(message)

    def _merge(self) -> list[Copy]:
        """Merge copies whose causes have the same values, causes before effects."""
        kept: list[Copy] = []
        for variable in self.diagram.order:
            alike: dict[tuple[Sign, ...], Copy] = {}
            for copy in [copy for copy in self._known.values() if copy.variable == variable]:
                key = tuple(self.value(sign) for sign, _ in copy.causes.values())
                first = alike.setdefault(key, copy)
                self._merged[id(copy)] = first
                self._equal(first.sign, copy.sign)
                first.asked, first.given = first.asked or copy.asked, first.given or copy.given
                for cause, (sign, above) in copy.causes.items():
                    if first.causes[cause][1] is None:
                        first.causes[cause] = (sign, above)
            kept += alike.values()
        return kept

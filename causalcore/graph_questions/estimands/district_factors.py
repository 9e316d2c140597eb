"""The chance of facts about several worlds as a product, one factor per district.

A factor is identified from experiments if no two of its copies need different values of one variable. Sources: Correa,
Lee and Bareinboim (2021), Nested counterfactual identification from arbitrary surrogate experiments, theorems 2 to 5;
Shpitser and Pearl (2008), lines 6 to 9 of ID*.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from causalcore.graph_questions.estimands.parallel_worlds import Copy, ParallelWorlds, Sign

if TYPE_CHECKING:
    from collections.abc import Iterable


@dataclass(frozen=True, slots=True)
class Conflict:
    """Two facts of one case that no experiment can show together: they need different values of one variable.

    Parameters
    ----------
    facts
        Variables, each in its world.
    variable
        The variable that would need two values at once.
    values
        These two values; empty if any two will do.
    """

    facts: tuple[str, ...]
    variable: str
    values: tuple[str, str]

    def __str__(self) -> str:
        who = " and ".join(self.facts)
        first, second = self.values
        need = f"to be {first} and {second}" if first and second else "to have two values"
        return f"{who} share noise, and need {self.variable} {need} in one case"


@dataclass(frozen=True, slots=True)
class DistrictFactor:
    """P(values of a district, once all other variables are set).

    Parameters
    ----------
    values
        The value of each variable of the district.
    others
        The value of each other variable that affects it.
    """

    values: tuple[tuple[str, Sign], ...]
    others: tuple[tuple[str, Sign], ...]

    @property
    def variables(self) -> frozenset[str]:
        """The variables of the district."""
        return frozenset(name for name, _ in self.values)


def districts(worlds: ParallelWorlds) -> list[list[Copy]]:
    """Return the copies, grouped by shared noise."""
    inside = frozenset(copy.variable for copy in worlds.copies)
    groups: dict[frozenset[str], list[Copy]] = {}
    for copy in worlds.copies:
        groups.setdefault(worlds.diagram.district(copy.variable, inside), []).append(copy)
    return list(groups.values())


def bearing(worlds: ParallelWorlds) -> frozenset[str]:
    """Return the variables of all districts that affect the queried probability, given the conditions.

    Districts are connected if a queried value, or one that is summed over, passes between them; a given value is fixed
    and passes nothing on.
    """
    groups = districts(worlds)
    home = {copy.variable: number for number, group in enumerate(groups) for copy in group}
    relevant = {home[copy.variable] for copy in worlds.copies if copy.asked and not copy.given}
    near: dict[int, set[int]] = {number: set() for number in range(len(groups))}
    for copy in worlds.copies:
        for cause, (sign, above) in copy.causes.items():
            if cause in home and _passes(worlds, sign, above):
                near[home[copy.variable]].add(home[cause])
                near[home[cause]].add(home[copy.variable])
    waiting = list(relevant)
    while waiting:
        fresh = near[waiting.pop()] - relevant
        relevant |= fresh
        waiting += fresh
    return frozenset(copy.variable for number in relevant for copy in groups[number])


def _passes(worlds: ParallelWorlds, sign: Sign, above: Copy | None) -> bool:
    if worlds.value(sign).summed:
        return True
    return above is not None and not (kept := worlds.merged(above)).given and kept.asked


def factors(worlds: ParallelWorlds, variables: frozenset[str]) -> list[DistrictFactor] | Conflict:
    """Return the factors of the districts within some variables, or two facts that clash in one.

    Examples
    --------
    >>> from causalcore.graph_questions.estimands.parallel_worlds import Asked, Demand
    >>> from causalcore.identification.diagram import Diagram
    >>> pair = Diagram(("X", "Y"), (("X", "Y"),))
    >>> def had(value):
    ...     return Demand(Asked("Y", (("X", Sign("X", value)),)), Sign("Y", value))
    >>> print(factors(ParallelWorlds(pair, [had("0"), had("1")]), frozenset({"Y"})))
    Y@do(X=0) and Y@do(X=1) share noise, and need X to be 0 and 1 in one case
    """
    result = []
    for group in districts(worlds):
        if group[0].variable in variables:
            factor = _factor(worlds, group)
            if isinstance(factor, Conflict):
                return factor
            result.append(factor)
    return result


def _factor(worlds: ParallelWorlds, group: Iterable[Copy]) -> DistrictFactor | Conflict:
    needed: dict[str, tuple[Sign, Copy]] = {}
    own: dict[str, Sign] = {}
    for copy in group:
        pairs = [(cause, sign) for cause, (sign, _) in copy.causes.items()]
        for name, sign in (*pairs, (copy.variable, copy.sign)):
            value = worlds.value(sign)
            before, first = needed.setdefault(name, (value, copy))
            if before != value:
                return _conflict(worlds, first, copy, name, before, value)
        own[copy.variable] = worlds.value(copy.sign)
    others = tuple((name, value) for name, (value, _) in needed.items() if name not in own)
    return DistrictFactor(tuple(own.items()), others)


def _conflict(worlds: ParallelWorlds, left: Copy, right: Copy, name: str, first: Sign, second: Sign) -> Conflict:
    facts = tuple(dict.fromkeys((_shown(worlds, left), _shown(worlds, right))))
    return Conflict(facts, name, (first.value, second.value))


def _shown(worlds: ParallelWorlds, copy: Copy) -> str:
    do = ", ".join(str(worlds.value(sign)) for _, sign in copy.do)
    return f"{copy.variable}@do({do})" if do else copy.variable

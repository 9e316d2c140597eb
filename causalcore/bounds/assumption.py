"""The assumptions that may be added to a model's conditional tables.

==========================  ==================================================
assumption                  means
==========================  ==================================================
`confounded(X, Y)`          the noise terms of X and Y may be dependent
`no_confounding(X, Y)`      they are independent; cancels an earlier assumption
`exogenous(X)`              the noise of X is independent of all other noise
`excluded(Z, Y)`            Z is no direct cause of Y, though Y's table conditions on it
`monotone(X, Y, +)`         raising X alone never lowers Y (`-`: never raises it)
==========================  ==================================================

By default, tables have independent noise. If variables are confounded, their tables are what is observed,
P(x | parents) and P(y | parents, x), and constrain each variable only jointly with the others.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations
from typing import TYPE_CHECKING

from causalcore.errors import MalformedModelError
from causalcore.model.model import ConditionalTable
from causalcore.queries.query_language import QueryReader

if TYPE_CHECKING:
    from causalcore.model.model import SCM


class AssumptionKind(StrEnum):
    """What an assumption says."""

    CONFOUNDED = "confounded"
    NO_CONFOUNDING = "no_confounding"
    EXOGENOUS = "exogenous"
    EXCLUDED = "excluded"
    MONOTONE = "monotone"


@dataclass(frozen=True, slots=True)
class Assumption:
    """One assumption about some variables.

    Examples
    --------
    >>> print(Assumption(AssumptionKind.MONOTONE, ("X", "Y")))
    monotone(X, Y, +)
    """

    kind: AssumptionKind
    names: tuple[str, ...]
    rising: bool = True

    def __str__(self) -> str:
        direction = ", +" if self.rising else ", -"
        return f"{self.kind}({', '.join(self.names)}{direction if self.kind is AssumptionKind.MONOTONE else ''})"


@dataclass(frozen=True, slots=True)
class Structure:
    """The causal structure that tables and assumptions leave.

    Parameters
    ----------
    parents
        For each variable with a table, its direct causes.
    districts
        The variables with tables, in causal order, grouped if their noise may be dependent.
    directions
        For each variable, the direct causes in which it is monotone, each with whether it rises with that cause.
    loose
        Whether some district contains variables that are not all confounded with each other.
    """

    parents: dict[str, tuple[str, ...]]
    districts: tuple[tuple[str, ...], ...]
    directions: dict[str, tuple[tuple[str, bool], ...]]
    loose: bool

    def district_of(self, name: str) -> tuple[str, ...]:
        """Return the variables that a variable's noise may depend on, including itself."""
        return next(district for district in self.districts if name in district)

    def altered(self, model: SCM, district: tuple[str, ...]) -> bool:
        """Return whether the tables of a district differ from its mechanisms' own."""
        return len(district) > 1 or any(self.parents[name] != model.rule(name).parents for name in district)


class _AssumptionReader(QueryReader):
    """Parses the text form of one assumption."""

    def assumption(self) -> Assumption:
        word = self.name("the name of an assumption")
        if word not in set(AssumptionKind):
            self._index -= 1
            msg = f"one of {', '.join(AssumptionKind)}"
            raise self.fail(msg)
        kind = AssumptionKind(word)
        self.need("(")
        names = [self.name()]
        fewest, most = (1, 1) if kind is AssumptionKind.EXOGENOUS else (2, 2)
        while len(names) < fewest or (self.here.text == "," and (len(names) < most or self._several(kind))):
            self.need(",")
            names.append(self.name())
        rising = True
        if kind is AssumptionKind.MONOTONE:
            self.need(",")
            rising = self.need("+", "-") == "+"
        self.need(")")
        self.end()
        return Assumption(kind, tuple(names), rising)

    @staticmethod
    def _several(kind: AssumptionKind) -> bool:
        return kind in {AssumptionKind.CONFOUNDED, AssumptionKind.NO_CONFOUNDING}


def parse_assumption(text: str) -> Assumption:
    """Read one assumption.

    Raises
    ------
    QuerySyntaxError
        The error gives the column where reading fails.

    Examples
    --------
    >>> parse_assumption("confounded(X, Y, W)").names
    ('X', 'Y', 'W')
    """
    return _AssumptionReader(text).assumption()


def structure(model: SCM, assumptions: Iterable[Assumption] = ()) -> Structure:
    """Return the causal structure that tables and assumptions leave.

    Raises
    ------
    UnknownNameError
        If an assumption names something that the model does not have.
    MalformedModelError
        If it is about a mechanism, or about a parent that the table does not have.
    """
    listed = tuple(assumptions)
    parents = {name: _table(model, name).parents for name in model.order if _has_table(model, name)}
    directions: dict[str, tuple[tuple[str, bool], ...]] = {}
    pairs: set[frozenset[str]] = set()
    for item in listed:
        _check_tables(model, item)
        match item.kind:
            case AssumptionKind.CONFOUNDED:
                pairs |= set(map(frozenset, combinations(item.names, 2)))
            case AssumptionKind.NO_CONFOUNDING:
                pairs -= set(map(frozenset, combinations(item.names, 2)))
            case AssumptionKind.EXOGENOUS:
                pairs = {pair for pair in pairs if item.names[0] not in pair}
            case AssumptionKind.EXCLUDED:
                _check_parent(parents, item)
                parents[item.names[1]] = tuple(p for p in parents[item.names[1]] if p != item.names[0])
            case AssumptionKind.MONOTONE:
                _check_parent(parents, item)
                cause, effect = item.names
                directions[effect] = (*directions.get(effect, ()), (cause, item.rising))
    groups = _grouped(list(parents), pairs)
    loose = any(frozenset(pair) not in pairs for group in groups for pair in combinations(group, 2))
    return Structure(parents, groups, directions, loose)


def _check_tables(model: SCM, item: Assumption) -> None:
    """Raise for an assumption about a mechanism; one about a parent's part in a table may name any parent."""
    of_parent = item.kind in {AssumptionKind.EXCLUDED, AssumptionKind.MONOTONE}
    for name in item.names[1:] if of_parent else item.names:
        _table(model, name, item)
    for name in item.names:
        model.rule(name)


def _has_table(model: SCM, name: str) -> bool:
    return isinstance(model.rule(name), ConditionalTable)


def _table(model: SCM, name: str, item: Assumption | None = None) -> ConditionalTable:
    rule = model.rule(name)
    if not isinstance(rule, ConditionalTable):
        message = f"expected an assumption about variables with conditional tables, got {item}; {name} has a mechanism"
        raise MalformedModelError(message)
    return rule


def _check_parent(parents: dict[str, tuple[str, ...]], item: Assumption) -> None:
    cause, effect = item.names
    if cause not in parents[effect]:
        causes = ", ".join(parents[effect]) or "none"
        message = f"expected a direct cause of {effect} in {item}, got {cause}; its direct causes are {causes}"
        raise MalformedModelError(message)


def _grouped(names: list[str], pairs: set[frozenset[str]]) -> tuple[tuple[str, ...], ...]:
    groups = [{name} for name in names]
    for pair in pairs:
        together = [group for group in groups if group & pair]
        groups = [group for group in groups if not group & pair] + [set().union(*together)]
    return tuple(
        tuple(name for name in names if name in group)
        for group in sorted(groups, key=lambda g: min(map(names.index, g)))
    )

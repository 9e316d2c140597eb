"""Intervals for queries that conditional tables leave open.

Sources: Balke and Pearl (1994), Counterfactual probabilities; Balke and Pearl (1997), Bounds on treatment effects from
studies with imperfect compliance. The tables that a query needs in several worlds, and those of confounded variables,
are opened into canonical response functions (`causalcore.bounds.district`). The query is linear in the distribution of
each, so linear programming finds its ends (`causalcore.bounds.extremum`).
"""

from __future__ import annotations

from dataclasses import dataclass
from math import prod
from typing import TYPE_CHECKING

import numpy as np

from causalcore.bounds.assumption import Assumption, AssumptionKind, Structure, structure
from causalcore.bounds.district import District, open_district, opened
from causalcore.bounds.extremum import Polytope, empty, extrema, too_large
from causalcore.errors import (
    ContradictoryAssumptionsError,
    ImpossibleEvidenceError,
    MalformedModelError,
    NotIdentifiableError,
    UnknownMechanismError,
)
from causalcore.queries.compiled.network import Network
from causalcore.queries.compiled.plan import MAX_CELLS
from causalcore.queries.effect import Effect
from causalcore.queries.queries import PROBABILITIES, Probability, as_contrast, as_probability, ask

if TYPE_CHECKING:
    from collections.abc import Sequence

    from causalcore.model.model import SCM, Floats
    from causalcore.queries.queries import Query
    from causalcore.queries.world import Fact

NARROW = 1e-7
"""Ends closer than this are one point; the linear programs are about as precise."""


@dataclass(frozen=True, slots=True)
class Interval:
    """The least and the greatest value that tables and assumptions allow.

    Parameters
    ----------
    sharp
        Whether some model with these tables comes arbitrarily close to either end.
    opened
        The variables whose mechanisms are open.
    """

    low: float
    high: float
    sharp: bool = True
    opened: tuple[str, ...] = ()

    @property
    def point(self) -> float | None:
        """The value, if there is only one."""
        return (self.low + self.high) / 2 if self.high - self.low <= NARROW else None


@dataclass(frozen=True, slots=True)
class _Goal:
    """A weighted sum of probabilities of facts, given facts."""

    parts: tuple[tuple[float, tuple[Fact, ...]], ...]
    given: tuple[Fact, ...]
    ends: tuple[float, float]


def bounds(model: SCM, query: Query, assumptions: Sequence[Assumption] = ()) -> Interval:
    """Return bounds on a probability, a mean or an effect; a point has no width.

    Raises
    ------
    NotIdentifiableError
        If the query needs more response functions than can be listed.
    ContradictoryAssumptionsError
        If no model with these tables satisfies the assumptions.
    ImpossibleEvidenceError
        If what is given cannot happen.

    Examples
    --------
    >>> from causalcore.bounds.assumption import parse_assumption
    >>> from causalcore.model.building import scm
    >>> from causalcore.queries.effect import Change, Effect, EffectKind
    >>> trial = scm(
    ...     variables={"X": [0, 1], "Y": [0, 1]},
    ...     mechanisms={
    ...         "X": {"cpt": [0.5, 0.5]},
    ...         "Y": {"parents": ["X"], "cpt": {"0": [0.8, 0.2], "1": [0.5, 0.5]}},
    ...     },
    ... )
    >>> necessity = Effect(EffectKind.PN, Change("X"), Change("Y"))
    >>> found = bounds(trial, necessity)
    >>> round(found.low, 6), round(found.high, 6)
    (0.6, 1.0)
    >>> round(bounds(trial, necessity, [parse_assumption("monotone(X, Y, +)")]).point, 6)
    0.6
    """
    graph = structure(model, assumptions)
    opening = {district for district in graph.districts if graph.altered(model, district)}
    if not opening:
        try:
            value = ask(model, query)
            return Interval(value, value)
        except UnknownMechanismError as error:
            opening.add(graph.district_of(error.name))
    goal = _goal(model, query)
    while True:
        try:
            return _solve(model, goal, graph, opening, assumptions)
        except UnknownMechanismError as error:
            opening.add(graph.district_of(error.name))


def _goal(model: SCM, query: Query) -> _Goal:
    if isinstance(query, Effect) and query.kind in PROBABILITIES:
        query = as_probability(model, query)
    if isinstance(query, Probability):
        return _Goal(((1.0, query.outcome),), query.given, (0.0, 1.0))
    asked = as_contrast(model, query)
    parts = tuple((weight, (fact,)) for weight, fact in asked.facts())
    return _Goal(parts, asked.given, (-np.inf, np.inf))


def _solve(
    model: SCM, goal: _Goal, graph: Structure, opening: set[tuple[str, ...]], assumptions: Sequence[Assumption]
) -> Interval:
    in_order = [district for district in graph.districts if district in opening]
    try:
        districts = [open_district(model, members, graph) for members in in_order]
    except MalformedModelError as error:
        raise NotIdentifiableError(str(error)) from error
    whole = opened(model, districts, graph)
    everything = [(*goal.given, *facts) for _, facts in goal.parts]
    read = frozenset[str]().union(*(_read(whole, facts) for facts in (*everything, goal.given)))
    polytopes = [Polytope(district.constraints, district.values) for district in districts]
    _check(polytopes, districts, assumptions)
    used = [place for place, district in enumerate(districts) if read & set(district.choices)]
    districts, polytopes = [districts[place] for place in used], [polytopes[place] for place in used]
    if prod(prod(district.shape) for district in districts) > MAX_CELLS or (districts and too_large(polytopes)):
        names = ", ".join(name for district in districts for name in district.members)
        message = f"expected fewer response types, got too many of {names} together; give mechanisms for some of them"
        raise NotIdentifiableError(message)
    tables = [_by_type(whole, facts, districts) for facts in everything]
    total = sum((weight * table for (weight, _), table in zip(goal.parts, tables, strict=True)), np.zeros(()))
    given = _by_type(whole, goal.given, districts)
    return _interval(goal, total, given, polytopes, tuple(n for d in districts for n in d.members), graph)


def _interval(
    goal: _Goal, total: Floats, given: Floats, polytopes: list[Polytope], names: tuple[str, ...], graph: Structure
) -> Interval:
    if not polytopes:
        if given <= 0:
            raise ImpossibleEvidenceError(tuple(str(fact) for fact in goal.given))
        value = float(total / given)
        return Interval(value, value)
    limits = extrema(total, given, polytopes)
    if limits is None:
        raise ImpossibleEvidenceError(tuple(str(fact) for fact in goal.given))
    low, high = (min(max(end, goal.ends[0]), goal.ends[1]) for end in (limits.low, limits.high))
    return Interval(low, high, limits.sharp and not graph.loose, names)


def _check(polytopes: Sequence[Polytope], districts: Sequence[District], assumptions: Sequence[Assumption]) -> None:
    for polytope, district in zip(polytopes, districts, strict=True):
        if assumptions and empty(polytope):
            about = [str(item) for item in assumptions if set(item.names) & set(district.members)]
            raise ContradictoryAssumptionsError(tuple(about))


def _read(whole: SCM, facts: tuple[Fact, ...]) -> frozenset[str]:
    network = Network(whole)
    network.observe(facts)
    return network.noise_read()


def _by_type(whole: SCM, facts: tuple[Fact, ...], districts: Sequence[District]) -> Floats:
    """Return P(facts | response types), one axis for each district."""
    network = Network(whole)
    network.observe(facts)
    sizes = tuple(size for district in districts for size in district.shape)
    names = [name for district in districts for name in district.choices]
    table = network.joint(network.noise_places(names), sizes) * prod(sizes)
    return table.reshape([prod(district.shape) for district in districts])


# ------------------------------------------------------------ identifying assumptions


def identifying(
    model: SCM, query: Query, assumptions: Sequence[Assumption], found: Interval
) -> tuple[tuple[Assumption, float], ...]:
    """Return the single assumptions that would shrink an interval to a point, with that point.

    Each is tried alone: no confounding of two opened variables, and a direction for each direct cause of one of them.
    """
    graph = structure(model, assumptions)
    results = []
    for candidate in _candidates(graph, found.opened):
        try:
            point = bounds(model, query, (*assumptions, candidate)).point
        except (ContradictoryAssumptionsError, NotIdentifiableError, ImpossibleEvidenceError):
            continue
        if point is not None:
            results.append((candidate, point))
    return tuple(results)


def _candidates(graph: Structure, names: tuple[str, ...]) -> list[Assumption]:
    candidates = [
        Assumption(AssumptionKind.NO_CONFOUNDING, (name, other))
        for name in names
        for other in graph.district_of(name)
        if names.index(name) < names.index(other)
    ]
    for name in names:
        for parent in graph.parents[name]:
            if parent not in {cause for cause, _ in graph.directions.get(name, ())}:
                candidates += [Assumption(AssumptionKind.MONOTONE, (parent, name), rising) for rising in (True, False)]
    return candidates

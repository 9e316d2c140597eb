"""Hypothesis strategies for models, scenarios, interventions and evidence.

Each shrinks to something small: few variables, two values, no links, first values. Hypothesis also uses them for the
types `SCM` and `Scenario` (`st.from_type`, `@given` by annotation), through `causalcore.claims.hypothesis_plugin`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, overload

import numpy as np
from hypothesis import strategies as st

from causalcore.claims.generation import (
    EVENT_ROW,
    MAX_EVENTS,
    MAX_TABLES,
    NOISE_ROW,
    VARIABLE_ROW,
    Row,
    make_model,
    make_scenario,
)
from causalcore.errors import MalformedModelError
from causalcore.model.model import SCM, Mechanism
from causalcore.scenario.intervention import Intervention, do
from causalcore.scenario.scenario import Scenario
from logic.errors import brief

if TYPE_CHECKING:
    from causalcore.model.variable import Value

__all__ = ["evidence", "interventions", "scenarios", "scms"]


def _rows(bounds: Row, least: int, most: int) -> st.SearchStrategy[list[tuple[int, ...]]]:
    row = st.tuples(*(st.integers(0, bound - 1) for bound in bounds))
    return st.lists(row, min_size=least, max_size=most)


def scms(
    *,
    min_variables: int = 1,
    max_variables: int = 5,
    max_noise: int = 4,
    confounded: bool = True,
    conditional: bool = False,
) -> st.SearchStrategy[SCM]:
    """Draw fully specified models; V0, V1, ... are in causal order, the noise is U0, U1, ...

    Parameters
    ----------
    confounded
        Whether variables may share noise, and noise may be correlated.
    conditional
        Whether some variables may have a conditional table instead of a mechanism.

    Examples
    --------
    >>> from hypothesis import find
    >>> len(find(scms(), lambda model: len(model.edges) > 0).edges) > 0
    True
    """
    return st.builds(
        lambda variables, noise: make_model(variables, noise, confounded=confounded, conditional=conditional),
        _rows(VARIABLE_ROW, min_variables, max_variables),
        _rows(NOISE_ROW, 0, max_noise),
    )


def scenarios(
    *, min_events: int = 1, max_events: int = 4, max_tables: int = MAX_TABLES, consistent: bool = True
) -> st.SearchStrategy[Scenario]:
    """Draw scenarios of all kinds; e1, e2, ... are in causal order.

    Parameters
    ----------
    max_events
        At most eight.
    max_tables
        Most response tables of one event; links that would give it more are left out.
    consistent
        Whether facts and links must be consistent.

    Examples
    --------
    >>> from hypothesis import find
    >>> len(find(scenarios(), lambda scenario: bool(scenario.links)).events) >= 2
    True
    """
    return _rows(EVENT_ROW, min_events, min(max_events, MAX_EVENTS)).map(
        lambda rows: make_scenario(rows, max_tables=max_tables, consistent=consistent)
    )


@overload
def interventions(model: Scenario, *, max_size: int = 3) -> st.SearchStrategy[Intervention]: ...


@overload
def interventions(model: SCM, *, max_size: int = 3) -> st.SearchStrategy[dict[str, Value]]: ...


def interventions(
    model: SCM | Scenario, *, max_size: int = 3
) -> st.SearchStrategy[Intervention] | st.SearchStrategy[dict[str, Value]]:
    """Draw interventions on a model: values of one variable or a few.

    For a scenario's events, values off the fact come first, since setting the fact changes nothing.

    Examples
    --------
    >>> from causalcore.model.textbook import FIRING_SQUAD
    >>> from hypothesis import find
    >>> "D" in find(interventions(FIRING_SQUAD), lambda action: "D" in action)
    True
    """
    if isinstance(model, Scenario):
        domains: dict[str, tuple[Value, ...]] = {
            event.id: (*(value for value in event.values if value != event.fact), event.fact) for event in model.events
        }
        return _settings(domains, max_size).map(lambda values: do({name: str(value) for name, value in values.items()}))
    _refuse_others(model)
    return _settings({name: model[name].values for name in model.names}, max_size)


@st.composite
def _settings(draw: st.DrawFn, domains: dict[str, tuple[Value, ...]], max_size: int) -> dict[str, Value]:
    names = draw(st.lists(st.sampled_from(tuple(domains)), min_size=1, max_size=max_size, unique=True))
    return {name: draw(st.sampled_from(domains[name])) for name in sorted(names)}


@st.composite
def evidence(draw: st.DrawFn, model: SCM | Scenario, *, max_size: int | None = None) -> dict[str, Value]:
    """Draw values that can be observed together: those of some variables in one possible world.

    A scenario has one factual world, that of its text.

    Examples
    --------
    >>> from causalcore.queries.abduction import abduct
    >>> from causalcore.model.textbook import FIRING_SQUAD
    >>> from hypothesis import find
    >>> abduct(FIRING_SQUAD, find(evidence(FIRING_SQUAD), lambda seen: len(seen) > 1)).weight > 0
    True
    """
    if isinstance(model, Scenario):
        world: dict[str, Value] = {event.id: event.fact for event in model.events}
    else:
        _refuse_others(model)
        world = _world(draw, model)
    most = len(world) if max_size is None else max_size
    names = draw(st.lists(st.sampled_from(tuple(world)), max_size=most, unique=True)) if world else []
    return {name: world[name] for name in sorted(names)}


def _refuse_others(model: object) -> None:
    if not isinstance(model, SCM):
        message = f"expected a model or a scenario, got {brief(model)}; pass one of them"
        raise MalformedModelError(message)


def _world(draw: st.DrawFn, model: SCM) -> dict[str, Value]:
    places: dict[str, int] = {}
    for factor in model.noise:
        possible = [place for place in np.ndindex(*factor.probabilities.shape) if factor.probabilities[place] > 0]
        places.update(zip(factor.names, draw(st.sampled_from(possible)), strict=True))
    for name in model.order:
        rule = model.rule(name)
        row = tuple(places[parent] for parent in rule.parents)
        if isinstance(rule, Mechanism):
            places[name] = int(rule.table[row])
        else:
            places[name] = draw(st.sampled_from(np.flatnonzero(rule.probabilities[row]).tolist()))
    return {name: model[name].values[places[name]] for name in model.names}

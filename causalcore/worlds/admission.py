"""The models that a scenario admits, and the scenario of a given model.

A scenario leaves the response tables of its events open. Each way to fill them in is one fully specified model with a
fixed background: roots and latents are constant. `admitted_models` enumerates these models, and `admits` tests whether
a model is one of them. `scenario_of` describes a model in one context as far as a scenario can: the links of its
tables, their signs and their strengths. Every model is admitted by its own scenario.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import product
from math import prod
from typing import TYPE_CHECKING

import numpy as np

from causalcore.causes.situation import Situation, situation
from causalcore.derivation.constraints import FormulaResponse, LinkedResponse, Node, bits, lay_out
from causalcore.errors import MalformedModelError
from causalcore.model.model import SCM, Mechanism
from causalcore.model.variable import Variable
from causalcore.scenario.scenario import EVENT_VALUES, Event, Kind, Link, Scenario, Sign, Strength
from causalcore.worlds.joint_worlds import pushes, rank, works_against

if TYPE_CHECKING:
    from causalcore.derivation.constraints import Layout
    from causalcore.model.variable import Value

MAX_TABLES = 1 << 16
"""Most fillings of one event's table that are tried one by one."""

Positions = tuple[int, ...]


def admitted_models(scenario: Scenario) -> Iterator[SCM]:
    """Yield the models that a scenario admits, one for each filling of its tables.

    Raises
    ------
    MalformedModelError
        If an event has too many fillings to try.

    Examples
    --------
    >>> rain, wet = Event(id="rain", statement="It rained."), Event(id="wet", statement="The field was wet.")
    >>> possible = Link(cause="rain", effect="wet", strength=Strength.POSSIBLE)
    >>> [model.rule("wet").table.tolist() for model in admitted_models(Scenario(events=(rain, wet), links=(possible,)))]
    [[0, 1], [1, 1]]
    """
    layout = lay_out(scenario)
    own = {node.event.id: Variable(node.event.id, node.event.values) for node in layout.nodes}
    tables = [list(_tables(layout, node)) for node in layout.nodes]
    for filling in product(*tables):
        rules = dict(zip(own, filling, strict=True))
        names = [event.id for event in scenario.events] + [latent.id for latent in scenario.latents]
        yield SCM(tuple(own[name] for name in names), (), (), tuple(rules[name] for name in names))


def number_of_models(scenario: Scenario) -> int:
    """Count the models that a scenario admits.

    Examples
    --------
    >>> number_of_models(Scenario(events=(Event(id="a", statement="It rained."),)))
    1
    """
    layout = lay_out(scenario)
    return prod(sum(1 for _ in _tables(layout, node)) for node in layout.nodes)


def _tables(layout: Layout, node: Node) -> Iterator[Mechanism]:
    """Yield the tables of one event, over its causes and what it presupposes."""
    response = node.response
    causes = list(response.positions)
    above = list(dict.fromkeys((*causes, *node.presupposes)))
    sizes = tuple(len(layout.nodes[place].event.values) for place in above)
    gone = [bit.bit_length() - 1 for bit in bits(node.gone)] if node.presupposes else [-1]
    names = tuple(layout.nodes[place].event.id for place in above)
    for table in _plain_tables(layout, node):
        for lost in gone:
            filled = np.empty(sizes, dtype=np.intp)
            for row in np.ndindex(*sizes):
                at = dict(zip(above, row, strict=True))
                kept = all(1 << at[place] == layout.nodes[place].fact for place in node.presupposes)
                filled[row] = table[tuple(at[place] for place in causes)] if kept else lost
            yield Mechanism(names, filled)


def _plain_tables(layout: Layout, node: Node) -> Iterator[dict[Positions, int]]:
    response = node.response
    events = [layout.nodes[place].event for place in response.positions]
    rows = list(product(*(range(len(event.values)) for event in events)))
    if isinstance(response, FormulaResponse):
        yield {row: response.row(row).bit_length() - 1 for row in rows}
        return
    if len(node.event.values) ** len(rows) > MAX_TABLES:
        count = f"{len(node.event.values)}^{len(rows)}"
        message = f"expected at most {MAX_TABLES} tables of {node.event.id}, got {count}; give it an explicit mechanism"
        raise MalformedModelError(message)
    for filling in product(range(len(node.event.values)), repeat=len(rows)):
        table = dict(zip(rows, filling, strict=True))
        if fits(node.event, response, events, table):
            yield table


def fits(event: Event, response: LinkedResponse, causes: list[Event], table: Mapping[Positions, int]) -> bool:
    """Return whether a full table keeps the factual row, and the signs and strengths of the links into an event."""
    facts = tuple(cause.values.index(cause.fact) for cause in causes)
    if event.values[table[facts]] != event.fact:
        return False
    links = [parent.link for parent in response.parents]
    return _monotone(event, links, causes, table) and all(
        _keeps_strength(event, link, causes, index, table) for index, link in enumerate(links)
    )


def _monotone(event: Event, links: list[Link], causes: list[Event], table: Mapping[Positions, int]) -> bool:
    ranks = {row: rank(event, event.values[place]) for row, place in table.items()}
    for low, high in product(table, repeat=2):
        if ranks[low] > ranks[high] and all(
            pushes(link, cause, cause.values[lower], cause.values[higher])
            for link, cause, lower, higher in zip(links, causes, low, high, strict=True)
        ):
            return False
    return True


def _keeps_strength(event: Event, link: Link, causes: list[Event], index: int, table: Mapping[Positions, int]) -> bool:
    cause, fact = causes[index], event.values.index(event.fact)
    stated = cause.values.index(cause.fact)
    if link.strength is Strength.SUFFICIENT:
        return all(place == fact for row, place in table.items() if row[index] == stated)
    if link.strength is Strength.NECESSARY:
        facts = tuple(other.values.index(other.fact) for other in causes)
        return all(
            table[(*facts[:index], place, *facts[index + 1 :])] != fact
            for place, value in enumerate(cause.values)
            if value != cause.fact and works_against(link, cause, event, value)
        )
    return True


# ------------------------------------------------------------ a given model


def admits(scenario: Scenario, model: SCM, context: Mapping[str, Value] | None = None) -> bool:
    """Return whether a scenario admits a model whose noise has the values of a context.

    Raises
    ------
    MalformedModelError
        If the model's events or values differ from the scenario's, or it leaves noise open.

    Examples
    --------
    >>> from causalcore.model.building import scm
    >>> rain, wet = Event(id="rain", statement="It rained."), Event(id="wet", statement="The field was wet.")
    >>> field = Scenario(events=(rain, wet), links=(Link(cause="rain", effect="wet"),))
    >>> same = scm(variables={"rain": [0, 1], "wet": [0, 1]}, mechanisms={"rain": 1, "wet": "rain"})
    >>> hose = scm(variables={"rain": [0, 1], "wet": [0, 1]}, mechanisms={"rain": 1, "wet": 1})
    >>> admits(field, same), admits(field, hose)
    (True, False)
    """
    layout, case = lay_out(scenario), situation(model, context or {})
    for node in layout.nodes:
        name = node.event.id
        actual = tuple(map(str, model[name].values))
        if actual != node.event.values and not (actual == ("0", "1") and node.event.values == EVENT_VALUES):
            message = (
                f"expected a model with the values {', '.join(node.event.values)} of {name}, got {', '.join(actual)}"
            )
            raise MalformedModelError(message)
    return all(_admits_table(layout, node, case) for node in layout.nodes)


def _admits_table(layout: Layout, node: Node, case: Situation) -> bool:
    name = node.event.id
    if name in case.noise:
        return case.model[name].values[case.noise[name]] == node.event.fact
    causes = tuple(layout.nodes[place].event.id for place in node.response.positions)
    beside = tuple(layout.nodes[place].event.id for place in node.presupposes)
    above = tuple(dict.fromkeys((*causes, *beside)))
    table = table_over(case, name, above)
    if table is None:
        return False
    if node.presupposes:
        shape = tuple(case.model[cause].size for cause in above)
        own = np.asarray([table[row] for row in np.ndindex(*shape)], dtype=np.intp).reshape(shape)
        return any(np.array_equal(own, option.table) for option in _tables(layout, node))
    if isinstance(node.response, FormulaResponse):
        return table == next(iter(_plain_tables(layout, node)))
    return fits(node.event, node.response, [layout.nodes[place].event for place in node.response.positions], table)


def table_over(case: Situation, name: str, above: tuple[str, ...]) -> dict[Positions, int] | None:
    """Return a variable's table over some variables, in a context; None if it depends on another one."""
    model, rule = case.model, case.model.rule(name)
    parents = tuple(parent for parent in rule.parents if parent not in case.noise)
    values: dict[Positions, int] = {}
    for row in np.ndindex(*(model[parent].size for parent in parents)):
        at = dict(zip(parents, row, strict=True))
        key = tuple(at[parent] for parent in parents if parent in above)
        value = case.compute(name, at)
        if values.setdefault(key, value) != value:
            return None
    kept = tuple(place for place, parent in enumerate(above) if parent in parents)
    order = [above[place] for place in kept]
    inner = [order.index(parent) for parent in parents if parent in above]
    return {
        row: values[tuple(row[kept[place]] for place in inner)]
        for row in np.ndindex(*(model[parent].size for parent in above))
    }


def scenario_of(model: SCM, context: Mapping[str, Value] | None = None) -> Scenario:
    """Describe a model, in one context, as fully as a scenario can.

    The scenario has a link for each parent that matters under the given noise, a sign if the table is monotone in that
    parent, and `necessary` or `sufficient` if the table makes it so.

    Raises
    ------
    MalformedModelError
        If a variable has no mechanism, or the context leaves some noise open.

    Examples
    --------
    >>> from causalcore.model.textbook import FIRING_SQUAD
    >>> squad = scenario_of(FIRING_SQUAD, {"U": 1, "W": 0})
    >>> [f"{link.cause} -> {link.effect}: {link.strength}" for link in squad.links]
    ['C -> A: necessary', 'C -> B: necessary', 'A -> D: sufficient', 'B -> D: sufficient']
    """
    case = situation(model, context or {})
    events = {name: _event(model, name, case.facts[name]) for name in model.names}
    links = [link for name in model.names for link in _links_into(case, events, name)]
    return Scenario(events=tuple(events.values()), links=tuple(links))


def _event(model: SCM, name: str, place: int) -> Event:
    values = tuple(map(str, model[name].values))
    if values in {("0", "1"), EVENT_VALUES}:
        return Event(id=name, statement=f"{name}.", fact=EVENT_VALUES[place])
    return Event(
        id=name, statement=f"{name} is {values[place]}.", kind=Kind.QUANTITY, values=values, fact=values[place]
    )


def _links_into(case: Situation, events: Mapping[str, Event], name: str) -> Iterator[Link]:
    parents = case.model.parents(name)
    table = table_over(case, name, parents) or {}
    causes = [events[parent] for parent in parents]
    for index, parent in enumerate(parents):
        steps = [
            (place, table[(*row[:index], row[index] + 1, *row[index + 1 :])])
            for row, place in table.items()
            if row[index] + 1 < len(causes[index].values)
        ]
        if all(low == high for low, high in steps):
            continue
        rises, falls = all(low <= high for low, high in steps), all(low >= high for low, high in steps)
        sign = Sign.PROMOTES if rises else Sign.INHIBITS if falls else Sign.DETERMINES
        yield _strongest(events[name], Link(cause=parent, effect=name, sign=sign), causes, index, table)


def _strongest(event: Event, link: Link, causes: list[Event], index: int, table: Mapping[Positions, int]) -> Link:
    for strength in (Strength.NECESSARY, Strength.SUFFICIENT):
        candidate = replace(link, strength=strength)
        others = (value for value in causes[index].values if value != causes[index].fact)
        says = strength is Strength.SUFFICIENT or any(
            works_against(candidate, causes[index], event, value) for value in others
        )
        if says and _keeps_strength(event, candidate, causes, index, table):
            return candidate
    return replace(link, strength=Strength.CONTRIBUTING)

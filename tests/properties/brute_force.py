"""An oracle that knows nothing of the engine: it fills in every response table.

Worlds are found by enumeration over all tables of every event that satisfy the
definitions of `docs/explanation/semantics.md`, section 1, read literally. Tables
of different events are chosen independently, so the reachable worlds are found by
following the causal order and branching over the values that some valid table
gives to the row in question.
"""

from __future__ import annotations

from functools import cache
from itertools import product

from causalcore.mechanisms.mechanism import evaluate, names, parse_formula
from causalcore.scenario.scenario import Event, Kind, Link, Scenario, Sign, Strength


def rank(event: Event, value: str) -> int:
    if event.kind is Kind.CHOICE:
        return int(value == event.fact)
    return event.values.index(value)


def pushes_up(link: Link, cause: Event, old: str, new: str) -> bool:
    """Whether moving the cause from old to new pushes the effect up, or not at all."""
    if old == new:
        return True
    if link.sign is Sign.DETERMINES or link.strength is Strength.POSSIBLE:
        return False
    rise = rank(cause, new) - rank(cause, old)
    return rise > 0 if link.sign is Sign.PROMOTES else rise < 0


def is_valid(table: dict, effect: Event, links: list[Link], causes: list[Event]) -> bool:
    factual = tuple(cause.fact for cause in causes)
    if table[factual] != effect.fact:
        return False
    for one, other in product(table, repeat=2):
        pushed = all(pushes_up(link, c, a, b) for link, c, a, b in zip(links, causes, one, other, strict=True))
        if pushed and rank(effect, table[one]) > rank(effect, table[other]):
            return False
    return all(
        keeps_strength(table, effect, link, cause, index, factual)
        for index, (link, cause) in enumerate(zip(links, causes, strict=True))
    )


def keeps_strength(table: dict, effect: Event, link: Link, cause: Event, index: int, factual: tuple[str, ...]) -> bool:
    if link.strength is Strength.SUFFICIENT:
        return all(value == effect.fact for row, value in table.items() if row[index] == cause.fact)
    if link.strength is Strength.NECESSARY:
        against = (v for v in cause.values if v != cause.fact and works_against(link, cause, effect, v))
        return all(table[(*factual[:index], v, *factual[index + 1 :])] != effect.fact for v in against)
    return True


def works_against(link: Link, cause: Event, effect: Event, value: str) -> bool:
    """Whether the move of the cause off its fact pushes the effect off its own."""
    if link.sign is Sign.DETERMINES:
        return True
    ranks = [rank(effect, other) for other in effect.values]
    up = pushes_up(link, cause, cause.fact, value)
    down = pushes_up(link, cause, value, cause.fact)
    return (up and max(ranks) > rank(effect, effect.fact)) or (down and min(ranks) < rank(effect, effect.fact))


@cache
def _key_tables(scenario: Scenario, name: str) -> tuple[dict, ...]:
    effect = scenario.event(name)
    links = [link for link in scenario.links if link.effect == name]
    causes = [scenario.event(link.cause) for link in links]
    rows = list(product(*(cause.values for cause in causes)))
    candidates = (dict(zip(rows, filling, strict=True)) for filling in product(effect.values, repeat=len(rows)))
    return tuple(table for table in candidates if is_valid(table, effect, links, causes))


def number_of_tables(scenario: Scenario, name: str) -> int:
    size = 1
    for link in scenario.links:
        if link.effect == name:
            size *= len(scenario.event(link.cause).values)
    return len(scenario.event(name).values) ** size


def read(value: str) -> bool | int | str:
    return value == "true" if value in {"true", "false"} else value


def row_values(scenario: Scenario, name: str, world: dict[str, str]) -> set[str]:
    """Values that some valid table gives to the row of the world."""
    text = dict(scenario.mechanisms).get(name)
    if text is not None:
        formula = parse_formula(text)
        result = evaluate(formula, {cause: read(world[cause]) for cause in names(formula)})
        return {str(result).lower() if isinstance(result, bool) else str(result)}
    causes = [link.cause for link in scenario.links if link.effect == name]
    return {table[tuple(world[cause] for cause in causes)] for table in _key_tables(scenario, name)}


def is_contradictory(scenario: Scenario) -> bool:
    facts = {event.id: event.fact for event in scenario.events}
    return any(row_values(scenario, event.id, facts) != {event.fact} for event in scenario.events)


def worlds(scenario: Scenario, intervention: dict[str, str]) -> list[tuple[dict[str, str], frozenset[str]]]:
    """Every counterfactual world with its void claims; events must be listed causes first."""
    facts = {event.id: event.fact for event in scenario.events}
    found: list[tuple[dict[str, str], frozenset[str]]] = [({}, frozenset())]
    for event in scenario.events:
        following = []
        for world, void in found:
            gone = any(world[other] != facts[other] or other in void for other in event.presupposes)
            if event.id in intervention:
                options, mark = {intervention[event.id]}, frozenset[str]()
            elif gone:
                lost = {
                    Kind.EVENT: {"false"},
                    Kind.QUANTITY: {event.values[0]},
                    Kind.CHOICE: set(event.values) - {event.fact},
                }
                options, mark = lost[event.kind], frozenset({event.id})
            else:
                options, mark = row_values(scenario, event.id, world), frozenset[str]()
            following += [({**world, event.id: value}, void | mark) for value in options]
        found = following
    return found

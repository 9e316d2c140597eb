"""Small random scenarios of all kinds, causes listed before effects."""

from __future__ import annotations

import random

from brute_force import number_of_tables

from causalcore.scenario import EVENT_VALUES, QUANTITY_VALUES, Event, Kind, Link, Scenario, Sign, Strength

MAX_TABLES = 600
STRENGTHS = [Strength.NECESSARY] * 4 + [
    Strength.SUFFICIENT,
    Strength.CONTRIBUTING,
    Strength.CONTRIBUTING,
    Strength.POSSIBLE,
]


def random_event(source: random.Random, index: int) -> Event:
    kind = source.choice([Kind.EVENT, Kind.EVENT, Kind.EVENT, Kind.QUANTITY, Kind.CHOICE])
    values = {
        Kind.EVENT: EVENT_VALUES,
        Kind.QUANTITY: QUANTITY_VALUES,
        Kind.CHOICE: ("tea", "milk", "juice")[: source.choice([2, 3])],
    }[kind]
    likely = {Kind.EVENT: "true", Kind.QUANTITY: "as stated", Kind.CHOICE: "tea"}[kind]
    fact = likely if source.random() < 0.7 else source.choice(values)
    return Event(id=f"e{index}", statement=f"Thing {index} happened.", kind=kind, values=values, fact=fact)


def random_link(source: random.Random, cause: str, effect: str) -> Link:
    sign = source.choice([Sign.PROMOTES, Sign.PROMOTES, Sign.INHIBITS, Sign.DETERMINES])
    return Link(cause=cause, effect=effect, sign=sign, strength=source.choice(STRENGTHS))


def _formula(source: random.Random, causes: list[Event]) -> str:
    parts = [
        cause.id if cause.kind is Kind.EVENT else f"{cause.id} == '{source.choice(cause.values)}'" for cause in causes
    ]
    parts = [f"not ({part})" if source.random() < 0.4 else f"({part})" for part in parts]
    return source.choice([" and ", " or ", " xor "]).join(parts)


def random_scenario(source: random.Random, *, size: int | None = None) -> Scenario:
    events: list[Event] = []
    links: list[Link] = []
    mechanisms: list[tuple[str, str]] = []
    for index in range(1, (size or source.choice([2, 3, 3, 4, 4])) + 1):
        event = random_event(source, index)
        chosen = [other for other in events if source.random() < 0.75]
        if chosen and event.kind is Kind.EVENT and source.random() < 0.12:
            mechanisms.append((event.id, _formula(source, chosen)))
        elif chosen and source.random() < 0.15 and (base := source.choice(chosen)).fact != "false":
            event = Event(
                id=event.id, statement=event.statement, kind=event.kind, values=event.values, fact=event.fact,
                presupposes=(base.id,),
            )  # fmt: skip
            chosen.remove(base)
        events.append(event)
        for cause in chosen:
            link = random_link(source, cause.id, event.id)
            trial = Scenario(events=tuple(events), links=(*links, link))
            if number_of_tables(trial, event.id) <= MAX_TABLES:
                links.append(link)
    return Scenario(events=tuple(events), links=tuple(links), mechanisms=tuple(mechanisms))


def random_values(source: random.Random, scenario: Scenario, chance: float) -> dict[str, str]:
    return {event.id: source.choice(event.values) for event in scenario.events if source.random() < chance}


def random_intervention(source: random.Random, scenario: Scenario) -> dict[str, str]:
    """One to three events, early ones more often, mostly put off their facts."""
    count = source.choice([1, 1, 1, 2, 2, 3])
    chosen = sorted(
        {min(source.randrange(len(scenario.events)), source.randrange(len(scenario.events))) for _ in range(count)}
    )
    result = {}
    for index in chosen:
        event = scenario.events[index]
        others = [value for value in event.values if value != event.fact]
        result[event.id] = event.fact if source.random() < 0.1 else source.choice(others)
    return result

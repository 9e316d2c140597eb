"""Random values and interventions for a scenario; early events and values off the fact come more often."""

from __future__ import annotations

import random

from causalcore.scenario.scenario import Scenario


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

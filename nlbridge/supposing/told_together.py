"""Causes that the words of a text join to one effect: the links decide what happens to these.

Examples
--------
>>> from causalcore.scenario.scenario import Event, Link, Scenario
>>> events = tuple(Event(id=name, statement=f"{name} happened.") for name in ("a", "b", "c"))
>>> links = tuple(Link(cause=name, effect="c", connective="because") for name in ("a", "b"))
>>> sorted(told_together(Scenario(events=events, links=links)))
['a', 'b', 'c']
>>> [(link.cause, link.effect, link.confidence) for link in unlinked(Scenario(events=events, links=links))]
[('a', 'b', 0.0), ('b', 'a', 0.0)]
>>> from causalcore.scenario.scenario import Event, Scenario
>>> told = (Event(id="e1", statement="The pump failed."), Event(id="e2", statement="It snowed all night."))
>>> uncaused(Scenario(events=told))
frozenset({'e2'})
>>> [(link.cause, link.effect, link.confidence) for link in idle_links(Scenario(events=told))]
[('e1', 'e2', 0.05)]
"""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING, Final

from causalcore.scenario.graph import ancestors, descendants
from causalcore.scenario.scenario import Link, Provenance, Sign, Strength
from nlbridge.language.meaning.weather import tells_of_weather

if TYPE_CHECKING:
    from collections.abc import Iterator

    from causalcore.scenario.scenario import Scenario


def told_together(scenario: Scenario) -> frozenset[str]:
    """Return the events that share an effect by the words of the text, those effects, and what lies below them."""
    effects = frozenset(effect for effect, _ in _groups(scenario))
    causes = frozenset(cause for _, joined in _groups(scenario) for cause in joined)
    return causes | effects | descendants(scenario, effects)


def unlinked(scenario: Scenario) -> tuple[Link, ...]:
    """Return the links that causes of one effect do not have between them, each with no chance at all."""
    linked = {(link.cause, link.effect) for link in scenario.links}
    pairs = {pair for _, joined in _groups(scenario) for pair in permutations(joined, 2)}
    apart = (pair for pair in sorted(pairs - linked) if pair[0] not in ancestors(scenario, {pair[1]}))
    return tuple(
        Link(cause=cause, effect=effect, confidence=0.0, provenance=Provenance.WORDS) for cause, effect in apart
    )


def _groups(scenario: Scenario) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield each effect that words join to several causes, with these."""
    into: dict[str, list[Link]] = {}
    for link in scenario.links:
        if link.sign is Sign.PROMOTES:
            into.setdefault(link.effect, []).append(link)
    for effect, links in into.items():
        enough = len(links) > 1 and all(link.strength is Strength.SUFFICIENT for link in links)
        told = {link.connective for link in links}
        alike = len(links) > 1 and len(told) == 1 and None not in told
        also = len(links) > 1 and None not in told and any("also" in str(word).split() for word in told)
        if enough or alike or also:
            yield effect, tuple(link.cause for link in links)


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

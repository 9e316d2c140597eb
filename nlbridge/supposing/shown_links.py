"""The links shown under a what-if: those from which the engine derives every likely answer.

The readings say which claims likely change. If the links of the text do not imply a change, the likeliest implied link
that explains it is shown as well; an unlikely implied link that alone implies a wrong change is hidden. A link that the
text states by a word, or that a person gave, is never touched.

Examples
--------
>>> from causalcore.scenario.intervention import do
>>> from causalcore.scenario.scenario import Event, Scenario
>>> names = ("e1", "e2")
>>> told = Scenario(events=tuple(Event(id=name, statement=f"{name} happened.", confidence=0.9) for name in names))
>>> shown = shown_links(told, do({"e1": "false"}), {"e1": 1.0, "e2": 0.9}, {("e1", "e2"): 0.4})
>>> [(link.cause, link.effect, link.confidence) for link in shown.links]
[('e1', 'e2', 0.4)]
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from causalcore.derivation.derivation import LEAST_SAID
from causalcore.scenario.graph import order, parents, reached
from causalcore.scenario.scenario import Link, Provenance, Scenario, Sign, Strength
from nlbridge.reading.quantities import falling_quantities, turned

if TYPE_CHECKING:
    from causalcore.scenario.intervention import Intervention

LEAST: Final = 0.05
"""Chance below which a link explains nothing."""
CERTAIN: Final = 1.0
EXCLUDED: Final = 0.0
"""Chance of a link that the words of the text exclude; other links below a least chance are missing."""

Pair = tuple[str, str]


def shown_links(
    scenario: Scenario, intervention: Intervention, changes: Mapping[str, float], links: Mapping[Pair, float]
) -> Scenario:
    """Return the scenario with the links that explain the likely changes, and without those that contradict them.

    Parameters
    ----------
    changes
        The chance that each event changes.
    links
        The chance of each link that the text may have; 0 if its words exclude the link.
    """
    changed = {name for name, value in intervention if value != scenario.event(name).fact}
    formulas = dict(scenario.mechanisms)
    shown = _Shown(scenario)
    for name in order(scenario):
        if name in intervention or name not in changes:
            continue
        carrying = shown.carrying(name, changed)
        if carrying:
            doubtful = all(_implied(link) and _unlikely(link, links) for link in carrying)
            if 1 - changes[name] >= LEAST_SAID and doubtful:
                shown.remove(carrying)
            else:
                changed.add(name)
        elif changes[name] >= LEAST_SAID and name not in formulas:
            added = shown.likeliest(name, changed, links)
            if added is not None:
                shown.add(added)
                changed.add(name)
    return replace(scenario, links=tuple(shown.links))


def _implied(link: Link) -> bool:
    return link.connective is None and link.confidence < CERTAIN


def _unlikely(link: Link, links: Mapping[Pair, float]) -> bool:
    """Return whether a link is less likely than what is asserted, or excluded by the words."""
    return link.confidence < LEAST_SAID or links.get((link.cause, link.effect)) == EXCLUDED


class _Shown:
    """The links shown so far, indexed by effect, and the effects of each event along them."""

    def __init__(self, scenario: Scenario) -> None:
        self._scenario = scenario
        self._falling = falling_quantities(scenario)
        self.links = dict.fromkeys(scenario.links)
        self.into: dict[str, list[Link]] = {}
        for link in scenario.links:
            self.into.setdefault(link.effect, []).append(link)
        self._effects: dict[str, list[str]] = {}

    def carrying(self, effect: str, changed: Collection[str]) -> list[Link]:
        """Return the links that carry a change to the claim of an event, also if that says that a quantity fell."""
        return [
            link
            for link in self.into.get(effect, ())
            if link.cause in changed
            and link.strength is Strength.NECESSARY
            and turned(link.sign, link.cause, link.effect, self._falling) is not Sign.INHIBITS
        ]

    def add(self, added: Link) -> None:
        """Add a link, replacing one between the same events; sufficient causes beside it become contributing."""
        into = self.into.setdefault(added.effect, [])
        self._drop([link for link in into if link.cause == added.cause])
        enough = [link for link in into if link.strength is Strength.SUFFICIENT]
        self._drop(enough)
        for link in (*(replace(link, strength=Strength.CONTRIBUTING) for link in enough), added):
            into.append(link)
            self.links[link] = None
        if self._effects:
            self._effects.setdefault(added.cause, []).append(added.effect)

    def remove(self, links: list[Link]) -> None:
        """Remove links."""
        self._drop(links)
        self._effects = {}

    def _drop(self, links: list[Link]) -> None:
        for link in links:
            self.links.pop(link, None)
            self.into[link.effect].remove(link)

    def likeliest(self, effect: str, changed: set[str], links: Mapping[Pair, float]) -> Link | None:
        """Return the likeliest link into an event from what changes, unless the text states its causes otherwise."""
        stated = [link for link in self.into.get(effect, ()) if not _implied(link)]
        if any(link.strength is Strength.SUFFICIENT for link in stated):
            return None
        named = {link.cause for link in stated}
        likely = {name for name in changed if name not in named and links.get((name, effect), 0.0) >= LEAST}
        causes = sorted(likely - self._below(effect)) if likely else []
        if not causes:
            return None
        cause = max(causes, key=lambda name: links[name, effect])
        chance = round(float(links[cause, effect]), 4)
        sign = turned(Sign.PROMOTES, cause, effect, self._falling)
        return Link(cause=cause, effect=effect, sign=sign, confidence=chance, provenance=Provenance.WORDS)

    def _below(self, event: str) -> frozenset[str]:
        if not self._effects:
            for effect, causes in parents(replace(self._scenario, links=tuple(self.links))).items():
                for cause in causes:
                    self._effects.setdefault(cause, []).append(effect)
        return reached(self._effects, [event]) | {event}

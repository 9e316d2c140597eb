"""The links that are shown under a what-if: those from which, by the engine, every likely answer follows.

The readings say which claims likely change. Where the links of the text do not say so, the text is shown with the
likeliest implied link that explains it; where they say otherwise by an unlikely implied link alone, without it. A link
that the text tells by a word, or that a person gave, is never touched.

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

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from causalcore.derivation.expectation import LEAST_SAID
from causalcore.scenario.graph import descendants, order
from causalcore.scenario.scenario import Link, Provenance, Scenario, Sign, Strength

if TYPE_CHECKING:
    from causalcore.scenario.intervention import Intervention

LEAST: Final = 0.05
"""Chance below which a link explains nothing."""
CERTAIN: Final = 1.0

Pair = tuple[str, str]


def shown_links(
    scenario: Scenario, intervention: Intervention, changes: Mapping[str, float], links: Mapping[Pair, float]
) -> Scenario:
    """Return the scenario with the links that explain what likely changes, and without those that speak against it.

    Parameters
    ----------
    changes
        The chance that each event changes.
    links
        The chance of each link that the text may have.

    Units
    -----
    changes, links : probability
    """
    supposed = {name for name, value in intervention if value != scenario.event(name).fact}
    held = {name for name, _ in intervention}
    shown = scenario
    changed = set(supposed)
    for name in order(scenario):
        if name in held or name not in changes:
            continue
        causes = [link for link in shown.links if link.effect == name]
        carrying = [link for link in causes if link.cause in changed and _carries(link)]
        if changes[name] >= LEAST_SAID and not carrying and name not in dict(scenario.mechanisms):
            added = _likeliest(shown, name, changed, links)
            if added is not None:
                shown = _with(shown, added)
                changed.add(name)
        elif (
            1 - changes[name] >= LEAST_SAID
            and carrying
            and all(_implied(link) and link.confidence < LEAST_SAID for link in carrying)
        ):
            shown = replace(shown, links=tuple(link for link in shown.links if link not in carrying))
        elif carrying:
            changed.add(name)
    return shown


def _carries(link: Link) -> bool:
    return link.strength is Strength.NECESSARY and link.sign is not Sign.INHIBITS


def _implied(link: Link) -> bool:
    return link.connective is None and link.confidence < CERTAIN


def _unlikely(link: Link) -> bool:
    return _implied(link) and link.confidence < LEAST_SAID


def _likeliest(scenario: Scenario, effect: str, changed: set[str], links: Mapping[Pair, float]) -> Link | None:
    """Return the likeliest link into an event from what changes, that the text does not tell otherwise."""
    below = descendants(scenario, (effect,)) | {effect}
    told = {link.cause for link in scenario.links if link.effect == effect and not _implied(link)}
    causes = [name for name in changed - below - told if links.get((name, effect), 0.0) >= LEAST]
    if not causes:
        return None
    cause = max(sorted(causes), key=lambda name: links[name, effect])
    return Link(
        cause=cause, effect=effect, confidence=round(float(links[cause, effect]), 4), provenance=Provenance.WORDS
    )


def _with(scenario: Scenario, added: Link) -> Scenario:
    others = tuple(link for link in scenario.links if (link.cause, link.effect) != (added.cause, added.effect))
    return replace(scenario, links=(*others, added))

"""Merges several readings of one text and lowers the confidence of what they disagree on.

Events of two readings are the same if their spans overlap by at least half. Links are the same if they join the same
events. A link that only some readings have becomes `possible`, so every answer that rests on it is open. If strengths
differ, the weakest counts. The offline reading is a further witness: it raises the confidence of links that it shares
and lowers none.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from causalcore.derivation.derivation import compile_scenario
from causalcore.errors import CausalError, ContradictoryScenarioError
from causalcore.scenario.graph import connected, order
from causalcore.scenario.scenario import Event, Link, Provenance, Scenario, Sign, Strength

if TYPE_CHECKING:
    from collections.abc import Sequence

    from causalcore.derivation.derivation import AnswerKind, Derivation
    from causalcore.scenario.scenario import Span

SAME: Final = 0.5
"""Least intersection over union of two spans of the same event."""
FIRM: Final = 0.5
"""Least confidence at which an offline link confirms one of the model's."""
CONFIRMED: Final = 0.97
"""Least confidence of a link that both readers find."""

_WEAKEST_FIRST: Final = (Strength.POSSIBLE, Strength.CONTRIBUTING, Strength.SUFFICIENT, Strength.NECESSARY)


def agreed(readings: Sequence[Scenario]) -> Scenario:
    """Merge one or more readings of a text; the events are those of the reading that agrees best with the others.

    Examples
    --------
    >>> rain = Event(id="e1", statement="It rained.", span=(0, 9))
    >>> off = Event(id="e2", statement="The match was off.", span=(11, 28))
    >>> text = "It rained. The match was off."
    >>> sure = Scenario(text=text, events=(rain, off), links=(Link(cause="e1", effect="e2"),))
    >>> found = agreed([sure, sure, Scenario(text=text, events=(rain, off))]).links[0]
    >>> str(found.strength), round(found.confidence, 2)
    ('possible', 0.67)
    """
    if not readings:
        message = "expected at least one reading, got none; read the text once"
        raise ValueError(message)
    base = max(readings, key=lambda candidate: sum(_overlap(candidate, other) for other in readings))
    aligned = [_aligned(base, reading) for reading in readings]
    share = Counter(name for names, _ in aligned for name in set(names.values()))
    events = tuple(replace(e, confidence=e.confidence * share[e.id] / len(readings)) for e in base.events)
    pairs = dict.fromkeys(pair for _, links_of in aligned for pair in links_of)
    links = [_joined(pair, [links_of.get(pair) for _, links_of in aligned]) for pair in pairs]
    return _satisfiable(without_circles(replace(base, events=events), links))


def witnessed(scenario: Scenario, offline: Scenario) -> Scenario:
    """Raise the confidence of a model's links that the offline reading also finds; lower none.

    Examples
    --------
    >>> rain = Event(id="e1", statement="It rained.", span=(0, 9))
    >>> off = Event(id="e2", statement="The match was off.", span=(11, 28))
    >>> text = "It rained. The match was off."
    >>> read = Scenario(text=text, events=(rain, off), links=(Link(cause="e1", effect="e2", confidence=0.9),))
    >>> witnessed(read, read).links[0].confidence, witnessed(read, Scenario(text=text)).links[0].confidence
    (0.97, 0.9)
    """
    _, links_of = _aligned(scenario, offline)
    confirmed = connected(tuple(pair for pair, link in links_of.items() if link.connective or link.confidence >= FIRM))

    def seen_by_both(link: Link) -> Link:
        least = 0.0 if link.strength is Strength.POSSIBLE else CONFIRMED
        return replace(link, confidence=max(link.confidence, least), provenance=Provenance.BOTH)

    links = (seen_by_both(link) if (link.cause, link.effect) in confirmed else link for link in scenario.links)
    return replace(scenario, links=tuple(links))


def answers_beside(derivation: Derivation, other: Derivation | None) -> dict[str, AnswerKind]:
    """Return another derivation's answers for the events of this one, as far as both readings share them.

    Examples
    --------
    >>> from causalcore.derivation.derivation import derive
    >>> from causalcore.scenario.intervention import do
    >>> rain = Event(id="e1", statement="It rained.", span=(0, 9))
    >>> off = Event(id="e2", statement="The match was off.", span=(11, 28))
    >>> text = "It rained. The match was off."
    >>> link = Link(cause="e1", effect="e2")
    >>> linked = derive(Scenario(text=text, events=(rain, off), links=(link,)), do({"e1": "false"}))
    >>> apart = derive(Scenario(text=text, events=(rain, replace(off, id="e9"))), do({"e1": "false"}))
    >>> answers_beside(linked, apart)["e2"].value
    'unchanged'
    """
    if other is None:
        return {}
    names = {event.id: same.id for event in derivation.scenario.events if (same := _same(event, other.scenario))}
    return {mine: other.answer(theirs).kind for mine, theirs in names.items()}


def _aligned(base: Scenario, reading: Scenario) -> tuple[dict[str, str], dict[tuple[str, str], Link]]:
    """Return the base's ids for the events of a reading, and the reading's links between these, by pair."""
    names = {event.id: same.id for event in reading.events if (same := _same(event, base)) is not None}
    links = {}
    for link in reading.links:
        cause, effect = names.get(link.cause), names.get(link.effect)
        if cause and effect and cause != effect:
            links[cause, effect] = replace(link, cause=cause, effect=effect)
    return names, links


def _same(event: Event, base: Scenario) -> Event | None:
    scored = [
        (overlap(event.span, candidate.span), _union_share(event.span, candidate.span), candidate)
        for candidate in base.events
        if event.span and candidate.span
    ]
    best = max(scored, key=lambda score: score[:2], default=None)
    return best[2] if best is not None and best[0] >= SAME else None


def overlap(first: Span | None, second: Span | None) -> float:
    """Return the intersection over union of two spans, or 1 if one contains the other.

    Examples
    --------
    >>> overlap((0, 10), (5, 15))
    0.3333333333333333
    """
    if first is None or second is None:
        return 0.0
    shared = min(first[1], second[1]) - max(first[0], second[0])
    if shared <= 0:
        return 0.0
    inside = shared == min(first[1] - first[0], second[1] - second[0])
    return 1.0 if inside else _union_share(first, second)


def _union_share(first: Span, second: Span) -> float:
    """Return the intersection over union of two spans; only equal spans have 1."""
    shared = max(0, min(first[1], second[1]) - max(first[0], second[0]))
    return shared / (max(first[1], second[1]) - min(first[0], second[0]))


def _overlap(one: Scenario, other: Scenario) -> float:
    """Return a score of how many events and links two readings share."""
    names, links = _aligned(one, other)
    mine = {(link.cause, link.effect) for link in one.links}
    same_events = len(set(names.values())) / max(len(one.events), len(other.events))
    return same_events + len(mine & set(links)) - len(mine ^ set(links))


def _joined(pair: tuple[str, str], found: list[Link | None]) -> Link:
    """Merge the links that readings have between two events; None marks a reading without one."""
    links = [link for link in found if link is not None]
    share = len(links) / len(found)
    strength = min((link.strength for link in links), key=_WEAKEST_FIRST.index) if share == 1 else Strength.POSSIBLE
    signs = {link.sign for link in links}
    return replace(
        next((link for link in links if link.connective), links[0]),
        cause=pair[0],
        effect=pair[1],
        sign=signs.pop() if len(signs) == 1 else Sign.DETERMINES,
        strength=strength,
        confidence=min(link.confidence for link in links) * share,
    )


def without_circles(scenario: Scenario, links: Sequence[Link]) -> Scenario:
    """Return a scenario with these links, added by falling confidence, without those that would close a cycle."""
    kept: list[Link] = []
    for link in sorted(links, key=lambda candidate: -candidate.confidence):
        try:
            order(replace(scenario, links=(*kept, link)))
        except CausalError:
            continue
        kept.append(link)
    place = {(link.cause, link.effect): k for k, link in enumerate(links)}
    return replace(scenario, links=tuple(sorted(kept, key=lambda candidate: place[candidate.cause, candidate.effect])))


def _satisfiable(scenario: Scenario) -> Scenario:
    """Weaken every `sufficient` link to `contributing` if the links of different readings contradict each other."""
    try:
        compile_scenario(scenario)
    except ContradictoryScenarioError:
        links = tuple(
            replace(k, strength=Strength.CONTRIBUTING) if k.strength is Strength.SUFFICIENT else k
            for k in scenario.links
        )
        return replace(scenario, links=links)
    return scenario

"""A document with another reading: what hung on what is gone goes, too, and the rules of the format hold."""

from __future__ import annotations

from dataclasses import replace

from causalcore.errors import CyclicModelError
from causalcore.scenario.rules import check_scenario
from causalcore.scenario.scenario import Event, Link, Scenario
from logic.errors import brief
from nlbridge.answering.review import Reply
from nlbridge.apps.studio.document.document import Document, StudioError, WhatIf
from nlbridge.telling.to_check import escaped, link_id


def with_scenario(document: Document, scenario: Scenario) -> Document:
    """Return the document with a corrected reading.

    Answers about what is gone, and values of the what-if that cannot be had, are dropped. Links that were refused give
    way where they would close a circle.

    Raises
    ------
    MalformedScenarioError, OutsideDomainError, FormulaSyntaxError, CyclicModelError
        If the reading breaks a rule of the format.
    """
    settled = replace(document, scenario=scenario, replies=_about(scenario, document.replies))
    try:
        check_scenario(scenario)
    except CyclicModelError:
        settled = replace(settled, scenario=settled.corrected)
        settled = replace(settled, replies=_about(settled.scenario, settled.replies))
        check_scenario(settled.scenario)
    return replace(settled, what_if=_possible(settled.scenario, document.what_if))


def _about(scenario: Scenario, replies: tuple[tuple[str, Reply], ...]) -> tuple[tuple[str, Reply], ...]:
    known = doubts_of(scenario)
    return tuple(given for given in replies if given[0] in known or given[0].startswith("what-if:"))


def doubts_of(scenario: Scenario) -> frozenset[str]:
    """Return the ids of what may be asked about the links and claims of a reading."""
    names = [escaped(event.id) for event in scenario.events]
    claims = {f"{kind}:{name}" for kind in ("changed", "unchanged") for name in names}
    return frozenset(claims | {link_id(link) for link in scenario.links})


def _possible(scenario: Scenario, what_if: WhatIf | None) -> WhatIf | None:
    if what_if is None or not what_if.do:
        return what_if
    values = {event.id: event.values for event in scenario.events}
    kept = tuple((name, value) for name, value in what_if.do if value in values.get(name, ()))
    return WhatIf(do=kept) if kept else None


def event_of(document: Document, name: str) -> Event:
    """Return a claim of the reading.

    Raises
    ------
    StudioError
        If there is none of that name.
    """
    for event in document.scenario.events:
        if event.id == name:
            return event
    known = ", ".join(event.id for event in document.scenario.events) or "none"
    message = f"expected a claim of the text ({known}), got {brief(name)}; name one of them"
    raise StudioError(message)


def link_of(document: Document, cause: str, effect: str) -> Link:
    """Return a link of the reading.

    Raises
    ------
    StudioError
        If no link joins the two.
    """
    for link in document.scenario.links:
        if (link.cause, link.effect) == (cause, effect):
            return link
    message = (
        f"expected a link of the reading, got {brief(cause)} -> {brief(effect)}, which nothing joins; add it first"
    )
    raise StudioError(message)


def with_event(scenario: Scenario, event: Event) -> Scenario:
    """Return the scenario with one claim instead of that of the same id."""
    return replace(scenario, events=tuple(event if one.id == event.id else one for one in scenario.events))


def next_id(scenario: Scenario, letter: str) -> str:
    """Return an id that no claim and no background fact has.

    Examples
    --------
    >>> next_id(Scenario(events=(Event(id="e1", statement="It rained."),)), "e")
    'e2'
    """
    taken = {event.id for event in scenario.events} | {latent.id for latent in scenario.latents}
    number = 1
    while f"{letter}{number}" in taken:
        number += 1
    return f"{letter}{number}"

"""Constraints of a scenario as English sentences."""

from __future__ import annotations

import re
from typing import Final

from causalcore.derivation.answer_kind import AnswerKind, Finding
from causalcore.scenario.scenario import QUANTITY_VALUES, Event, Kind, Latent, Link, Scenario, Sign, Strength

_ID: Final = re.compile(r"[A-Za-z_]\w*")


def quoted(event: Event | Latent) -> str:
    """Quote the claim of an event or latent, without its full stop."""
    return f"'{event.statement.strip().rstrip('.')}'"


def _named(scenario: Scenario, name: str) -> str:
    latents = {latent.id: latent for latent in scenario.latents}
    return quoted(latents.get(name) or scenario.event_by_id[name])


def value_phrase(event: Event, value: str) -> str:
    """State briefly that an event has a value."""
    if event.kind is Kind.EVENT or (event.kind is Kind.QUANTITY and value in QUANTITY_VALUES):
        return f"{quoted(event)} is {value}"
    if event.kind is Kind.CHOICE and value != event.fact:
        return f"{quoted(event)} has {value!r} instead of {event.fact!r}"
    return f"{quoted(event)} has the value {value}"


def fact_sentence(event: Event) -> str:
    """State the fact."""
    return f"in fact {value_phrase(event, event.fact)}"


def set_sentence(event: Event, value: str) -> str:
    """State what an intervention supposes."""
    return f"the what-if says that {value_phrase(event, value)}"


def signal_words(scenario: Scenario, link: Link) -> str:
    """Return the words of the text that signal a link, else the link's connective; empty if there are none.

    Examples
    --------
    >>> events = (Event(id="e1", statement="The oven died."), Event(id="e2", statement="We ate out."))
    >>> link = Link(cause="e1", effect="e2", connective="as a result", span=(15, 26))
    >>> text = "The oven died. As a result, we ate out."
    >>> signal_words(Scenario(text=text, events=events, links=(link,)), link)
    'As a result'
    """
    if link.span is not None and scenario.text:
        return " ".join(scenario.text[link.span[0] : link.span[1]].split())
    return link.connective or ""


def link_sentence(scenario: Scenario, link: Link) -> str:
    """State what a link promises, with the words that signal it."""
    cause, effect = _named(scenario, link.cause), _named(scenario, link.effect)
    signal = f" (“{signal_words(scenario, link)}”)" if link.connective else ""
    if link.strength is Strength.SUFFICIENT:
        sentence = _sufficient_words(scenario, link, cause, effect)
    elif link.strength is Strength.POSSIBLE:
        sentence = f"{cause} may affect {effect}"
    elif link.strength is Strength.CONTRIBUTING:
        sentence = f"{cause} {'works against' if link.sign is Sign.INHIBITS else 'contributes to'} {effect}"
    elif link.sign is Sign.DETERMINES:
        sentence = f"{effect} depends on the value of {cause}"
    elif link.sign is Sign.PROMOTES:
        sentence = f"{effect} needs {cause}"
    elif any(e.kind is Kind.QUANTITY for e in scenario.events if e.id in {link.cause, link.effect}):
        sentence = f"{effect} moves in the opposite direction to {cause}"
    else:
        sentence = f"{cause} prevents {effect}"
    return sentence + signal


def _sufficient_words(scenario: Scenario, link: Link, cause: str, effect: str) -> str:
    """State what a sufficient cause does; one that can only push the effect to its fact keeps nothing in place."""
    events = {event.id: event for event in scenario.events}
    first, second = events.get(link.cause), events.get(link.effect)
    if first and second and first.kind is second.kind is Kind.EVENT and link.sign is not Sign.DETERMINES:
        same = first.fact == second.fact
        if same is (link.sign is Sign.INHIBITS):
            return f"{cause} can only {'contribute to' if link.sign is Sign.PROMOTES else 'work against'} {effect}"
    return f"{cause} is enough to keep {effect} as it was"


def row_sentence(event: Event) -> str:
    """State that an event changes only if one of its causes does."""
    return f"{quoted(event)} changes only if one of its causes does"


def root_sentence(event: Event) -> str:
    """State that nothing in the scenario moves an event."""
    return f"the what-if does not affect {quoted(event)}"


def mechanism_sentence(scenario: Scenario, event: Event) -> str:
    """State an explicit mechanism, with the claims of its events in words."""
    words = {other.id: quoted(other) for other in scenario.events}
    formula = _ID.sub(lambda name: words.get(name[0], name[0]), dict(scenario.mechanisms)[event.id])
    return f"{quoted(event)} follows from: {formula}"


def presupposition_sentence(scenario: Scenario, event: Event) -> str:
    """State what a claim presupposes."""
    return f"{quoted(event)} presupposes {' and '.join(_named(scenario, name) for name in event.presupposes)}"


def answer_phrase(event: Event, answer: Finding) -> str:
    """State what an answer says about a claim.

    Examples
    --------
    >>> answer_phrase(Event(id="e1", statement="The oven died."), Finding(AnswerKind.CHANGED, value="false"))
    "'The oven died' no longer holds"
    """
    if answer.kind is AnswerKind.UNCHANGED:
        return f"{quoted(event)} stays as it was"
    if answer.kind is not AnswerKind.CHANGED:
        return f"{quoted(event)} {'may go either way' if answer.kind is AnswerKind.OPEN else 'could not be settled'}"
    if answer.void:
        return f"{quoted(event)} no longer applies: what it presupposes is gone"
    if event.kind is Kind.QUANTITY:
        return f"the quantity in {quoted(event)} would be {answer.direction or 'higher or lower'}"
    if event.kind is Kind.CHOICE:
        return f"{quoted(event)} becomes {answer.value or 'something else'}"
    return f"{quoted(event)} {'no longer holds' if event.fact == 'true' else 'now holds'}"

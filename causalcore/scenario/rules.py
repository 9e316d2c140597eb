"""The rules that a scenario must satisfy."""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import TYPE_CHECKING, Final

from causalcore.errors import MalformedScenarioError, OutsideDomainError
from causalcore.files.faults import all_faults
from causalcore.mechanisms.mechanism import names, parse_formula
from causalcore.scenario.graph import order
from causalcore.scenario.scenario import EVENT_VALUES, Event, Kind, Link, Scenario, Span

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping


MOST_EVENTS: Final = 4_000
MOST_LINKS: Final = 40_000
MOST_VALUES: Final = 1_000


def check_scenario(scenario: Scenario) -> None:
    """Refuse a scenario that breaks a rule of its format.

    Raises
    ------
    MalformedScenarioError
        For unknown or repeated ids, repeated links, bad spans and domains.
    OutsideDomainError
        For a fact that its event cannot take.
    FormulaSyntaxError
        For a mechanism that cannot be read.
    CyclicModelError
        For causes that run in a circle.
    """
    _check_size(scenario)
    all_faults(MalformedScenarioError, "a scenario", tuple(_checks(scenario)))
    order(scenario)


def _checks(scenario: Scenario) -> Iterator[Callable[[], None]]:
    """Yield every check of the rules, to report all faults at once."""
    facts = {event.id: event for event in scenario.events}
    events = dict.fromkeys(facts)
    known = events | {latent.id: None for latent in scenario.latents}
    yield partial(_check_ids, scenario)
    for event in scenario.events:
        yield partial(_check_domain, event)
        yield partial(_check_span, event.span, f"event {event.id}", scenario.text)
        for presupposed in event.presupposes:
            yield partial(_check_presupposition, event, presupposed, facts)
    for link in scenario.links:
        yield partial(_check_link, link, events, known, scenario.text)
    yield partial(_check_distinct_links, scenario)
    for effect, formula in scenario.mechanisms:
        yield partial(_check_mechanism, effect, formula, events, known)
    yield partial(_check_distinct_mechanisms, scenario)


def _check_size(scenario: Scenario) -> None:
    """Refuse scenarios that would take minutes: a text of the greatest length makes some 2,000 claims."""
    many = {
        f"{MOST_EVENTS} events and latents": len(scenario.events) + len(scenario.latents) > MOST_EVENTS,
        f"{MOST_LINKS} links": len(scenario.links) > MOST_LINKS,
        f"{MOST_EVENTS} mechanisms": len(scenario.mechanisms) > MOST_EVENTS,
        f"{MOST_VALUES} values of an event": any(len(event.values) > MOST_VALUES for event in scenario.events),
    }
    for most, is_passed in many.items():
        if is_passed:
            msg = f"expected at most {most}, got more; cut the scenario into parts"
            raise MalformedScenarioError(msg)


def _check_ids(scenario: Scenario) -> None:
    ids = [event.id for event in scenario.events] + [latent.id for latent in scenario.latents]
    if "" in ids:
        msg = "expected an id for every event and latent, got an empty one; name it"
        raise MalformedScenarioError(msg)
    twice = _repeated(ids)
    if twice:
        msg = f"expected distinct ids, got {twice} more than once; rename one of them"
        raise MalformedScenarioError(msg)


def _repeated(items: Iterable[str]) -> str:
    return next((item for item, count in Counter(items).items() if count > 1), "")


def _check_domain(event: Event) -> None:
    what = f"expected event {event.id} ({event.kind})"
    if event.kind is Kind.EVENT and event.values != EVENT_VALUES:
        msg = (
            f"{what} to have the values false, true, got {', '.join(event.values) or 'none'}; "
            "make it a choice or a quantity"
        )
        raise MalformedScenarioError(msg)
    if len(event.values) < 2:
        msg = f"{what} to have two values or more, got {len(event.values)}; add an alternative"
        raise MalformedScenarioError(msg)
    if twice := _repeated(event.values):
        msg = f"{what} to have distinct values, got {twice} more than once; drop one"
        raise MalformedScenarioError(msg)
    if event.fact not in event.values:
        raise OutsideDomainError(event.id, event.fact, event.values)


def _check_span(span: Span | None, owner: str, text: str) -> None:
    if span is None:
        return
    start, end = span
    if not 0 <= start < end:
        msg = (
            f"expected a span [start, end) with 0 <= start < end for {owner}, got [{start}, {end}]; correct the offsets"
        )
        raise MalformedScenarioError(msg)
    if text and end > len(text):
        msg = (
            f"expected the span of {owner} to end within the {len(text)} characters of the text, got {end}; "
            "correct the offsets"
        )
        raise MalformedScenarioError(msg)


def _check_presupposition(event: Event, presupposed: str, facts: Mapping[str, Event]) -> None:
    if presupposed not in facts:
        msg = f"expected {event.id} to presuppose one of {_list(facts)}, got {presupposed}; add that event"
        raise MalformedScenarioError(msg)
    if facts[presupposed].kind is Kind.EVENT and facts[presupposed].fact == "false":
        msg = (
            f"expected {presupposed}, which {event.id} presupposes, to be true in fact, got false; "
            "drop the presupposition or correct the fact"
        )
        raise MalformedScenarioError(msg)


def _check_link(link: Link, events: Mapping[str, None], causes: Mapping[str, None], text: str) -> None:
    name = f"{link.cause} -> {link.effect}"
    if link.cause not in causes:
        msg = f"expected the cause of {name} among {_list(causes)}, got {link.cause}; add that event"
        raise MalformedScenarioError(msg)
    if link.effect not in events:
        msg = f"expected the effect of {name} among {_list(events)}, got {link.effect}; add that event"
        raise MalformedScenarioError(msg)
    _check_span(link.span, f"link {name}", text)
    if not 0.0 <= link.confidence <= 1.0:
        msg = f"expected a confidence between 0 and 1 for {name}, got {link.confidence}; give a probability"
        raise MalformedScenarioError(msg)


def _check_distinct_links(scenario: Scenario) -> None:
    if twice := _repeated(f"{link.cause} -> {link.effect}" for link in scenario.links):
        msg = f"expected one link {twice}, got several; merge them"
        raise MalformedScenarioError(msg)


def _check_mechanism(effect: str, formula: str, events: Mapping[str, None], known: Mapping[str, None]) -> None:
    if effect not in events:
        msg = f"expected a mechanism of one of {_list(events)}, got {effect}; add that event"
        raise MalformedScenarioError(msg)
    for name in names(parse_formula(formula)):
        if name not in known:
            msg = f"expected the mechanism of {effect} to name one of {_list(known)}, got {name}; add that event"
            raise MalformedScenarioError(msg)


def _check_distinct_mechanisms(scenario: Scenario) -> None:
    if twice := _repeated(effect for effect, _ in scenario.mechanisms):
        msg = f"expected one mechanism of {twice}, got several; keep one"
        raise MalformedScenarioError(msg)


def _list(ids: Iterable[str]) -> str:
    shown = list(ids)
    return ", ".join(shown[:8]) + (", ..." if len(shown) > 8 else "") if shown else "no events"

"""The rules that a scenario must satisfy."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from causalcore.errors import MalformedScenarioError, OutsideDomainError
from causalcore.files.faults import raise_faults
from causalcore.mechanisms.mechanism import names, parse_formula
from causalcore.scenario.graph import order
from causalcore.scenario.scenario import EVENT_VALUES, Event, Kind, Link, Scenario, Sign, Span, Strength
from logic.errors import ReasoningError, brief

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping
    from enum import StrEnum


MOST_EVENTS: Final = 4_000
MOST_LINKS: Final = 40_000
MOST_VALUES: Final = 1_000


def check_scenario(scenario: Scenario) -> None:
    """Raise if a scenario breaks a rule of its format, or is so large that it would take minutes.

    Raises
    ------
    MalformedScenarioError
        For what is no scenario, unknown or repeated ids, repeated links, bad spans and domains.
    OutsideDomainError
        For a fact that its event cannot take.
    FormulaSyntaxError
        For a mechanism that cannot be read.
    CyclicModelError
        For causes that form a cycle.
    """
    given: object = scenario
    if not isinstance(given, Scenario):
        msg = f"expected a Scenario, got {brief(given)}; make one, or for a text use rubric(TEXT, had=...)"
        raise MalformedScenarioError(msg)
    many = {
        f"{MOST_EVENTS} events and latents": len(scenario.events) + len(scenario.latents) > MOST_EVENTS,
        f"{MOST_LINKS} links": len(scenario.links) > MOST_LINKS,
        f"{MOST_LINKS} refused links": len(scenario.refused) > MOST_LINKS,
        f"{MOST_EVENTS} mechanisms": len(scenario.mechanisms) > MOST_EVENTS,
        f"{MOST_VALUES} values of an event": any(len(event.values) > MOST_VALUES for event in scenario.events),
    }
    for most, is_exceeded in many.items():
        if is_exceeded:
            msg = f"expected at most {most}, got more; cut the scenario into parts"
            raise MalformedScenarioError(msg)
    if faults := list(_faults(scenario)):
        raise_faults(MalformedScenarioError, "a scenario", faults)
    order(scenario)


def _faults(scenario: Scenario) -> Iterator[ReasoningError]:
    """Yield every fault, so one error can report them all."""
    events = {event.id: event for event in scenario.events}
    causes = dict.fromkeys([*events, *(latent.id for latent in scenario.latents)])
    ids = [event.id for event in scenario.events] + [latent.id for latent in scenario.latents]
    if "" in ids:
        yield MalformedScenarioError("expected an id for every event and latent, got an empty one; name it")
    elif twice := _repeated(ids):
        yield MalformedScenarioError(f"expected distinct ids, got {twice} more than once; rename one of them")
    for event in scenario.events:
        yield from _kind_faults(f"the kind of {event.id}", event.kind, Kind)
        yield from _event_faults(event, events, scenario.text)
    yield from _faults_of_links(scenario, events, causes)
    for effect, formula in scenario.mechanisms:
        yield from _mechanism_faults(effect, formula, events, causes)
    if twice := _repeated(effect for effect, _ in scenario.mechanisms):
        yield MalformedScenarioError(f"expected one mechanism of {twice}, got several; keep one")


def _kind_faults(what: str, got: object, kinds: type[StrEnum]) -> Iterator[ReasoningError]:
    if not isinstance(got, kinds):
        listed = ", ".join(f"{kinds.__name__}.{kind.name}" for kind in kinds)
        yield MalformedScenarioError(f"expected {what} to be one of {listed}, got {got!r:.40}; choose one")


def _faults_of_links(scenario: Scenario, events: Collection[str], causes: Collection[str]) -> Iterator[ReasoningError]:
    both = (*scenario.links, *scenario.refused)
    for link in both:
        yield from _kind_faults(f"the sign of {link.cause} -> {link.effect}", link.sign, Sign)
        yield from _kind_faults(f"the strength of {link.cause} -> {link.effect}", link.strength, Strength)
        yield from _link_faults(link, events, causes, scenario.text)
    if twice := _repeated(f"{link.cause} -> {link.effect}" for link in scenario.links):
        yield MalformedScenarioError(f"expected one link {twice}, got several; merge them")
    elif twice := _repeated(f"{link.cause} -> {link.effect}" for link in both):
        yield MalformedScenarioError(f"expected {twice} once, among the links or the refused, got it twice; drop one")


def _repeated(items: Iterable[str]) -> str:
    return next((item for item, count in Counter(items).items() if count > 1), "")


def _event_faults(event: Event, events: Mapping[str, Event], text: str) -> Iterator[ReasoningError]:
    lead = f"expected event {event.id} ({event.kind})"
    if event.kind is Kind.EVENT and event.values != EVENT_VALUES:
        actual = ", ".join(event.values) or "none"
        yield MalformedScenarioError(
            f"{lead} to have the values false, true, got {actual}; make it a choice or a quantity"
        )
    elif len(event.values) < 2:
        yield MalformedScenarioError(f"{lead} to have two values or more, got {len(event.values)}; add an alternative")
    elif twice := _repeated(event.values):
        yield MalformedScenarioError(f"{lead} to have distinct values, got {twice} more than once; drop one")
    elif event.fact not in event.values:
        yield OutsideDomainError(event.id, event.fact, event.values)
    yield from _span_faults(event.span, f"event {event.id}", text)
    for presupposed in event.presupposes:
        if presupposed not in events:
            yield MalformedScenarioError(
                f"expected {event.id} to presuppose one of {_list(events)}, got {presupposed}; add that event"
            )
        elif events[presupposed].kind is Kind.EVENT and events[presupposed].fact == "false":
            yield MalformedScenarioError(
                f"expected {presupposed}, which {event.id} presupposes, to be true in fact, got false; "
                "drop the presupposition or correct the fact"
            )


def _span_faults(span: Span | None, owner: str, text: str) -> Iterator[ReasoningError]:
    start, end = span or (0, 1)
    if not 0 <= start < end:
        yield MalformedScenarioError(
            f"expected a span [start, end) with 0 <= start < end for {owner}, got [{start}, {end}]; correct the offsets"
        )
    elif text and end > len(text):
        yield MalformedScenarioError(
            f"expected the span of {owner} to end within the {len(text)} characters of the text, got {end}; "
            "correct the offsets"
        )


def _link_faults(link: Link, events: Collection[str], causes: Collection[str], text: str) -> Iterator[ReasoningError]:
    name = f"{link.cause} -> {link.effect}"
    if link.cause not in causes:
        yield MalformedScenarioError(
            f"expected the cause of {name} among {_list(causes)}, got {link.cause}; add that event"
        )
    elif link.effect not in events:
        yield MalformedScenarioError(
            f"expected the effect of {name} among {_list(events)}, got {link.effect}; add that event"
        )
    yield from _span_faults(link.span, f"link {name}", text)
    if not 0.0 <= link.confidence <= 1.0:
        yield MalformedScenarioError(
            f"expected a confidence between 0 and 1 for {name}, got {link.confidence}; give a probability"
        )


def _mechanism_faults(
    effect: str, formula: str, events: Collection[str], causes: Collection[str]
) -> Iterator[ReasoningError]:
    if effect not in events:
        yield MalformedScenarioError(f"expected a mechanism of one of {_list(events)}, got {effect}; add that event")
        return
    try:
        unknown = [name for name in names(parse_formula(formula)) if name not in causes]
    except ReasoningError as fault:
        yield fault
        return
    if unknown:
        yield MalformedScenarioError(
            f"expected the mechanism of {effect} to name one of {_list(causes)}, got {unknown[0]}; add that event"
        )


def _list(ids: Iterable[str]) -> str:
    shown = list(ids)
    return ", ".join(shown[:8]) + (", ..." if len(shown) > 8 else "") if shown else "no events"

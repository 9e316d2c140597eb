"""One claim made two, and two made one."""

from __future__ import annotations

from dataclasses import replace

from causalcore.scenario.scenario import Event, Link, Provenance, Scenario, Span
from nlbridge.apps.studio.document.claim_operations import as_sentence, checked_span
from nlbridge.apps.studio.document.document import Document, StudioError
from nlbridge.apps.studio.document.edited_scenario import event_of, next_id, with_scenario
from nlbridge.apps.studio.document.fields import Fields


def split_claim(document: Document, fields: Fields) -> Document:
    """Cut a claim in two inside its words; links stay with the first part."""
    scenario, event, at = document.scenario, event_of(document, fields.string("claim")), fields.offset("at")
    if event.span is None or not event.span[0] < at < event.span[1]:
        where = "no words" if event.span is None else f"[{event.span[0]}, {event.span[1]}]"
        message = (
            f"expected an offset inside the words of {event.id} ({where}), got {at}; place the cut between its words"
        )
        raise StudioError(message)
    first = checked_span(scenario, (event.span[0], at))
    second = checked_span(scenario, (at, event.span[1]))
    kept = replace(
        event, span=first, statement=as_sentence(scenario.text, first), confidence=1.0, provenance=Provenance.CONFIRMED
    )
    added = Event(id=next_id(scenario, "e"), statement=as_sentence(scenario.text, second), span=second)
    events: list[Event] = []
    for one in scenario.events:
        events += [kept, added] if one.id == event.id else [one]
    return with_scenario(document, replace(scenario, events=tuple(events)))


def merge_claims(document: Document, fields: Fields) -> Document:
    """Make two claims one: it has the id of the first, the words of both, and the links of both."""
    scenario = document.scenario
    kept, gone = event_of(document, fields.string("claim")), event_of(document, fields.string("other"))
    if kept.id == gone.id:
        message = f"expected two claims, got {kept.id} twice; choose another"
        raise StudioError(message)
    if dict(scenario.mechanisms).keys() & {kept.id, gone.id} or _in_formula(scenario, gone.id):
        message = f"expected claims that no formula speaks of, got {kept.id} and {gone.id}; remove the formula first"
        raise StudioError(message)
    merged = _merged(scenario.text, kept, gone)
    events = tuple(
        replace(one, presupposes=_renamed(one, gone.id, kept.id))
        for one in (merged if event.id == kept.id else event for event in scenario.events if event.id != gone.id)
    )
    links = _rewired(scenario.links, gone.id, kept.id)
    return with_scenario(document, replace(scenario, events=events, links=links))


def _in_formula(scenario: Scenario, name: str) -> bool:
    from causalcore.mechanisms.mechanism import names, parse_formula

    return any(name in names(parse_formula(formula)) for _, formula in scenario.mechanisms)


def _merged(text: str, kept: Event, gone: Event) -> Event:
    spans = [event.span for event in (kept, gone) if event.span is not None]
    hull: Span | None = (min(s[0] for s in spans), max(s[1] for s in spans)) if spans else None
    presupposes = tuple(dict.fromkeys((*kept.presupposes, *gone.presupposes)))
    both = len(spans) == 2
    said = as_sentence(text, hull) if both else f"{kept.statement.rstrip('.')}, and {gone.statement}"
    return replace(
        kept, span=hull, statement=said, presupposes=presupposes, confidence=1.0, provenance=Provenance.CONFIRMED
    )


def _renamed(event: Event, gone: str, kept: str) -> tuple[str, ...]:
    found = dict.fromkeys(kept if name == gone else name for name in event.presupposes)
    return tuple(name for name in found if name != event.id)


def _rewired(links: tuple[Link, ...], gone: str, kept: str) -> tuple[Link, ...]:
    """Return links with one claim instead of two; of links between the same claims the surest stays."""
    found: dict[tuple[str, str], Link] = {}
    for link in links:
        moved = replace(
            link,
            cause=kept if link.cause == gone else link.cause,
            effect=kept if link.effect == gone else link.effect,
        )
        pair = moved.cause, moved.effect
        if pair[0] != pair[1] and (pair not in found or found[pair].confidence < moved.confidence):
            found[pair] = moved
    return tuple(found.values())

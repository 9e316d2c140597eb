"""What a person does to claims: add, remove, rename, move the ends, change kind and values; and to the background."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from causalcore.mechanisms.mechanism import names, parse_formula
from causalcore.scenario.scenario import (
    EVENT_VALUES,
    QUANTITY_VALUES,
    Event,
    Kind,
    Latent,
    Link,
    Provenance,
    Scenario,
    Sign,
    Span,
    Strength,
)
from logic.errors import brief
from nlbridge.answering.review import Reply
from nlbridge.apps.studio.document.document import (
    Document,
    StudioError,
    event_of,
    link_of,
    next_id,
    with_event,
    with_scenario,
)
from nlbridge.apps.studio.document.fields import Fields
from nlbridge.telling.to_check import link_id

MOST_CLAIMS: Final = 600
"""Claims of a text that may be added to; beyond it the graph says nothing to the eye."""
_USUAL: Final = {Kind.EVENT: (EVENT_VALUES, "true"), Kind.QUANTITY: (QUANTITY_VALUES, "as stated")}


def add_claim(document: Document, fields: Fields) -> Document:
    """Add a claim: where the text makes it, or as a sentence, or both."""
    scenario = document.scenario
    if len(scenario.events) >= MOST_CLAIMS:
        message = f"expected at most {MOST_CLAIMS} claims, got one more; split the text into several"
        raise StudioError(message)
    span = checked_span(scenario, fields.span("span")) if "span" in fields else None
    if span is None and "statement" not in fields:
        message = "expected a span or a statement of the new claim, got neither; mark its words or write it"
        raise StudioError(message)
    statement = fields.words("statement") if "statement" in fields else as_sentence(scenario.text, span)
    return _with_added(document, Event(id=next_id(scenario, "e"), statement=statement, span=span))


def _with_added(document: Document, event: Event) -> Document:
    """Put a claim where its words stand; one without words comes last."""
    events = list(document.scenario.events)
    later = [k for k, one in enumerate(events) if event.span and one.span and one.span[0] > event.span[0]]
    events.insert(later[0] if later else len(events), event)
    return with_scenario(document, replace(document.scenario, events=tuple(events)))


def remove_claim(document: Document, fields: Fields) -> Document:
    """Remove a claim with its links; one that a formula mentions stays."""
    gone, scenario = event_of(document, fields.string("claim")).id, document.scenario
    for name, formula in scenario.mechanisms:
        if name != gone and gone in names(parse_formula(formula)):
            message = (
                f"expected a claim that no formula speaks of, got {gone}, which that of {name} does; change it first"
            )
            raise StudioError(message)
    kept = (event for event in scenario.events if event.id != gone)
    events = tuple(replace(e, presupposes=tuple(p for p in e.presupposes if p != gone)) for e in kept)
    links = tuple(link for link in scenario.links if gone not in (link.cause, link.effect))
    mechanisms = tuple((name, formula) for name, formula in scenario.mechanisms if name != gone)
    return with_scenario(document, replace(scenario, events=events, links=links, mechanisms=mechanisms))


def rename_claim(document: Document, fields: Fields) -> Document:
    """Write the sentence of a claim again."""
    event = event_of(document, fields.string("claim"))
    return _with_event(
        document, replace(event, statement=fields.words("statement"), confidence=1.0, provenance=Provenance.CONFIRMED)
    )


def move_claim(document: Document, fields: Fields) -> Document:
    """Move the ends of a claim in the text; its sentence stays."""
    event = event_of(document, fields.string("claim"))
    span = checked_span(document.scenario, fields.span("span"))
    return _with_event(document, replace(event, span=span, confidence=1.0, provenance=Provenance.CONFIRMED))


def restate_claim(document: Document, fields: Fields) -> Document:
    """Make the sentence of a claim of its words in the text."""
    event = event_of(document, fields.string("claim"))
    if event.span is None:
        message = f"expected a claim with words in the text, got {event.id} without; mark its words first"
        raise StudioError(message)
    statement = as_sentence(document.text, event.span)
    return _with_event(document, replace(event, statement=statement, confidence=1.0, provenance=Provenance.CONFIRMED))


def confirm_claim(document: Document, fields: Fields) -> Document:
    """Say that the text makes a claim as it stands; it is certain then."""
    event = event_of(document, fields.string("claim"))
    return _with_event(document, replace(event, confidence=1.0, provenance=Provenance.CONFIRMED))


def set_claim(document: Document, fields: Fields) -> Document:
    """Change kind, values, fact or presuppositions of a claim."""
    event = event_of(document, fields.string("claim"))
    changes: dict[str, Any] = {}
    if "kind" in fields:
        changes["kind"] = kind = fields.choice("kind", Kind)
        if kind is not event.kind and kind in _USUAL:
            changes["values"], changes["fact"] = _USUAL[kind]
    if "values" in fields:
        changes["values"] = fields.strings("values")
    if "fact" in fields:
        changes["fact"] = fields.string("fact")
    if "presupposes" in fields:
        changes["presupposes"] = fields.strings("presupposes")
    return _with_event(document, replace(event, **changes))


def _with_event(document: Document, event: Event) -> Document:
    return with_scenario(document, with_event(document.scenario, event))


def set_mechanism(document: Document, fields: Fields) -> Document:
    """Give a claim a formula instead of its links, or take it away."""
    event, formula = event_of(document, fields.string("claim")), fields.value("formula")
    others = tuple(one for one in document.scenario.mechanisms if one[0] != event.id)
    own = () if formula is None else ((event.id, fields.words("formula")),)
    return with_scenario(document, replace(document.scenario, mechanisms=(*others, *own)))


def add_latent(document: Document, fields: Fields) -> Document:
    """Add a fact of the background, which stays the same."""
    scenario = document.scenario
    if len(scenario.latents) >= MOST_CLAIMS:
        message = f"expected at most {MOST_CLAIMS} facts of the background, got one more; remove some"
        raise StudioError(message)
    latent = Latent(id=next_id(scenario, "l"), statement=fields.words("statement"))
    return with_scenario(document, replace(scenario, latents=(*scenario.latents, latent)))


def rename_latent(document: Document, fields: Fields) -> Document:
    """Write a fact of the background again."""
    known = _latent_of(document, fields.string("latent"))
    said = replace(known, statement=fields.words("statement"))
    latents = tuple(said if one.id == known.id else one for one in document.scenario.latents)
    return with_scenario(document, replace(document.scenario, latents=latents))


def remove_latent(document: Document, fields: Fields) -> Document:
    """Remove a fact of the background with its links."""
    gone, scenario = _latent_of(document, fields.string("latent")).id, document.scenario
    latents = tuple(one for one in scenario.latents if one.id != gone)
    links = tuple(link for link in scenario.links if link.cause != gone)
    return with_scenario(document, replace(scenario, latents=latents, links=links))


def _latent_of(document: Document, name: str) -> Latent:
    for latent in document.scenario.latents:
        if latent.id == name:
            return latent
    message = f"expected a fact of the background, got {brief(name)}; add it first"
    raise StudioError(message)


def checked_span(scenario: Scenario, span: Span | None) -> Span | None:
    """Return a span without the white space at its ends.

    Raises
    ------
    StudioError
        If it does not lie in the text, or holds no words.
    """
    if span is None:
        return None
    start, end = span
    if not 0 <= start < end <= len(scenario.text) or not scenario.text[start:end].strip():
        message = (
            f"expected a span of words within the {len(scenario.text)} characters of the text, got [{start}, {end}]; "
            "mark some words"
        )
        raise StudioError(message)
    words = scenario.text[start:end]
    return start + len(words) - len(words.lstrip()), end - len(words) + len(words.rstrip())


def as_sentence(text: str, span: Span | None) -> str:
    """Make a sentence of words of the text.

    Examples
    --------
    >>> as_sentence("It rained, so the roof  leaked.", (14, 30))
    'The roof leaked.'
    """
    words = " ".join(text[slice(*span)].split()) if span else ""
    words = words.strip(" ,;:—–-") or words
    return words[:1].upper() + words[1:] + ("" if words.endswith((".", "!", "?")) else ".")


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


def add_link(document: Document, fields: Fields) -> Document:
    """Join two claims; a link that was refused before is there again."""
    cause, effect = fields.string("cause"), fields.string("effect")
    if cause == effect:
        message = f"expected two claims, got {cause} twice; nothing causes itself"
        raise StudioError(message)
    others = tuple(one for one in document.scenario.links if (one.cause, one.effect) != (cause, effect))
    present = [one for one in document.scenario.links if (one.cause, one.effect) == (cause, effect)]
    if any(document.reply(link_id(one)) is not Reply.NO for one in present):
        message = f"expected claims that no link joins, got {cause} -> {effect}, which one does; change that link"
        raise StudioError(message)
    link = Link(cause=cause, effect=effect, **_features(document, fields))
    free = replace(document, replies=_without(document, present))
    return with_scenario(free, replace(document.scenario, links=(*others, link)))


def set_link(document: Document, fields: Fields) -> Document:
    """Change sign, strength or words of a link, which is sure then."""
    link = link_of(document, fields.string("cause"), fields.string("effect"))
    return _with_link(
        document, link, replace(link, confidence=1.0, provenance=Provenance.CONFIRMED, **_features(document, fields))
    )


def reverse_link(document: Document, fields: Fields) -> Document:
    """Turn a link round."""
    link = link_of(document, fields.string("cause"), fields.string("effect"))
    return _with_link(
        document,
        link,
        replace(link, cause=link.effect, effect=link.cause, confidence=1.0, provenance=Provenance.CONFIRMED),
    )


def remove_link(document: Document, fields: Fields) -> Document:
    """Refuse a link: the reader is not to think that it may be there after all."""
    link = link_of(document, fields.string("cause"), fields.string("effect"))
    if document.reply(link_id(link)) is Reply.NO:
        return document
    return replace(document, replies=(*_without(document, [link]), (link_id(link), Reply.NO)))


def _with_link(document: Document, old: Link, new: Link) -> Document:
    """Replace a link by another; answers about the old one are dropped."""
    free = replace(document, replies=_without(document, [old]))
    links = tuple(new if one == old else one for one in document.scenario.links)
    return with_scenario(free, replace(document.scenario, links=links))


def _without(document: Document, links: list[Link]) -> tuple[tuple[str, Reply], ...]:
    ids = {link_id(link) for link in links}
    return tuple(given for given in document.replies if given[0] not in ids)


def _features(document: Document, fields: Fields) -> dict[str, Any]:
    found: dict[str, Any] = {}
    if "sign" in fields:
        found["sign"] = fields.choice("sign", Sign)
    if "strength" in fields:
        found["strength"] = fields.choice("strength", Strength)
    if "connective" in fields:
        words = fields.value("connective")
        found["connective"] = None if words is None else fields.words("connective")
    if "span" in fields:
        found["span"] = checked_span(document.scenario, fields.span("span"))
    return found

"""Operations on a text and its reading: claims, links, background; another text, a new reading.

The annotations of an operation define its JSON fields; pydantic reads them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Annotated, Any, Final, TypedDict, Unpack

from pydantic import AfterValidator, PlainValidator, StrictInt, StrictStr, ValidationInfo

from causalcore.mechanisms.mechanism import names, parse_formula
from causalcore.scenario.file import scenario_from_document
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
from nlbridge.answering.input import MAX_CHARACTERS, checked
from nlbridge.answering.review import Reply
from nlbridge.apps.studio.document.document import (
    Document,
    StudioError,
    WhatIf,
    event_of,
    link_of,
    next_id,
    with_event,
    with_scenario,
)
from nlbridge.telling.to_check import link_id

MOST_CLAIMS: Final = 600
"""Most claims of a text; a larger graph is unreadable."""
_USUAL: Final = {Kind.EVENT: (EVENT_VALUES, "true"), Kind.QUANTITY: (QUANTITY_VALUES, "as stated")}

Reader = Callable[[str], Scenario]


def _offsets(value: object) -> Span | None:
    if value is None:
        return None
    if not isinstance(value, list) or len(value) != 2 or not all(type(offset) is int for offset in value):
        message = "two offsets [start, end]"
        raise ValueError(message)
    return value[0], value[1]


def _words(text: str, field: ValidationInfo) -> str:
    return checked(text, field.field_name or "text")


Words = Annotated[StrictStr, AfterValidator(_words)]
"""A text that a reader can take."""
Offsets = Annotated[Span | None, PlainValidator(_offsets)]


class ClaimChanges(TypedDict, total=False):
    """Changeable fields of a claim; missing ones stay."""

    kind: Kind
    values: list[StrictStr]
    fact: StrictStr
    presupposes: list[StrictStr]


class LinkFeatures(TypedDict, total=False):
    """Fields of a link besides its ends; missing ones stay."""

    sign: Sign
    strength: Strength
    connective: Words | None
    span: Offsets


def add_claim(document: Document, *, span: Offsets = None, statement: Words | None = None) -> Document:
    """Add a claim by its span in the text, its sentence, or both; without a span it comes last."""
    scenario = document.scenario
    if len(scenario.events) >= MOST_CLAIMS:
        message = f"expected at most {MOST_CLAIMS} claims, got one more; split the text into several"
        raise StudioError(message)
    span = checked_span(scenario, span)
    if span is None and statement is None:
        message = "expected a span or a statement of the new claim, got neither; mark its words or write it"
        raise StudioError(message)
    event = Event(id=next_id(scenario, "e"), statement=statement or as_sentence(scenario.text, span), span=span)
    events = list(scenario.events)
    later = (place for place, other in enumerate(events) if span and other.span and other.span[0] > span[0])
    events.insert(next(later, len(events)), event)
    return with_scenario(document, replace(scenario, events=tuple(events)))


def remove_claim(document: Document, *, claim: StrictStr) -> Document:
    """Remove a claim with its links; raises `StudioError` if a formula mentions it."""
    removed, scenario = event_of(document, claim).id, document.scenario
    for name, formula in scenario.mechanisms:
        if name != removed and removed in names(parse_formula(formula)):
            message = (
                f"expected a claim that no formula mentions, got {removed}, which that of {name} does; change it first"
            )
            raise StudioError(message)
    remaining = (event for event in scenario.events if event.id != removed)
    events = tuple(replace(e, presupposes=tuple(p for p in e.presupposes if p != removed)) for e in remaining)
    links = tuple(link for link in scenario.links if removed not in (link.cause, link.effect))
    mechanisms = tuple((name, formula) for name, formula in scenario.mechanisms if name != removed)
    return with_scenario(document, replace(scenario, events=events, links=links, mechanisms=mechanisms))


def rename_claim(document: Document, *, claim: StrictStr, statement: Words) -> Document:
    """Replace the sentence of a claim."""
    return _confirmed(document, replace(event_of(document, claim), statement=statement))


def move_claim(document: Document, *, claim: StrictStr, span: Offsets) -> Document:
    """Move the ends of a claim in the text; its sentence stays."""
    return _confirmed(document, replace(event_of(document, claim), span=checked_span(document.scenario, span)))


def restate_claim(document: Document, *, claim: StrictStr) -> Document:
    """Make the sentence of a claim from its words in the text."""
    event = event_of(document, claim)
    if event.span is None:
        message = f"expected a claim with words in the text, got {event.id} without; mark its words first"
        raise StudioError(message)
    return _confirmed(document, replace(event, statement=as_sentence(document.text, event.span)))


def confirm_claim(document: Document, *, claim: StrictStr) -> Document:
    """Confirm that the text makes a claim, which makes it certain."""
    return _confirmed(document, event_of(document, claim))


def _confirmed(document: Document, event: Event) -> Document:
    confirmed = replace(event, confidence=1.0, provenance=Provenance.CONFIRMED)
    return with_scenario(document, with_event(document.scenario, confirmed))


def set_claim(document: Document, *, claim: StrictStr, **changes: Unpack[ClaimChanges]) -> Document:
    """Change kind, values, fact or presuppositions of a claim."""
    event = event_of(document, claim)
    kind, values, fact = changes.get("kind", event.kind), event.values, event.fact
    if kind is not event.kind and kind in _USUAL:
        values, fact = _USUAL[kind]
    changed = replace(
        event,
        kind=kind,
        values=tuple(changes.get("values", values)),
        fact=changes.get("fact", fact),
        presupposes=tuple(changes.get("presupposes", event.presupposes)),
    )
    return with_scenario(document, with_event(document.scenario, changed))


def set_mechanism(document: Document, *, claim: StrictStr, formula: Words | None) -> Document:
    """Give a claim a formula instead of its links, or remove the formula."""
    event = event_of(document, claim)
    others = tuple(pair for pair in document.scenario.mechanisms if pair[0] != event.id)
    own = () if formula is None else ((event.id, formula),)
    return with_scenario(document, replace(document.scenario, mechanisms=(*others, *own)))


def split_claim(document: Document, *, claim: StrictStr, at: StrictInt) -> Document:
    """Split a claim in two inside its words; links stay with the first part."""
    scenario, event = document.scenario, event_of(document, claim)
    if event.span is None or not event.span[0] < at < event.span[1]:
        where = "no words" if event.span is None else f"[{event.span[0]}, {event.span[1]}]"
        message = (
            f"expected an offset inside the words of {event.id} ({where}), got {at}; place the cut between its words"
        )
        raise StudioError(message)
    first, second = (checked_span(scenario, span) for span in ((event.span[0], at), (at, event.span[1])))
    first_part = replace(event, span=first, statement=as_sentence(scenario.text, first))
    second_part = Event(id=next_id(scenario, "e"), statement=as_sentence(scenario.text, second), span=second)
    place = scenario.events.index(event)
    events = (*scenario.events[: place + 1], second_part, *scenario.events[place + 1 :])
    return _confirmed(replace(document, scenario=replace(scenario, events=events)), first_part)


def merge_claims(document: Document, *, claim: StrictStr, other: StrictStr) -> Document:
    """Merge two claims into one with the id of the first and the words and links of both."""
    scenario = document.scenario
    kept, absorbed = event_of(document, claim), event_of(document, other)
    if kept.id == absorbed.id:
        message = f"expected two claims, got {kept.id} twice; choose another"
        raise StudioError(message)
    mentioned = {name for _, formula in scenario.mechanisms for name in names(parse_formula(formula))}
    if dict(scenario.mechanisms).keys() & {kept.id, absorbed.id} or absorbed.id in mentioned:
        message = f"expected claims that no formula mentions, got {kept.id} and {absorbed.id}; remove the formula first"
        raise StudioError(message)
    spans = [event.span for event in (kept, absorbed) if event.span is not None]
    joint_span: Span | None = (min(s[0] for s in spans), max(s[1] for s in spans)) if spans else None
    merged = replace(
        kept,
        span=joint_span,
        statement=as_sentence(scenario.text, joint_span)
        if len(spans) == 2
        else f"{kept.statement.rstrip('.')}, and {absorbed.statement}",
        presupposes=(*kept.presupposes, *absorbed.presupposes),
        confidence=1.0,
        provenance=Provenance.CONFIRMED,
    )
    events = []
    for event in scenario.events:
        if event.id != absorbed.id:
            current = merged if event.id == kept.id else event
            needed = dict.fromkeys(kept.id if name == absorbed.id else name for name in current.presupposes)
            events.append(replace(current, presupposes=tuple(name for name in needed if name != current.id)))
    links = _rewired(scenario.links, absorbed.id, kept.id)
    return with_scenario(document, replace(scenario, events=tuple(events), links=links))


def _rewired(links: tuple[Link, ...], gone: str, kept: str) -> tuple[Link, ...]:
    """Return links with one claim instead of two; of duplicate links, the most certain one stays."""
    by_pair: dict[tuple[str, str], Link] = {}
    for link in links:
        cause, effect = (kept if end == gone else end for end in (link.cause, link.effect))
        pair = cause, effect
        if cause != effect and (pair not in by_pair or by_pair[pair].confidence < link.confidence):
            by_pair[pair] = replace(link, cause=cause, effect=effect)
    return tuple(by_pair.values())


def add_latent(document: Document, *, statement: Words) -> Document:
    """Add a fact of the background, which never changes."""
    scenario = document.scenario
    if len(scenario.latents) >= MOST_CLAIMS:
        message = f"expected at most {MOST_CLAIMS} facts of the background, got one more; remove some"
        raise StudioError(message)
    latent = Latent(id=next_id(scenario, "l"), statement=statement)
    return with_scenario(document, replace(scenario, latents=(*scenario.latents, latent)))


def rename_latent(document: Document, *, latent: StrictStr, statement: Words) -> Document:
    """Replace the sentence of a fact of the background."""
    renamed = replace(_latent_of(document, latent), statement=statement)
    latents = tuple(renamed if other.id == latent else other for other in document.scenario.latents)
    return with_scenario(document, replace(document.scenario, latents=latents))


def remove_latent(document: Document, *, latent: StrictStr) -> Document:
    """Remove a fact of the background with its links."""
    removed, scenario = _latent_of(document, latent).id, document.scenario
    latents = tuple(other for other in scenario.latents if other.id != removed)
    links = tuple(link for link in scenario.links if link.cause != removed)
    return with_scenario(document, replace(scenario, latents=latents, links=links))


def _latent_of(document: Document, name: str) -> Latent:
    for latent in document.scenario.latents:
        if latent.id == name:
            return latent
    message = f"expected a fact of the background, got {brief(name)}; add it first"
    raise StudioError(message)


def add_link(document: Document, *, cause: StrictStr, effect: StrictStr, **features: Unpack[LinkFeatures]) -> Document:
    """Link two claims; restores a link that was refused before."""
    if cause == effect:
        message = f"expected two claims, got {cause} twice; nothing causes itself"
        raise StudioError(message)
    present = [old for old in document.scenario.links if (old.cause, old.effect) == (cause, effect)]
    if any(document.reply(link_id(old)) is not Reply.NO for old in present):
        message = f"expected claims that no link joins, got {cause} -> {effect}, which one does; change that link"
        raise StudioError(message)
    link = Link(cause=cause, effect=effect, **_placed(document, features))
    links = (*(old for old in document.scenario.links if old not in present), link)
    return with_scenario(_unanswered(document, *present), replace(document.scenario, links=links))


def set_link(document: Document, *, cause: StrictStr, effect: StrictStr, **features: Unpack[LinkFeatures]) -> Document:
    """Change sign, strength or words of a link, which makes it certain."""
    link = link_of(document, cause, effect)
    return _with_link(document, link, replace(link, **_placed(document, features)))


def reverse_link(document: Document, *, cause: StrictStr, effect: StrictStr) -> Document:
    """Reverse a link."""
    link = link_of(document, cause, effect)
    return _with_link(document, link, replace(link, cause=effect, effect=cause))


def remove_link(document: Document, *, cause: StrictStr, effect: StrictStr) -> Document:
    """Refuse a link, to keep the reader from suggesting it again."""
    link = link_of(document, cause, effect)
    if document.reply(link_id(link)) is Reply.NO:
        return document
    return replace(document, replies=(*_unanswered(document, link).replies, (link_id(link), Reply.NO)))


def _with_link(document: Document, old: Link, new: Link) -> Document:
    """Replace a link by another, which is certain, and drop answers about the old one."""
    confirmed = replace(new, confidence=1.0, provenance=Provenance.CONFIRMED)
    links = tuple(confirmed if link == old else link for link in document.scenario.links)
    return with_scenario(_unanswered(document, old), replace(document.scenario, links=links))


def _unanswered(document: Document, *links: Link) -> Document:
    ids = {link_id(link) for link in links}
    return replace(document, replies=tuple(given for given in document.replies if given[0] not in ids))


def _placed(document: Document, features: LinkFeatures) -> LinkFeatures:
    return {**features, "span": checked_span(document.scenario, features["span"])} if "span" in features else features


def checked_span(scenario: Scenario, span: Span | None) -> Span | None:
    """Return a span without white space at its ends, or raise `StudioError` if it holds no words of the text."""
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
    """Turn words of the text into a sentence.

    Examples
    --------
    >>> as_sentence("It rained, so the roof  leaked.", (14, 30))
    'The roof leaked.'
    """
    words = " ".join(text[slice(*span)].split()) if span else ""
    words = words.strip(" ,;:—–-") or words
    return words[:1].upper() + words[1:] + ("" if words.endswith((".", "!", "?")) else ".")


def set_text(document: Document, reader: Reader, *, text: Words, had: Words | None = None) -> Document:
    """Replace the text and read it."""
    started = Document(id=document.id, scenario=Scenario(text=in_lines(text)), note=document.note, title=document.title)
    return as_read(replace(started, what_if=None if had is None else WhatIf(had=had)), reader)


def read_again(document: Document, reader: Reader) -> Document:
    """Read the text again, dropping corrections and answers."""
    what_if = document.what_if
    if what_if is not None and what_if.do:  # Values may refer to other claims now; words still hold.
        what_if = WhatIf(had=what_if.had) if what_if.had else None
    return as_read(replace(document, what_if=what_if, replies=(), by_model=()), reader)


def as_read(document: Document, reader: Reader) -> Document:
    """Return a document with the reading of its text, and who read it: `words`, or `model`, which may find nothing."""
    text = checked(document.text)
    scenario = replace(reader(text), text=text)
    by = "model" if not scenario.by_words and (scenario.read or not scenario.events) else "words"
    return replace(document, scenario=scenario, read=True, read_by=by)


def set_scenario(document: Document, *, scenario: dict[str, Any]) -> Document:
    """Use a scenario from a file instead of the reading."""
    given = scenario_from_document(scenario)
    read = replace(given, text=in_lines(given.text))
    if len(read.text) > MAX_CHARACTERS:
        message = f"expected a text of at most {MAX_CHARACTERS} characters, got {len(read.text)}; shorten it"
        raise StudioError(message)
    return Document(id=document.id, scenario=read, read=True, note=document.note, title=document.title)


def in_lines(text: str) -> str:
    r"""Return a text with uniform line ends, as in the fields of a page; every character keeps its offset.

    Examples
    --------
    >>> in_lines("It rained.\r\nIt leaked.\r")
    'It rained. \nIt leaked.\n'
    """
    return text.replace("\r\n", " \n").replace("\r", "\n")

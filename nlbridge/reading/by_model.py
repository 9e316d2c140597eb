"""Text -> scenario, with a language model.

Everything that the model reports must quote the text: every event and every signal must occur word for word. Ids must
exist, and causes must not form a cycle. Every sentence must belong to an event or signal, or be listed as no claim (a
heading, a greeting, a general rule). The model also writes the contrary of each claim, so no rule has to negate it.
Errors go back to the model with the exact reason; if they persist, the reading is refused. The engine derives what
follows; `nlbridge.supposing.by_model` asks separately what the model expects to follow.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Literal

from causalcore.derivation.derivation import compile_scenario
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
    Strength,
)
from nlbridge.chat.replies.prompt import Respondent, load_prompt
from nlbridge.chat.replies.reply_schema import Reply
from nlbridge.chat.replies.structured import ask
from nlbridge.language.quotation import only_place, places, shown
from nlbridge.language.reader_address import refuse_address

if TYPE_CHECKING:
    from collections.abc import Iterable

    from causalcore.scenario.scenario import Span

STATED: Final = 0.95
SIGNALLED: Final = 0.97
IMPLIED: Final = 0.9
"""Confidences of an event, a link with a quoted signal, and a link without, all set by hand. Half of the links in
ordinary prose have no signal, so its absence is little reason for doubt."""
MOST_SIGNAL: Final = 4
"""Most words of a signal that is a connective; a law or a whole clause is a reason, but no connective."""

MAX_EVENTS: Final = 60
MAX_LATENTS: Final = 20
_MAX_STATEMENT: Final = 400


class EventReply(Reply):
    """An event as the model gives it."""

    id: str
    quote: str
    statement: str
    contrary: str
    kind: Literal["event", "choice", "quantity"]
    values: list[str]
    fact: str
    presupposes: list[str]


class LinkReply(Reply):
    """A link as the model gives it."""

    signal: str
    cause: str
    effect: str
    sign: Literal["promotes", "inhibits", "determines"]
    strength: Literal["necessary", "sufficient", "contributing", "possible"]


class LatentReply(Reply):
    """A background fact as the model gives it."""

    id: str
    statement: str


class MechanismReply(Reply):
    """A formula for an event as the model gives it."""

    event: str
    formula: str


class ReadingReply(Reply):
    """The whole reading."""

    events: list[EventReply]
    no_claims: list[str]
    latents: list[LatentReply]
    links: list[LinkReply]
    mechanisms: list[MechanismReply]


async def read_with_model(text: str, respondent: Respondent, *, repeat: int = 0) -> Scenario:
    """Read an English text into a scenario.

    Parameters
    ----------
    repeat
        Index of the reading, if one text is read several times.

    Raises
    ------
    nlbridge.chat.errors.ReplyError
        If the model's reply is still unusable after two repair turns.
    nlbridge.language.reader_address.AddressedReaderError
        If the text addresses the model instead of saying what happened.

    Examples
    --------
    >>> import asyncio
    >>> from nlbridge.chat.client.scripted import ScriptedModel
    >>> reply = '''{"events": [
    ...   {"id": "e1", "quote": "The pump failed", "statement": "The pump failed.", "contrary": "The pump held.",
    ...    "kind": "event", "values": [], "fact": "true", "presupposes": []},
    ...   {"id": "e2", "quote": "the cellar flooded", "statement": "The cellar flooded.",
    ...    "contrary": "The cellar stayed dry.", "kind": "event", "values": [], "fact": "true", "presupposes": []}],
    ...  "no_claims": [], "latents": [], "mechanisms": [],
    ...  "links": [{"signal": "so", "cause": "e1", "effect": "e2", "sign": "promotes", "strength": "necessary"}]}'''
    >>> who = Respondent(chat=ScriptedModel([reply]), model="any")
    >>> scenario = asyncio.run(read_with_model("The pump failed, so the cellar flooded.", who))
    >>> scenario.links[0].connective, scenario.event("e2").span, scenario.event("e2").contrary
    ('so', (20, 38), 'The cellar stayed dry.')
    """
    refuse_address(text)
    request = load_prompt("reading").fill(respondent, repeat=repeat, text=text)
    done = await ask(respondent.chat, request, lambda reply: scenario_of(reply, text))
    return done.value


def scenario_of(reply: Any, text: str) -> Scenario:
    """Convert a reply into a scenario.

    Raises
    ------
    ValueError
        If the text lacks something that the reply quotes, or the reply is otherwise invalid; says what.
    """
    reading = ReadingReply.model_validate(reply)
    if not 1 <= len(reading.events) <= MAX_EVENTS:
        message = f"expected 1 to {MAX_EVENTS} events, got {len(reading.events)}; name what the text says happened"
        raise ValueError(message)
    if len(reading.latents) > MAX_LATENTS:
        message = (
            f"expected at most {MAX_LATENTS} latents, got {len(reading.latents)}; name what the text implies, no more"
        )
        raise ValueError(message)
    events = tuple(event_of(item, text) for item in reading.events)
    _check_distinct(events, text)
    by_id = {event.id: event for event in events}
    links = tuple(link_of(item, by_id, text) for item in reading.links)
    quoted = [*(event.span for event in events), *(link.span for link in links)]
    _check_coverage([*quoted, *_places_of_no_claims(reading.no_claims, text)], text)
    scenario = Scenario(
        text=text,
        events=events,
        latents=tuple(Latent(id=item.id, statement=statement_of(item.statement, item.id)) for item in reading.latents),
        links=links,
        mechanisms=tuple((item.event, item.formula) for item in reading.mechanisms),
    )
    compile_scenario(scenario)
    return scenario


def event_of(said: EventReply, text: str) -> Event:
    """Convert an event of a reply; its span is that of the quote.

    Raises
    ------
    ValueError
        If the text lacks the quote, or the event is malformed; says what.
    """
    span = only_place(said.quote, text, of=said.id)
    kind = Kind(said.kind)
    return Event(
        id=said.id,
        statement=statement_of(said.statement, said.id),
        span=span,
        kind=kind,
        values={Kind.EVENT: EVENT_VALUES, Kind.QUANTITY: QUANTITY_VALUES}.get(kind, tuple(said.values)),
        fact=_fact(said, kind, text[slice(*span)]),
        presupposes=tuple(said.presupposes),
        confidence=STATED,
        provenance=Provenance.MODEL,
        contrary=contrary_of(said.contrary, said.statement, said.id),
    )


def contrary_of(words: str, statement: str, name: str) -> str:
    """Return the contrary of a claim; raise ValueError unless it is one sentence and differs from the claim."""
    contrary = statement_of(words, f"the contrary of {name}")
    if contrary.casefold().rstrip(".") == statement.strip().casefold().rstrip("."):
        message = f"expected the contrary of {name}, got the claim itself, {shown(contrary)}; say that it was not so"
        raise ValueError(message)
    return contrary


def statement_of(words: str, name: str) -> str:
    """Return a statement, stripped; raise ValueError if it is empty, too long or more than one line."""
    if not words.strip() or len(words) > _MAX_STATEMENT or len(words.splitlines()) > 1:
        message = f"expected one sentence as the statement of {name}, got {shown(words)}; say it as one sentence"
        raise ValueError(message)
    return words.strip()


def _fact(said: EventReply, kind: Kind, quoted: str) -> str:
    if kind is Kind.QUANTITY:
        return QUANTITY_VALUES[1]
    if kind is Kind.EVENT and said.fact not in EVENT_VALUES:
        message = f"expected true or false as the fact of {said.id}, got {shown(said.fact)}; choose one"
        raise ValueError(message)
    if kind is Kind.CHOICE and said.fact.casefold() not in quoted.casefold():
        message = (
            f"expected the fact of the choice {said.id} in the words of its quote {shown(quoted)}, "
            f"got {shown(said.fact)}; name the value that the text states"
        )
        raise ValueError(message)
    return said.fact


def _check_distinct(events: tuple[Event, ...], text: str) -> None:
    ids: dict[Span | None, str] = {}
    for event in events:
        if event.span in ids:
            message = (
                f"expected a quote of its own for {event.id}, got that of {ids[event.span]}, "
                f"{shown(text[slice(*event.span or (0, 0))])}; make them one event, or quote the words that differ"
            )
            raise ValueError(message)
        ids[event.span] = event.id


def _places_of_no_claims(quotes: list[str], text: str) -> list[Span]:
    spans: list[Span] = []
    for quote in quotes:
        matches = places(quote, text)
        if not matches:
            message = f"expected words of the text that claim nothing, got {shown(quote)}; copy them exactly"
            raise ValueError(message)
        spans += matches
    return spans


def _check_coverage(spans: Iterable[Span | None], text: str) -> None:
    """Refuse a reading that omits a sentence with a verb, except a question: no edit could be checked against it."""
    from nlbridge.language.pipeline.parsing import parsed

    read = [span for span in spans if span is not None]
    with parsed([text]) as (doc,):
        sentences = [
            (sent.text, sent.start_char, sent.end_char)
            for sent in doc.sents
            if any(token.pos_ in {"VERB", "AUX"} for token in sent) and not sent.text.rstrip().endswith("?")
        ]
    for sentence, start, end in sentences:
        if not any(a < end and b > start for a, b in read):
            message = (
                f"expected every sentence in some event, got none for {shown(sentence)}; add its events, or name it in "
                '"no_claims" if it states nothing that happened or was so'
            )
            raise ValueError(message)


def link_of(said: LinkReply, events: dict[str, Event], text: str) -> Link:
    """Convert a link of a reply; its span is that of its signal.

    Raises
    ------
    ValueError
        If the text lacks the signal.
    """
    span = _signal(said, events, text) if said.signal.strip() else None
    return Link(
        cause=said.cause,
        effect=said.effect,
        sign=Sign(said.sign),
        strength=Strength(said.strength),
        connective=text[slice(*span)] if span and len(said.signal.split()) <= MOST_SIGNAL else None,
        span=span,
        confidence=SIGNALLED if span else IMPLIED,
        provenance=Provenance.MODEL,
    )


def _signal(said: LinkReply, events: dict[str, Event], text: str) -> Span:
    """Return the occurrence of the signal that is nearest to the two events."""
    occurrences = places(said.signal, text)
    if not occurrences:
        message = (
            f"expected the signal of {said.cause} -> {said.effect} to stand word for word in the text, "
            f"got {shown(said.signal)}; copy it exactly, or leave it empty"
        )
        raise ValueError(message)
    spans = [event.span for name in (said.cause, said.effect) if (event := events.get(name)) and event.span]
    return min(occurrences, key=lambda place: sum(max(a - place[1], place[0] - b, 0) for a, b in spans))

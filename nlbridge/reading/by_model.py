"""Text -> scenario, with a language model saying what the text states.

The model is believed no further than its quotes: every event and every signal must stand word for word in the
text, ids must be known and causes may not run in a circle. Every sentence must be in some event or signal, or be named
as no claim (a heading, a greeting, a general rule). The model also writes the contrary of each claim, so that nothing
is denied by rule. What is wrong goes back to the model with the exact reason; what is still wrong after that is
refused. What follows is derived by the engine; what the model expects to follow is asked for apart, in
`nlbridge.supposing.by_model`.
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
"""Confidences of what a model reads, set by hand: an event; a link with a quoted signal; one without. Half of the links
of ordinary prose have no word, so that a missing word is little reason for doubt."""
MOST_SIGNAL: Final = 4
"""Words that a signal may have to be shown as a connective; a law or a whole clause is a reason, but no connective."""

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
        Index of the reading, where one text is read several times.

    Raises
    ------
    nlbridge.chat.errors.ReplyError
        If what the model says stays unusable after two repair turns.
    nlbridge.language.reader_address.AddressedReaderError
        If the text addresses the model instead of telling what happened.

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
    """Make a scenario of a reply, if everything in it can be found in the text.

    Raises
    ------
    ValueError
        Saying what cannot.
    """
    said = ReadingReply.model_validate(reply)
    if not 1 <= len(said.events) <= MAX_EVENTS:
        message = f"expected 1 to {MAX_EVENTS} events, got {len(said.events)}; name what the text says happened"
        raise ValueError(message)
    if len(said.latents) > MAX_LATENTS:
        message = (
            f"expected at most {MAX_LATENTS} latents, got {len(said.latents)}; name what the text implies, no more"
        )
        raise ValueError(message)
    events = tuple(event_of(one, text) for one in said.events)
    _check_distinct(events, text)
    by_id = {event.id: event for event in events}
    links = tuple(link_of(one, by_id, text) for one in said.links)
    quoted = [*(event.span for event in events), *(link.span for link in links)]
    _check_coverage([*quoted, *_places_of_no_claims(said.no_claims, text)], text)
    scenario = Scenario(
        text=text,
        events=events,
        latents=tuple(Latent(id=one.id, statement=statement_of(one.statement, one.id)) for one in said.latents),
        links=links,
        mechanisms=tuple((one.event, one.formula) for one in said.mechanisms),
    )
    compile_scenario(scenario)
    return scenario


def event_of(said: EventReply, text: str) -> Event:
    """Make an event of a reply, its quote found in the text.

    Raises
    ------
    ValueError
        Saying what cannot be found, or is not of the form.
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
    """Return the contrary of a claim, if it is one sentence and another one than the claim; raise ValueError if not."""
    found = statement_of(words, f"the contrary of {name}")
    if found.casefold().rstrip(".") == statement.strip().casefold().rstrip("."):
        message = f"expected the contrary of {name}, got the claim itself, {shown(found)}; say that it was not so"
        raise ValueError(message)
    return found


def statement_of(words: str, name: str) -> str:
    """Return a statement, if it is one sentence; raise ValueError if not."""
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
    seen: dict[Span | None, str] = {}
    for event in events:
        if event.span in seen:
            message = (
                f"expected a quote of its own for {event.id}, got that of {seen[event.span]}, "
                f"{shown(text[slice(*event.span or (0, 0))])}; make them one event, or quote the words that differ"
            )
            raise ValueError(message)
        seen[event.span] = event.id


def _places_of_no_claims(quotes: list[str], text: str) -> list[Span]:
    found: list[Span] = []
    for quote in quotes:
        stands = places(quote, text)
        if not stands:
            message = f"expected words of the text that claim nothing, got {shown(quote)}; copy them exactly"
            raise ValueError(message)
        found += stands
    return found


def _check_coverage(spans: Iterable[Span | None], text: str) -> None:
    """Refuse a reading that leaves a sentence out: what is not read could not be held against an edit.

    Only a sentence that may state something must be read: one with a verb that is no question.
    """
    from nlbridge.language.pipeline.parsing import parsed

    read = [span for span in spans if span is not None]
    with parsed([text]) as (doc,):
        sentences = [
            (one.text, one.start_char, one.end_char)
            for one in doc.sents
            if any(token.pos_ in {"VERB", "AUX"} for token in one) and not one.text.rstrip().endswith("?")
        ]
    for sentence, start, end in sentences:
        if not any(a < end and b > start for a, b in read):
            message = (
                f"expected every sentence in some event, got none for {shown(sentence)}; add its events, or name it in "
                '"no_claims" if it states nothing that happened or was so'
            )
            raise ValueError(message)


def link_of(said: LinkReply, events: dict[str, Event], text: str) -> Link:
    """Make a link of a reply, its signal found in the text.

    Raises
    ------
    ValueError
        If the signal stands nowhere.
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
    """Return the place of the signal that lies nearest to the two events."""
    found = places(said.signal, text)
    if not found:
        message = (
            f"expected the signal of {said.cause} -> {said.effect} to stand word for word in the text, "
            f"got {shown(said.signal)}; copy it exactly, or leave it empty"
        )
        raise ValueError(message)
    spans = [event.span for name in (said.cause, said.effect) if (event := events.get(name)) and event.span]
    return min(found, key=lambda place: sum(max(a - place[1], place[0] - b, 0) for a, b in spans))

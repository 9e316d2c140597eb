"""What-if -> intervention, with a language model saying which events it speaks of.

The model names events of the scenario and quotes the words of the what-if that speak of them; ids, values and quotes
are checked. The offline resolution is asked, too: where it is sure of other events, the what-if is in doubt, and the
confidence says so.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from causalcore.scenario.intervention import Intervention
from causalcore.scenario.scenario import Event, Kind, Scenario
from nlbridge.errors import HypotheticalNotFoundError
from nlbridge.language.quotation import places, shown
from nlbridge.llm.replies.prompt import Respondent, load_prompt
from nlbridge.llm.replies.reply_schema import Reply
from nlbridge.llm.replies.statement_list import listed
from nlbridge.llm.replies.structured import ask
from nlbridge.supposing.hypothetical import Hypothetical, Match, resolve

if TYPE_CHECKING:
    from collections.abc import Mapping

AGREED: Final = 0.95
ALONE: Final = 0.8
DISPUTED: Final = 0.4
"""Confidences, set by hand: the offline side says the same; it finds nothing; it is sure of something else."""

SURE_OFFLINE: Final = 0.8
_MAX_CLAUSE: Final = 400


class PartReply(Reply):
    """One event that the what-if speaks of."""

    event: str
    value: str
    words: str


class HypotheticalReply(Reply):
    """The events that the what-if speaks of, and the what-if as a clause."""

    parts: list[PartReply]
    clause: str


async def resolve_with_model(
    scenario: Scenario, respondent: Respondent, *, had: str | None = None, query: str | None = None
) -> Hypothetical:
    """Find the events that a what-if is about, and the values that it gives them.

    Raises
    ------
    HypotheticalNotFoundError
        If the model finds no event that it is about.
    nlbridge.llm.errors.ReplyError
        If what the model says stays unusable after two repair turns.
    """
    words = had if had is not None else query or ""
    request = load_prompt("hypothetical").fill(respondent, claims=listed(scenario), query=words)
    done = await ask(respondent.chat, request, lambda reply: hypothetical_of(reply, scenario, words))
    return replace(done.value, confidence=_confidence(done.value, had=had, query=query))


def hypothetical_of(reply: Any, scenario: Scenario, words: str) -> Hypothetical:
    """Make a what-if of a reply, if its events and quotes are there.

    Raises
    ------
    ValueError
        Saying what is not.
    HypotheticalNotFoundError
        If the model names no event.
    """
    said = HypotheticalReply.model_validate(reply)
    if not said.parts:
        raise HypotheticalNotFoundError(words, tuple(event.statement for event in scenario.events))
    if not said.clause.strip() or len(said.clause) > _MAX_CLAUSE:
        message = f"expected the what-if as one clause, got {shown(said.clause)}; say it as `the dam had held`"
        raise ValueError(message)
    events = {event.id: event for event in scenario.events}
    matches = []
    for part in said.parts:
        event = _known(part, events, words)
        events[event.id] = _widened(event, part, words)
        matches.append(Match(event=event.id, value=part.value, words=part.words, score=1.0, alternative=said.clause))
    if len({match.event for match in matches}) < len(matches):
        message = "expected each event once, got one twice; give it one value"
        raise ValueError(message)
    return Hypothetical(
        scenario=replace(scenario, events=tuple(events.values())),
        intervention=Intervention(tuple((match.event, match.value) for match in matches)),
        clause=said.clause.strip().rstrip("."),
        matched=tuple(matches),
        confidence=ALONE,
    )


def _known(part: PartReply, events: Mapping[str, Event], words: str) -> Event:
    if part.event not in events:
        message = f"expected one of the events {', '.join(events)}, got {shown(part.event)}; use the ids of the list"
        raise ValueError(message)
    if not places(part.words, words):
        message = (
            f"expected the words of {part.event} to stand word for word in the what-if, got {shown(part.words)}; "
            "copy them exactly"
        )
        raise ValueError(message)
    return events[part.event]


def _widened(event: Event, part: PartReply, words: str) -> Event:
    """Add to a choice an option that the what-if names; refuse any other value that the event cannot take."""
    if part.value in event.values:
        return event
    if event.kind is Kind.CHOICE and places(part.value, words):
        return replace(event, values=(*event.values, part.value))
    message = (
        f"expected a value of {event.id} in {{{', '.join(event.values)}}}, got {shown(part.value)}; "
        "choose one of them, or for a choice copy the option from the what-if"
    )
    raise ValueError(message)


def _confidence(found: Hypothetical, *, had: str | None, query: str | None) -> float:
    try:
        offline = resolve(found.scenario, had=had, query=query)
    except HypotheticalNotFoundError:
        return ALONE
    if set(offline.intervention) == set(found.intervention):
        return AGREED
    return DISPUTED if offline.confidence >= SURE_OFFLINE else ALONE

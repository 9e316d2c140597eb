"""What-if -> intervention, with a language model that says what is supposed and what it expects of each claim.

The model names events of the scenario and quotes the words of the what-if that mention them; ids, values and quotes
are checked. It also states each supposition as a sentence, so that an edit can be checked for just that. What no event
of the text mentions becomes a new claim with its own links (`nlbridge.supposing.supposed_claims`). The expectations
change nothing by themselves: they are compared with what the engine derives.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final, Literal

from causalcore.derivation.derivation import compile_scenario
from causalcore.scenario.graph import ancestors
from causalcore.scenario.intervention import Intervention
from causalcore.scenario.scenario import Event, Kind, Scenario
from nlbridge.chat.replies.prompt import Respondent, load_prompt
from nlbridge.chat.replies.reply_schema import Reply
from nlbridge.chat.replies.structured import ask
from nlbridge.errors import HypotheticalNotFoundError
from nlbridge.language.quotation import places, shown
from nlbridge.language.reader_address import refuse_address
from nlbridge.reading.by_model import contrary_of, statement_of
from nlbridge.supposing.hypothetical import Hypothetical, resolve
from nlbridge.supposing.hypothetical_clause import in_full
from nlbridge.supposing.supposed_claims import Bearing, NewClaim, keeping, listed, with_new_claim

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

AGREED: Final = 0.98
ALONE: Final = 0.93
"""Confidence with and without the agreement of the offline reader, set by hand. That reader understands what-ifs worse
than a model, so its disagreement is no reason for doubt."""

LEVELS: Final = {"earlier": "lower", "later": "higher"}
"""Directions of a clock time, mapped to those of a quantity."""
MOST_REWRITE: Final = 20_000
_MAX_CLAUSE: Final = 400


class PartReply(Reply):
    """One event that the what-if mentions."""

    words: str
    event: str
    value: str
    supposed: str
    keeps: list[str]


class BearsReply(Reply):
    """What a new claim does to one event."""

    event: str
    how: Literal["prevents", "saves", "brings about", "lowers", "raises"]


class NewReply(Reply):
    """A claim that the what-if adds, and that no event of the text mentions."""

    words: str
    supposed: str
    contrary: str
    bears_on: list[BearsReply]


class BecomesReply(Reply):
    """What is expected of one event."""

    event: str
    because: list[str]
    answer: Literal["changes", "stays", "partly", "cannot tell"]
    way: Literal["lower", "higher", "earlier", "later", ""]


class WhatIfReply(Reply):
    """What is supposed, what is expected, and the text as it would then read."""

    parts: list[PartReply]
    new: list[NewReply]
    clause: str
    becomes: list[BecomesReply]
    rewrite: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Expectation:
    """What a model expects of an event: not derived, but compared with what is.

    Parameters
    ----------
    answer
        `changes`, `stays`, `partly` or `cannot tell`.
    way
        `lower` or `higher` for a quantity, else empty.
    because
        Ids of the events that make it so.
    """

    event: str
    answer: str
    way: str = ""
    because: tuple[str, ...] = ()

    def __str__(self) -> str:
        """Return the expectation in words."""
        way = f" ({self.way})" if self.way else ""
        because = f", because of {', '.join(self.because)}" if self.because else ""
        return f"{self.answer}{way}{because}"


@dataclass(frozen=True, slots=True, kw_only=True)
class WhatIf:
    """A what-if, understood, with the model's expectations.

    `supposed` has a sentence for each event that the what-if sets, which states the supposition. `rewrite` is the text
    as the model would rewrite it; nothing depends on it.
    """

    hypothetical: Hypothetical
    supposed: tuple[tuple[str, str], ...]
    expected: tuple[Expectation, ...]
    rewrite: str = ""


async def suppose_with_model(
    scenario: Scenario, respondent: Respondent, *, had: str | None = None, query: str | None = None
) -> WhatIf:
    """Find the events that a what-if sets, their values, and what the model expects of the others.

    Raises
    ------
    HypotheticalNotFoundError
        If the model finds no event that it is about.
    nlbridge.language.reader_address.AddressedReaderError
        If the what-if addresses the model instead of supposing something.
    nlbridge.chat.errors.ReplyError
        If the model's reply is still unusable after two repair turns.
    """
    words = query or "" if had is None else in_full(had)
    text = scenario.text or " ".join(event.statement for event in scenario.events)
    refuse_address(words, beside=text, of="a what-if")
    request = load_prompt("what-if").fill(respondent, text=text, reading=listed(scenario), query=words)
    done = await ask(respondent.chat, request, lambda reply: what_if_of(reply, scenario, words))
    what_if = done.value
    sure = _confidence(what_if.hypothetical, had=had, query=query)
    return replace(what_if, hypothetical=replace(what_if.hypothetical, confidence=sure))


def what_if_of(reply: Any, scenario: Scenario, words: str) -> WhatIf:
    """Build a what-if from a reply, checking its events and quotes.

    Raises
    ------
    ValueError
        If the reply is malformed or names what is not there; the message says what.
    HypotheticalNotFoundError
        If the model names no event.
    """
    parsed = WhatIfReply.model_validate(reply)
    if not parsed.parts and not parsed.new:
        raise HypotheticalNotFoundError(words, tuple(event.statement for event in scenario.events))
    if not parsed.clause.strip() or len(parsed.clause) > _MAX_CLAUSE:
        message = f"expected the what-if as one clause, got {shown(parsed.clause)}; say it as `the dam had held`"
        raise ValueError(message)
    events = {event.id: event for event in scenario.events}
    parts = _parts(parsed, scenario, words)
    for part in parts:
        events[part.event] = _widened(events[part.event], part, words)
    expected = _expected(parsed, events, {part.event for part in parsed.parts})
    amended = replace(scenario, events=tuple(events.values()))
    for part in parts:
        amended = keeping(amended, part.event, _ids(part.keeps, events))
    claims = new_claims(parsed.new, amended, words)
    for claim in claims:
        amended = with_new_claim(amended, claim, ALONE)
    compile_scenario(amended)
    return WhatIf(
        hypothetical=Hypothetical(
            scenario=amended,
            intervention=Intervention(
                (*((part.event, part.value) for part in parts), *((claim.id, "true") for claim in claims))
            ),
            clause=parsed.clause.strip().rstrip("."),
            confidence=ALONE,
        ),
        supposed=(
            *((part.event, statement_of(part.supposed, part.event)) for part in parts),
            *((claim.id, claim.statement) for claim in claims),
        ),
        expected=expected,
        rewrite=parsed.rewrite.strip() if len(parsed.rewrite) <= MOST_REWRITE else "",
    )


def _parts(reply: WhatIfReply, scenario: Scenario, words: str) -> list[PartReply]:
    """Return what a reply supposes of events of the text; check that each is there once, with quotes of the what-if."""
    events = [event.id for event in scenario.events]
    for part in reply.parts:
        if part.event not in events:
            message = (
                f"expected one of the events {', '.join(events)}, got {shown(part.event)}; use the ids of the list"
            )
            raise ValueError(message)
        _stands(part.words, words, part.event)
    parts = forward(reply.parts, scenario)
    if len({part.event for part in parts}) < len(parts):
        message = "expected each event once, got one twice; give it one value"
        raise ValueError(message)
    return parts


def forward(parts: Sequence[PartReply], scenario: Scenario) -> list[PartReply]:
    """Drop parts that cause another part with the same words: they would only have had to differ earlier.

    Supposing works forward: *had Nadia done the talking* does not suppose that she kept the voice that she lost.

    Examples
    --------
    >>> from causalcore.scenario.scenario import Event, Link
    >>> events = Event(id="e1", statement="Nadia lost her voice."), Event(id="e2", statement="Tom did the talking.")
    >>> scenario = Scenario(events=events, links=(Link(cause="e1", effect="e2"),))
    >>> said = {"words": "Nadia done the talking", "value": "false", "supposed": "Nadia did the talking.", "keeps": []}
    >>> [part.event for part in forward([PartReply(event=name, **said) for name in ("e1", "e2")], scenario)]
    ['e2']
    """
    places_of: dict[str, set[str]] = {}
    for part in parts:
        places_of.setdefault(part.words.strip().casefold(), set()).add(part.event)
    above = {name: ancestors(scenario, [name]) for part in parts if (name := part.event)}
    behind = {
        name for same in places_of.values() for name in same if any(name in above[other] for other in same - {name})
    }
    return [part for part in parts if part.event not in behind]


def new_claims(said: Sequence[NewReply], scenario: Scenario, words: str) -> list[NewClaim]:
    """Turn what a what-if adds into claims with new ids.

    Raises
    ------
    ValueError
        If their words are not in the what-if, or they affect events that do not exist.
    """
    events = tuple(event.id for event in scenario.events)
    names = (name for k in range(1, len(events) + len(said) + 1) if (name := f"n{k}") not in events)
    claims = []
    for new in said:
        _stands(new.words, words, "what is new")
        _ids([bearing.event for bearing in new.bears_on], events)
        bears = tuple((bearing.event, Bearing(bearing.how)) for bearing in new.bears_on)
        if len(dict(bears)) < len(bears):
            message = f"expected each claim once in what {shown(new.supposed)} bears on; say the one thing it does"
            raise ValueError(message)
        statement = statement_of(new.supposed, "what is new")
        contrary = contrary_of(new.contrary, statement, "what is new")
        claims.append(NewClaim(id=next(names), statement=statement, contrary=contrary, bears_on=bears))
    return claims


def _ids(names: Sequence[str], allowed: Collection[str]) -> Sequence[str]:
    for name in names:
        if name not in allowed:
            message = f"expected ids among {', '.join(allowed)}, got {shown(name)}; use the ids of the list"
            raise ValueError(message)
    return names


def _expected(reply: WhatIfReply, events: Mapping[str, Event], parts: set[str]) -> tuple[Expectation, ...]:
    items = [item for item in reply.becomes if item.event not in parts]
    named = [item.event for item in items]
    expected = [name for name in events if name not in parts]
    if sorted(named) != sorted(expected):
        message = (
            f'expected each of {", ".join(expected) or "no claims"} exactly once in "becomes", '
            f"got {shown(', '.join(named))}; list them all"
        )
        raise ValueError(message)
    return tuple(expectation_of(item, events) for item in items)


def expectation_of(said: BecomesReply, events: Mapping[str, Event]) -> Expectation:
    """Turn a reply into an expectation; only quantities keep a direction.

    Raises
    ------
    ValueError
        If it names an unknown event.
    """
    _ids((said.event, *said.because), events)
    moves = events[said.event].kind is Kind.QUANTITY and said.answer == "changes"
    way = LEVELS.get(said.way, said.way) if moves else ""
    return Expectation(event=said.event, answer=said.answer, way=way, because=tuple(said.because))


def _stands(quote: str, words: str, of: str) -> None:
    if not places(quote, words):
        message = (
            f"expected the words of {of} to stand word for word in the what-if, got {shown(quote)}; copy them exactly"
        )
        raise ValueError(message)


def _widened(event: Event, part: PartReply, words: str) -> Event:
    """Add an option that the what-if names to a choice; reject any other value outside the event's domain."""
    if part.value in event.values:
        return event
    if event.kind is Kind.CHOICE and places(part.value, words):
        return replace(event, values=(*event.values, part.value))
    message = (
        f"expected a value of {event.id} in {{{', '.join(event.values)}}}, got {shown(part.value)}; "
        "choose one of them, or for a choice copy the option from the what-if"
    )
    raise ValueError(message)


def _confidence(hypothetical: Hypothetical, *, had: str | None, query: str | None) -> float:
    try:
        offline = resolve(hypothetical.scenario, had=had, query=query)
    except HypotheticalNotFoundError:
        return ALONE
    return AGREED if set(offline.intervention) == set(hypothetical.intervention) else ALONE

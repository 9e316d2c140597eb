"""A language model that writes a scenario as a text, or reads such a text without seeing the scenario.

Its output is checked: the text must contain the words of each event, and its rewrite must pass our own check. Only the
engine's answers count.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal

from benchmarks.generate.blind_reading import BlindReading
from benchmarks.generate.telling import Telling
from nlbridge.chat.errors import ReplyError
from nlbridge.chat.replies.prompt import Respondent, load_prompt
from nlbridge.chat.replies.reply_schema import Reply
from nlbridge.chat.replies.structured import ask
from nlbridge.language.quotation import places, shown

if TYPE_CHECKING:
    from collections.abc import Mapping

    from benchmarks.generate.graphs import Drawn
    from benchmarks.generate.telling import Manner
    from causalcore.scenario.scenario import Scenario, Span

PROMPTS: Final = ("telling", "outcome")
LONGEST: Final = 4_000
"""Most characters of a text."""

_ORDERS: Final = {"forwards": "causes first", "backwards": "effects first, then what had led to them"}


class EventPlace(Reply):
    """Where a text tells an event."""

    event: int
    words: str


class TellingReply(Reply):
    """A text, where it tells what, and how it would stand under the what-if."""

    text: str
    places: list[EventPlace]
    rewrite: str


class PassageOutcome(Reply):
    """What becomes of what a passage tells."""

    number: int
    reason: str
    answer: Literal["changed", "unchanged", "open"]


class OutcomeReply(Reply):
    """What becomes of every passage."""

    passages: list[PassageOutcome]


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldByModel:
    """A text by a model, and its rewrite under the what-if."""

    telling: Telling
    rewrite: str


async def tell_with_model(
    drawn: Drawn, manner: Manner, answers: Mapping[str, str], respondent: Respondent, *, repeat: int
) -> ToldByModel:
    """Have a model write a scenario as a text.

    Parameters
    ----------
    answers
        Each role's answer under the what-if.
    repeat
        Number of earlier attempts.
    """
    roles = sorted(drawn.clauses)  # The order of the graph would reveal it.
    request = load_prompt(PROMPTS[0]).fill(
        respondent,
        repeat=repeat,
        events="\n".join(f"{number}. {drawn.clauses[role].told}" for number, role in enumerate(roles, 1)),
        plan="\n".join(drawn.plan()),
        manner=_in_words(manner),
        outcome="\n".join(_outcome(drawn, role, answers[role], number) for number, role in enumerate(roles, 1)),
    )
    return (await ask(respondent.chat, request, lambda reply: _told(reply, roles))).value


def _in_words(manner: Manner) -> str:
    return (
        f"order: {_ORDERS[manner.order]}; causes signalled: {manner.signals}; "
        f"genre: {manner.genre}; about {manner.sentences} sentences"
    )


def _outcome(drawn: Drawn, role: str, answer: str, number: int) -> str:
    if role == drawn.supposed:
        return f"{number} is what is supposed to have been otherwise: {drawn.clauses[role].contrary}"
    return f"{number} then: {drawn.clauses[role].contrary if answer == 'changed' else 'as before'}"


def _told(reply: Any, roles: list[str]) -> ToldByModel:
    parsed = TellingReply.model_validate(reply)
    if not 0 < len(parsed.text.strip()) <= LONGEST:
        message = f"expected a text of at most {LONGEST} characters, got {len(parsed.text)}; be shorter"
        raise ReplyError(message)
    if sorted(place.event for place in parsed.places) != list(range(1, len(roles) + 1)):
        message = f"expected a place for each event from 1 to {len(roles)}, once; got {len(parsed.places)}"
        raise ReplyError(message)
    text = parsed.text.strip()
    spans = {roles[place.event - 1]: _span(place.words, text) for place in parsed.places}
    if len(set(spans.values())) < len(spans):
        message = "expected other words for each event, got the same words for two; copy a clause for each"
        raise ReplyError(message)
    return ToldByModel(telling=Telling(text=text, spans=spans), rewrite=parsed.rewrite.strip())


def _span(words: str, text: str) -> Span:
    spans = places(words, text)
    if not spans:
        message = f"expected words of the text, got {shown(words)}, which do not stand in it; copy them exactly"
        raise ReplyError(message)
    return spans[0]


async def read_with_model_blindly(scenario: Scenario, query: str, respondent: Respondent) -> BlindReading:
    """Ask a model for each passage's answer; it sees text, query and passages, but no scenario.

    Examples
    --------
    >>> import asyncio, json
    >>> from causalcore.scenario.scenario import Event, Scenario
    >>> from nlbridge.chat.client.scripted import ScriptedModel
    >>> said = {"passages": [{"number": 1, "reason": "", "answer": "unchanged"}]}
    >>> who = Respondent(chat=ScriptedModel([json.dumps(said)]), model="any")
    >>> told = Scenario(text="It rained.", events=(Event(id="e1", statement="It rained.", span=(0, 9)),))
    >>> asyncio.run(read_with_model_blindly(told, "Rewrite it.", who)).answers
    {'e1': 'unchanged'}
    """
    passages = [scenario.text[event.span[0] : event.span[1]] for event in scenario.events if event.span is not None]
    request = load_prompt(PROMPTS[1]).fill(
        respondent,
        text=scenario.text,
        request=query,
        passages="\n".join(f"{number}. {words}" for number, words in enumerate(passages, 1)),
    )
    names = [event.id for event in scenario.events]
    try:
        answers = (await ask(respondent.chat, request, lambda reply: _answers(reply, names))).value
    except ReplyError as unusable:
        return BlindReading(answers=dict.fromkeys(names, "unread"), why=str(unusable))
    return BlindReading(answers=answers)


def _answers(reply: Any, names: list[str]) -> dict[str, str]:
    parsed = OutcomeReply.model_validate(reply)
    if sorted(p.number for p in parsed.passages) != list(range(1, len(names) + 1)):
        message = f"expected each passage from 1 to {len(names)} once, got {[p.number for p in parsed.passages]}"
        raise ReplyError(message)
    answers = {p.number: str(p.answer) for p in parsed.passages}
    return {name: answers[number] for number, name in enumerate(names, 1)}

"""Ratings of a counter-hypothesis by a language model (Abdolmaleki et al., section 4.2), in our own words.

The model also states how firmly it would believe the sentence under either premise. The two numbers show which premise
supports it better.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Final, Literal

from nlbridge.chat.errors import ReplyError
from nlbridge.chat.replies.prompt import load_prompt
from nlbridge.chat.replies.reply_schema import Reply
from nlbridge.chat.replies.structured import ask
from nlbridge.language.quotation import places, shown
from nlbridge.language.reader_address import signs

if TYPE_CHECKING:
    from nlbridge.chat.replies.prompt import Respondent

MOST: Final = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A counter-hypothesis with its premises and hypothesis."""

    premise: str
    strengthener: str
    weakener: str
    hypothesis: str
    response: str


class RatingReply(Reply):
    """Words that the ratings rest on, support from 0 to 100, and grades from 1, the worst, to 3."""

    words: str
    support_in_base: int
    support_in_altered: int
    consistent: Literal[1, 2, 3]
    repeats: bool
    difference: Literal[1, 2, 3]
    neutral: bool
    fluency: Literal[1, 2, 3]
    human_like: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Rated:
    """A rating, or None with the reason."""

    rating: RatingReply | None
    why: str = ""


async def rate(question: Question, respondent: Respondent) -> Rated:
    """Ask for the ratings of one counter-hypothesis.

    Examples
    --------
    >>> import asyncio, json
    >>> from nlbridge.chat.replies.prompt import Respondent
    >>> from nlbridge.chat.client.scripted import ScriptedModel
    >>> said = {"words": "No tram runs", "difference": 3, "consistent": 3, "fluency": 3, "human_like": True}
    >>> said |= {"neutral": True, "repeats": False}
    >>> who = Respondent(
    ...     chat=ScriptedModel([json.dumps(said | {"support_in_base": 20, "support_in_altered": 70})]), model="any"
    ... )
    >>> asked = Question(
    ...     premise="A man waits at a stop.",
    ...     strengthener="A tram comes.",
    ...     weakener="No tram runs at night.",
    ...     hypothesis="He takes the tram.",
    ...     response="He walks home.",
    ... )
    >>> asyncio.run(rate(asked, who)).rating.support_in_altered
    70
    """
    beside = "\n".join((question.premise, question.strengthener, question.weakener, question.hypothesis))
    if phrases := signs(question.response, beside=beside):
        return Rated(rating=None, why=f"the response addresses the model: {shown(phrases[0])}")
    request = load_prompt("rate-counter-hypothesis").fill(respondent, **asdict(question))
    try:
        return Rated(rating=(await ask(respondent.chat, request, lambda reply: _read(reply, question))).value)
    except ReplyError as unusable:
        return Rated(rating=None, why=str(unusable))


def _read(reply: Any, question: Question) -> RatingReply:
    rating = RatingReply.model_validate(reply)
    if rating.words and not any(places(rating.words, text) for text in (question.premise, question.weakener)):
        quoted = shown(rating.words)
        message = f"expected words of the premise or the weakening statement, or none, got {quoted}; copy them exactly"
        raise ReplyError(message)
    for name in ("support_in_base", "support_in_altered"):
        if not 0 <= getattr(rating, name) <= MOST:
            message = f"expected {name} from 0 to {MOST}, got {getattr(rating, name)}; correct it"
            raise ReplyError(message)
    return rating

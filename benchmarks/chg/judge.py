"""A language model as rater of counter-hypotheses; it decides only what the rubric leaves open.

The ratings are those of Abdolmaleki et al., section 4.2, in our own words. The model also states how firmly it would
believe the sentence under either premise. The two numbers show which premise supports it better.
"""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any, Final, Literal

from benchmarks.chg.data import PARTS
from benchmarks.chg.response import UNRATED, Ratings
from nlbridge.chat.errors import ReplyError
from nlbridge.chat.replies.prompt import Respondent, load_prompt
from nlbridge.chat.replies.reply_schema import Reply
from nlbridge.chat.replies.structured import ask
from nlbridge.language.quotation import places, shown
from nlbridge.language.reader_address import signs

if TYPE_CHECKING:
    from collections.abc import Mapping

    from benchmarks.chg.data import ChgItem
    from benchmarks.runs.generation import Asking
    from nlbridge.chat.replies.chat import ChatModel

PROMPT: Final = "rate-counter-hypothesis"
MOST: Final = 100


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


def asking(item: ChgItem, text: str, model_name: str) -> Asking:
    """Return the question for the ratings of one response; an unusable reply rates nothing."""

    async def ask_model(model: ChatModel) -> Mapping[str, Any]:
        reply = await rate(item, text, Respondent(chat=model, model=model_name))
        if isinstance(reply, str):
            return {"ratings": None, "why": reply}
        ratings = Ratings(
            difference=reply.difference,
            consistent=reply.consistent,
            fluency=reply.fluency,
            human_like=reply.human_like,
            repeats_weakener=reply.repeats,
            neutral=reply.neutral and reply.consistent > 1,  # "without bias or contradiction", section 4.2
            stronger_with_weakener=reply.support_in_altered > reply.support_in_base,
        )
        return {"ratings": asdict(ratings), "support": [reply.support_in_base, reply.support_in_altered], "why": ""}

    return ask_model


def ratings_of(row: Mapping[str, Any]) -> Ratings:
    """Read stored ratings."""
    return replace(UNRATED, **row["ratings"]) if row["ratings"] else UNRATED


async def rate(item: ChgItem, response: str, respondent: Respondent) -> RatingReply | str:
    """Ask for the ratings of one counter-hypothesis; return them, or why there are none.

    Examples
    --------
    >>> import asyncio, json
    >>> from benchmarks.chg.data import ChgItem
    >>> from nlbridge.chat.client.scripted import ScriptedModel
    >>> said = {"words": "No tram runs", "difference": 3, "consistent": 3, "fluency": 3, "human_like": True}
    >>> said |= {"neutral": True, "repeats": False, "support_in_base": 20, "support_in_altered": 70}
    >>> item = ChgItem(
    ...     id="1",
    ...     premise="A man waits at a stop.",
    ...     strengthener="A tram comes.",
    ...     weakener="No tram runs at night.",
    ...     hypothesis="He takes the tram.",
    ... )
    >>> who = Respondent(chat=ScriptedModel([json.dumps(said)]), model="any")
    >>> asyncio.run(rate(item, "He walks home.", who)).support_in_altered
    70
    """
    parts = {name: getattr(item, name) for name in PARTS}
    if phrases := signs(response, beside="\n".join(parts.values())):
        return f"the response addresses the model: {shown(phrases[0])}"
    request = load_prompt(PROMPT).fill(respondent, **parts, response=response)
    try:
        return (await ask(respondent.chat, request, lambda reply: _read(reply, item))).value
    except ReplyError as unusable:
        return str(unusable)


def _read(reply: Any, item: ChgItem) -> RatingReply:
    rating = RatingReply.model_validate(reply)
    if rating.words and not any(places(rating.words, text) for text in (item.premise, item.weakener)):
        quoted = shown(rating.words)
        message = f"expected words of the premise or the weakening statement, or none, got {quoted}; copy them exactly"
        raise ReplyError(message)
    for name in ("support_in_base", "support_in_altered"):
        if not 0 <= getattr(rating, name) <= MOST:
            message = f"expected {name} from 0 to {MOST}, got {getattr(rating, name)}; correct it"
            raise ReplyError(message)
    return rating

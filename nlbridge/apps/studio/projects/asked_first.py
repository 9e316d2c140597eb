"""What the model answers to the doubts about a text, before a person is asked.

An answer counts only with words of the text that settle it; all others are left to the person.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final, Literal

from nlbridge.answering.review import Reply as Answer
from nlbridge.chat.errors import ReplyError
from nlbridge.chat.replies.prompt import Respondent, load_prompt
from nlbridge.chat.replies.reply_schema import Reply
from nlbridge.chat.replies.structured import ask
from nlbridge.language.quotation import shown, standing

if TYPE_CHECKING:
    from collections.abc import Mapping

MOST_ASKED: Final = 40
"""Doubts of one call; who has more asks again."""


class DoubtReply(Reply):
    """What the text says about one question."""

    id: str
    quote: str
    says: Literal["yes", "no", "unsure"]


class ReviewReply(Reply):
    """Answers to all questions."""

    answers: list[DoubtReply]


async def asked_first(
    text: str, supposed: str, questions: Mapping[str, str], respondent: Respondent
) -> dict[str, Answer]:
    """Return the answers to questions, by their ids.

    Parameters
    ----------
    supposed
        The what-if as a sentence; empty for none.
    questions
        Sentences by the ids of doubts.

    Raises
    ------
    nlbridge.chat.errors.ReplyError
        If what the model says stays unusable after two repair turns.

    Examples
    --------
    >>> import asyncio
    >>> from nlbridge.chat.client.scripted import ScriptedModel
    >>> said = '{"answers": [{"id": "q1", "quote": "so it leaked", "says": "yes"}]}'
    >>> who = Respondent(chat=ScriptedModel([said]), model="any")
    >>> asked = {"link:e1->e2": "Did 'It leaked' come about because of 'It rained'?"}
    >>> {name: str(one) for name, one in asyncio.run(asked_first("It rained, so it leaked.", "", asked, who)).items()}
    {'link:e1->e2': 'yes'}
    """
    ids = {f"q{number}": name for number, name in enumerate(questions, 1)}
    rows = (json.dumps({"id": one, "question": questions[name]}, ensure_ascii=False) for one, name in ids.items())
    request = load_prompt("review").fill(
        respondent, text=text, supposed=supposed or "(nothing)", questions="\n".join(rows)
    )
    done = await ask(respondent.chat, request, lambda reply: _formed(reply, list(ids)))
    settled = {one.id: one.says for one in done.value.answers if standing(one.quote, text)}
    return {name: Answer(settled.get(one, "unsure")) for one, name in ids.items()}


def _formed(reply: Any, ids: list[str]) -> ReviewReply:
    said = ReviewReply.model_validate(reply)
    named = [one.id for one in said.answers]
    if sorted(named) != sorted(ids):
        message = f"expected each of {', '.join(ids)} exactly once, got {shown(', '.join(named))}; answer all"
        raise ReplyError(message)
    return said

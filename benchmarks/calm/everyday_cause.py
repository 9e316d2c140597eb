"""Questions that no text decides, answered by a language model: everyday causes and what-ifs.

Such an answer is never proved: the sample keeps the deciding words, and what the model expects otherwise.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Literal

from benchmarks.calm.data import Asks
from benchmarks.calm.score import CalmSample, read_by_model, unread
from benchmarks.runs.judgements import ask_all
from benchmarks.runs.runner import row_key
from nlbridge.chat.errors import ReplyError
from nlbridge.chat.replies.prompt import Respondent, load_prompt
from nlbridge.chat.replies.reply_schema import Reply
from nlbridge.chat.replies.structured import ask
from nlbridge.language.quotation import places, shown
from nlbridge.language.reader_address import signs

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from benchmarks.calm.data import CalmItem
    from benchmarks.runs.generation import Asking
    from nlbridge.chat.client.endpoint import Endpoint
    from nlbridge.chat.replies.chat import ChatModel

PROMPT: Final = "everyday-cause"


class EverydayCauseReply(Reply):
    """An answer, after the words and the expectation that it rests on."""

    words: str
    asked: str
    otherwise: str
    needed: bool
    norm: str
    answer: Literal["yes", "no", "1", "2", "3", "4"]


def answered_by_model(
    items: Sequence[CalmItem], endpoint: Endpoint, out: Path
) -> tuple[dict[str, CalmSample], tuple[str, ...]]:
    """Ask about every item that needs a model and that this model has not answered in the folder.

    Returns
    -------
    dict, tuple of str
        Samples by item id, and reports of failed questions; an error is no answer.
    """
    wanted = {row_key(item.id, of=[item.text]): item for item in items if item.needs_model}
    asked = {key: _asking(item, endpoint.name) for key, item in wanted.items()}
    replies = ask_all(asked, endpoint, out, prompts=(PROMPT,))
    samples = {item.id: _sample(item, replies.rows[key]) for key, item in wanted.items() if key in replies.rows}
    return samples, replies.failed


def _asking(item: CalmItem, name: str) -> Asking:
    async def ask_model(model: ChatModel) -> Mapping[str, Any]:
        if phrases := signs(item.text):
            return {"reading": None, "why": f"the text speaks to its reader: {shown(phrases[0])}"}
        who = Respondent(chat=model, model=name)
        try:
            done = await ask(model, load_prompt(PROMPT).fill(who, text=item.text), lambda reply: _read(reply, item))
        except ReplyError as unusable:
            return {"reading": None, "why": str(unusable)}
        return {"reading": done.value.model_dump()}

    return ask_model


def _read(reply: Any, item: CalmItem) -> EverydayCauseReply:
    parsed = EverydayCauseReply.model_validate(reply)
    if not places(parsed.words, item.text):
        message = f"expected the words that it turns on in the text, got {shown(parsed.words)}; copy them exactly"
        raise ReplyError(message)
    if (parsed.answer in {"yes", "no"}) is not (item.asks is Asks.YES_NO):
        expected = "yes or no" if item.asks is Asks.YES_NO else "the number of an option"
        message = f"expected {expected}, got {parsed.answer}; answer the question"
        raise ReplyError(message)
    return parsed


def _sample(item: CalmItem, row: Mapping[str, Any]) -> CalmSample:
    read = row["reading"]
    if read is None:
        return unread(item, row["why"])
    norm = (f"broken: {read['norm']}",) if read["norm"] else ()
    why = (f"words: {read['words']}", f"asked: {read['asked']}", f"otherwise: {read['otherwise']}", *norm)
    return read_by_model(item, read["answer"], why)

"""Replies of a stated form: read, checked, and repaired in a few turns that quote the exact error."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from nlbridge.chat.errors import ReplyError, UnusableReplyError
from nlbridge.chat.replies.chat import Message, Role
from nlbridge.chat.replies.reply_json import json_of

if TYPE_CHECKING:
    from nlbridge.chat.replies.chat import ChatModel, ChatReply, ChatRequest

T = TypeVar("T")
MAX_REPAIRS: Final = 2
MAX_ECHO: Final = 20_000
"""Characters of a wrong reply that are sent back."""

NOTHING: Final = "(an empty reply)"
"""Stands for an empty reply in a conversation; many endpoints refuse a message without words."""

MAX_REASON: Final = 2_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Structured(Generic[T]):
    """A reply that could be used.

    Parameters
    ----------
    value
        What `parse` made of the last reply.
    texts
        The raw replies, in order; all but the last were wrong.
    repairs
        How many turns it took beyond the first.
    """

    value: T
    texts: tuple[str, ...]
    repairs: int


async def ask(
    model: ChatModel, request: ChatRequest, parse: Callable[[Any], T], *, repairs: int = MAX_REPAIRS
) -> Structured[T]:
    r"""Ask until the reply has the form that `parse` wants, or the turns are used up.

    Parameters
    ----------
    model
        Whoever answers.
    request
        What is asked. With a schema the reply is read as JSON; without one `parse` gets its text, stripped.
    parse
        Makes the value, or raises `ReplyError` or `ValueError` (pydantic's errors are such) saying exactly what is
        wrong: the model is told so in the next turn.
    repairs
        Turns beyond the first, at most two.

    Returns
    -------
    Structured
        The value with the raw replies.

    Raises
    ------
    UnusableReplyError
        If the last turn's reply is wrong, too, or the model refuses; it keeps the raw replies.
    nlbridge.chat.errors.EndpointError
        If there is no reply to be had.

    Examples
    --------
    >>> import asyncio
    >>> from nlbridge.chat.replies.chat import ChatRequest
    >>> from nlbridge.chat.client.scripted import ScriptedModel
    >>> request = ChatRequest(
    ...     model="any", messages=(Message(role=Role.USER, content="Did it rain?"),), schema={"type": "object"}
    ... )
    >>> model = ScriptedModel(["It did.", 'Sorry. {"rain": true}'])
    >>> done = asyncio.run(ask(model, request, lambda reply: reply["rain"]))
    >>> done.value, done.repairs
    (True, 1)
    >>> print(model.requests[1].messages[-1].content)
    Your last reply cannot be used: expected one JSON object, got 'It did.'; answer with JSON alone
    Reply again, with the whole corrected answer and nothing else.
    """
    if not 0 <= repairs <= MAX_REPAIRS:
        message = f"expected repairs between 0 and {MAX_REPAIRS}, got {repairs}; choose one of them"
        raise ValueError(message)
    texts: tuple[str, ...] = ()
    turn = request
    while True:
        reply = await model.reply(turn)
        texts = (*texts, said(reply))
        try:
            _refuse_refusal(reply)
            value = parse(_content(reply, as_json=request.schema is not None))
        except ValueError as wrong:
            reason = _reason(wrong, reply)
            if len(texts) > repairs or reply.refusal:
                raise UnusableReplyError(reason, texts) from wrong
            turn = replace(request, messages=(*turn.messages, *_repair(texts[-1], reason)))
            continue
        return Structured(value=value, texts=texts, repairs=len(texts) - 1)


def said(reply: ChatReply) -> str:
    """Return the text of a reply, or its reasoning where a server put the whole answer there."""
    return reply.text if reply.text.strip() else reply.reasoning


def _content(reply: ChatReply, *, as_json: bool) -> Any:
    return json_of(said(reply)) if as_json else said(reply).strip()


def _refuse_refusal(reply: ChatReply) -> None:
    if reply.refusal:
        message = f"expected an answer, got a refusal: {reply.refusal[:200]}; rephrase the text or ask another model"
        raise ReplyError(message)


def _repair(text: str, reason: str) -> tuple[Message, Message]:
    words = f"Your last reply cannot be used: {reason}\nReply again, with the whole corrected answer and nothing else."
    echo = text[:MAX_ECHO].strip() or NOTHING
    return Message(role=Role.ASSISTANT, content=echo), Message(role=Role.USER, content=words)


def _reason(wrong: ValueError, reply: ChatReply) -> str:
    listed = getattr(wrong, "errors", None)  # pydantic's; its own text ends in links
    if callable(listed):
        words = "; ".join(f"{'.'.join(map(str, one['loc'])) or 'reply'}: {one['msg']}" for one in listed())
    else:
        words = str(wrong)
    cut = " (the reply was cut off at the limit of tokens: be shorter)" if reply.finish_reason == "length" else ""
    return words[:MAX_REASON] + cut

"""Requests and replies as JSON objects, and the key of a request."""

from __future__ import annotations

import json
from dataclasses import asdict
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from nlbridge.chat.replies.chat import ChatReply, TokenScore, Usage

if TYPE_CHECKING:
    from collections.abc import Mapping

    from nlbridge.chat.replies.chat import ChatRequest


def request_to_dict(request: ChatRequest) -> dict[str, Any]:
    """Return a request as a JSON object."""
    return asdict(request)


def request_from_dict(data: Mapping[str, Any]) -> ChatRequest:
    """Read back what `request_to_dict` made.

    Examples
    --------
    >>> from nlbridge.chat.replies.chat import ChatRequest, Message, Role
    >>> request = ChatRequest(model="m", messages=(Message(role=Role.USER, content="Is it so?"),), seed=3)
    >>> request_from_dict(request_to_dict(request)) == request
    True
    """
    from nlbridge.chat.replies.chat import ChatRequest, Message, Role

    messages = tuple(Message(role=Role(one["role"]), content=one["content"]) for one in data["messages"])
    return ChatRequest(**{**data, "messages": messages})


def reply_to_dict(reply: ChatReply) -> dict[str, Any]:
    """Return a reply as a JSON object; fields that say nothing are left out."""
    full: dict[str, Any] = asdict(reply)
    return {name: value for name, value in full.items() if name in {"text", "usage"} or value}


def reply_from_dict(data: Mapping[str, Any]) -> ChatReply:
    """Read back what `reply_to_dict` made.

    Raises
    ------
    ValueError
        If it is no such object.

    Examples
    --------
    >>> reply_from_dict({"text": "yes", "usage": {"prompt_tokens": 3, "completion_tokens": 1}}).usage.prompt_tokens
    3
    """
    fields = dict(data)
    try:
        usage = Usage(**fields.pop("usage", {}))
        scores = tuple(
            TokenScore(
                token=one["token"],
                logprob=one["logprob"],
                alternatives=tuple((token, logprob) for token, logprob in one.get("alternatives", ())),
            )
            for one in fields.pop("logprobs", ())
        )
        return ChatReply(**fields, usage=usage, logprobs=scores)
    except (TypeError, KeyError, AttributeError) as broken:
        message = f"expected a reply as a JSON object, got {str(data)[:80]}; see the reference of recordings"
        raise ValueError(message) from broken


def request_key(request: ChatRequest, endpoint: str = "") -> str:
    """Return a digest that changes with anything that may change the reply.

    Parameters
    ----------
    endpoint
        Address of who answers, where that matters: two servers may give the same name to different models.

    Examples
    --------
    >>> from dataclasses import replace
    >>> from nlbridge.chat.replies.chat import ChatRequest, Message, Role
    >>> request = ChatRequest(model="m", messages=(Message(role=Role.USER, content="Is it so?"),))
    >>> request_key(request) == request_key(replace(request)), request_key(request) == request_key(request, "other")
    (True, False)
    >>> request_key(request) == request_key(replace(request, repeat=1))
    False
    """
    parts = {"endpoint": endpoint, "request": request_to_dict(request)}
    return sha256(json.dumps(parts, sort_keys=True, separators=(",", ":")).encode()).hexdigest()

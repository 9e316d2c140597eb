"""Requests to a chat model, its replies, and the protocol of a chat model.

Every client (network, cache, recording, script) is a `ChatModel`, so clients can wrap one another and callers never
know which one they talk to.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from enum import StrEnum
from hashlib import sha256
from typing import Any, Protocol


class Role(StrEnum):
    """Who speaks in a message."""

    SYSTEM = "system"
    USER = "user"
    ASSISTANT = "assistant"


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """One turn of a conversation."""

    role: Role
    content: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatRequest:
    """Everything that determines a reply; equal requests may share one reply.

    Parameters
    ----------
    model
        The endpoint's name of the model.
    schema
        JSON schema of the reply, or None for free text. A client asks for it in its endpoint's strictest way.
    schema_name
        Name of the schema, letters and underscores.
    temperature, max_tokens, seed
        As in the protocol; None for the endpoint's default.
    top_logprobs
        Alternatives to return for each token; None for no log-probabilities.
    repeat
        Index of the repetition, which makes a repeated question a distinct request.
    """

    model: str
    messages: tuple[Message, ...]
    schema: Mapping[str, Any] | None = None
    schema_name: str = "reply"
    temperature: float | None = 0.0
    max_tokens: int | None = None
    seed: int | None = None
    top_logprobs: int | None = None
    repeat: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """Token counts of a reply."""

    prompt_tokens: int = 0
    completion_tokens: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Spent:
    """Calls, tokens and US dollars; the cost is None if a model has no known price.

    `estimated` is true if some endpoint did not count its tokens.

    Examples
    --------
    >>> (Spent(calls=1, prompt_tokens=900) + Spent(calls=2)).row()
    {'calls': 3, 'prompt_tokens': 900, 'completion_tokens': 0}
    """

    calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost: float | None = 0.0
    estimated: bool = False

    def __add__(self, other: Spent) -> Spent:
        return Spent(
            calls=self.calls + other.calls,
            prompt_tokens=self.prompt_tokens + other.prompt_tokens,
            completion_tokens=self.completion_tokens + other.completion_tokens,
            cost=None if self.cost is None or other.cost is None else self.cost + other.cost,
            estimated=self.estimated or other.estimated,
        )

    @property
    def tokens(self) -> int:
        """All tokens."""
        return self.prompt_tokens + self.completion_tokens

    def row(self) -> dict[str, int]:
        """Return calls and tokens as a JSON object."""
        return {
            "calls": self.calls,
            "prompt_tokens": self.prompt_tokens,
            "completion_tokens": self.completion_tokens,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenScore:
    """A token of the reply, its log-probability (natural logarithm), and its alternatives."""

    token: str
    logprob: float
    alternatives: tuple[tuple[str, float], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatReply:
    """A reply, unchecked.

    Parameters
    ----------
    text
        The raw text of the first choice.
    finish_reason
        As the endpoint gives it, e.g. `stop`, `length`, `content_filter`.
    logprobs
        One entry per token if requested and given, else empty.
    reasoning
        The model's reasoning, if the endpoint separates it from the text.
    refusal
        The model's words of refusal, or empty.
    old
        Whether it comes from a cache and was paid for more than a minute ago.
    """

    text: str
    model: str = ""
    finish_reason: str = "stop"
    usage: Usage = field(default_factory=Usage)
    logprobs: tuple[TokenScore, ...] = ()
    reasoning: str = ""
    refusal: str = ""
    old: bool = field(default=False, compare=False)

    @property
    def declined(self) -> str:
        """Why the model gave no answer, which makes asking again pointless; empty if it gave one."""
        filtered = self.finish_reason == "content_filter"
        return self.refusal or ("the content filter of the endpoint stopped the reply" if filtered else "")

    @property
    def answer(self) -> str:
        """The text, or the reasoning if a server put the whole answer there."""
        return self.text if self.text.strip() else self.reasoning


class ChatModel(Protocol):
    """Anything that answers requests."""

    async def reply(self, request: ChatRequest) -> ChatReply:
        """Answer one request.

        Raises
        ------
        nlbridge.chat.errors.EndpointError
            If there is no reply.
        """
        ...


def request_to_dict(request: ChatRequest) -> dict[str, Any]:
    """Return a request as a JSON object."""
    messages = [{"role": message.role, "content": message.content} for message in request.messages]
    return {field.name: getattr(request, field.name) for field in fields(request)} | {"messages": messages}


def request_from_dict(data: Mapping[str, Any]) -> ChatRequest:
    """Restore a request from `request_to_dict`.

    Examples
    --------
    >>> request = ChatRequest(model="m", messages=(Message(role=Role.USER, content="Is it so?"),), seed=3)
    >>> request_from_dict(request_to_dict(request)) == request
    True
    """
    messages = tuple(Message(role=Role(row["role"]), content=row["content"]) for row in data["messages"])
    return ChatRequest(**{**data, "messages": messages})


def reply_to_dict(reply: ChatReply) -> dict[str, Any]:
    """Return a reply as a JSON object without its empty fields."""
    return {name: value for name, value in asdict(reply).items() if name in {"text", "usage"} or value}


def reply_from_dict(data: Mapping[str, Any]) -> ChatReply:
    """Restore a reply from `reply_to_dict`.

    Examples
    --------
    >>> reply_from_dict({"text": "yes", "usage": {"prompt_tokens": 3, "completion_tokens": 1}}).usage.prompt_tokens
    3
    """
    try:
        values = dict(data)
        values["usage"] = Usage(**values.get("usage", {}))
        values["logprobs"] = tuple(
            TokenScore(**{**row, "alternatives": tuple(map(tuple, row.get("alternatives", ())))})
            for row in values.get("logprobs", ())
        )
        return ChatReply(**values)
    except (TypeError, AttributeError) as broken:
        message = f"expected a reply as a JSON object, got {str(data)[:80]}; see the reference of recordings"
        raise ValueError(message) from broken


def request_key(request: ChatRequest, endpoint: str = "") -> str:
    """Return a digest of everything that may change the reply.

    `endpoint` is the server's address, if it matters: two servers may use one name for different models.

    Examples
    --------
    >>> from dataclasses import replace
    >>> request = ChatRequest(model="m", messages=(Message(role=Role.USER, content="Is it so?"),))
    >>> request_key(request) == request_key(replace(request)), request_key(request) == request_key(request, "other")
    (True, False)
    >>> request_key(request) == request_key(replace(request, repeat=1))
    False
    """
    parts = {"endpoint": endpoint, "request": request_to_dict(request)}
    return sha256(json.dumps(parts, sort_keys=True, separators=(",", ":")).encode()).hexdigest()

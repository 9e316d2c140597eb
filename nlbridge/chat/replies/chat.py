"""Requests to a chat model, its replies, and the protocol of a chat model.

Every client (network, cache, recording, script) is a `ChatModel`, so they wrap one another, and what stands above
them never knows which one it talks to.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
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
        JSON schema of the reply, or None for free text. A client asks for it in the strictest way its endpoint has.
    schema_name
        Name of the schema, letters and underscores.
    temperature, max_tokens, seed
        As in the protocol; None leaves the endpoint's default.
    top_logprobs
        How many alternatives to return for each token; None: no log-probabilities.
    repeat
        Index of the repetition, so that asking again is another request.
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
    """Tokens that a reply cost."""

    prompt_tokens: int = 0
    completion_tokens: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenScore:
    """A token of the reply, its log-probability (natural logarithm), and the alternatives at its place."""

    token: str
    logprob: float
    alternatives: tuple[tuple[str, float], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatReply:
    """What came back, unjudged.

    Parameters
    ----------
    text
        The raw text of the first choice.
    finish_reason
        As the endpoint says it, e.g. `stop`, `length`, `content_filter`.
    logprobs
        One entry a token where they were asked for and given, else empty.
    reasoning
        What the model thought aloud, where the endpoint gives it apart from the text.
    refusal
        The words in which the model declined to answer, or empty.
    """

    text: str
    model: str = ""
    finish_reason: str = "stop"
    usage: Usage = field(default_factory=Usage)
    logprobs: tuple[TokenScore, ...] = ()
    reasoning: str = ""
    refusal: str = ""


class ChatModel(Protocol):
    """Whoever answers a request."""

    async def reply(self, request: ChatRequest) -> ChatReply:
        """Answer one request.

        Raises
        ------
        nlbridge.chat.errors.EndpointError
            If there is no reply to be had.
        """
        ...

"""Requests and replies in the chat-completions protocol, and which parts an endpoint does not accept."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import TYPE_CHECKING, Any, Final

from nlbridge.chat.replies.chat import ChatReply, Message, Role, TokenScore, Usage

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from nlbridge.chat.client.failure import Failure
    from nlbridge.chat.replies.chat import ChatRequest

_OPTIONAL: Final = ("temperature", "seed", "top_logprobs")
_SAME_FIELD: Final = {
    "logprobs": "top_logprobs",
    "max_tokens": "max_tokens",
    "max_completion_tokens": "max_tokens",
    "response_format": "schema",
}
LONGEST_REPLY: Final = 16_384
"""Token limit of a reply if the request has none: a local model under a grammar may never end."""
_SHORTEST_LIMIT: Final = 1_024
"""Least limit that leaves room for a complete reply."""
_USUAL_LIMIT: Final = 4_096
"""The least limit that is remembered; only a single long text needs a lower one."""
_SMALLER: Final = 4


_REASONING: Final = ("reasoning_content", "reasoning", "thinking")
"""Fields in which servers put what a model thought, and some of them the whole answer."""


class SchemaForm(IntEnum):
    """How strictly an endpoint can be asked for a schema."""

    JSON_SCHEMA = 0
    JSON_OBJECT = 1
    PROMPT = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Dialect:
    """The known capabilities of one endpoint for one model.

    Parameters
    ----------
    schema
        The strictest form that has not failed.
    dropped
        Parameters that it refused.
    completion_limit
        Whether it wants `max_completion_tokens` for `max_tokens`.

    Units
    -----
    limit : tokens of a reply to a request that sets no limit of its own
    """

    schema: SchemaForm = SchemaForm.JSON_SCHEMA
    dropped: frozenset[str] = frozenset()
    completion_limit: bool = False
    limit: int = LONGEST_REPLY

    def after(self, failure: Failure, request: ChatRequest) -> Dialect | None:
        """Return what to try after a refusal of the form, or None when nothing is left."""
        named = _SAME_FIELD.get(failure.parameter.split(".", maxsplit=1)[0], failure.parameter)
        if failure.too_long:
            return self._shorter(request)
        if named == "max_tokens" and not self.completion_limit:
            return replace(self, completion_limit=True)
        if named in _OPTIONAL and named not in self.dropped:
            return replace(self, dropped=self.dropped | {named})
        return next(self._weaker(request), None)

    def merged(self, other: Dialect) -> Dialect:
        """Return the combined knowledge of two."""
        return Dialect(
            schema=max(self.schema, other.schema),
            dropped=self.dropped | other.dropped,
            completion_limit=self.completion_limit or other.completion_limit,
            limit=max(_USUAL_LIMIT, min(self.limit, other.limit)),
        )

    def _shorter(self, request: ChatRequest) -> Dialect | None:
        """Ask for a shorter reply, where the limit is ours and not the caller's."""
        if request.max_tokens is not None or self.limit <= _SHORTEST_LIMIT:
            return None
        return replace(self, limit=self.limit // _SMALLER)

    def _weaker(self, request: ChatRequest) -> Iterator[Dialect]:
        if request.schema is not None and self.schema is not SchemaForm.PROMPT:
            yield replace(self, schema=SchemaForm(self.schema + 1))
        if request.top_logprobs is not None and "top_logprobs" not in self.dropped:
            yield replace(self, dropped=self.dropped | {"top_logprobs"})


def body_of(request: ChatRequest, dialect: Dialect) -> dict[str, Any]:
    """Return the body of a call.

    Examples
    --------
    >>> from nlbridge.chat.replies.chat import ChatRequest
    >>> request = ChatRequest(model="m", messages=(Message(role=Role.USER, content="Is it so?"),), max_tokens=5)
    >>> (
    ...     body_of(request, Dialect())["max_tokens"],
    ...     body_of(request, Dialect(completion_limit=True))["max_completion_tokens"],
    ... )
    (5, 5)
    """
    body: dict[str, Any] = {"model": request.model, "messages": _messages(request, dialect)}
    if request.schema is not None and dialect.schema is not SchemaForm.PROMPT:
        body["response_format"] = _response_format(request, dialect)
    limit = dialect.limit if request.max_tokens is None else request.max_tokens
    body["max_completion_tokens" if dialect.completion_limit else "max_tokens"] = limit
    if request.top_logprobs is not None and "top_logprobs" not in dialect.dropped:
        body |= {"logprobs": True, "top_logprobs": request.top_logprobs}
    for name in ("temperature", "seed"):
        value = getattr(request, name)
        if value is not None and name not in dialect.dropped:
            body[name] = value
    return body


def _response_format(request: ChatRequest, dialect: Dialect) -> dict[str, Any]:
    if dialect.schema is SchemaForm.JSON_OBJECT:
        return {"type": "json_object"}
    schema = dict(request.schema or {})
    named = {"name": request.schema_name, "schema": schema, "strict": is_strict(schema)}
    return {"type": "json_schema", "json_schema": named}


def is_strict(schema: object) -> bool:
    """Whether a schema suits strict decoding: all fields required, no others, no free keys.

    Examples
    --------
    >>> is_strict(
    ...     {
    ...         "type": "object",
    ...         "properties": {"a": {"type": "string"}},
    ...         "required": ["a"],
    ...         "additionalProperties": False,
    ...     }
    ... )
    True
    >>> is_strict({"type": "object", "properties": {"a": {"type": "string"}}})
    False
    """
    if isinstance(schema, list):
        return all(map(is_strict, schema))
    if not isinstance(schema, dict):
        return True
    fields = schema.get("properties")
    if schema.get("type") == "object" or fields is not None:
        closed = schema.get("additionalProperties") is False and set(schema.get("required", ())) == set(fields or ())
        if not closed:
            return False
    return all(is_strict(part) for part in schema.values())


def _messages(request: ChatRequest, dialect: Dialect) -> list[dict[str, str]]:
    messages = list(request.messages)
    if request.schema is not None and dialect.schema is not SchemaForm.JSON_SCHEMA:
        words = "Reply with one JSON object and nothing else. It must satisfy this JSON schema:\n" + json.dumps(
            request.schema, ensure_ascii=False
        )
        if messages and messages[0].role is Role.SYSTEM:  # some templates take one system message only
            messages[0] = replace(messages[0], content=f"{messages[0].content}\n\n{words}")
        else:
            messages.insert(0, Message(role=Role.SYSTEM, content=words))
    return [{"role": str(message.role), "content": message.content} for message in messages]


def reply_of(body: object) -> tuple[ChatReply, bool]:
    """Read a chat completion; also say whether the endpoint counted its tokens.

    Raises
    ------
    ValueError
        If it is not one, with what it is instead.
    """
    if not isinstance(body, dict):
        message = f"a {type(body).__name__} for a chat completion"
        raise ValueError(message)  # noqa: TRY004  what came is wrong, not its type here
    choices = body.get("choices")
    choice = choices[0] if isinstance(choices, list) and choices else None
    said = choice.get("message") if isinstance(choice, dict) else None
    if not isinstance(choice, dict) or not isinstance(said, dict):
        raise ValueError(_words(body))  # noqa: TRY004  as above
    usage = _usage(body.get("usage"))
    reply = ChatReply(
        text=_text(said.get("content")),
        model=_text(body.get("model")),
        finish_reason=_text(choice.get("finish_reason")) or "stop",
        usage=usage or Usage(),
        logprobs=_logprobs(choice.get("logprobs")),
        reasoning=next(filter(None, (_text(said.get(name)) for name in _REASONING)), ""),
        refusal=_text(said.get("refusal")),
    )
    return reply, usage is not None


def _words(body: Mapping[str, Any]) -> str:
    error = body.get("error")
    said = error.get("message") if isinstance(error, dict) else error
    return f"an error with status 200: {said}" if said else "a chat completion without a choice"


def _text(value: object) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, list):  # content in parts
        return "".join(_text(part.get("text")) for part in value if isinstance(part, dict))
    return ""


def _usage(data: object) -> Usage | None:
    counts = [data.get(name) for name in ("prompt_tokens", "completion_tokens")] if isinstance(data, dict) else []
    known = [count for count in counts if isinstance(count, int) and not isinstance(count, bool) and count >= 0]
    return Usage(prompt_tokens=known[0], completion_tokens=known[1]) if len(known) == 2 else None


def _logprobs(data: object) -> tuple[TokenScore, ...]:
    rows = data.get("content") if isinstance(data, dict) else None
    return tuple(_score(row) for row in rows if _is_score(row)) if isinstance(rows, list) else ()


def _is_score(row: object) -> bool:
    return isinstance(row, dict) and isinstance(row.get("token"), str) and isinstance(row.get("logprob"), int | float)


def _score(row: Mapping[str, Any]) -> TokenScore:
    others: Sequence[Any] = row.get("top_logprobs") or ()
    pairs = tuple((one["token"], float(one["logprob"])) for one in others if _is_score(one))
    return TokenScore(token=row["token"], logprob=float(row["logprob"]), alternatives=pairs)

"""The chat-completions protocol: request bodies, replies, and the meaning of failures."""

from __future__ import annotations

import json
import math
import re
import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum, IntEnum, auto
from typing import Any, Final

from nlbridge.chat.replies.chat import ChatReply, ChatRequest, Role, TokenScore, Usage

LONGEST_WAIT: Final = 120.0
"""Longest wait in seconds that an endpoint may ask for; one that asks for more counts as broken."""
LONGEST_REPLY: Final = 16_384
"""Token limit of a reply if the request has none: a local model under a grammar may never end."""
_SHORTEST_LIMIT: Final = 1_024
"""Smallest limit that leaves room for a complete reply."""
_USUAL_LIMIT: Final = 4_096
"""Smallest limit that is remembered; only a single long text needs a lower one."""
_SMALLER: Final = 4
_LONGEST_LINE: Final = 300
_OPTIONAL: Final = ("temperature", "seed", "top_logprobs")
_SAME_FIELD: Final = {"logprobs": "top_logprobs", "max_completion_tokens": "max_tokens"}
_REASONING: Final = ("reasoning_content", "reasoning", "thinking")
"""Fields in which servers put the reasoning, and some of them the whole answer."""

_QUOTA: Final = frozenset(
    "insufficient_quota billing_hard_limit_reached billing_not_active quota_exceeded insufficient_credits "
    "exceeded_current_quota_error access_terminated".split()
)
_NO_FORM: Final = frozenset({"context_length_exceeded", "model_not_found", "content_filter"})
"""Errors that no other form of the request cures."""
_TOO_LONG: Final = re.compile(
    r"(?:max(?:_completion|_new)?_tokens\W.{0,40}(?:too (?:large|big|high|many)|at most|less than|exceed)"
    r"|at most \d+ (?:completion|output) tokens|maximum context length|context (?:length|window|size).{0,40}exceed"
    r"|exceed.{0,40}context (?:length|window|size))",
    re.IGNORECASE,
)


class Remedy(Enum):
    """What to do about a failure."""

    RETRY = auto()
    BACK_OFF = auto()
    OTHER_FORM = auto()
    STOP_QUOTA = auto()
    STOP_ACCESS = auto()
    GIVE_UP = auto()


_REMEDIES: Final = (
    (Remedy.BACK_OFF, frozenset({429, 503, 529})),
    (Remedy.RETRY, frozenset({0, 408, 409, 425, 500, 502, 504})),
    (Remedy.STOP_ACCESS, frozenset({401, 403, 404, 405})),
    (Remedy.OTHER_FORM, frozenset({400, 415, 422})),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """A call without a reply: its HTTP status (0 if none came) and the endpoint's message, redacted, on one line.

    The endpoint may give an error `code`, the `parameter` that it rejects, and seconds to `wait`. `cure` is what the
    user can do, if the rest does not make that clear.
    """

    status: int
    words: str
    code: str = ""
    parameter: str = ""
    wait: float | None = None
    unreachable: bool = False
    cure: str = ""

    @property
    def remedy(self) -> Remedy:
        """What the client should do about the failure.

        Examples
        --------
        >>> Failure(status=429, words="slow down").remedy.name
        'BACK_OFF'
        >>> Failure(status=429, words="", code="insufficient_quota").remedy.name
        'STOP_QUOTA'
        """
        if self.status == 402 or self.code in _QUOTA:
            return Remedy.STOP_QUOTA
        if self.asks_too_long_a_wait:
            return Remedy.GIVE_UP
        remedy_of_status = next((remedy for remedy, statuses in _REMEDIES if self.status in statuses), None)
        if remedy_of_status is Remedy.OTHER_FORM and self.code in _NO_FORM:
            return Remedy.GIVE_UP
        return remedy_of_status or (Remedy.RETRY if self.status > 504 else Remedy.GIVE_UP)

    @property
    def asks_too_long_a_wait(self) -> bool:
        """Whether the endpoint asks for a wait of more than `LONGEST_WAIT`."""
        return self.wait is not None and self.wait > LONGEST_WAIT

    @property
    def too_long(self) -> bool:
        """Whether the prompt and the longest allowed reply exceed the model's context.

        Examples
        --------
        >>> Failure(status=400, words="max_tokens is too large: 16384").too_long
        True
        >>> Failure(status=400, words="Unsupported parameter: 'max_tokens'").too_long
        False
        """
        return self.code == "context_length_exceeded" or bool(_TOO_LONG.search(self.words))

    @property
    def advice(self) -> str:
        """What the user can do about the failure.

        Examples
        --------
        >>> Failure(status=500, words="").advice, Failure(status=400, words="", code="content_filter").advice
        ('try again later', 'rephrase the text, or ask another model')
        """
        if self.cure or self.too_long:
            return self.cure or "shorten the text, or give the model a longer context"
        if self.code == "content_filter":
            return "rephrase the text, or ask another model"
        later = self.asks_too_long_a_wait or self.remedy in {Remedy.RETRY, Remedy.BACK_OFF}
        return "try again later" if later else "check the address and the model"

    def __str__(self) -> str:
        status = f"HTTP {self.status}: " if self.status else ""
        wait = f" (it asks for {self.wait:.0f} seconds)" if self.asks_too_long_a_wait else ""
        return f"{status}{self.words}{wait}"


def failure_of(status: int, body: object, headers: Mapping[str, str]) -> Failure:
    """Return the failure in an answer: its decoded JSON or text, and its headers with lower-case names."""
    error = body.get("error", body) if isinstance(body, dict) else body
    fields: Mapping[str, Any] = error if isinstance(error, dict) else {}
    words = fields.get("message") or fields.get("detail") or (error if isinstance(error, str) else "")
    if 300 <= status < 400 and "location" in headers:
        words = f"a redirect to {headers['location']}, which is not followed"
    codes = {str(fields.get(name) or "") for name in ("code", "type")}
    return Failure(
        status=status,
        words=one_line(str(words or "no reason given")),
        code=next(iter(codes & _QUOTA), str(fields.get("code") or "")),
        parameter=str(fields.get("param") or ""),
        wait=retry_after(headers),
    )


def one_line(text: str) -> str:
    """Return text on one line, cut to a readable length."""
    words = " ".join(text.split())
    return words if len(words) <= _LONGEST_LINE else words[:_LONGEST_LINE] + "..."


def retry_after(headers: Mapping[str, str], now: float | None = None) -> float | None:
    """Return how many seconds an endpoint asks to wait, or None.

    Examples
    --------
    >>> retry_after({"retry-after": "3"}), retry_after({"retry-after-ms": "250"}), retry_after({"retry-after": "soon"})
    (3.0, 0.25, None)
    >>> retry_after({"retry-after": "Thu, 01 Jan 1970 00:00:30 GMT"}, now=10.0)
    20.0
    """
    words, unit = headers.get("retry-after", ""), 1
    if "retry-after-ms" in headers:
        words, unit = headers["retry-after-ms"], 1000
    try:
        seconds = float(words) / unit
    except ValueError:
        from email.utils import parsedate_to_datetime

        try:
            moment = parsedate_to_datetime(words).timestamp()
        except (ValueError, OverflowError):
            return None
        return max(0.0, moment - (time.time() if now is None else now))
    return seconds if math.isfinite(seconds) and seconds >= 0 else None


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
        Strictest form that has not failed.
    dropped
        Parameters that the endpoint refused.
    completion_limit
        Whether it wants `max_completion_tokens` instead of `max_tokens`.
    limit
        Token limit for a request without its own.
    """

    schema: SchemaForm = SchemaForm.JSON_SCHEMA
    dropped: frozenset[str] = frozenset()
    completion_limit: bool = False
    limit: int = LONGEST_REPLY

    def after(self, failure: Failure, request: ChatRequest) -> Dialect | None:
        """Return the dialect to try after a refusal, or None if none is left."""
        if failure.too_long:  # ask for a shorter reply if the limit is ours and not the caller's
            is_last = request.max_tokens is not None or self.limit <= _SHORTEST_LIMIT
            return None if is_last else replace(self, limit=self.limit // _SMALLER)
        parameter = _SAME_FIELD.get(failure.parameter, failure.parameter)
        if parameter == "max_tokens" and not self.completion_limit:
            return replace(self, completion_limit=True)
        if parameter in _OPTIONAL and parameter not in self.dropped:
            return replace(self, dropped=self.dropped | {parameter})
        if request.schema is not None and self.schema is not SchemaForm.PROMPT:
            return replace(self, schema=SchemaForm(self.schema + 1))
        if request.top_logprobs is not None and "top_logprobs" not in self.dropped:
            return replace(self, dropped=self.dropped | {"top_logprobs"})
        return None

    def merged(self, other: Dialect) -> Dialect:
        """Return the combined knowledge of two dialects."""
        return Dialect(
            schema=max(self.schema, other.schema),
            dropped=self.dropped | other.dropped,
            completion_limit=self.completion_limit or other.completion_limit,
            limit=max(_USUAL_LIMIT, min(self.limit, other.limit)),
        )


def body_of(request: ChatRequest, dialect: Dialect) -> dict[str, Any]:
    """Return the body of a call.

    Examples
    --------
    >>> from nlbridge.chat.replies.chat import ChatRequest, Message
    >>> request = ChatRequest(model="m", messages=(Message(role=Role.USER, content="Is it so?"),), max_tokens=5)
    >>> [name for name in body_of(request, Dialect(completion_limit=True)) if "tokens" in name]
    ['max_completion_tokens']
    """
    messages = [{"role": str(message.role), "content": message.content} for message in request.messages]
    body: dict[str, Any] = {"model": request.model, "messages": messages}
    if request.schema is not None and dialect.schema is not SchemaForm.JSON_SCHEMA:
        words = "Reply with one JSON object and nothing else. It must satisfy this JSON schema:\n" + json.dumps(
            request.schema, ensure_ascii=False
        )
        if messages and messages[0]["role"] == Role.SYSTEM:  # some templates take only one system message
            messages[0]["content"] += f"\n\n{words}"
        else:
            messages.insert(0, {"role": str(Role.SYSTEM), "content": words})
    if request.schema is not None and dialect.schema is SchemaForm.JSON_OBJECT:
        body["response_format"] = {"type": "json_object"}
    elif request.schema is not None and dialect.schema is SchemaForm.JSON_SCHEMA:
        schema = dict(request.schema)
        named = {"name": request.schema_name, "schema": schema, "strict": is_strict(schema)}
        body["response_format"] = {"type": "json_schema", "json_schema": named}
    limit = dialect.limit if request.max_tokens is None else request.max_tokens
    body["max_completion_tokens" if dialect.completion_limit else "max_tokens"] = limit
    options = {name: getattr(request, name) for name in _OPTIONAL if name not in dialect.dropped}
    body |= {name: value for name, value in options.items() if value is not None}
    return body | {"logprobs": True} if "top_logprobs" in body else body


def is_strict(schema: object) -> bool:
    """Return whether a schema suits strict decoding: each object requires all its fields and allows no others.

    Examples
    --------
    >>> answer = {"type": "object", "properties": {"a": {"type": "string"}}}
    >>> is_strict(answer), is_strict(answer | {"required": ["a"], "additionalProperties": False})
    (False, True)
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
    return all(map(is_strict, schema.values()))


def reply_of(body: object) -> tuple[ChatReply, bool]:
    """Return the reply in a chat completion, and whether the endpoint counted its tokens."""
    if not isinstance(body, dict):
        message = f"a {type(body).__name__} for a chat completion"
        raise ValueError(message)  # noqa: TRY004  a wrong reply, not a wrong argument
    choices = body.get("choices")
    choice = choices[0] if isinstance(choices, list) and choices else None
    content = choice.get("message") if isinstance(choice, dict) else None
    if not isinstance(choice, dict) or not isinstance(content, dict):
        error = body.get("error")
        words = error.get("message") if isinstance(error, dict) else error
        message = f"an error with status 200: {words}" if words else "a chat completion without a choice"
        raise ValueError(message)  # noqa: TRY004  as above
    usage = _usage(body.get("usage"))
    reply = ChatReply(
        text=_text(content.get("content")),
        model=_text(body.get("model")),
        finish_reason=_text(choice.get("finish_reason")) or "stop",
        usage=usage or Usage(),
        logprobs=_logprobs(choice.get("logprobs")),
        reasoning=next(filter(None, (_text(content.get(name)) for name in _REASONING)), ""),
        refusal=_text(content.get("refusal")),
    )
    return reply, usage is not None


def _text(value: object) -> str:
    if isinstance(value, list):  # content in parts
        return "".join(_text(part.get("text")) for part in value if isinstance(part, dict))
    return value if isinstance(value, str) else ""


def _usage(data: object) -> Usage | None:
    counts = [data.get(name) for name in ("prompt_tokens", "completion_tokens")] if isinstance(data, dict) else []
    valid = [count for count in counts if isinstance(count, int) and not isinstance(count, bool) and count >= 0]
    return Usage(prompt_tokens=valid[0], completion_tokens=valid[1]) if len(valid) == 2 else None


def _logprobs(data: object) -> tuple[TokenScore, ...]:
    def scored(rows: object) -> list[tuple[str, float, object]]:
        dicts = [row for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []
        return [
            (row["token"], float(row["logprob"]), row.get("top_logprobs"))
            for row in dicts
            if isinstance(row.get("token"), str) and isinstance(row.get("logprob"), int | float)
        ]

    return tuple(
        TokenScore(token=token, logprob=logprob, alternatives=tuple((name, score) for name, score, _ in scored(top)))
        for token, logprob, top in scored(data.get("content") if isinstance(data, dict) else None)
    )

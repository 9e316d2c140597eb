"""Ask for a reply of a given form, and repair it in a few turns that quote the exact error."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, Generic, TypeVar

from causalcore.errors import MalformedDocumentError
from causalcore.files.json_text import read_json
from nlbridge.chat.errors import ReplyError, UnusableReplyError
from nlbridge.chat.replies.chat import ChatModel, ChatReply, ChatRequest, Message, Role

T = TypeVar("T")
MAX_REPAIRS: Final = 2
AGAIN: Final = 1_000
"""Added to the repetition index after a failed conversation; exceeds the number of samples."""
MAX_ECHO: Final = 20_000
"""Characters of an unusable reply that are sent back."""
MAX_REASON: Final = 2_000
NOTHING: Final = "(an empty reply)"
"""Replaces an empty reply in a conversation; many endpoints refuse an empty message."""

MAX_CHARACTERS: Final = 400_000
"""Longest reply that is searched for JSON."""
_OBJECT: Final = re.compile(r'\{\s*["}]|\[\s*\{')
"""Start of an object or of a list of objects: a part of a broken one must not pass for the whole."""
_FENCED: Final = re.compile(r"\s*```[ \t]*\w*[ \t]*\n(?P<body>.*?)\n?[ \t]*```\s*", re.DOTALL)
_THOUGHT_BEGINS: Final = "<think>"
_THOUGHT_ENDS: Final = "</think>"
_AROUND: Final = 30


@dataclass(frozen=True, slots=True, kw_only=True)
class Structured(Generic[T]):
    """A usable reply, with the raw replies in order (all but the last were unusable) and the turns beyond the first."""

    value: T
    texts: tuple[str, ...]
    repairs: int


async def ask(
    model: ChatModel, request: ChatRequest, parse: Callable[[Any], T], *, repairs: int = MAX_REPAIRS
) -> Structured[T]:
    r"""Ask until `parse` accepts the reply, or the turns are used up.

    A failed conversation from the cache starts again: the endpoint may have been fixed since. If the last reply is
    unusable too, or the model refuses, raises `UnusableReplyError` with the raw replies.

    Parameters
    ----------
    request
        With a schema, the reply is read as JSON; without one, `parse` gets its stripped text.
    parse
        Returns the value, or raises `ReplyError` or `ValueError` (such as pydantic's errors) with the exact fault,
        which the model reads in the next turn.
    repairs
        Turns beyond the first, at most two.

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
        texts = (*texts, reply.answer)
        try:
            value = parse(_content(reply, as_json=request.schema is not None))
        except ValueError as wrong:
            reason = _reason(wrong, reply)
            if len(texts) > repairs or reply.declined:
                if not reply.old:
                    raise UnusableReplyError(reason, texts) from wrong
                texts, turn = (), replace(request, repeat=turn.repeat + AGAIN)
                continue
            turn = replace(turn, messages=(*turn.messages, *_repair(reply.answer, reason)))
            continue
        return Structured(value=value, texts=texts, repairs=len(texts) - 1)


def _content(reply: ChatReply, *, as_json: bool) -> Any:
    if reply.declined:
        message = f"expected an answer, got a refusal: {reply.declined[:200]}; rephrase the text"
        raise ReplyError(message)
    return json_of(reply.answer) if as_json else reply.answer.strip()


def _repair(text: str, reason: str) -> tuple[Message, Message]:
    words = f"Your last reply cannot be used: {reason}\nReply again, with the whole corrected answer and nothing else."
    echo = text[:MAX_ECHO].strip() or NOTHING
    return Message(role=Role.ASSISTANT, content=echo), Message(role=Role.USER, content=words)


def _reason(wrong: ValueError, reply: ChatReply) -> str:
    error_list = getattr(wrong, "errors", None)  # pydantic's; str() of it ends in links
    if callable(error_list):
        words = "; ".join(f"{'.'.join(map(str, error['loc'])) or 'reply'}: {error['msg']}" for error in error_list())
    else:
        words = str(wrong)
    cut = " (the reply was cut off at the limit of tokens: be shorter)" if reply.finish_reason == "length" else ""
    return words[:MAX_REASON] + cut


def json_of(text: str) -> Any:
    r"""Return the one JSON value of a reply, without fences, reasoning or courtesies.

    Two different objects are an error: one may echo the prompt, and there is no way to tell which.

    Parameters
    ----------
    text
        The raw reply: JSON alone, in a fence, or one object amid other text. Ignores the reasoning before `</think>`.

    Examples
    --------
    >>> json_of('Here you are:\n```json\n{"holds": true}\n```\nAnything else?')
    {'holds': True}
    """
    if len(text) > MAX_CHARACTERS:
        message = f"expected a reply of at most {MAX_CHARACTERS} characters, got {len(text)}; answer with JSON alone"
        raise ReplyError(message)
    answer = _after_thought(text)
    for whole in (text, answer):
        fenced = _FENCED.fullmatch(whole)
        try:
            return read_json((fenced["body"] if fenced else whole).strip(), once=True)
        except MalformedDocumentError as broken:
            if not isinstance(broken.__cause__, json.JSONDecodeError):
                raise _refusal(broken.came, whole, 0) from broken
    values = list(_objects(answer))
    if not values:
        words = answer.strip()
        shown = repr(f"{words[: 2 * _AROUND]}..." if len(words) > 2 * _AROUND else words)
        message = f"expected one JSON object, got {shown if words else 'an empty reply'}; answer with JSON alone"
        raise ReplyError(message)
    if any(value != values[0] for value in values[1:]):
        message = f"expected one JSON object, got {len(values)} different ones; answer with one alone"
        raise ReplyError(message)
    return values[0]


def _after_thought(text: str) -> str:
    """Drop the reasoning; some servers drop its opening tag, and a string in the answer may contain the closing one."""
    thought, ends, answer = text.partition(_THOUGHT_ENDS)
    thinks = thought.lstrip().startswith(_THOUGHT_BEGINS) or not _OBJECT.search(thought)
    return answer if ends and thinks else text


def _objects(text: str) -> Iterator[Any]:
    place = 0
    while start := _OBJECT.search(text, place):
        try:
            _, place = _DECODER.raw_decode(text, start.start())
            yield read_json(text[start.start() : place], once=True)
        except MalformedDocumentError as broken:
            raise _refusal(broken.came, text, start.start()) from broken
        except json.JSONDecodeError as broken:
            raise _refusal(str(broken), text, broken.pos) from broken
        except RecursionError as broken:
            fault = "nested too deep"
            raise _refusal(fault, text, start.start()) from broken


def _refusal(fault: str, text: str, place: int) -> ReplyError:
    near = text[max(0, place - _AROUND) : place + _AROUND]
    return ReplyError(f"expected valid JSON, got {fault}, near {near!r}; answer with complete JSON alone")


_DECODER: Final = json.JSONDecoder(parse_int=float)
"""Finds the end of a value; accepts numbers of any length."""


def fits(value: Any, schema: Mapping[str, Any]) -> bool:
    """Return whether a reply has the shape of a schema.

    Ignores keywords other than those below: the user of a reply checks its meaning.

    Parameters
    ----------
    schema
        With `type`, `properties`, `required`, `additionalProperties`, `items`, `enum`, `const` and `anyOf` [1]_.

    References
    ----------
    .. [1] JSON Schema, draft 2020-12, a vocabulary for structural validation.

    Examples
    --------
    >>> answer = {"type": "object", "properties": {"rain": {"type": "boolean"}}, "required": ["rain"]}
    >>> fits({"rain": True}, answer), fits({"answer": {"rain": True}}, answer), fits({"rain": "yes"}, answer)
    (True, False, False)
    """
    if value not in schema.get("enum", [value]) or value != schema.get("const", value):
        return False
    if "anyOf" in schema and not any(fits(value, branch) for branch in schema["anyOf"]):
        return False
    named = schema.get("type", [])
    types = [named] if isinstance(named, str) else named
    if types and not any(_TYPES[name](value) for name in types if name in _TYPES):
        return False
    if isinstance(value, list):
        return all(fits(part, schema.get("items", {})) for part in value)
    if not isinstance(value, dict):
        return True
    fields = schema.get("properties", {})
    closed = schema.get("additionalProperties") is False
    if not set(schema.get("required", ())) <= value.keys() or (closed and not value.keys() <= fields.keys()):
        return False
    return all(fits(value[name], part) for name, part in fields.items() if name in value)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


_TYPES: Final[dict[str, Callable[[Any], bool]]] = {
    "object": lambda value: isinstance(value, dict),
    "array": lambda value: isinstance(value, list),
    "string": lambda value: isinstance(value, str),
    "boolean": lambda value: isinstance(value, bool),
    "null": lambda value: value is None,
    "number": _is_number,
    "integer": lambda value: _is_number(value) and float(value).is_integer(),
}

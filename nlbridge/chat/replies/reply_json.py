"""Extract the one JSON value of a reply, without fences, reasoning or courtesies.

A reply is data. Where it holds two different objects nobody can say which is the answer and which is an echo of
what the model was shown, so neither is taken.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import AsyncIterator
from importlib import import_module
from typing import Any, Final, NoReturn

from nlbridge.chat.errors import ReplyError, ReplyTooLargeError

MOST: Final = 8 * 2**20
"""Bytes of a reply; the longest reply of a model has about 1 MB with all its log-probabilities."""
MOST_PACKED: Final = 2**18
"""Bytes of a reply that is packed, which may be a thousand times as much."""
PLAIN: Final = {"Accept-Encoding": "identity"}
"""The header that asks an endpoint not to compress."""


async def limit_size(response: Any) -> None:
    """Count the bytes of a reply, and disconnect if they are too many.

    A hook of the HTTP library for responses: their bodies have not been read yet.
    """
    is_packed = response.headers.get("content-encoding", "identity").lower() not in {"", "identity"}
    most = MOST_PACKED if is_packed else MOST
    if not hasattr(response, "stream") or response.is_stream_consumed:
        return
    response.stream = _counted(response, most)


def _counted(response: Any, most: int) -> Any:
    library = import_module(type(response).__module__.split(".")[0])
    stream = response.stream

    class Counted(library.AsyncByteStream):  # type: ignore[misc, name-defined]
        """A body that is cut off at its limit."""

        async def __aiter__(self) -> AsyncIterator[bytes]:
            came = 0
            async for part in stream:
                came += len(part)
                if came > most:
                    raise ReplyTooLargeError(most)
                yield part

        async def aclose(self) -> None:
            """Close the connection."""
            await stream.aclose()

    return Counted()


MAX_CHARACTERS: Final = 400_000
"""Longest reply in which JSON is looked for."""

_OBJECT: Final = re.compile(r'\{\s*["}]|\[\s*\{')
"""Where an object begins, or a list of objects: a part of a broken one must not pass for the whole."""
_FENCED: Final = re.compile(r"\s*```[ \t]*\w*[ \t]*\n(?P<body>.*?)\n?[ \t]*```\s*", re.DOTALL)
_THOUGHT_BEGINS: Final = "<think>"
_THOUGHT_ENDS: Final = "</think>"
_AROUND: Final = 30


def json_of(text: str) -> Any:
    r"""Return the JSON value of a reply.

    Parameters
    ----------
    text
        The raw reply: JSON alone, in a fence, or one object with other text around it. What precedes
        `</think>` is reasoning and is not looked at.

    Raises
    ------
    ReplyError
        If there is no JSON, broken JSON, or more than one object.

    Examples
    --------
    >>> json_of('Here you are:\n```json\n{"holds": true}\n```\nAnything else?')
    {'holds': True}
    """
    if len(text) > MAX_CHARACTERS:
        message = f"expected a reply of at most {MAX_CHARACTERS} characters, got {len(text)}; answer with JSON alone"
        raise ReplyError(message)
    whole = _alone(text)
    if whole is not None:
        return whole[0]
    answer = _after_thought(text)
    whole = _alone(answer)
    if whole is not None:
        return whole[0]
    return _only_one(_objects(answer), answer)


def _after_thought(text: str) -> str:
    """Drop the reasoning; some servers drop its opening mark, and a string of the answer may hold the closing one."""
    thought, ends, answer = text.partition(_THOUGHT_ENDS)
    thinks = thought.lstrip().startswith(_THOUGHT_BEGINS) or not _OBJECT.search(thought)
    return answer if ends and thinks else text


def _alone(text: str) -> tuple[Any] | None:
    """Return, in a tuple, the value of a text that is JSON from end to end, fenced or bare."""
    fenced = _FENCED.fullmatch(text)
    try:
        return (_DECODER.decode((fenced["body"] if fenced else text).strip()),)
    except json.JSONDecodeError:
        return None
    except (ValueError, RecursionError) as broken:
        raise _refusal(broken, text, 0) from broken


def _objects(text: str) -> list[Any]:
    found, place = [], 0
    while start := _OBJECT.search(text, place):
        try:
            value, place = _DECODER.raw_decode(text, start.start())
        except json.JSONDecodeError as broken:
            raise _refusal(broken, text, broken.pos) from broken
        except (ValueError, RecursionError) as broken:
            raise _refusal(broken, text, start.start()) from broken
        found.append(value)
    return found


def _only_one(values: list[Any], text: str) -> Any:
    if not values:
        message = f"expected one JSON object, got {_shown(text)}; answer with JSON alone"
        raise ReplyError(message)
    if any(value != values[0] for value in values[1:]):
        message = f"expected one JSON object, got {len(values)} different ones; answer with one alone"
        raise ReplyError(message)
    return values[0]


def _refusal(broken: Exception, text: str, place: int) -> ReplyError:
    reason = "nested too deep" if isinstance(broken, RecursionError) else str(broken)
    near = text[max(0, place - _AROUND) : place + _AROUND]
    return ReplyError(f"expected valid JSON, got {reason}, near {near!r}; answer with complete JSON alone")


def _shown(text: str) -> str:
    words = text.strip()
    if not words:
        return "an empty reply"
    return repr(words if len(words) <= 2 * _AROUND else words[: 2 * _AROUND] + "...")


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    seen = dict(pairs)
    if len(seen) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        message = f"the key {twice!r} twice in one object"
        raise ValueError(message)
    return seen


def _no_constant(name: str) -> NoReturn:
    message = f"the number {name}, which JSON does not have"
    raise ValueError(message)


def _finite(digits: str) -> float:
    value = float(digits)
    if not math.isfinite(value):
        message = f"the number {digits[:20]}, which no float holds"
        raise ValueError(message)
    return value


_DECODER: Final = json.JSONDecoder(object_pairs_hook=_without_repeats, parse_constant=_no_constant, parse_float=_finite)

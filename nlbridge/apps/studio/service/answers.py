"""Answers over HTTP: JSON that is always UTF-8, a sentence for what is refused, and the JSON that a request holds."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from starlette.responses import Response

from causalcore.errors import MalformedDocumentError
from causalcore.files.json_text import read_json
from causalcore.files.limits import Limits
from logic.errors import ReasoningError
from nlbridge.answering.lines import dumped, one_line
from nlbridge.apps.studio.document.document import StudioError

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from starlette.requests import Request


LEAVE: Final = {"Connection": "close"}
"""What is said to a client whose body is not read to its end: the next request needs another connection."""
_UNREAD: Final = frozenset({408, 413})


class UnreadableBodyError(StudioError):
    """A request whose body is no object of JSON, or too large.

    Parameters
    ----------
    status
        400; 415 where the body is said to be of another type; 413 where it is too large; 408 where it does not come.
    """

    def __init__(self, words: str, status: int = 400) -> None:
        super().__init__(words)
        self.status = status


def answer(data: object, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """Return data as JSON."""
    body = dumped(data) if isinstance(data, dict) else json.dumps(data)
    return Response(body, status, dict(headers or {}), media_type="application/json")


def refusal(status: int, words: str, headers: Mapping[str, str] | None = None) -> Response:
    """Return a sentence that says why there is no result."""
    return answer({"error": one_line(words)}, status, headers)


def refusals(of: str, described: str) -> dict[Any, Callable[[Request, Exception], Awaitable[Response]]]:
    """Return what a service answers to faults, by the type of the fault or the status.

    Parameters
    ----------
    of
        What has the paths, such as `the interface`.
    described
        Where the paths are described.
    """

    async def refused(_: Request, wrong: Exception) -> Response:
        if isinstance(wrong, UnreadableBodyError):
            return refusal(wrong.status, str(wrong), LEAVE if wrong.status in _UNREAD else {})
        return refusal(422, str(wrong))

    async def no_such_path(_: Request, __: Exception) -> Response:
        return refusal(404, f"expected a path of {of}, got another; see {described}")

    async def no_such_method(_: Request, __: Exception) -> Response:
        return refusal(405, f"expected another method for this path; see {described}")

    async def broken(_: Request, wrong: Exception) -> Response:
        return refusal(500, f"internal error: {type(wrong).__name__}; please report it")

    return {ReasoningError: refused, 404: no_such_path, 405: no_such_method, Exception: broken}


async def object_in(request: Request) -> dict[str, Any]:
    """Return the object of JSON that a request holds.

    Raises
    ------
    UnreadableBodyError
        If it holds none.
    """
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        message = f"expected Content-Type: application/json, got {kind[:60] or 'none'!r}; send JSON"
        raise UnreadableBodyError(message, 415)
    body = await request.body()
    try:
        data = read_json(body, limits=Limits(size=len(body)))
    except MalformedDocumentError as broken:
        message = f"expected JSON in UTF-8, got something else ({broken.came}); correct it"
        raise UnreadableBodyError(message) from broken
    if not isinstance(data, dict):
        message = f"expected an object of JSON, got {type(data).__name__}; send one object"
        raise UnreadableBodyError(message)
    return data

"""Access control and responses: host, page, token, size; JSON, refusals, headers.

The content of a text never matters here: tokens are compared in constant time, a body is cut off at its limit, and
nothing in a request becomes a file name.
"""

from __future__ import annotations

import asyncio
import hmac
import json
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from http.cookies import CookieError, SimpleCookie
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import parse_qs

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.routing import Match

from causalcore.errors import MalformedDocumentError
from causalcore.files.json_text import read_json
from causalcore.files.limits import Limits
from logic.errors import ReasoningError
from nlbridge.answering.lines import dumped, one_line
from nlbridge.apps.studio.document.document import StudioError

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""The page loads only its own files; a browser runs nothing from a text."""
HEADERS: Final = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}
COMPARING: Final = "/api/reviews/compare"
"""Path that compares two files from the page and stores neither."""
_READING: Final = frozenset({"GET", "HEAD"})
_OWN_PAGE: Final = frozenset({"same-origin", "none"})
FOR_A_LOAD: Final = "expected the token, got none or a wrong one; open the address that the command printed"
FOR_A_CALL: Final = "expected the key as `Authorization: Bearer KEY`, got none or a wrong one; send it each time"


class UnreadableBodyError(StudioError):
    """A request body is not a JSON object (400), has another type (415), or is too large (413) or late (408)."""

    def __init__(self, words: str, status: int = 400) -> None:
        super().__init__(words)
        self.status = status


def answer(data: object, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """Return data as a JSON response."""
    body = dumped(data) if isinstance(data, dict) else json.dumps(data)
    return Response(body, status, dict(headers or {}), media_type="application/json")


def refusal(status: int, words: str, headers: Mapping[str, str] | None = None) -> Response:
    """Return a response that says why there is no result."""
    return answer({"error": one_line(words)}, status, headers)


def unreadable(wrong: UnreadableBodyError) -> Response:
    """Return the response for an unreadable body; closes the connection of a body not read to its end."""
    return refusal(wrong.status, str(wrong), {"Connection": "close"} if wrong.status in {408, 413} else {})


def refusals(of: str, described: str) -> dict[Any, Callable[[Request, Exception], Awaitable[Response]]]:
    """Return the handlers of faults by type or status; messages name the service `of` and where it is `described`."""

    async def refused(_: Request, wrong: Exception) -> Response:
        return unreadable(wrong) if isinstance(wrong, UnreadableBodyError) else refusal(422, str(wrong))

    async def no_such_path(_: Request, __: Exception) -> Response:
        return refusal(404, f"expected a path of {of}, got another; see {described}")

    async def no_such_method(request: Request, __: Exception) -> Response:
        scope = {**request.scope, "root_path": request.scope.get("app_root_path", "")}
        routes = [route for route in request.app.routes if route.matches(scope)[0] is not Match.NONE]
        allowed = ", ".join(sorted({name for route in routes for name in getattr(route, "methods", None) or _READING}))
        words = f"expected {allowed} for this path, got {request.method[:20]}; see {described}"
        return refusal(405, words, {"Allow": allowed})

    async def broken(_: Request, wrong: Exception) -> Response:
        return refusal(500, f"internal error: {type(wrong).__name__}; please report it")

    return {ReasoningError: refused, 404: no_such_path, 405: no_such_method, Exception: broken}


async def object_in(request: Request) -> dict[str, Any]:
    """Return the JSON object in a request, or raise `UnreadableBodyError`."""
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """Which requests a server accepts."""

    secret: str
    """The token of a page, or the key of an interface."""
    hosts: frozenset[str]
    """Allowed host names with ports; only those of this machine."""
    free: tuple[str, ...] = ()
    """Path prefixes that need no token."""
    entry: str = ""
    """The path whose address may hold the token, as `?token=`; empty for none."""
    cookie: str = ""
    """Name of the cookie with the token; empty for none."""
    largest: int = 2**20
    """Most bytes of a body."""
    seconds: float = 30.0
    """Seconds within which a body must arrive."""
    read_only: bool = False
    """Refuse whatever would change or cost something."""

    def refuses(self, scope: Scope) -> tuple[int, str] | None:
        """Return the status and message for a refused request, or None for an accepted one."""
        return self._of_another_page(scope) or self._without_right(scope)

    def _of_another_page(self, scope: Scope) -> tuple[int, str] | None:
        headers = Headers(scope=scope)
        host, origin = headers.get("host", ""), headers.get("origin")
        site = headers.get("sec-fetch-site", "none")
        if host not in self.hosts:
            return 403, f"expected a request to {sorted(self.hosts)[0]}, got one to {host[:60]!r}; use that address"
        expected = "expected a request from the studio's page"
        if origin is not None and origin.removeprefix("http://") not in self.hosts:
            return 403, f"{expected}, got one from {origin[:60]!r}; open the page itself"
        if scope["method"] not in _READING and site not in _OWN_PAGE:
            return 403, f"{expected}, got a {site[:20]!r} one; open the page itself"
        return None

    def _without_right(self, scope: Scope) -> tuple[int, str] | None:
        headers = Headers(scope=scope)
        if not scope["path"].startswith(self.free) and not self._known(scope, headers):
            return (403, FOR_A_LOAD) if self.entry else (401, FOR_A_CALL)
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length[:20]) > self.largest:
            return 413, too_large(self.largest)
        if self.read_only and scope["method"] not in _READING and scope["path"] != COMPARING:
            return 403, "expected no change, got one; this studio was started with --read-only"
        return None

    def _known(self, scope: Scope, headers: Headers) -> bool:
        """Return whether the header, the cookie, or the address of the entry holds the secret."""
        given = [headers.get("authorization", "").removeprefix("Bearer ")]
        if self.cookie:
            given.append(_cookie(headers.get("cookie", ""), self.cookie))
        if self.entry and scope["path"] == self.entry:
            given += parse_qs(scope.get("query_string", b"").decode("latin-1")).get("token", [])
        return any(hmac.compare_digest(secret.encode(), self.secret.encode()) for secret in given)


def too_large(largest: int) -> str:
    """Return the message for a body that is too large."""
    return f"expected at most {largest} bytes, got more; send less at a time"


def _cookie(header: str, name: str) -> str:
    try:
        morsel = SimpleCookie(header).get(name)
    except CookieError:
        return ""
    return morsel.value if morsel else ""


class Guard:
    """An application behind rules; refused requests never reach it."""

    def __init__(self, app: ASGIApp, rules: Rules) -> None:
        self._app, self._rules = app, rules

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        refused = self._rules.refuses(scope)
        guarded = _with_headers(send)
        if refused is not None:
            await refusal(*refused)(scope, receive, guarded)
            return
        await self._app(scope, _limited(receive, self._rules), guarded)


def _with_headers(send: Send) -> Send:

    async def sent(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return sent


def _limited(receive: Receive, rules: Rules) -> Receive:
    """Limit the size of a body, whose declared length may be false, and the time to wait for it."""
    size, is_whole = 0, False
    until = time.monotonic() + rules.seconds

    async def received() -> Message:
        nonlocal size, is_whole
        if is_whole:  # Only a disconnect can follow, at any time.
            return await receive()
        try:
            message = await asyncio.wait_for(receive(), max(0.0, until - time.monotonic()))
        except TimeoutError:
            words = f"expected the whole body within {rules.seconds:g} s, got a part of it; send it at once"
            raise UnreadableBodyError(words, 408) from None
        is_whole = not message.get("more_body", False)
        size += len(message.get("body", b""))
        if size > rules.largest:
            raise UnreadableBodyError(too_large(rules.largest), 413)
        return message

    return received

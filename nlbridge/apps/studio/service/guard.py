"""Who may ask what: the host that is named, the page that asks, the token, the size; and headers of every answer.

What stands in a text never matters here: a token is compared in constant time, a body is cut off at its limit, and
nothing of a request is ever a file name.
"""

from __future__ import annotations

import asyncio
import hmac
import time
from dataclasses import dataclass
from http.cookies import CookieError, SimpleCookie
from typing import TYPE_CHECKING, Final
from urllib.parse import parse_qs

from starlette.datastructures import Headers, MutableHeaders

from nlbridge.apps.studio.service.answers import UnreadableBodyError, refusal

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""The page loads its own files and nothing else; a browser runs nothing that stands in a text."""

HEADERS: Final = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}
_READING: Final = frozenset({"GET", "HEAD"})
_OWN_PAGE: Final = frozenset({"same-origin", "none"})
FOR_A_LOAD: Final = "expected the token, got none or another; open the address that the command printed"
FOR_A_CALL: Final = "expected the key as `Authorization: Bearer KEY`, got none or another; send it with each request"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """What a server lets through.

    Parameters
    ----------
    secret
        The token of a page, or the key of an interface.
    hosts
        Names with ports under which the server may be addressed; those of this machine only.
    free
        Beginnings of paths that need no token.
    entry
        The path where the token may stand in the address, as `?token=`; empty for none.
    cookie
        The name of the cookie that holds the token; empty for none.
    kept
        Beginning of the paths of files that a browser may keep; empty for none.
    largest
        Bytes of a body.
    seconds
        How long a body may take to come.
    """

    secret: str
    hosts: frozenset[str]
    free: tuple[str, ...] = ()
    entry: str = ""
    cookie: str = ""
    kept: str = ""
    largest: int = 2**20
    seconds: float = 30.0

    def refuses(self, scope: Scope) -> tuple[int, str] | None:
        """Return the status and the sentence for a request that is not let through."""
        headers, method = Headers(scope=scope), scope["method"]
        host = headers.get("host", "")
        if host not in self.hosts:
            return 403, f"expected a request to {sorted(self.hosts)[0]}, got one to {host[:60]!r}; use that address"
        origin, site = headers.get("origin"), headers.get("sec-fetch-site", "none")
        if origin is not None and origin.removeprefix("http://") not in self.hosts:
            return 403, f"expected a request of its own page, got one from {origin[:60]!r}; open the page itself"
        if method not in _READING and site not in _OWN_PAGE:
            return 403, f"expected a request of its own page, got a {site[:20]!r} one; open the page itself"
        if not scope["path"].startswith(self.free) and not self._known(scope, headers):
            return (403 if self.entry else 401), (FOR_A_LOAD if self.entry else FOR_A_CALL)
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length[:20]) > self.largest:
            return 413, too_large(self.largest)
        return None

    def _known(self, scope: Scope, headers: Headers) -> bool:
        """Tell whether the secret stands in the header, in the cookie, or in the address of the entry."""
        said = [headers.get("authorization", "").removeprefix("Bearer ")]
        if self.cookie:
            said.append(_cookie(headers.get("cookie", ""), self.cookie))
        if self.entry and scope["path"] == self.entry:
            said += parse_qs(scope.get("query_string", b"").decode("latin-1")).get("token", [])
        return any(hmac.compare_digest(one.encode(), self.secret.encode()) for one in said)


def too_large(largest: int) -> str:
    """Return what is said of a body that is too large."""
    return f"expected at most {largest} bytes, got more; send less at a time"


def too_slow(seconds: float) -> str:
    """Return what is said of a body that does not come."""
    return f"expected the whole body within {seconds:g} s, got a part of it; send it at once"


def _cookie(header: str, name: str) -> str:
    try:
        found = SimpleCookie(header).get(name)
    except CookieError:
        return ""
    return found.value if found else ""


class Guard:
    """An application behind rules: what they refuse never reaches it."""

    def __init__(self, app: ASGIApp, rules: Rules) -> None:
        self._app, self._rules = app, rules

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        refused = self._rules.refuses(scope)
        guarded = _with_headers(send, kept=bool(self._rules.kept) and scope["path"].startswith(self._rules.kept))
        if refused is not None:
            await refusal(*refused)(scope, receive, guarded)
            return
        await self._app(scope, _limited(receive, self._rules), guarded)


def _with_headers(send: Send, *, kept: bool) -> Send:
    """Add the headers of every answer; what a browser may keep it asks about each time all the same."""

    async def sent(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            if kept:
                headers["Cache-Control"] = "no-cache"
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return sent


def _limited(receive: Receive, rules: Rules) -> Receive:
    """Count what comes in, since a length that is promised may not hold, and wait for a body for so long only."""
    came, is_whole = 0, False
    until = time.monotonic() + rules.seconds

    async def received() -> Message:
        nonlocal came, is_whole
        if is_whole:  # What comes now is that the client goes away, whenever that is.
            return await receive()
        try:
            message = await asyncio.wait_for(receive(), max(0.0, until - time.monotonic()))
        except TimeoutError:
            raise UnreadableBodyError(too_slow(rules.seconds), 408) from None
        is_whole = not message.get("more_body", False)
        came += len(message.get("body", b""))
        if came > rules.largest:
            raise UnreadableBodyError(too_large(rules.largest), 413)
        return message

    return received

"""A studio that is only looked at: what would change or cost something is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from nlbridge.apps.studio.service.answers import refusal

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

LOOKING: Final = frozenset({"GET", "HEAD"})
COMPARING: Final = "/api/reviews/compare"
"""Compares two files that the page sends, and keeps nothing of them."""
WORDS: Final = "expected to look on only, got a change; this studio was started with --read-only"


class ReadOnly:
    """An application of which only what looks on is let through, where that is wanted."""

    def __init__(self, app: ASGIApp, wanted: bool) -> None:
        self._app, self._wanted = app, wanted

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it."""
        if self._wanted and scope["type"] == "http" and not _looks(scope):
            await refusal(403, WORDS)(scope, receive, send)
            return
        await self._app(scope, receive, send)


def _looks(scope: Scope) -> bool:
    return scope["method"] in LOOKING or scope["path"] == COMPARING

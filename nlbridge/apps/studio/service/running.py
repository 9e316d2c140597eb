"""A server on this machine: a socket of the loopback, uvicorn on it, and an orderly end."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

import uvicorn

from nlbridge.apps.studio.document.document import StudioError

if TYPE_CHECKING:
    from starlette.types import ASGIApp

LOOPBACK: Final = "127.0.0.1"
TRACEBACK: Final = "CAUSALCORE_TRACEBACK"
"""Environment variable that shows where an internal error came from, as for every command."""
GRACE: Final = 5.0
"""Seconds that clients have left, from when nothing is worked on any more."""
LOOK: Final = 0.1
BACKLOG: Final = 128
"""Connections that wait to be taken up."""


def bound(port: int) -> socket.socket:
    """Return a socket that is bound to the loopback; 0 takes a free port."""
    found = socket.socket(
        socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP
    )  # asyncio waits for no acknowledgement
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        found.bind((LOOPBACK, port))
        found.listen(BACKLOG)  # A browser may come before the server has started.
    except OSError as taken:
        found.close()
        message = f"expected a free port, got {port}, which cannot be had ({taken.strerror}); choose another --port"
        raise StudioError(message) from taken
    return found


def hosts_of(found: socket.socket) -> frozenset[str]:
    """Return the names, with the port, under which a server on that socket may be addressed."""
    port = found.getsockname()[1]
    return frozenset({f"{LOOPBACK}:{port}", f"localhost:{port}"})


def serve(app: ASGIApp, found: socket.socket, busy: Callable[[], bool] = bool) -> None:
    """Answer requests until the process is told to end, once; what was accepted by then is answered first."""
    # The address of a page holds its token, so that no requests are logged.
    level = "error" if os.environ.get(TRACEBACK) else "critical"
    config = uvicorn.Config(app, log_level=level, access_log=False, server_header=False, lifespan="on", ws="none")
    _Server(config, busy).run(sockets=[found])


class _Server(uvicorn.Server):
    """A server that returns when it was told to end; uvicorn's own ends the process by the signal after all."""

    def __init__(self, config: uvicorn.Config, busy: Callable[[], bool]) -> None:
        super().__init__(config)
        self._busy = busy

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Let go of all clients, of those that are not answered after a while."""
        hurrying = asyncio.ensure_future(self._hurry())
        try:
            await super().shutdown(sockets)
        finally:
            hurrying.cancel()

    async def _hurry(self) -> None:
        left = GRACE
        while left > 0:
            await asyncio.sleep(LOOK)
            left = GRACE if self._busy() else left - LOOK
        self.force_exit = True

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Take signals to end while the server runs."""
        usual = {sign: signal.signal(sign, self.handle_exit) for sign in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for sign, handler in usual.items():
                signal.signal(sign, handler)

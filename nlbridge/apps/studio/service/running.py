"""A server on this machine: a loopback socket, uvicorn on it, and an orderly shutdown."""

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
"""Environment variable that shows the traceback of an internal error, as for every command."""
GRACE: Final = 5.0
"""Seconds that clients have left once no work is running."""
LOOK: Final = 0.1
BACKLOG: Final = 128
"""Connections that may wait to be accepted."""


def bound(port: int) -> socket.socket:
    """Return a socket bound to the loopback; port 0 takes a free one."""
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)  # so asyncio sets TCP_NODELAY
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((LOOPBACK, port))
        listening.listen(BACKLOG)  # A browser may come before the server has started.
    except OSError as failed:
        listening.close()
        message = f"expected a free port, got {port}, which cannot be used ({failed.strerror}); choose another --port"
        raise StudioError(message) from failed
    return listening


def hosts_of(found: socket.socket) -> frozenset[str]:
    """Return the host names, with the port, of a server on that socket."""
    port = found.getsockname()[1]
    return frozenset({f"{LOOPBACK}:{port}", f"localhost:{port}"})


def serve(app: ASGIApp, found: socket.socket, busy: Callable[[], bool] = bool) -> None:
    """Answer requests until the first signal to end; requests accepted by then are answered first."""
    # The address of a page holds its token, so requests are not logged.
    level = "error" if os.environ.get(TRACEBACK) else "critical"
    config = uvicorn.Config(app, log_level=level, access_log=False, server_header=False, lifespan="on", ws="none")
    _Server(config, busy).run(sockets=[found])


class _Server(uvicorn.Server):
    """A server that returns on a signal; uvicorn's own raises the signal again, which ends the process."""

    def __init__(self, config: uvicorn.Config, busy: Callable[[], bool]) -> None:
        super().__init__(config)
        self._busy = busy

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Disconnect all clients, after a while even those without an answer."""
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
        """Handle termination signals while the server runs."""
        previous = {signum: signal.signal(signum, self.handle_exit) for signum in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for signum, handler in previous.items():
                signal.signal(signum, handler)

"""A server on this machine: a socket of the loopback, uvicorn on it, and an orderly end."""

from __future__ import annotations

import socket
from typing import TYPE_CHECKING, Final

from nlbridge.studio.document.document import StudioError

if TYPE_CHECKING:
    from starlette.types import ASGIApp

LOOPBACK: Final = "127.0.0.1"
BACKLOG: Final = 128
"""Connections that wait to be taken up."""


def bound(port: int) -> socket.socket:
    """Return a socket that is bound to the loopback; 0 takes a free port.

    Raises
    ------
    StudioError
        If the port is taken.
    """
    found = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
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


def serve(app: ASGIApp, found: socket.socket) -> None:
    """Answer requests until the process is told to end; what was accepted by then is answered first."""
    import uvicorn

    # The address of a page holds its token, so that no requests are logged.
    config = uvicorn.Config(app, log_level="warning", access_log=False, server_header=False, lifespan="on", ws="none")
    uvicorn.Server(config).run(sockets=[found])

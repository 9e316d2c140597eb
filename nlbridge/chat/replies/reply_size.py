"""Replies of an endpoint are read up to a limit: one without end costs neither memory nor disk."""

from __future__ import annotations

from collections.abc import AsyncIterator
from importlib import import_module
from typing import Any, Final

from nlbridge.chat.errors import ReplyTooLargeError

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

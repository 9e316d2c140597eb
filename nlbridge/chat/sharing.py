"""Share one endpoint, with its budget, cache and key, among threads and processes.

The endpoint runs in its own event loop. Other processes get an address of this machine and a secret for the run; their
connections carry requests and replies as JSON, never the key.
"""

from __future__ import annotations

import asyncio
import hmac
import json
import secrets
import socket
import threading
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Final, Self

from causalcore.files.json_text import read_json
from logic.errors import ReasoningError
from nlbridge.chat.client.endpoint import Endpoint
from nlbridge.chat.client.endpoint_options import EndpointOptions
from nlbridge.chat.errors import AccessError, BudgetError, CacheError, EndpointError, QuotaError, ReplayMissError
from nlbridge.chat.replies.chat import (
    ChatModel,
    ChatReply,
    ChatRequest,
    reply_from_dict,
    reply_to_dict,
    request_from_dict,
    request_to_dict,
)

LOOPBACK: Final = "127.0.0.1"
_BACKLOG: Final = 128
_SECRET_BYTES: Final = 32
MOST_BYTES: Final = 16 * 2**20
"""Largest request or reply between two processes, in bytes."""
_LENGTH: Final = 4
_GREETING_BYTES: Final = 1024
_GREETING_SECONDS: Final = 10.0
"""Limits for a peer that has not yet proved that it knows the secret."""
_NO_MESSAGE: Final = (OSError, EOFError, ValueError, KeyError, TypeError, AttributeError)
"""Errors from broken connections and from foreign messages."""
_ERRORS: Final[dict[str, type[ReasoningError]]] = {
    kind.__name__: kind for kind in (AccessError, BudgetError, CacheError, QuotaError, ReplayMissError)
}
"""Errors that keep their class between processes; any other becomes an `EndpointError`."""
_COMMAND: Final = "command"
_WORKER: Final = "worker"


class SharedEndpoint:
    """A chat model for several threads and processes; use it in a `with` block.

    In tests and examples, `inner` answers in place of the network.

    Examples
    --------
    >>> from nlbridge.chat.client.scripted import ScriptedModel
    >>> from nlbridge.chat.replies.chat import ChatRequest, Message, Role
    >>> request = ChatRequest(model="any", messages=(Message(role=Role.USER, content="Is it so?"),))
    >>> with SharedEndpoint(EndpointOptions(model="any", cache=False), inner=ScriptedModel(["yes"])) as shared:
    ...     with shared.here() as endpoint:
    ...         endpoint.run(endpoint.model.reply(request)).text
    'yes'
    """

    def __init__(self, options: EndpointOptions, inner: ChatModel | None = None) -> None:
        self._endpoint = Endpoint(options, inner=inner)
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True, name="language model")
        self._secret = secrets.token_bytes(_SECRET_BYTES)
        self._server: asyncio.Server | None = None
        self._talks: set[asyncio.Task[None]] = set()
        self._origin: Endpoint | None = None

    @classmethod
    def around(cls, endpoint: Endpoint) -> Self:
        """Share an open endpoint; it stays open afterwards and reports the spending."""
        shared = cls(replace(endpoint.options, model=endpoint.name, record=None), inner=endpoint.model)
        shared._origin = endpoint
        shared._endpoint.profile = endpoint.profile
        return shared

    def __enter__(self) -> Self:
        self._thread.start()
        try:
            self._wait(self._endpoint.__aenter__())
        except BaseException:
            self._end_loop()
            raise
        return self

    def __exit__(self, *error: object) -> None:
        """Close everything and report the spending on standard error."""
        try:
            self._wait(self._hang_up())
            if self._origin is not None:
                self._wait(self._origin.disconnect())
            self._wait(self._endpoint.__aexit__())
        finally:
            self._end_loop()

    @property
    def endpoint(self) -> Endpoint:
        """The shared endpoint; call it through `here` or `elsewhere`."""
        return self._endpoint

    async def reply(self, request: ChatRequest) -> ChatReply:
        """Answer one request, from the event loop of any thread."""
        answer = asyncio.run_coroutine_threadsafe(self._endpoint.model.reply(request), self._loop)
        return await asyncio.wrap_future(answer)

    def here(self) -> Endpoint:
        """Return an endpoint for another thread of this process; it forwards requests to this one."""
        return self._asked_through(self)

    def elsewhere(self, host: str = LOOPBACK) -> Endpoint:
        """Return an endpoint to pickle for other processes, where it opens at once; it forwards requests to this one.

        The other processes reach this machine at `host`.
        """
        if self._server is None:
            try:
                listening = asyncio.start_server(self._welcome, host, 0, backlog=_BACKLOG)
                self._server = self._wait(listening)
            except OSError as failed:
                message = f"expected to listen at {host} for workers, got {failed.strerror}; name another address"
                raise EndpointError(message) from failed
        address = self._server.sockets[0].getsockname()
        return self._asked_through(RelayModel(host=str(address[0]), port=int(address[1]), secret=self._secret))

    def _asked_through(self, model: ChatModel) -> Endpoint:
        endpoint = self._endpoint
        options = EndpointOptions(model=endpoint.name, concurrency=endpoint.options.concurrency, cache=False)
        return Endpoint(options, inner=model, profile=endpoint.profile)

    def _wait(self, talk: Any) -> Any:
        return asyncio.run_coroutine_threadsafe(talk, self._loop).result()

    def _end_loop(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _hang_up(self) -> None:
        """Close the connections; workers that still wait see them end."""
        if self._server is not None:
            self._server.close()
        for talk in self._talks:
            talk.cancel()
        await asyncio.gather(*self._talks, return_exceptions=True)

    def _welcome(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        talk = asyncio.create_task(self._serve(_Line(reader, writer)))
        self._talks.add(talk)
        talk.add_done_callback(self._talks.discard)

    async def _serve(self, line: _Line) -> None:
        """Answer the requests of one connection in turn; hang up on a peer that lacks the secret or talks nonsense."""
        try:
            async with asyncio.timeout(_GREETING_SECONDS):
                await line.prove(self._secret, _COMMAND)
            while True:
                await line.send(await self._outcome(request_from_dict((await line.receive())["request"])))
        except _NO_MESSAGE:
            pass
        finally:
            line.close()

    async def _outcome(self, request: ChatRequest) -> dict[str, Any]:
        try:
            return {"reply": reply_to_dict(await self._endpoint.model.reply(request))}
        except ReasoningError as refused:
            return {"error": type(refused).__name__, "words": str(refused)}
        except Exception as broken:  # noqa: BLE001  the other process must not wait forever
            words = f"expected a reply, got {type(broken).__name__}; try again"
            return {"error": EndpointError.__name__, "words": words}


@dataclass(slots=True)
class _Line:
    """A connection between two processes: JSON objects, each preceded by its length in four bytes."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    loop: asyncio.AbstractEventLoop = field(default_factory=asyncio.get_running_loop)

    async def send(self, row: dict[str, Any]) -> None:
        """Send an object."""
        data = json.dumps(row).encode()
        self.writer.write(len(data).to_bytes(_LENGTH) + data)
        await self.writer.drain()

    async def receive(self, most: int = MOST_BYTES) -> Any:
        """Receive the next JSON value, of at most `most` bytes."""
        size = int.from_bytes(await self.reader.readexactly(_LENGTH))
        if size > most:
            message = f"expected at most {most} bytes, got {size}"
            raise ValueError(message)
        return read_json(await self.reader.readexactly(size))

    async def prove(self, secret: bytes, role: str) -> None:
        """Prove knowledge of the secret without sending it, and check that the other end knows it too."""
        own = secrets.token_hex(_SECRET_BYTES)
        await self.send({"challenge": own})
        theirs = str((await self.receive(_GREETING_BYTES))["challenge"])
        await self.send({"proof": _proof(secret, role, theirs)})
        peer = _COMMAND if role == _WORKER else _WORKER
        if not hmac.compare_digest(str((await self.receive(_GREETING_BYTES))["proof"]), _proof(secret, peer, own)):
            raise ConnectionRefusedError

    def close(self) -> None:
        """Close the connection."""
        if not self.loop.is_closed():
            self.writer.close()


def _proof(secret: bytes, role: str, challenge: str) -> str:
    return hmac.new(secret, f"{role} {challenge}".encode(), "sha256").hexdigest()


@dataclass(slots=True, kw_only=True)
class RelayModel:
    """A chat model that asks the shared endpoint of another process; it pickles, and connects on first use.

    `secret`, which is new for each run, authenticates the connections.
    """

    host: str
    port: int
    secret: bytes = field(repr=False)
    _idle: list[_Line] = field(default_factory=list, init=False, repr=False, compare=False)

    def __reduce__(self) -> tuple[Any, ...]:
        return partial(
            RelayModel, host=self.host, port=self.port, secret=self.secret
        ), ()  # Connections stay in this process.

    async def reply(self, request: ChatRequest) -> ChatReply:
        """Answer one request."""
        line = self._idle.pop() if self._idle else None
        if line is None or line.loop is not asyncio.get_running_loop():
            line = await self._connected()
        try:
            await line.send({"request": request_to_dict(request)})
            row = await line.receive()
            reply = None if "error" in row else reply_from_dict(row["reply"])
        except BaseException as broken:
            line.close()
            if not isinstance(broken, _NO_MESSAGE):
                raise
            message = (
                "expected a reply of the command that asks the model, got the end of the connection; start it again"
            )
            raise EndpointError(message) from broken
        self._idle.append(line)
        if reply is None:
            raise _ERRORS.get(str(row["error"]), EndpointError)(str(row.get("words")))
        return reply

    async def _connected(self) -> _Line:
        try:
            line = _Line(*await asyncio.open_connection(self.host, self.port))
            await line.prove(self.secret, _WORKER)
        except _NO_MESSAGE as failed:
            message = (
                f"expected the command that asks the model at {self.host}:{self.port}, got no connection "
                f"({type(failed).__name__}); let the workers reach that address"
            )
            raise EndpointError(message) from failed
        return line


def address_towards(host: str, port: int) -> str:
    """Return the address from which this machine would send packets to another; nothing is sent.

    Examples
    --------
    >>> address_towards("127.0.0.1", 9)
    '127.0.0.1'
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect((host, port))
        return str(probe.getsockname()[0])

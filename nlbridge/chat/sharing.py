"""One endpoint for several threads and processes, so that budget, cache and key exist once.

They ask, it answers. The endpoint lives in an event loop of its own. A process that asks gets an address of this
machine and a secret for the length of the run; over that connection go requests and replies as JSON, never the key.
"""

from __future__ import annotations

import asyncio
import json
import os
import secrets
import socket
import threading
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from multiprocessing import AuthenticationError
from multiprocessing.connection import Client, Listener
from typing import TYPE_CHECKING, Any, Final, Self

from causalcore.files.json_text import read_json
from logic.errors import ReasoningError, brief
from nlbridge.chat import errors
from nlbridge.chat.client.endpoint import Endpoint
from nlbridge.chat.errors import EndpointError
from nlbridge.chat.replies.chat import reply_from_dict, reply_to_dict, request_from_dict, request_to_dict

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from types import TracebackType

    from nlbridge.chat.client.endpoint_options import EndpointOptions
    from nlbridge.chat.replies.chat import ChatModel, ChatReply, ChatRequest

LOOPBACK: Final = "127.0.0.1"
_BACKLOG: Final = 128
_SECRET_BYTES: Final = 32
MOST_BYTES: Final = 16 * 2**20
"""Bytes of a request or a reply between two processes."""
_NO_MESSAGE: Final = (ValueError, KeyError, TypeError, AttributeError)
"""Errors raised by foreign messages."""


class SharedEndpoint:
    """An endpoint that threads and processes ask together; use it in a `with` block.

    Parameters
    ----------
    options
        What the user asked for.
    inner
        Whoever answers in place of the network, for tests and examples.

    Raises
    ------
    EndpointOptionError
        On entering, if no endpoint can be made of the options.

    Examples
    --------
    >>> from nlbridge.chat.client.endpoint_options import EndpointOptions
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
        self._listener: Listener | None = None
        self._secret = secrets.token_bytes(_SECRET_BYTES)
        self._connections: set[Connection[Any, Any]] = set()
        self._closing = threading.Event()
        self._origin: Endpoint | None = None

    @classmethod
    def around(cls, endpoint: Endpoint) -> Self:
        """Share an endpoint that is open already; it stays open afterwards, and what was spent is said there."""
        shared = cls(replace(endpoint.options, model=endpoint.name, record=None), inner=endpoint.model)
        shared._origin = endpoint
        shared._endpoint.profile = endpoint.profile
        return shared

    def __enter__(self) -> Self:
        """Open the endpoint."""
        self._thread.start()
        try:
            self._wait(self._endpoint.__aenter__())
        except BaseException:
            self._end_loop()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close everything, and say on standard error what was spent."""
        self._hang_up()
        try:
            if self._origin is not None:
                self._wait(self._origin.disconnect())
            self._wait(self._endpoint.__aexit__(kind, error, trace))
        finally:
            self._end_loop()

    @property
    def endpoint(self) -> Endpoint:
        """The one endpoint; ask it through `here` or `elsewhere`."""
        return self._endpoint

    def ask(self, request: ChatRequest) -> Future[ChatReply]:
        """Ask from any thread."""
        return asyncio.run_coroutine_threadsafe(self._endpoint.model.reply(request), self._loop)

    def here(self) -> Endpoint:
        """Return an endpoint for another thread of this process; it asks this one."""
        return Endpoint(self._named(), inner=_InThread(self), profile=self._endpoint.profile)

    def elsewhere(self, host: str = LOOPBACK) -> Endpoint:
        """Return an endpoint that can be sent to other processes, where it is open at once; it asks this one.

        Parameters
        ----------
        host
            Address of this machine under which the other processes reach it.

        Raises
        ------
        EndpointError
            If no connection can be taken there.
        """
        if self._listener is None:
            try:
                self._listener = Listener((host, 0), backlog=_BACKLOG, authkey=self._secret)
            except OSError as taken:
                message = f"expected to listen at {host} for workers, got {taken.strerror}; name another address"
                raise EndpointError(message) from taken
            threading.Thread(target=self._welcome, args=(self._listener,), daemon=True).start()
        place: Any = self._listener.address
        relay = RelayModel(host=str(place[0]), port=int(place[1]), secret=self._secret)
        return Endpoint(self._named(), inner=relay, profile=self._endpoint.profile)

    def _named(self) -> EndpointOptions:
        from nlbridge.chat.client.endpoint_options import EndpointOptions

        asked = self._endpoint.options
        return EndpointOptions(model=self._endpoint.name, concurrency=asked.concurrency, cache=False)

    def _wait(self, talk: Any) -> Any:
        return asyncio.run_coroutine_threadsafe(talk, self._loop).result()

    def _end_loop(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def _hang_up(self) -> None:
        """Close the connections; clients that still wait see the end."""
        self._closing.set()
        if self._listener is None:
            return
        place: Any = self._listener.address
        with suppress(OSError), socket.create_connection((place[0], place[1]), timeout=1):
            pass  # wakes what waits for connections
        self._listener.close()
        for connection in self._connections:
            with suppress(OSError), socket.socket(fileno=os.dup(connection.fileno())) as end:
                end.shutdown(socket.SHUT_RDWR)  # wakes its thread, which closes it

    def _welcome(self, listener: Listener) -> None:
        """Take connections until the listener is closed; one without the secret is closed."""
        while not self._closing.is_set():
            try:
                connection = listener.accept()
            except (AuthenticationError, EOFError, OSError):
                continue
            if self._closing.is_set():
                connection.close()
                return
            self._connections.add(connection)
            threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection: Connection[Any, Any]) -> None:
        """Answer the requests of one process until it ends; replies go back in the order in which they come."""
        sending = threading.Lock()

        def answered(number: int, future: Future[ChatReply]) -> None:
            with sending, suppress(OSError):
                connection.send_bytes(json.dumps({"number": number} | _outcome(future)).encode())

        with suppress(OSError, EOFError, *_NO_MESSAGE), connection:  # Who sends something else is hung up on.
            while not self._closing.is_set():
                row = read_json(connection.recv_bytes(MOST_BYTES))
                number = int(row["number"])
                self.ask(request_from_dict(row["request"])).add_done_callback(partial(answered, number))


def _outcome(future: Future[ChatReply]) -> dict[str, Any]:
    try:
        return {"reply": reply_to_dict(future.result())}
    except ReasoningError as refused:
        return {"error": type(refused).__name__, "words": str(refused)}
    except BaseException as broken:  # noqa: BLE001  the process that asks must not wait for ever
        return {"error": EndpointError.__name__, "words": f"expected a reply, got {type(broken).__name__}; try again"}


@dataclass(slots=True)
class _InThread:
    """A chat model that asks the shared endpoint from another thread."""

    shared: SharedEndpoint

    async def reply(self, request: ChatRequest) -> ChatReply:
        """Answer one request."""
        return await asyncio.wrap_future(self.shared.ask(request))


@dataclass(slots=True, kw_only=True)
class RelayModel:
    """A chat model that asks the shared endpoint of another process; it pickles, and connects when first asked.

    Parameters
    ----------
    secret
        Opens the connection; made again for each run.
    """

    host: str
    port: int
    secret: bytes = field(repr=False)
    _line: _Line | None = field(default=None, init=False, repr=False, compare=False)

    def __getstate__(self) -> tuple[str, int, bytes]:
        """Leave the connection here."""
        return self.host, self.port, self.secret

    def __setstate__(self, state: tuple[str, int, bytes]) -> None:
        """Start without a connection."""
        self.host, self.port, self.secret = state
        self._line = None

    async def reply(self, request: ChatRequest) -> ChatReply:
        """Answer one request.

        Raises
        ------
        EndpointError
            If the other process is out of reach; else what the endpoint raised there.
        """
        if self._line is None or self._line.ended:
            self._line = await asyncio.to_thread(self._connected)
        row = await asyncio.wrap_future(self._line.ask(request))
        if "reply" not in row:
            raise _error(row)
        try:
            return reply_from_dict(row["reply"])
        except (ValueError, TypeError) as broken:
            message = f"expected a reply of the command that asks the model, got {brief(row['reply'])}; start it again"
            raise EndpointError(message) from broken

    def _connected(self) -> _Line:
        try:
            return _Line(Client((self.host, self.port), authkey=self.secret))
        except (OSError, EOFError, AuthenticationError) as failed:
            message = (
                f"expected the command that asks the model at {self.host}:{self.port}, got no connection "
                f"({type(failed).__name__}); let the workers reach that address"
            )
            raise EndpointError(message) from failed


def _error(row: dict[str, Any]) -> ReasoningError:
    """Return the error of another process, of its own class where that is one of ours."""
    kind = getattr(errors, str(row.get("error")), EndpointError)
    return kind(str(row.get("words"))) if kind is not errors.UnusableReplyError else EndpointError(str(row["words"]))


class _Line:
    """A connection with the requests that wait for their replies."""

    def __init__(self, connection: Connection[Any, Any]) -> None:
        self._connection = connection
        self._waiting: dict[int, Future[dict[str, Any]]] = {}
        self._lock = threading.Lock()
        self._next = 0
        self.ended = False
        threading.Thread(target=self._listen, daemon=True).start()

    def ask(self, request: ChatRequest) -> Future[dict[str, Any]]:
        """Send a request."""
        future: Future[dict[str, Any]] = Future()
        with self._lock:
            if self.ended:
                future.set_result(_HUNG_UP)
                return future
            self._next += 1
            self._waiting[self._next] = future
            row = {"number": self._next, "request": request_to_dict(request)}
            with suppress(OSError):
                self._connection.send_bytes(json.dumps(row).encode())
        return future

    def _listen(self) -> None:
        with suppress(OSError, EOFError, *_NO_MESSAGE):
            while True:
                row = read_json(self._connection.recv_bytes(MOST_BYTES))
                with self._lock:
                    future = self._waiting.pop(int(row["number"]), None)
                if future is not None and not future.cancelled():
                    future.set_result(row)
        with self._lock:
            self.ended = True
            left, self._waiting = self._waiting, {}
        for future in left.values():
            if not future.cancelled():
                future.set_result(_HUNG_UP)


_HUNG_UP: Final = {
    "error": EndpointError.__name__,
    "words": "expected a reply of the command that asks the model, got the end of the connection; start it again",
}


def address_towards(host: str, port: int) -> str:
    """Return the address of this machine from which packets to another one go; nothing is sent.

    Examples
    --------
    >>> address_towards("127.0.0.1", 9)
    '127.0.0.1'
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect((host, port))
        return str(probe.getsockname()[0])

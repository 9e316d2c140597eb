"""The only place that talks to an endpoint: async chat completions at any address."""

from __future__ import annotations

import asyncio
import os
import random
import time
from collections import Counter
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, NoReturn
from urllib.parse import urlsplit

from causalcore.errors import MalformedDocumentError
from causalcore.files.json_text import read_json
from nlbridge.chat.client.budget import Budget, prompt_tokens, reply_tokens
from nlbridge.chat.client.bulk import Pace
from nlbridge.chat.client.endpoint_options import is_loopback
from nlbridge.chat.client.redaction import Redactor
from nlbridge.chat.client.wire_form import (
    Dialect,
    Failure,
    Remedy,
    SchemaForm,
    body_of,
    failure_of,
    one_line,
    reply_of,
)
from nlbridge.chat.errors import (
    AccessError,
    EndpointError,
    EndpointOptionError,
    QuotaError,
    ReplyError,
    ReplyTooLargeError,
)
from nlbridge.chat.replies.chat import ChatReply, ChatRequest, Usage
from nlbridge.chat.replies.structured import fits, json_of

if TYPE_CHECKING:
    from openai import AsyncOpenAI


LOOPBACK_ONLY: Final = "CAUSALCORE_LOOPBACK_ONLY"
"""Environment variable that keeps all calls on this machine; the test suite sets it."""

NO_KEY: Final = "none"
"""Dummy key for endpoints that need none; the library requires one."""

MOST: Final = 8 * 2**20
"""Largest reply in bytes; a model's longest has about 1 MB with all log-probabilities."""
MOST_PACKED: Final = 2**18
"""Largest compressed reply in bytes; it may expand a thousandfold."""
_PLAIN: Final = {"Accept-Encoding": "identity"}
_LONGEST_BACK_OFF: Final = 30.0
_STOP: Final = 10.0
"""Seconds without calls once every call would fail; a server's user may have fixed the cause by then."""
_SHOWN: Final = 60
_PART: Final = 0.25
"""Share of a retry that an overload uses up."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CallSettings:
    """How many calls may run at once, and how often and how long each is tried.

    Units
    -----
    seconds : time limit of one attempt
    first_wait : seconds before the second attempt unless the endpoint names a wait; then doubled
    """

    concurrency: int = 8
    retries: int = 5
    seconds: float = 120.0
    first_wait: float = 1.0


class EndpointModel:
    """A chat model behind an OpenAI-compatible endpoint.

    Asks for a schema in the strictest form that the endpoint accepts, and remembers it. Waits as long as the endpoint
    asks, halves its concurrency on overload, and stops asking once the quota is used up. `notes` counts what it saw:
    retries, a refused schema form, a model other than the requested one.

    Parameters
    ----------
    key
        None for an endpoint without keys.
    transport
        Replaces the network in tests: an ASGI transport of the library's HTTP client.
    rng
        Source of the jitter.
    """

    def __init__(
        self,
        base_url: str,
        *,
        key: str | None = None,
        budget: Budget | None = None,
        settings: CallSettings | None = None,
        transport: Any = None,
        rng: random.Random | None = None,
    ) -> None:
        self.base_url = checked_url(base_url)
        self.budget = budget or Budget()
        self.notes: Counter[str] = Counter()
        self.redactor = Redactor([key] if key else [])
        self._settings = settings or CallSettings()
        self._pace = Pace(self._settings.concurrency)
        self._rng = rng or random.Random()  # noqa: S311  jitter needs no secrecy
        self._dialects: dict[str, Dialect] = {}
        self._reached = False
        self._stopped: EndpointError | None = None
        self._asks_again = 0.0
        self._transport = transport
        self._key = key
        if key and not self.base_url.startswith("https:") and not is_loopback(self.base_url):
            self.notes["the key travels unencrypted, the address is not https"] += 1
        self._client: AsyncOpenAI | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    async def reply(self, request: ChatRequest) -> ChatReply:
        """Answer one request; a `QuotaError` or `AccessError` is raised again for every request in the next seconds."""
        reply = await self._paid(request)
        if self._was_empty(request, reply):
            reply = await self._paid(request)
        self._notice(request, reply)
        return self.redactor.reply(reply)

    async def _paid(self, request: ChatRequest) -> ChatReply:
        async with self.budget.reserved(request):
            reply, counted = await self._attempts(request)
            if not counted:
                length = reply_tokens(reply.text + reply.reasoning)
                reply = replace(reply, usage=Usage(prompt_tokens=prompt_tokens(request), completion_tokens=length))
            self.budget.charge(request.model, reply.usage, estimated=not counted)
        return reply

    def dialect(self, model: str) -> Dialect:
        """Return the request forms that the endpoint is known to accept for a model."""
        return self._dialects.get(model, Dialect())

    def start_with(self, model: str, dialect: Dialect) -> None:
        """Start with what is known about the endpoint."""
        self._dialects[model] = dialect

    async def close(self) -> None:
        """Close the connections."""
        client, self._client = self._client, None
        if client is not None and self._loop is asyncio.get_running_loop():
            await client.close()

    async def _attempts(self, request: ChatRequest) -> tuple[ChatReply, bool]:
        dialect, first = self.dialect(request.model), None
        retries_left, attempt = float(self._settings.retries), 0
        while True:
            async with self._pace:
                if self._stopped is not None and time.monotonic() < self._asks_again:
                    raise self._stopped
                outcome = await self._once(request, dialect)
            if not isinstance(outcome, Failure):
                self._pace.succeeded()
                self._reached = True
                self._dialects[request.model] = dialect.merged(self._dialects.get(request.model, dialect))
                return outcome
            if outcome.remedy is Remedy.OTHER_FORM or outcome.too_long:
                first = first or outcome
                dialect = dialect.after(outcome, request) or self._give_up(first)
                continue
            if outcome.unreachable and not self._reached:
                retries_left = min(retries_left, 1.0)  # more likely a wrong address than an outage
            if outcome.remedy not in {Remedy.RETRY, Remedy.BACK_OFF} or retries_left <= 0:
                self._give_up(outcome)
            retries_left -= _PART if outcome.remedy is Remedy.BACK_OFF else 1  # an overload means later, not never
            attempt += 1
            await self._wait(outcome, attempt)

    async def _wait(self, failure: Failure, attempt: int) -> None:
        self.notes["retries"] += 1
        longest = min(self._settings.first_wait * 2 ** (attempt - 1), _LONGEST_BACK_OFF)
        seconds = failure.wait if failure.wait is not None else longest * self._rng.uniform(0.5, 1.0)
        if failure.remedy is Remedy.BACK_OFF:
            self._pace.overloaded(seconds)
        else:
            await asyncio.sleep(seconds)

    async def _once(self, request: ChatRequest, dialect: Dialect) -> Failure | tuple[ChatReply, bool]:
        import openai

        try:
            async with asyncio.timeout(self._settings.seconds):
                create = self.open().chat.completions.with_raw_response.create
                raw = await create(**body_of(request, dialect))
            return reply_of(read_json(raw.http_response.content))
        except openai.APIStatusError as refused:
            headers = {name.lower(): value for name, value in refused.response.headers.items()}
            failed = failure_of(refused.status_code, refused.body if refused.body is not None else "", headers)
            return replace(failed, words=self.redactor.text(failed.words))
        except (TimeoutError, openai.APITimeoutError):
            cure = "raise --timeout, or try again later"
            return Failure(status=0, words=f"no reply within {self._settings.seconds:g} seconds", cure=cure)
        except (openai.APIConnectionError, OSError) as broken:
            cause = broken.__cause__ or broken
            if isinstance(cause, ReplyTooLargeError):
                return Failure(status=0, words=str(cause))
            words = one_line(self.redactor.text(f"no connection ({type(cause).__name__}: {cause})"))
            return Failure(status=0, words=words, unreachable="ConnectError" in type(cause).__name__)
        except UnicodeEncodeError:
            words = "text with half a character, which UTF-8 cannot hold, was not sent"
            return Failure(status=413, words=words, cure="correct the text")
        except MalformedDocumentError:
            start = one_line(self.redactor.text(raw.http_response.text))[:_SHOWN]
            cure = "check that --base-url is the address of the interface, up to /v1"
            return Failure(status=0, words=f"a reply that is not JSON, {start!r}", cure=cure)
        except (ValueError, RecursionError) as broken:
            return Failure(status=0, words=one_line(self.redactor.text(f"broken reply: {broken}")))

    def open(self) -> AsyncOpenAI:
        """Return the client of the running loop, creating one if needed: connections do not outlive a loop."""
        loop = asyncio.get_running_loop()
        if self._client is None or self._loop is not loop:
            import openai

            local = is_loopback(self.base_url)
            http = openai.DefaultAsyncHttpxClient(
                transport=self._transport,
                follow_redirects=False,  # requests go only where the user said
                trust_env=not local,
                timeout=self._settings.seconds,
                headers=_PLAIN,
                event_hooks={"response": [_limit_size]},
            )
            self._client = openai.AsyncOpenAI(
                api_key=self._key or NO_KEY,
                base_url=self.base_url,
                timeout=self._settings.seconds,
                max_retries=0,
                http_client=http,
            )
            self._loop = loop
        return self._client

    def _give_up(self, failure: Failure) -> NoReturn:
        where = f"a reply from {self.base_url}"
        if failure.remedy is Remedy.STOP_QUOTA:
            self._stopped = QuotaError(f"expected {where}, got no quota left ({failure}); top up the account")
        elif failure.remedy is Remedy.STOP_ACCESS or (failure.unreachable and not self._reached):
            self._stopped = AccessError(f"expected {where}, got {failure}; check the address, the model and the key")
        else:
            message = f"expected {where}, got {failure}; {failure.advice}"
            raise EndpointError(message) from None
        self._asks_again = time.monotonic() + _STOP
        raise self._stopped from None

    def _notice(self, request: ChatRequest, reply: ChatReply) -> None:
        if reply.model and not reply.model.startswith(request.model):
            self.notes[f"answered by {one_line(self.redactor.text(reply.model))} instead of {request.model}"] += 1
        dialect = self.dialect(request.model)
        for name in sorted(dialect.dropped):
            self.notes[f"asked without {name}, which the endpoint does not take"] += 1
        answer = reply.answer if reply.finish_reason == "stop" else ""
        if request.schema is None or dialect.schema is SchemaForm.PROMPT or not answer:
            return
        try:
            follows_schema = fits(json_of(answer), request.schema) or dialect.schema is SchemaForm.JSON_OBJECT
        except ReplyError:
            follows_schema = False
        if not follows_schema:
            self._ask_plainly(request.model, "schema ignored by the endpoint, from then on in the prompt")

    def _was_empty(self, request: ChatRequest, reply: ChatReply) -> bool:
        """Return whether constrained decoding returned nothing; if so, later requests use the plain form."""
        constrained = request.schema is not None and self.dialect(request.model).schema is not SchemaForm.PROMPT
        if not constrained or reply.declined or (reply.text + reply.reasoning).strip():
            return False
        self._ask_plainly(request.model, "empty reply under a schema, from then on in the prompt")
        return True

    def _ask_plainly(self, model: str, note: str) -> None:
        self.notes[note] += 1
        self._dialects[model] = replace(self.dialect(model), schema=SchemaForm.PROMPT)


def checked_url(base_url: str) -> str:
    """Return an address without its trailing slash, or raise if it is not allowed.

    Examples
    --------
    >>> checked_url("http://localhost:8000/v1/")
    'http://localhost:8000/v1'
    """
    try:
        parts = urlsplit(base_url)
        host, _ = parts.hostname, parts.port
    except ValueError:
        parts, host = urlsplit(""), None
    if parts.scheme not in {"http", "https"} or not host:
        message = f"expected an address like http://localhost:8000/v1, got {one_line(base_url)!r}; correct --base-url"
        raise EndpointOptionError(message)
    if parts.username or parts.password or parts.query or parts.fragment:
        message = f"expected an address without key, query or fragment, got one with it for {host}; use --api-key-env"
        raise EndpointOptionError(message)
    if os.environ.get(LOOPBACK_ONLY) and not is_loopback(base_url):
        message = f"expected an address of this machine while {LOOPBACK_ONLY} is set, got {host}; use a recording"
        raise EndpointError(message)
    return base_url.rstrip("/")


async def _limit_size(response: Any) -> None:
    """Response hook that counts the bytes of the body, still unread, and disconnects if there are too many."""
    is_packed = response.headers.get("content-encoding", "identity").lower() not in {"", "identity"}
    most = MOST_PACKED if is_packed else MOST
    if not hasattr(response, "stream") or response.is_stream_consumed:
        return
    library = import_module(type(response).__module__.split(".")[0])  # httpx or httpx2, whichever openai brings
    stream = response.stream

    class Counted(library.AsyncByteStream):  # type: ignore[misc, name-defined]
        """A body cut off at its limit."""

        async def __aiter__(self) -> AsyncIterator[bytes]:
            received = 0
            async for part in stream:
                received += len(part)
                if received > most:
                    raise ReplyTooLargeError(most)
                yield part

        async def aclose(self) -> None:
            """Close the connection."""
            await stream.aclose()

    response.stream = Counted()

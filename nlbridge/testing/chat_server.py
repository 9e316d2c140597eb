"""A chat-completions endpoint on this machine that answers from a script, and fails by script.

Tests mount `ChatServer(...).app` in-process, or talk to it over a real socket with `serving`. From a shell:
`python -m nlbridge.testing.chat_server --answer '{"rain": true}' --fault 429 --fault ok`.
"""

from __future__ import annotations

import asyncio
import json
import sys
import threading
import time
from collections import Counter
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final

try:
    from starlette.applications import Starlette
    from starlette.responses import JSONResponse, Response, StreamingResponse
    from starlette.routing import Route
except ImportError as missing:
    message = "expected starlette, got no such library; pip install 'causalcore[testing]'"
    raise ImportError(message) from missing

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterable, Iterator

    from starlette.requests import Request

LOOPBACK: Final = "127.0.0.1"
_SHORT: Final = 4096
"""Longest reply of an endpoint with the fault `only-short`."""
_START: Final = 10.0


class FaultKind(StrEnum):
    """What goes wrong with one call."""

    OK = "ok"
    STATUS = "status"
    QUOTA = "quota"
    SLOW = "slow"
    RESET = "reset"
    CUT_BODY = "cut-body"
    TRUNCATED = "truncated"
    FENCED = "fenced"
    EMPTY = "empty"
    REFUSAL = "refusal"
    REASONING = "reasoning"
    SCHEMA_REFUSED = "schema-refused"
    SCHEMA_IGNORED = "schema-ignored"
    OTHER_SHAPE = "other-shape"
    EMPTY_UNDER_SCHEMA = "empty-under-schema"
    ONLY_SHORT = "only-short"
    CONTEXT = "context"
    ENDLESS = "endless"
    OTHER_MODEL = "other-model"
    NO_USAGE = "no-usage"
    ECHO_KEY = "echo-key"


_CUT: Final = frozenset({FaultKind.TRUNCATED, FaultKind.ENDLESS})


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """One fault; `Fault.of` reads the short form.

    `status` is the HTTP status of a `status` fault; `seconds` is `Retry-After` for a status, else how long to sleep.
    """

    kind: FaultKind = FaultKind.OK
    status: int = 200
    seconds: float | None = None

    @classmethod
    def of(cls, words: str) -> Fault:
        """Parse a fault: its name or an HTTP status, optionally with seconds after a colon.

        Raises
        ------
        ValueError
            If the fault is unknown.

        Examples
        --------
        >>> Fault.of("429:0.1").seconds, Fault.of("slow:2").kind.value, Fault.of("500").status
        (0.1, 'slow', 500)
        """
        name, colon, number = words.partition(":")
        try:
            seconds = float(number) if colon else None
            if name.isdecimal():
                return cls(kind=FaultKind.STATUS, status=int(name), seconds=seconds)
            return cls(kind=FaultKind(name), seconds=seconds)
        except ValueError as unknown:
            names = ", ".join(FaultKind)
            message = f"expected an HTTP status or one of {names}, with seconds after a colon, got {words!r}"
            raise ValueError(message) from unknown


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """One call that came in; `paid` says whether it got a completion, which a real endpoint would have charged."""

    body: dict[str, Any]
    headers: dict[str, str]
    paid: bool


@dataclass(slots=True)
class ChatServer:
    """An endpoint for tests.

    Parameters
    ----------
    answer
        Text of every reply, or a function of the request's body.
    faults
        Faults of the calls, in order; later calls succeed. Or a function of the request's body.
    delay
        Seconds that every call takes.
    key
        The key that callers must send; None accepts any.
    alternatives
        Tokens with their log-probabilities, given for every token if a caller asks for log-probabilities. If empty, the
        token of the answer at -0.25, and made-up ones below it.

    Attributes
    ----------
    calls
        The calls received, in order.

    Examples
    --------
    >>> server = ChatServer("yes", faults=["503", "fenced"])
    >>> with serving(server) as address:
    ...     address.startswith("http://127.0.0.1:")
    True
    """

    answer: str | Callable[[dict[str, Any]], str] = "ok"
    faults: Iterable[str | Fault] | Callable[[dict[str, Any]], str | Fault] = ()
    delay: float = 0.0
    key: str | None = None
    alternatives: tuple[tuple[str, float], ...] = ()
    calls: list[Call] = field(default_factory=list)
    most_at_once: int = 0
    _script: Iterator[str | Fault] | None = field(default=None, init=False)
    _at_once: int = field(default=0, init=False)

    @property
    def app(self) -> Starlette:
        """The application, for an in-process transport or your own server."""
        routes = [
            Route("/v1/chat/completions", self._completions, methods=["POST"]),
            Route("/v1/models", self._models, methods=["GET"]),
        ]
        return Starlette(routes=routes)

    @property
    def paid(self) -> Counter[str]:
        """How often each last message was answered and charged."""
        return Counter(str(call.body["messages"][-1]["content"]) for call in self.calls if call.paid)

    async def _models(self, _: Request) -> Response:
        return JSONResponse({"object": "list", "data": [{"id": "scripted", "object": "model"}]})

    async def _completions(self, request: Request) -> Response:
        self._at_once += 1
        self.most_at_once = max(self.most_at_once, self._at_once)
        try:
            body = json.loads(await request.body())
            headers = dict(request.headers)
            fault = self._fault(body)
            response, paid = await self._respond(body, headers, fault)
            self.calls.append(Call(body=body, headers=headers, paid=paid))
            return response
        finally:
            self._at_once -= 1

    def _fault(self, body: dict[str, Any]) -> Fault:
        if callable(self.faults):
            words = self.faults(body)
        else:
            if self._script is None:
                self._script = iter(self.faults)
            words = next(self._script, "ok")
        return Fault.of(words) if isinstance(words, str) else words

    async def _respond(self, body: dict[str, Any], headers: dict[str, str], fault: Fault) -> tuple[Response, bool]:
        if self.key is not None and headers.get("authorization") != f"Bearer {self.key}":
            sent_key = headers.get("authorization", "none")
            return _error(401, f"Incorrect API key provided: {sent_key}", code="invalid_api_key"), False
        refused = _refused(body, headers, fault)
        if refused is not None:
            return refused, False
        await asyncio.sleep(fault.seconds or 0.0 if fault.kind is FaultKind.SLOW else self.delay)
        text = self.answer if isinstance(self.answer, str) else self.answer(body)
        completion = _completion(body, text, fault, self.alternatives)
        if fault.kind is FaultKind.CUT_BODY:
            return Response(json.dumps(completion)[:-20], media_type="application/json"), True
        return JSONResponse(completion), True


def _refused(body: dict[str, Any], headers: dict[str, str], fault: Fault) -> Response | None:
    wait = {} if fault.seconds is None else {"Retry-After": f"{fault.seconds:g}"}
    if fault.kind is FaultKind.STATUS and fault.status != 200:
        return _error(fault.status, f"scripted status {fault.status}", headers=wait)
    if fault.kind is FaultKind.QUOTA:
        return _error(429, "You exceeded your current quota.", code="insufficient_quota")
    if fault.kind is FaultKind.ECHO_KEY:
        return _error(400, f"bad request with {headers.get('authorization', 'no key')}")
    if fault.kind is FaultKind.SCHEMA_REFUSED and "response_format" in body:
        return _error(400, "response_format is not supported", parameter="response_format")
    limit = _limit(body)
    if fault.kind is FaultKind.CONTEXT:
        return _error(400, f"This model's maximum context length is {_SHORT} tokens", code="context_length_exceeded")
    if fault.kind is FaultKind.ONLY_SHORT and limit is not None and limit > _SHORT:
        words = f"max_tokens is too large: {limit}. This model supports at most {_SHORT} completion tokens"
        return _error(400, words, parameter="max_tokens")
    return StreamingResponse(_broken_off(), media_type="application/json") if fault.kind is FaultKind.RESET else None


async def _broken_off() -> AsyncIterator[bytes]:
    yield b'{"id": "chatcmpl'
    message = "the connection breaks off here, as the script says"
    raise ConnectionResetError(message)


def _error(
    status: int, words: str, *, code: str = "", parameter: str = "", headers: dict[str, str] | None = None
) -> Response:
    error = {"message": words, "type": code or "scripted", "code": code or None, "param": parameter or None}
    return JSONResponse({"error": error}, status_code=status, headers=headers)


def _limit(body: dict[str, Any]) -> int | None:
    return body.get("max_tokens", body.get("max_completion_tokens"))


def _befalls(body: dict[str, Any], fault: FaultKind) -> bool:
    """Return whether a fault that depends on the form of the request applies to it."""
    if fault is FaultKind.OTHER_SHAPE:
        return all("JSON schema" not in turn["content"] for turn in body["messages"])
    if fault is FaultKind.EMPTY_UNDER_SCHEMA:
        return "response_format" in body
    return fault is not FaultKind.ENDLESS or _limit(body) is None


_ALTERED: Final[dict[FaultKind, Callable[[str], dict[str, Any]]]] = {
    FaultKind.TRUNCATED: lambda text: {"content": text[: len(text) // 2]},
    FaultKind.FENCED: lambda text: {"content": f"Here you are:\n```json\n{text}\n```\nAnything else?"},
    FaultKind.EMPTY: lambda _: {"content": ""},
    FaultKind.REFUSAL: lambda _: {"content": None, "refusal": "I cannot help with that."},
    FaultKind.REASONING: lambda text: {"content": "", "reasoning_content": f"Let me think.\n{text}"},
    FaultKind.SCHEMA_IGNORED: lambda _: {"content": "Well, it depends."},
    FaultKind.OTHER_SHAPE: lambda text: {"content": json.dumps({"answer": text})},
    FaultKind.EMPTY_UNDER_SCHEMA: lambda _: {"content": ""},
    FaultKind.ENDLESS: lambda text: {"content": text[: len(text) // 2]},
}


def _completion(
    body: dict[str, Any], text: str, fault: Fault, alternatives: tuple[tuple[str, float], ...]
) -> dict[str, Any]:
    altered = _ALTERED[fault.kind](text) if fault.kind in _ALTERED and _befalls(body, fault.kind) else {}
    message = {"role": "assistant", "content": text, **altered}
    choice: dict[str, Any] = {
        "index": 0,
        "message": message,
        "finish_reason": "length" if altered and fault.kind in _CUT else "stop",
        "logprobs": _logprobs(text, body.get("top_logprobs") or 0, alternatives) if body.get("logprobs") else None,
    }
    prompt = sum(len(turn["content"].split()) for turn in body["messages"])
    usage = {"prompt_tokens": prompt, "completion_tokens": len(text.split())}
    return {
        "id": "chatcmpl-scripted",
        "object": "chat.completion",
        "created": int(time.time()),
        "model": "another-model" if fault.kind is FaultKind.OTHER_MODEL else body["model"],
        "choices": [choice],
        **({} if fault.kind is FaultKind.NO_USAGE else {"usage": usage | {"total_tokens": sum(usage.values())}}),
    }


def _logprobs(text: str, top: int, alternatives: tuple[tuple[str, float], ...]) -> dict[str, Any]:
    made_up = tuple((f"other{number}", -2.0 - number) for number in range(max(0, top - 1)))
    rows = []
    for token in text.split():
        scores = alternatives or ((token, -0.25), *made_up)
        chosen = dict(scores).get(token, scores[0][1])
        shown = [{"token": name, "logprob": score, "bytes": None} for name, score in scores[:top]]
        rows.append({"token": token, "logprob": chosen, "bytes": None, "top_logprobs": shown})
    return {"content": rows}


@contextmanager
def serving(server: ChatServer, *, port: int = 0) -> Iterator[str]:
    """Serve on a local socket, in a thread; yield the base URL up to `/v1`.

    Raises
    ------
    RuntimeError
        If the server does not start.
    """
    import uvicorn

    # Scripted errors are not logged, only errors of uvicorn itself.
    config = uvicorn.Config(server.app, host=LOOPBACK, port=port, log_level="critical", lifespan="off")
    running = uvicorn.Server(config)
    thread = threading.Thread(target=running.run, daemon=True)
    thread.start()
    deadline = time.monotonic() + _START
    while not running.started:
        if time.monotonic() > deadline or not thread.is_alive():
            message = f"expected a server on {LOOPBACK}:{port}, got none; choose another port"
            raise RuntimeError(message)
        time.sleep(0.01)
    try:
        bound = running.servers[0].sockets[0].getsockname()[1]
        yield f"http://{LOOPBACK}:{bound}/v1"
    finally:
        running.should_exit = True
        thread.join(_START)


def main(arguments: list[str] | None = None) -> None:
    """Serve until interrupted; print the base URL on standard output."""
    import argparse

    parser = argparse.ArgumentParser(prog="python -m nlbridge.testing.chat_server", description=__doc__)
    parser.add_argument("--port", type=int, default=0, help="Default: a free one.")
    parser.add_argument("--answer", default="ok", help="Text of every reply.")
    parser.add_argument("--delay", type=float, default=0.0, help="Seconds that every call takes.")
    parser.add_argument("--fault", action="append", default=[], type=Fault.of, help="In order; repeat for more.")
    chosen = parser.parse_args(arguments)
    server = ChatServer(chosen.answer, faults=chosen.fault, delay=chosen.delay)
    with serving(server, port=chosen.port) as address:
        sys.stdout.write(f"{address}\n")
        sys.stdout.flush()
        try:
            threading.Event().wait()
        except KeyboardInterrupt:
            sys.stderr.write(f"{len(server.calls)} calls, {sum(server.paid.values())} answered\n")


if __name__ == "__main__":
    main()

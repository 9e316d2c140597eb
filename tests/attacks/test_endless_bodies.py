"""Bodies without end, in both directions, cost neither memory nor a connection."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
import time
import tracemalloc
import zlib
from contextlib import contextmanager, suppress

import pytest
from starlette.applications import Starlette
from starlette.responses import JSONResponse
from starlette.routing import Route

from nlbridge.apps.studio.service.guard import Guard, Rules, object_in, refusals
from nlbridge.chat.client.chat_completions import MOST, MOST_PACKED, CallSettings, EndpointModel
from nlbridge.chat.errors import EndpointError, ReplyTooLargeError
from nlbridge.chat.replies.chat import ChatRequest, Message, Role

ASKED = ChatRequest(model="small", messages=(Message(role=Role.USER, content="Did it rain?"),))
HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"


@contextmanager
def answering(send):
    """Serve on the loopback; `send` writes what answers one connection."""
    listening = socket.create_server(("127.0.0.1", 0))

    def serve() -> None:
        with suppress(OSError):
            while True:
                client, _ = listening.accept()
                with client, suppress(OSError):
                    client.recv(2**16)
                    send(client)

    threading.Thread(target=serve, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}/v1"
    finally:
        listening.close()


def without_end(client: socket.socket) -> None:
    client.sendall(HEAD + b"Connection: close\r\n\r\n")
    while True:
        client.sendall(b'{"a": "' + b"x" * 2**16)


def bomb(client: socket.socket) -> None:
    packer = zlib.compressobj(1, wbits=31)
    packed = b"".join([*(packer.compress(b"x" * 2**20) for _ in range(400)), packer.flush()])
    client.sendall(HEAD + b"Content-Encoding: gzip\r\nContent-Length: %d\r\n\r\n" % len(packed) + packed)
    client.shutdown(socket.SHUT_WR)
    client.settimeout(20)
    while client.recv(2**16):  # What is left unread would take back what was sent.
        pass


def drop_by_drop(client: socket.socket) -> None:
    client.sendall(HEAD + b"Connection: close\r\n\r\n")
    for _ in range(600):
        client.sendall(b" ")
        time.sleep(0.05)


async def once(address: str, seconds: float) -> None:
    model = EndpointModel(address, settings=CallSettings(seconds=seconds, retries=0))
    try:
        await model.reply(ASKED)
    finally:
        await model.close()


@pytest.mark.parametrize(("send", "said"), [(without_end, f"at most {MOST} b"), (bomb, f"at most {MOST_PACKED} b")])
def test_a_reply_without_end_is_dropped_at_its_limit(send, said):
    with answering(send) as address:
        tracemalloc.start()
        with pytest.raises(EndpointError, match=said):
            asyncio.run(once(address, 30))
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    assert most < 6 * MOST + 2 * 10**8
    assert "at most 3 bytes" in str(ReplyTooLargeError(3))


def test_a_reply_that_comes_drop_by_drop_ends_in_time():
    with answering(drop_by_drop) as address:
        begun = time.monotonic()
        with pytest.raises(EndpointError, match="no reply within 1 seconds"):
            asyncio.run(once(address, 1))
        assert time.monotonic() - begun < 15


def guarded(rules: Rules):
    async def take(request):
        return JSONResponse(await object_in(request))

    return Guard(Starlette(routes=[Route("/", take, methods=["POST"])], exception_handlers=refusals("it", "x")), rules)


def answered(parts: list[bytes], *, last: bool, rules: Rules) -> tuple[int, dict[str, str], dict[str, object]]:
    """Send parts of a body, and then nothing, or that it is whole; return status, headers and what is said."""

    async def run():
        waiting, sent = list(parts), []

        async def receive():
            if waiting:
                part = waiting.pop(0)
                return {"type": "http.request", "body": part, "more_body": bool(waiting) or not last}
            await asyncio.sleep(60)
            return {"type": "http.disconnect"}

        async def send(message):
            sent.append(message)

        headers = [(b"host", b"h"), (b"authorization", b"Bearer s"), (b"content-type", b"application/json")]
        scope = {
            "type": "http",
            "method": "POST",
            "path": "/",
            "raw_path": b"/",
            "query_string": b"",
            "headers": headers,
        }
        await asyncio.wait_for(guarded(rules)(scope, receive, send), 30)
        body = b"".join(message.get("body", b"") for message in sent)
        return sent[0]["status"], {k.decode(): v.decode() for k, v in sent[0]["headers"]}, json.loads(body)

    return asyncio.run(run())


def test_a_body_that_does_not_come_is_not_waited_for():
    rules = Rules(secret="s", hosts=frozenset({"h"}), seconds=0.2)
    status, headers, said = answered([b"{"], last=False, rules=rules)
    assert (status, headers["connection"]) == (408, "close")
    assert said["error"].startswith("expected the whole body within 0.2 s")


def test_a_body_that_comes_in_parts_is_read():
    rules = Rules(secret="s", hosts=frozenset({"h"}), seconds=20)
    assert answered([b'{"a":', b" 1}"], last=True, rules=rules)[::2] == (200, {"a": 1})


def test_a_body_longer_than_was_promised_is_refused():
    rules = Rules(secret="s", hosts=frozenset({"h"}), seconds=20, largest=10)
    status, headers, _ = answered([b"{" * 8, b"{" * 8], last=False, rules=rules)
    assert (status, headers["connection"]) == (413, "close")

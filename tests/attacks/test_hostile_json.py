"""JSON from outside that is too deep, too long or no number is refused by the project's own errors, everywhere."""

from __future__ import annotations

import asyncio
import pickle
import threading

import pytest

from benchmarks.errors import UnknownReplyError
from benchmarks.integrations.claims_to_check import _parts
from nlbridge.apps.doctor.endpoint_probe import local_servers
from nlbridge.apps.doctor.measurement import Measured
from nlbridge.chat.client.endpoint_options import EndpointOptions
from nlbridge.chat.client.profile import ModelProfile, load_profile, profile_path, save_profile
from nlbridge.chat.client.scripted import ScriptedModel
from nlbridge.chat.errors import EndpointError, ReplyError
from nlbridge.chat.replies.chat import ChatRequest, Message, Role
from nlbridge.chat.replies.structured import json_of
from nlbridge.chat.sharing import RelayModel, SharedEndpoint, _Line

HOSTILE = (
    "[" * 100_000,
    "[" * 900 + "]" * 900,
    '{"a":' * 100_000,
    '{"version": 1e999}',
    '{"number": NaN}',
    '{"id": ' + "9" * 5000 + "}",
    "3",
    "null",
    '"a"',
    "[1, 2, 3]",
    "",
    "\ud800",
)
ASKED = ChatRequest(model="any", messages=(Message(role=Role.USER, content="Is it so?"),))


@pytest.mark.parametrize("number", ["1e999", "-1e999", '[{"a": 2e400}]', "NaN", "Infinity"])
def test_a_reply_with_a_number_that_no_float_holds_is_refused(number):
    with pytest.raises(ReplyError, match="expected valid JSON"):
        json_of('{"confidence": ' + number + "}")
    with pytest.raises(ReplyError, match="expected valid JSON"):
        json_of('So it is: {"confidence": ' + number + "} as you asked.")


@pytest.mark.parametrize("text", HOSTILE)
def test_a_hostile_profile_counts_as_none(tmp_path, monkeypatch, text):
    monkeypatch.setenv("CAUSALCORE_CACHE", str(tmp_path / "replies.sqlite"))
    save_profile(ModelProfile(model="m", address="http://127.0.0.1:1/v1"))
    assert load_profile("m", "http://127.0.0.1:1/v1") is not None
    profile_path("m", "http://127.0.0.1:1/v1").write_bytes(text.encode("utf-8", "surrogatepass"))
    assert load_profile("m", "http://127.0.0.1:1/v1") is None


@pytest.mark.parametrize("text", HOSTILE)
def test_a_hostile_line_of_a_measurement_is_passed_over(tmp_path, text):
    path = tmp_path / "measured.jsonl"
    path.write_bytes(b'{"id": "good"}\n' + text.encode("utf-8", "surrogatepass") + b'\n{"id": "last"}\n')
    assert set(Measured(path).rows()) == {"good", "last"}


@pytest.mark.parametrize("text", HOSTILE)
def test_a_hostile_server_on_this_machine_is_none(text):
    import http.server

    class Answers(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.end_headers()
            self.wfile.write(text.encode("utf-8", "surrogatepass"))

        def log_message(self, *_):
            pass

    with http.server.HTTPServer(("127.0.0.1", 0), Answers) as server:
        threading.Thread(target=server.handle_request, daemon=True).start()
        assert local_servers(ports=((server.server_address[1], "one"),)) == ()


@pytest.mark.parametrize("text", HOSTILE)
def test_a_hostile_name_of_a_question_is_refused(text):
    if text == "[1, 2, 3]":
        assert _parts(text) == ("1", "2", "3")
        return
    with pytest.raises(UnknownReplyError):
        _parts(text)


def framed(text: str) -> bytes:
    """Whatever text, as one process sends it to another: behind its length."""
    data = text.encode("utf-8", "surrogatepass")
    return len(data).to_bytes(4) + data


@pytest.mark.parametrize("text", [*HOSTILE, '{"request": 3}', '{"number": "x"}'])
def test_a_process_that_sends_something_else_is_hung_up_on_and_others_are_answered(text):
    async def asked(relay: RelayModel) -> tuple[bytes, str]:
        hostile = await relay._connected()
        hostile.writer.write(framed(text))
        return await hostile.reader.read(), (await relay.reply(ASKED)).text

    with SharedEndpoint(EndpointOptions(model="any", cache=False), inner=ScriptedModel(["yes"])) as shared:
        relay = pickle.loads(pickle.dumps(shared.elsewhere())).model
        assert asyncio.run(asked(relay)) == (b"", "yes")


@pytest.mark.parametrize("text", [*HOSTILE, '{"number": "x"}', "{}", '{"reply": 3}', '{"reply": {"words": 3}}'])
def test_an_answer_of_another_process_that_is_none_ends_the_connection(text):
    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        line = _Line(reader, writer)
        await line.prove(b"secret", "command")
        await line.receive()
        writer.write(framed(text))
        await writer.drain()
        writer.close()

    async def asked() -> None:
        async with await asyncio.start_server(answer, "127.0.0.1", 0) as server:
            host, port = server.sockets[0].getsockname()
            await RelayModel(host=host, port=port, secret=b"secret").reply(ASKED)

    with pytest.raises(EndpointError, match="end of the connection"):
        asyncio.run(asked())


def test_who_has_not_shown_the_secret_may_send_little():
    async def greeted(relay: RelayModel) -> bytes:
        reader, writer = await asyncio.open_connection(relay.host, relay.port)
        writer.write(framed('{"challenge": "' + "a" * 2_000 + '"}'))
        return await reader.read()

    with SharedEndpoint(EndpointOptions(model="any", cache=False), inner=ScriptedModel(["yes"])) as shared:
        answer = asyncio.run(greeted(shared.elsewhere().inner))
    assert b"challenge" in answer
    assert b"proof" not in answer

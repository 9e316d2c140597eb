"""What an endpoint does with a schema is said as it is, against servers that do each of it by script."""

from __future__ import annotations

import asyncio
import json
import socket
import time

import pytest

from nlbridge.apps.doctor.endpoint_probe import PORTS, SCHEMA, local_servers, probe
from nlbridge.chat.client.chat_completions import CallSettings, EndpointModel
from nlbridge.chat.errors import AccessError
from nlbridge.chat.replies.structured import fits
from nlbridge.testing.chat_server import ChatServer, serving

ANSWER = {"boats": [{"name": "Alma", "masts": 1}, {"name": "Berta", "masts": 3}], "harbour": "full"}
WORDS = "the schema in words in the prompt"


def probed(server):
    async def once(address):
        client = EndpointModel(address, settings=CallSettings(first_wait=0.01, seconds=5, retries=0))
        try:
            return await probe(client, "small")
        finally:
            await client.close()

    with serving(server) as address:
        return asyncio.run(once(address))[1]


@pytest.mark.parametrize(
    ("fault", "use", "form"),
    [
        ("ok", "kept", "json_schema"),
        ("fenced", "kept", "json_schema"),
        ("reasoning", "in the reasoning field", "json_schema"),
        ("schema-refused", "refused", WORDS),
        ("other-shape", "ignored", WORDS),
        ("empty-under-schema", "empty reply", WORDS),
        ("empty", "no usable reply in any form", WORDS),
        ("schema-ignored", "no usable reply in any form", WORDS),
    ],
)
def test_what_happens_to_the_schema_is_said(fault, use, form):
    found = probed(ChatServer(json.dumps(ANSWER), faults=lambda _: fault))
    assert (found["schema"], found["asked_from_now_on"]) == (use, form)
    assert fits(ANSWER, SCHEMA)


def test_loading_the_library_is_no_part_of_the_speed(monkeypatch):
    opened, opens = EndpointModel.open, []

    def slow_at_first(self):
        if not opens:
            time.sleep(3.0)
        opens.append(self)
        return opened(self)

    monkeypatch.setattr(EndpointModel, "open", slow_at_first)
    assert probed(ChatServer(json.dumps(ANSWER)))["seconds"] < 3.0
    assert len(opens) > 1


def test_speed_is_that_of_the_reply_and_tokens_are_said_to_be_counted_or_not():
    slow = probed(ChatServer(json.dumps(ANSWER), delay=0.3))
    assert 0.3 <= slow["seconds"] < 3
    tokens = len(json.dumps(ANSWER).split())
    assert slow["tokens_a_second"] == pytest.approx(tokens / slow["seconds"], rel=0.02)
    assert probed(ChatServer(json.dumps(ANSWER), faults=lambda _: "no-usage"))["tokens_a_second"] is None
    assert probed(ChatServer(json.dumps(ANSWER), faults=["other-model"]))["answered_by"] == "another-model"


def test_an_endpoint_that_does_not_answer_is_an_error():
    with pytest.raises(AccessError, match="HTTP 401"):
        probed(ChatServer(faults=lambda _: "401"))


def test_servers_on_this_machine_are_named_and_asked_for_their_models_only():
    server = ChatServer("{}")
    with serving(server) as address:
        port = int(address.rsplit(":", 1)[1].removesuffix("/v1"))
        (found,) = local_servers(((port, "Ollama"), (9, "vLLM")))
    assert found == {"name": "Ollama", "base_url": f"http://127.0.0.1:{port}/v1", "models": ["scripted"]}
    assert not server.calls
    assert {name for _, name in PORTS} == {"Ollama", "llama.cpp", "vLLM", "LM Studio"}


def test_what_listens_there_and_is_no_such_server_is_passed_over():
    with socket.create_server(("127.0.0.1", 0)) as mute:
        assert local_servers(((mute.getsockname()[1], "vLLM"),), seconds=0.2) == ()

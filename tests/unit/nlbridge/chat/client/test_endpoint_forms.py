"""Endpoints that ignore a schema, return nothing under it, or take no long replies: a form that works is found."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest

from nlbridge.chat.client.chat_completions import CallSettings, EndpointModel
from nlbridge.chat.errors import EndpointError, UnusableReplyError
from nlbridge.chat.replies.chat import ChatRequest, Message, Role
from nlbridge.chat.replies.structured import ask
from nlbridge.testing.chat_server import ChatServer, serving

SCHEMA = {
    "type": "object",
    "properties": {"rain": {"type": "boolean"}},
    "required": ["rain"],
    "additionalProperties": False,
}
QUICK = CallSettings(first_wait=0.01, seconds=5)


def request(words: str = "Did it rain?", **fields: object) -> ChatRequest:
    return ChatRequest(model="small", messages=(Message(role=Role.USER, content=words),), **fields)


def rained(reply: dict[str, bool]) -> bool:
    if set(reply) != {"rain"}:
        raise ValueError(f"expected rain, got {sorted(reply)}")
    return reply["rain"]


def rain(server: ChatServer, *words: str) -> tuple[list[tuple[bool, int]], EndpointModel]:
    """Ask for each of the words in turn; return values with their repair turns."""

    async def all_of_them(client: EndpointModel) -> tuple[list[tuple[bool, int]], EndpointModel]:
        try:
            done = [await ask(client, request(one, schema=SCHEMA), rained) for one in words]
        finally:
            await client.close()
        return [(one.value, one.repairs) for one in done], client

    with serving(server) as address:
        return asyncio.run(all_of_them(EndpointModel(address, settings=QUICK, rng=random.Random(1))))


def test_after_a_reply_of_another_shape_the_schema_stands_in_the_prompt():
    server = ChatServer('{"rain": true}', faults=lambda _: "other-shape")
    done, client = rain(server, "a", "b")
    assert done == [(True, 1), (True, 0)]
    assert ["response_format" in call.body for call in server.calls] == [True, False, False]
    assert any("schema ignored" in note for note in client.notes)


def test_after_an_empty_reply_the_same_question_is_put_in_the_plain_form():
    server = ChatServer('{"rain": true}', faults=lambda _: "empty-under-schema")
    done, client = rain(server, "a", "b")
    assert done == [(True, 0), (True, 0)]
    assert [call.body["messages"][-1]["content"] for call in server.calls] == ["a", "a", "b"]
    assert ["response_format" in call.body for call in server.calls] == [True, False, False]
    assert client.budget.spent.calls == 3


def test_a_reply_that_stays_empty_is_an_error_after_the_repair_turns():
    server = ChatServer('{"rain": true}', faults=lambda _: "empty")
    with pytest.raises(UnusableReplyError, match="an empty reply"):
        rain(server, "a")
    assert all(message["content"].strip() for call in server.calls for message in call.body["messages"])


@pytest.mark.parametrize("name", ["reasoning_content", "reasoning", "thinking"])
def test_an_answer_is_found_in_whichever_field_a_server_puts_its_reasoning(name):
    from nlbridge.chat.client.wire_form import reply_of

    reply, _ = reply_of({"choices": [{"message": {"content": "", name: '{"rain": true}'}}]})
    assert reply.answer == '{"rain": true}'


def test_every_request_limits_its_reply():
    server = ChatServer('{"rain": true}', faults=lambda _: "endless")
    assert rain(server, "a")[0] == [(True, 0)]
    assert server.calls[0].body["max_tokens"] == 16_384


def test_a_limit_that_the_endpoint_finds_too_large_is_lowered_and_remembered():
    server = ChatServer('{"rain": true}', faults=lambda _: "only-short")
    assert rain(server, "a", "b")[0] == [(True, 0)] * 2
    assert [call.body["max_tokens"] for call in server.calls] == [16_384, 4_096, 4_096]


def test_one_text_that_fills_the_context_shortens_no_other_reply():
    def fault(body: dict[str, Any]) -> str:
        long = body["messages"][-1]["content"] == "long" and body["max_tokens"] > 1_024
        return "400-context" if long else "ok"

    asked: list[tuple[str, int]] = []

    def respond(body: dict[str, Any]) -> str:
        asked.append((body["messages"][-1]["content"], body["max_tokens"]))
        return '{"rain": true}'

    server = ChatServer(respond, faults=lambda body: fault(body).replace("400-context", "context"))
    assert rain(server, "long", "b")[0] == [(True, 0)] * 2
    assert asked == [("long", 1_024), ("b", 4_096)]


def test_a_prompt_that_fits_in_no_way_is_told_and_not_asked_for_ever():
    server = ChatServer("{}", faults=lambda _: "context")
    with pytest.raises(EndpointError, match="maximum context length"):
        rain(server, "a")
    assert len(server.calls) == 3

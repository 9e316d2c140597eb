"""The client against an endpoint on this machine that fails by script."""

from __future__ import annotations

import asyncio
import importlib
import json
import logging
import random
import time
from typing import Any

import openai
import pytest
from starlette.applications import Starlette
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from nlbridge.chat.client import chat_completions
from nlbridge.chat.client.bulk import ask_all
from nlbridge.chat.client.chat_completions import CallSettings, EndpointModel, checked_url
from nlbridge.chat.client.wire_form import Failure, failure_of
from nlbridge.chat.errors import AccessError, EndpointError, EndpointOptionError, QuotaError, UnusableReplyError
from nlbridge.chat.replies.chat import ChatReply, ChatRequest, Message, Role
from nlbridge.chat.replies.structured import ask
from nlbridge.testing.chat_server import ChatServer, Fault, FaultKind, serving

# openai 2 speaks through httpx, openai 3 through httpx2.
httpx = importlib.import_module(
    next(
        name
        for base in openai.DefaultAsyncHttpxClient.__mro__
        if (name := base.__module__.split(".")[0]).startswith("httpx")
    )
)
SCHEMA = {
    "type": "object",
    "properties": {"rain": {"type": "boolean"}},
    "required": ["rain"],
    "additionalProperties": False,
}
QUICK = CallSettings(first_wait=0.01, seconds=5)
KEY = "planted-5f1d0c-secret"


def request(words: str = "Did it rain?", **fields: object) -> ChatRequest:
    return ChatRequest(model="small", messages=(Message(role=Role.USER, content=words),), **fields)


def client_of(server: ChatServer, settings: CallSettings = QUICK, key: str | None = None) -> EndpointModel:
    """Return a client that speaks with the server in-process."""
    transport = httpx.ASGITransport(app=server.app)
    return EndpointModel("http://localhost/v1", key=key, settings=settings, transport=transport, rng=random.Random(1))


async def once(client: EndpointModel, asked: ChatRequest) -> tuple[ChatReply, EndpointModel]:
    try:
        return await client.reply(asked), client
    finally:
        await client.close()


def talk(server: ChatServer, asked: ChatRequest, settings: CallSettings = QUICK, key: str | None = None):
    """Ask once in-process; return the reply and the client."""
    return asyncio.run(once(client_of(server, settings, key), asked))


def talk_at(address: str, asked: ChatRequest, key: str | None = None):
    """Ask once over a real socket."""
    return asyncio.run(once(EndpointModel(address, key=key, settings=QUICK, rng=random.Random(1)), asked))


def test_a_reply_has_text_model_and_counted_tokens():
    reply, client = talk(ChatServer("It did rain."), request())
    assert (reply.text, reply.model, reply.finish_reason) == ("It did rain.", "small", "stop")
    assert (reply.usage.prompt_tokens, reply.usage.completion_tokens) == (3, 3)
    assert (client.budget.spent.calls, client.budget.spent.tokens, client.budget.spent.estimated) == (1, 6, False)


@pytest.mark.parametrize("fault", ["ok", "reset", "cut-body", "429:0.02", "500"])
def test_the_same_application_answers_over_a_real_socket(fault):
    server = ChatServer("It did rain.", faults=[fault])
    with serving(server) as address:
        reply, client = talk_at(address, request())
    assert reply.text == "It did rain."
    assert client.notes["retries"] == (fault != "ok")


def test_everything_that_the_request_says_is_sent():
    server = ChatServer("{}")
    talk(server, request(schema=SCHEMA, max_tokens=7, seed=3, top_logprobs=2))
    body = server.calls[0].body
    assert body["response_format"]["json_schema"] == {"name": "reply", "schema": SCHEMA, "strict": True}
    assert (body["max_tokens"], body["seed"], body["temperature"], body["top_logprobs"]) == (7, 3, 0.0, 2)
    assert body["messages"] == [{"role": "user", "content": "Did it rain?"}]


@pytest.mark.parametrize("fault", ["429:0.02", "429", "500", "502", "503:0.01", "503", "408", "reset", "cut-body"])
def test_what_may_pass_is_tried_again(fault):
    server = ChatServer("yes", faults=[fault, fault])
    reply, client = talk(server, request())
    assert reply.text == "yes"
    assert len(server.calls) >= 1
    assert client.notes["retries"] == 2


def test_retry_after_is_obeyed_to_the_hundredth_of_a_second():
    server = ChatServer("yes", faults=["429:0.3"])
    start = time.monotonic()
    talk(server, request())
    assert 0.3 <= time.monotonic() - start < 2.0


def test_a_wait_of_more_than_two_minutes_is_not_waited_for():
    with pytest.raises(EndpointError, match="asks for 3600 seconds"):
        talk(ChatServer(faults=["429:3600"]), request())


def test_after_the_last_attempt_the_failure_is_told():
    server = ChatServer(faults=["500"] * 9)
    with pytest.raises(EndpointError, match="HTTP 500: scripted status 500"):
        talk(server, request(), CallSettings(first_wait=0.01, retries=2))
    assert len(server.calls) == 3
    assert not server.paid


def test_an_overload_is_waited_for_longer_than_a_failure():
    server = ChatServer("yes", faults=["429:0"] * 8)
    assert talk(server, request(), CallSettings(first_wait=0.01, retries=2))[0].text == "yes"
    with pytest.raises(EndpointError, match="HTTP 429"):
        talk(ChatServer(faults=["429:0"] * 9), request(), CallSettings(first_wait=0.01, retries=2))


def test_half_a_character_is_not_sent_and_not_tried_again():
    server = ChatServer("yes")
    with pytest.raises(EndpointError, match="half a character"):
        talk(server, request("broken \ud800 off"))
    assert not server.calls


def test_a_slow_reply_is_a_time_out_and_then_tried_again():
    server = ChatServer("yes", faults=["slow:3"])
    reply, client = talk(server, request(), CallSettings(first_wait=0.01, seconds=0.2))
    assert (reply.text, client.notes["retries"]) == ("yes", 1)


def test_a_reply_that_never_comes_is_an_error_and_no_answer():
    with pytest.raises(EndpointError, match=r"no reply within 0\.1 seconds"):
        talk(ChatServer(faults=["slow:1"] * 2), request(), CallSettings(first_wait=0.01, seconds=0.1, retries=1))


def test_an_address_where_nothing_listens_is_soon_given_up():
    start = time.monotonic()
    with pytest.raises(EndpointError, match="no connection"):
        talk_at("http://127.0.0.1:9/v1", request())
    assert time.monotonic() - start < 5


def test_a_quota_stops_the_run_at_once_and_for_good():
    server = ChatServer("yes", faults=["quota"])

    async def twice(client: EndpointModel) -> int:
        with pytest.raises(QuotaError, match="no quota left"):
            await client.reply(request("first"))
        with pytest.raises(QuotaError):
            await client.reply(request("second"))
        return client.notes["retries"]

    assert asyncio.run(twice(client_of(server))) == 0
    assert not server.paid


def test_a_stopped_endpoint_is_asked_again_after_a_while(monkeypatch):
    monkeypatch.setattr(chat_completions, "_STOP", 0.0)
    server = ChatServer("yes", faults=["quota", "404"])

    async def thrice(client: EndpointModel) -> str:
        with pytest.raises(QuotaError):
            await client.reply(request("first"))
        with pytest.raises(AccessError):
            await client.reply(request("second"))
        return (await client.reply(request("third"))).text

    assert asyncio.run(thrice(client_of(server))) == "yes"


@pytest.mark.parametrize("status", [401, 403, 404])
def test_a_refused_key_or_model_stops_the_run(status):
    with pytest.raises(AccessError, match=f"HTTP {status}"):
        talk(ChatServer(faults=[str(status)]), request())


def test_a_form_that_is_refused_is_stepped_down_and_remembered():
    server = ChatServer('{"rain": true}', faults=lambda _: "schema-refused")

    async def twice(client: EndpointModel) -> list[str]:
        return [(await client.reply(request(words, schema=SCHEMA))).text for words in ("a", "b")]

    assert asyncio.run(twice(client_of(server))) == ['{"rain": true}'] * 2
    assert [call.paid for call in server.calls] == [False, False, True, True]
    assert all('"rain"' in call.body["messages"][0]["content"] for call in server.calls if call.paid)


def test_json_object_is_tried_before_the_prompt_alone():
    forms: list[object] = []

    def fault(body: dict[str, object]) -> str:
        form = body.get("response_format", {"type": None})["type"]
        forms.append(form)
        return "400" if form == "json_schema" else "ok"

    talk(ChatServer("{}", faults=fault), request(schema=SCHEMA))
    assert forms == ["json_schema", "json_object"]


def test_a_schema_that_is_ignored_stands_in_the_prompt_from_then_on():
    server = ChatServer('{"rain": true}', faults=["schema-ignored"])

    client = client_of(server)
    done = asyncio.run(ask(client, request(schema=SCHEMA), lambda value: value["rain"]))
    assert (done.value, done.repairs) == (True, 1)
    assert "JSON schema" in server.calls[1].body["messages"][0]["content"]
    assert any("schema ignored" in note for note in client.notes)


@pytest.mark.parametrize(
    ("parameter", "gone"), [("max_tokens", "max_tokens"), ("temperature", "temperature"), ("logprobs", "top_logprobs")]
)
def test_a_parameter_that_the_endpoint_does_not_take_is_left_out(parameter, gone):
    def refused(status: int) -> Failure:
        return failure_of(status, {"error": {"message": "no", "param": parameter}}, {})

    from nlbridge.chat.client.wire_form import Dialect, body_of

    asked = request(max_tokens=5, top_logprobs=1)
    weaker = Dialect().after(refused(400), asked)
    assert weaker is not None
    assert gone not in body_of(asked, weaker)
    assert ("max_completion_tokens" in body_of(asked, weaker)) == (parameter == "max_tokens")


def test_a_400_that_no_other_form_cures_is_told_as_it_came_first():
    server = ChatServer(faults=["400", "422", "400"])
    with pytest.raises(EndpointError, match="HTTP 400: scripted status 400"):
        talk(server, request(schema=SCHEMA))


@pytest.mark.parametrize(
    ("fault", "value", "repairs"),
    [("fenced", True, 0), ("reasoning", True, 0), ("truncated", True, 1), ("empty", True, 0)],
)
def test_structured_replies_survive_what_servers_do(fault, value, repairs):
    server = ChatServer('{"rain": true}', faults=[fault])
    done = asyncio.run(ask(client_of(server), request(schema=SCHEMA), lambda reply: reply["rain"]))
    assert (done.value, done.repairs) == (value, repairs)


def test_a_refusal_reaches_the_caller_as_one():
    reply, _ = talk(ChatServer("yes", faults=["refusal"]), request())
    assert (reply.text, reply.refusal) == ("", "I cannot help with that.")
    with pytest.raises(UnusableReplyError, match="refusal"):
        asyncio.run(ask(client_of(ChatServer("{}", faults=["refusal"])), request(schema=SCHEMA), dict))


def test_another_model_than_was_asked_for_is_noted():
    reply, client = talk(ChatServer("yes", faults=["other-model"]), request())
    assert reply.model == "another-model"
    assert client.notes["answered by another-model instead of small"] == 1


def test_logprobs_are_read_with_their_alternatives():
    reply, _ = talk(ChatServer("yes indeed"), request(top_logprobs=2))
    assert [one.token for one in reply.logprobs] == ["yes", "indeed"]
    assert reply.logprobs[0].logprob == -0.25
    assert reply.logprobs[0].alternatives == (("yes", -0.25), ("other0", -2.0))


def test_tokens_that_the_endpoint_does_not_count_are_estimated():
    reply, client = talk(ChatServer("x" * 300, faults=["no-usage"]), request())
    assert reply.usage.completion_tokens == 100
    assert client.budget.spent.estimated


def test_concurrency_is_bounded_and_halved_by_an_overload():
    server = ChatServer("yes", faults=["ok"] * 6 + ["503:0.05"], delay=0.02)

    async def many(client: EndpointModel) -> tuple[int, float]:
        limits: list[float] = []
        done = await ask_all(
            lambda number: client.reply(request(str(number))),
            range(20),
            concurrency=16,
            each=lambda _: limits.append(client._pace.limit),
        )
        return sum(outcome.value is not None for outcome in done), min(limits)

    answered, lowest = asyncio.run(many(client_of(server, CallSettings(concurrency=4, first_wait=0.01))))
    assert answered == 20
    assert 2 <= server.most_at_once <= 4
    assert lowest < 4


@pytest.mark.parametrize(
    "address",
    [
        "",
        "localhost:8000",
        "ftp://localhost/v1",
        "http://",
        "http://u:p@localhost/v1",
        "http://localhost/v1?key=a",
        "http://[/",
    ],
)
def test_an_address_that_is_none_or_holds_a_key_is_refused(address):
    with pytest.raises(EndpointOptionError, match="expected an address"):
        checked_url(address)


@pytest.mark.parametrize("address", ["https://api.openai.com/v1", "http://10.1.2.3/v1", "http://localhost.example.org"])
def test_no_test_can_build_a_client_that_leaves_this_machine(address):
    with pytest.raises(EndpointError, match="CAUSALCORE_LOOPBACK_ONLY"):
        EndpointModel(address)


@pytest.mark.parametrize(
    "fault", ["echo-key", "400", "401", "quota", "500", "reset", "cut-body", "schema-refused", "ok", "empty"]
)
def test_a_planted_key_is_sent_and_shows_up_nowhere(fault, caplog, capfd):
    server = ChatServer(lambda _: f"I was told {KEY}.", faults=[fault] * 9)
    with caplog.at_level(logging.DEBUG):
        try:
            reply, client = talk(server, request(schema=SCHEMA), CallSettings(first_wait=0.01, retries=1), key=KEY)
            said = repr(reply) + repr(client) + repr(client.notes) + repr(client.redactor)
        except EndpointError as error:
            said = f"{error} {error!r} {error.__cause__} {error.__context__}"
    shown = capfd.readouterr()
    assert KEY not in said + caplog.text + shown.out + shown.err
    if server.calls:
        assert server.calls[0].headers["authorization"] == f"Bearer {KEY}"


def test_a_redirect_is_not_followed():
    asked: list[str] = []

    async def away(asks: Any) -> RedirectResponse:
        asked.append(asks.url.path)
        return RedirectResponse("http://localhost/elsewhere", status_code=307)

    app = Starlette(routes=[Route("/{path:path}", away, methods=["POST"])])
    client = EndpointModel("http://localhost/v1", transport=httpx.ASGITransport(app=app), settings=QUICK)
    with pytest.raises(EndpointError, match="HTTP 307"):
        asyncio.run(client.reply(request()))
    assert asked == ["/v1/chat/completions"]


@pytest.mark.parametrize(
    ("status", "body", "headers", "advice"),
    [
        (400, {"error": {"message": "filtered", "code": "content_filter"}}, {}, "rephrase the text, or ask another"),
        (400, {"error": {"message": "maximum context length is 512 tokens"}}, {}, "shorten the text"),
        (400, {"error": {"message": "bad request"}}, {}, "check the address and the model"),
        (307, "", {"location": "http://other/v1"}, "a redirect to http://other/v1, .*; check the address"),
        (200, "<html>Welcome</html>", {}, "not JSON, '<html>Welcome</html>'; check that --base-url"),
        (503, "", {}, "try again later"),
    ],
)
def test_a_failure_says_what_can_be_done_about_it(status, body, headers, advice):
    async def answer(_: Any) -> Response:
        content = body if isinstance(body, str) else json.dumps(body)
        return Response(content, status, headers, media_type="application/json")

    app = Starlette(routes=[Route("/{path:path}", answer, methods=["POST"])])
    once_only = CallSettings(retries=0, first_wait=0.01, seconds=5)
    client = EndpointModel("http://localhost/v1", transport=httpx.ASGITransport(app=app), settings=once_only)
    with pytest.raises(EndpointError, match=advice):
        asyncio.run(client.reply(request()))


def test_every_fault_has_a_short_form_and_others_are_refused():
    assert {Fault.of(kind).kind for kind in FaultKind} == set(FaultKind)
    with pytest.raises(ValueError, match="expected an HTTP status or one of ok"):
        Fault.of("sometimes")


def test_a_server_that_wants_a_key_refuses_another():
    server = ChatServer("yes", key="right-key-123")
    with serving(server) as address:
        assert talk_at(address, request(), key="right-key-123")[0].text == "yes"
        with pytest.raises(AccessError, match=r"Incorrect API key provided: \[key\]"):
            talk_at(address, request(), key="wrong-key-123")
    assert json.dumps(server.calls[0].body)

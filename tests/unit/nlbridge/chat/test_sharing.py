"""Threads and processes that ask one endpoint: one budget, one cache, one key, and its errors everywhere."""

from __future__ import annotations

import asyncio
import pickle
import subprocess
import sys
import threading
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from multiprocessing import get_context

import pytest

from nlbridge.chat.client.endpoint import Endpoint
from nlbridge.chat.client.endpoint_options import EndpointOptions
from nlbridge.chat.errors import BudgetError, EndpointError, QuotaError
from nlbridge.chat.replies.chat import ChatRequest, Message, Role
from nlbridge.chat.sharing import RelayModel, SharedEndpoint
from nlbridge.testing.chat_server import ChatServer, serving

KEY = "planted-77aa01-secret"


def request(words: str) -> ChatRequest:
    return ChatRequest(model="small", messages=(Message(role=Role.USER, content=words),), max_tokens=10)


def ask(endpoint: Endpoint, words: str) -> str:
    """Ask once; runs in another process."""
    return endpoint.run(endpoint.model.reply(request(words))).text


def ask_all(endpoint: Endpoint, many: list[str]) -> list[str]:
    async def together() -> list[str]:
        return [reply.text for reply in await asyncio.gather(*(endpoint.model.reply(request(one)) for one in many))]

    return endpoint.run(together())


@pytest.fixture
def processes():
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        yield pool


def options(address: str, **given: object) -> EndpointOptions:
    return EndpointOptions(model="small", base_url=address, retries=0, **given)


def echo(body):
    return body["messages"][-1]["content"].upper()


def test_processes_share_budget_and_cache_and_see_no_key(processes, monkeypatch):
    monkeypatch.setenv("MY_KEY", KEY)
    server = ChatServer(echo, key=KEY)
    with serving(server) as address, SharedEndpoint(options(address, api_key_env="MY_KEY")) as shared:
        far = shared.elsewhere()
        assert KEY.encode() not in pickle.dumps(far)
        rounds = [processes.submit(ask_all, far, ["a", "b", f"own{k}"]) for k in range(4)]
        assert [done.result() for done in rounds] == [["A", "B", f"OWN{k}"] for k in range(4)]
        assert server.paid == {"a": 1, "b": 1, **{f"own{k}": 1 for k in range(4)}}
        assert shared.endpoint.spent.calls == 6
        assert shared.endpoint.from_cache == 6


def test_a_budget_ends_for_all_processes_together(processes):
    server = ChatServer("ten words " * 5)
    with serving(server) as address, SharedEndpoint(options(address, max_tokens=60, cache=False)) as shared:
        far = shared.elsewhere()
        done = [processes.submit(ask, far, f"w{k}") for k in range(10)]
        failed = [error for one in done if (error := one.exception()) is not None]
        assert failed
        assert all(isinstance(error, BudgetError) for error in failed)
        assert shared.endpoint.spent.tokens <= 60
        assert sum(server.paid.values()) == 10 - len(failed)


def test_an_error_of_the_endpoint_keeps_its_class_on_the_way(processes):
    with (
        serving(ChatServer(faults=["quota"])) as address,
        SharedEndpoint(options(address, cache=False)) as shared,
        pytest.raises(QuotaError, match="no quota left"),
    ):
        processes.submit(ask, shared.elsewhere(), "a").result()


def test_threads_ask_the_same_endpoint(tmp_path):
    server = ChatServer(echo)
    said: list[str] = []

    def work(shared: SharedEndpoint, words: str) -> None:
        with shared.here() as endpoint:
            said.append(ask(endpoint, words))

    with serving(server) as address, SharedEndpoint(options(address, cache=False)) as shared:
        threads = [threading.Thread(target=work, args=(shared, f"t{k}")) for k in range(5)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert shared.endpoint.spent.calls == 5
    assert sorted(said) == [f"T{k}" for k in range(5)]


def test_who_does_not_know_the_secret_is_not_answered():
    server = ChatServer(echo)
    with serving(server) as address, SharedEndpoint(options(address, cache=False)) as shared:
        far = shared.elsewhere()
        stranger = replace(far.inner, secret=b"guessed")
        with Endpoint(far.options, inner=stranger) as endpoint, pytest.raises(EndpointError, match="no connection"):
            ask(endpoint, "a")
        with Endpoint(far.options, inner=far.inner) as endpoint:
            assert ask(endpoint, "b") == "B"
    assert [call.body["messages"][-1]["content"] for call in server.calls] == ["b"]


def test_when_the_command_has_ended_its_workers_are_told():
    server = ChatServer(echo)
    with serving(server) as address, SharedEndpoint(options(address, cache=False)) as shared:
        far = shared.elsewhere()
    with Endpoint(far.options, inner=far.inner) as endpoint, pytest.raises(EndpointError, match="let the workers"):
        ask(endpoint, "a")


def test_an_endpoint_with_a_key_of_its_own_does_not_travel():
    with pytest.raises(TypeError, match="share it first"):
        pickle.dumps(Endpoint(EndpointOptions(model="small")))
    assert b"line" not in pickle.dumps(RelayModel(host="127.0.0.1", port=9, secret=b"s"))


def test_an_endpoint_that_cannot_be_opened_leaves_no_thread():
    before = threading.active_count()
    with pytest.raises(ValueError, match="expected"), SharedEndpoint(EndpointOptions()):
        pass
    assert threading.active_count() == before


def test_a_worker_loads_no_library_of_an_endpoint():
    code = "import sys, nlbridge.chat.sharing; print([m for m in ('openai', 'spacy', 'z3') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"

"""The cache of replies: nothing is lost, nothing is paid twice, nothing secret is kept."""

from __future__ import annotations

import asyncio
import sqlite3
import subprocess
import sys
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nlbridge.chat.client.cache import CachedModel, ReplyCache, cache_size, default_path
from nlbridge.chat.client.scripted import ScriptedModel
from nlbridge.chat.errors import CacheError, EndpointError, UnusableReplyError
from nlbridge.chat.replies.chat import (
    ChatReply,
    ChatRequest,
    Message,
    Role,
    TokenScore,
    Usage,
    reply_from_dict,
    reply_to_dict,
    request_key,
)
from nlbridge.chat.replies.structured import ask

REQUEST = ChatRequest(model="m", messages=(Message(role=Role.USER, content="?"),))
TEXTS = st.text(st.characters(codec=None), max_size=20)
REPLIES = st.builds(
    ChatReply,
    text=TEXTS,
    model=TEXTS,
    finish_reason=st.sampled_from(["stop", "length"]),
    usage=st.builds(Usage, prompt_tokens=st.integers(0, 9), completion_tokens=st.integers(0, 9)),
    logprobs=st.lists(
        st.builds(
            TokenScore,
            token=TEXTS,
            logprob=st.floats(-9, 0),
            alternatives=st.lists(st.tuples(TEXTS, st.floats(-9, 0)), max_size=2).map(tuple),
        ),
        max_size=2,
    ).map(tuple),
    reasoning=TEXTS,
    refusal=TEXTS,
)
WRITER = """
import sys
from pathlib import Path
from nlbridge.chat.client.cache import ReplyCache
from nlbridge.chat.replies.chat import ChatReply
cache = ReplyCache(Path(sys.argv[1]))
for number in range(15):
    cache.put(f"{sys.argv[2]}-{number}", "e", ChatReply(text=str(number)), "m")
    cache.put(f"shared-{number}", "e", ChatReply(text=str(number)), "m")
"""


@pytest.fixture
def cache(tmp_path):
    kept = ReplyCache(tmp_path / "deep" / "replies.sqlite")
    yield kept
    kept.close()


@given(REPLIES)
def test_a_reply_comes_back_from_json_as_it_was(reply):
    assert reply_from_dict(reply_to_dict(reply)) == reply


@pytest.mark.parametrize(
    "other",
    [
        replace(REQUEST, model="n"),
        replace(REQUEST, messages=(Message(role=Role.SYSTEM, content="?"),)),
        replace(REQUEST, messages=(Message(role=Role.USER, content="? "),)),
        replace(REQUEST, schema={}),
        replace(REQUEST, schema_name="other"),
        replace(REQUEST, temperature=None),
        replace(REQUEST, max_tokens=1),
        replace(REQUEST, seed=0),
        replace(REQUEST, top_logprobs=0),
        replace(REQUEST, repeat=1),
    ],
)
def test_whatever_may_change_the_reply_changes_the_key(other):
    assert request_key(other) != request_key(REQUEST)


def test_the_key_does_not_depend_on_the_order_of_a_schema():
    one, two = replace(REQUEST, schema={"a": 1, "b": 2}), replace(REQUEST, schema={"b": 2, "a": 1})
    assert request_key(one) == request_key(two)


def test_a_second_question_is_answered_from_the_cache(cache):
    model = ScriptedModel(["first", "second"])
    cached = CachedModel(model, cache)
    texts = [asyncio.run(cached.reply(one)).text for one in (REQUEST, REQUEST, replace(REQUEST, repeat=1))]
    assert (texts, len(model.requests), cached.hits) == (["first", "first", "second"], 2, 1)


def test_two_addresses_do_not_share_replies(cache):
    here, there = (CachedModel(ScriptedModel([name]), cache, endpoint=name) for name in ("here", "there"))
    assert [asyncio.run(model.reply(REQUEST)).text for model in (here, there)] == ["here", "there"]


def test_equal_questions_at_the_same_time_are_paid_once(cache):
    class Slow(ScriptedModel):
        async def reply(self, request: ChatRequest) -> ChatReply:
            await asyncio.sleep(0.01)
            return await super().reply(request)

    model = Slow(lambda _: f"reply {len(model.requests)}")
    cached = CachedModel(model, cache)

    async def many() -> set[str]:
        return {one.text for one in await asyncio.gather(*(cached.reply(REQUEST) for _ in range(20)))}

    assert asyncio.run(many()) == {"reply 1"}
    assert len(model.requests) == 1


def test_a_failure_is_not_kept(cache):
    class Flaky(ScriptedModel):
        async def reply(self, request: ChatRequest) -> ChatReply:
            if not self.requests:
                self.requests.append(request)
                raise EndpointError("down")
            return await super().reply(request)

    cached = CachedModel(Flaky(["up"]), cache)
    with pytest.raises(EndpointError):
        asyncio.run(cached.reply(REQUEST))
    assert asyncio.run(cached.reply(REQUEST)).text == "up"


def test_a_conversation_that_came_to_nothing_is_begun_again_later_and_not_at_once(cache, monkeypatch):
    asked = replace(REQUEST, schema={"type": "object"})

    def said(model: ScriptedModel) -> object:
        return asyncio.run(ask(CachedModel(model, cache), asked, lambda reply: reply["rain"])).value

    broken, mended = ScriptedModel(lambda _: ""), ScriptedModel(['{"rain": true}'])
    for _ in range(2):
        with pytest.raises(UnusableReplyError):
            said(broken)
    assert len(broken.requests) == 3
    monkeypatch.setattr("nlbridge.chat.client.cache.YOUNG", -1.0)
    with pytest.raises(UnusableReplyError):
        said(broken)
    assert len(broken.requests) == 6
    assert said(mended) is True
    assert (said(mended), len(mended.requests)) == (True, 1)


def test_processes_that_share_a_cache_lose_nothing(tmp_path):
    path = tmp_path / "replies.sqlite"
    writers = [subprocess.Popen([sys.executable, "-c", WRITER, str(path), str(number)]) for number in range(3)]
    assert [writer.wait(60) for writer in writers] == [0] * 3
    assert cache_size(path).replies == (("m", 4 * 15),)


def test_only_the_owner_may_read_the_file(cache):
    assert cache.path.stat().st_mode & 0o077 == 0


def test_clearing_removes_replies_and_their_traces(cache):
    cache.put("k", "e", ChatReply(text="planted words"), "m")
    assert cache.clear(older_than=3600) == 0
    assert cache.clear() == 1
    assert cache.get("k") is None
    assert b"planted words" not in b"".join(path.read_bytes() for path in cache.path.parent.iterdir())


def test_a_file_that_is_no_cache_is_refused_and_left_as_it_is(tmp_path):
    path = tmp_path / "replies.sqlite"
    path.write_bytes(b"a diary, not a database" * 100)
    with pytest.raises(CacheError, match="use --no-cache"):
        ReplyCache(path)
    assert path.read_bytes() == b"a diary, not a database" * 100


def test_a_cache_of_another_version_is_refused(tmp_path):
    path = tmp_path / "replies.sqlite"
    base = sqlite3.connect(path)
    base.execute("PRAGMA user_version = 99")
    base.close()
    with pytest.raises(CacheError, match="version 99"):
        ReplyCache(path)


def test_a_folder_that_cannot_be_made_is_an_error_of_the_cache(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(CacheError):
        ReplyCache(tmp_path / "file" / "replies.sqlite")


def test_a_broken_reply_in_the_file_is_an_error_and_no_reply(cache):
    cache._base.execute("INSERT INTO replies VALUES ('k', 'e', 'm', '{\"words\": 1}', 0)")
    with pytest.raises(CacheError, match="expected a reply as a JSON object"):
        cache.get("k")


def test_the_folder_is_named_by_the_environment(tmp_path, monkeypatch):
    monkeypatch.setenv("CAUSALCORE_CACHE", str(tmp_path))
    assert default_path() == tmp_path / "replies.sqlite"
    assert cache_size(default_path()).replies == ()
    assert not default_path().exists()
    monkeypatch.delenv("CAUSALCORE_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert default_path() == Path(tmp_path) / "causalcore" / "replies.sqlite"


def open_at_once(paths, barrier, number, faults):
    """Open each cache at the moment when the other processes do, write into it, and say what went wrong."""
    for path in paths:
        barrier.wait(60)
        try:
            kept = ReplyCache(path)
            kept.put(f"key {number}", "", ChatReply(text=str(number)), "any")
            kept.close()
        except CacheError as fault:
            faults.put(f"{type(fault).__name__}: {fault}")


def test_a_fresh_cache_can_be_opened_by_several_processes_at_once(tmp_path):
    paths = [tmp_path / str(k) / "replies.sqlite" for k in range(12)]
    spawn = get_context("spawn")
    barrier, faults = spawn.Barrier(6), spawn.SimpleQueue()
    processes = [spawn.Process(target=open_at_once, args=(paths, barrier, k, faults)) for k in range(6)]
    for process in processes:
        process.start()
    for process in processes:
        process.join(120)
    assert [process.exitcode for process in processes] == [0] * 6
    assert faults.empty()
    assert {cache_size(path).replies for path in paths} == {(("any", 6),)}

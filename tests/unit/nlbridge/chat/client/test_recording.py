"""Recordings: what was said is said again, and nothing else."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace

import pytest

from nlbridge.chat.client.recording import RecordingModel, ReplayModel
from nlbridge.chat.client.redaction import Redactor
from nlbridge.chat.client.scripted import ScriptedModel
from nlbridge.chat.errors import RecordingError, ReplayMissError
from nlbridge.chat.replies.chat import ChatRequest, Message, Role

REQUEST = ChatRequest(model="m", messages=(Message(role=Role.USER, content="Is “it” so?\udc80"),), schema={"a": 1})


def record(path, *requests: ChatRequest, texts=("one", "two"), redactor: Redactor | None = None) -> None:
    model = RecordingModel(ScriptedModel(texts), path, redactor=redactor)
    for request in requests:
        asyncio.run(model.reply(request))


def test_what_was_recorded_is_said_again_at_no_cost(tmp_path):
    path = tmp_path / "new" / "talk.jsonl"
    record(path, REQUEST, replace(REQUEST, repeat=1))
    replay = ReplayModel(path)
    said = [asyncio.run(replay.reply(one)) for one in (REQUEST, replace(REQUEST, repeat=1))]
    assert [reply.text for reply in said] == ["one", "two"]
    assert all(reply.usage.prompt_tokens == 0 for reply in said)
    assert replay.models == ("m",)


def test_another_question_is_not_answered(tmp_path):
    record(tmp_path / "talk.jsonl", REQUEST)
    with pytest.raises(ReplayMissError, match="record it again"):
        asyncio.run(ReplayModel(tmp_path / "talk.jsonl").reply(replace(REQUEST, seed=1)))


def test_a_recording_is_continued_and_holds_each_question_once(tmp_path):
    path = tmp_path / "talk.jsonl"
    record(path, REQUEST)
    record(path, REQUEST, replace(REQUEST, seed=1))
    assert len(path.read_text(encoding="utf-8").splitlines()) == 2


def test_a_torn_last_line_is_cut_off_before_the_recording_goes_on(tmp_path):
    path = tmp_path / "talk.jsonl"
    record(path, REQUEST)
    whole = path.read_bytes()
    path.write_bytes(whole + whole[: len(whole) // 2])
    assert asyncio.run(ReplayModel(path).reply(REQUEST)).text == "one"
    record(path, replace(REQUEST, seed=1), texts=["three"])
    assert asyncio.run(ReplayModel(path).reply(replace(REQUEST, seed=1))).text == "three"
    assert path.read_bytes().startswith(whole)


def test_a_last_line_without_a_line_break_counts(tmp_path):
    path = tmp_path / "talk.jsonl"
    record(path, REQUEST)
    path.write_bytes(path.read_bytes().rstrip(b"\n"))
    assert asyncio.run(ReplayModel(path).reply(REQUEST)).text == "one"
    record(path, replace(REQUEST, seed=1))
    assert len(path.read_text(encoding="utf-8").splitlines()) == 2


@pytest.mark.parametrize(
    "line", ["[]", "{}", "no", '{"key": 1, "request": {"model": "m"}, "reply": {"text": ""}}', "[" * 9999]
)
def test_a_file_that_is_no_recording_is_refused(tmp_path, line):
    path = tmp_path / "talk.jsonl"
    path.write_text(line + "\n")
    with pytest.raises(RecordingError, match="line 1"):
        ReplayModel(path)
    with pytest.raises(RecordingError, match="line 1"):
        RecordingModel(ScriptedModel([""]), path)
    assert path.read_text() == line + "\n"


def test_a_recording_that_is_not_there_is_named(tmp_path):
    with pytest.raises(RecordingError, match="check the name"):
        ReplayModel(tmp_path / "nothing.jsonl")


def test_a_key_in_question_or_reply_is_not_recorded(tmp_path):
    path = tmp_path / "talk.jsonl"
    asked = replace(REQUEST, messages=(Message(role=Role.USER, content="my key is s3cr3t-word"),))
    record(path, asked, texts=["s3cr3t-word it is"], redactor=Redactor(["s3cr3t-word"]))
    assert "s3cr3t-word" not in path.read_text()
    assert json.loads(path.read_text())["reply"]["text"] == "[key] it is"


def test_another_reply_to_the_same_request_replaces_the_first_in_a_replay(tmp_path):
    path = tmp_path / "talk.jsonl"
    record(path, REQUEST, texts=[""])
    record(path, REQUEST, texts=["an answer"])
    assert asyncio.run(ReplayModel(path).reply(REQUEST)).text == "an answer"

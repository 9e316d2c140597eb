"""Batches with a language model in several processes and on a cluster: the rows, budget and cache of one process."""

from __future__ import annotations

import json
from collections import Counter

import pytest
from model_of_replies import HAD, KEPT, RIGHT, SPOILT, TEXT
from story_server import about_the_story

from nlbridge.answering.batch import run, verify_line
from nlbridge.answering.lines import Line
from nlbridge.answering.request import Settings
from nlbridge.chat.client.endpoint import Endpoint
from nlbridge.chat.client.endpoint_options import EndpointOptions
from nlbridge.testing.chat_server import ChatServer, serving

EDITS = (RIGHT, SPOILT, KEPT)
KEY = "planted-31c0de-secret"


def lines() -> list[Line]:
    """Return the edits with enough lines between them that several processes get some."""
    rows = [{"id": k, "text": TEXT, "had": HAD, "edit": edit} for k, edit in enumerate(EDITS * 10)]
    return [Line(number=k, data=json.dumps(row).encode()) for k, row in enumerate(rows, 1)]


@pytest.fixture
def answered(tmp_path, monkeypatch):
    monkeypatch.setenv("MY_KEY", KEY)

    def work(folder, *, max_tokens=None, **spread):
        monkeypatch.setenv("CAUSALCORE_CACHE", str(tmp_path / folder))
        server = ChatServer(about_the_story, key=KEY)
        with serving(server) as address:
            options = EndpointOptions(
                model="small", base_url=address, api_key_env="MY_KEY", retries=0, max_tokens=max_tokens
            )
            with Endpoint(options) as endpoint:
                settings = Settings(reader="llm", endpoint=endpoint)
                rows = list(run(lines(), verify_line, settings, **spread))
                return rows, Counter(call.body["messages"][-1]["content"] for call in server.calls), endpoint

    return work


@pytest.mark.parametrize("spread", [{"jobs": 2}, {"dask": "local:2"}], ids=["processes", "cluster"])
def test_the_rows_are_those_of_one_process_and_each_question_is_paid_once(answered, spread):
    alone, asked, _ = answered("alone")
    together, asked_together, endpoint = answered("together", **spread)
    verdicts = [[(row["id"], row["valid"], row["errors"]) for row in rows] for rows in (alone, together)]
    assert verdicts[0] == verdicts[1]
    assert asked == asked_together
    assert set(asked.values()) == {1}
    assert endpoint.spent.calls == len(asked)
    assert not any(KEY in json.dumps(row) for row in together)


def test_a_budget_that_ends_leaves_an_error_on_each_line_that_is_left(answered):
    rows, _, endpoint = answered("poor", max_tokens=6_000, jobs=2)
    failed = [row for row in rows if "error" in row]
    assert [row["id"] for row in rows] == list(range(30))
    assert failed
    assert all("6000 tokens" in row["error"] for row in failed)
    assert endpoint.spent.tokens <= 6_000

"""`causalcore score calm --reader llm`: what no text decides is answered by a model and counted apart."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from benchmarks.command.score import app
from nlbridge.testing.chat_server import ChatServer, serving

JUDGED = {
    "index": 1,
    "input": "How would a typical person answer? Ida was to lock the gate and forgot. The goat got out. Did Ida's "
    "forgetting cause the goat to get out?\nOptions:\n- Yes\n- No",
    "gt_answer": "Yes",
}
SUPPOSED = {
    "index": 1,
    "premise": "A kettle falls from a shelf.",
    "QCC": "What would have happened if the kettle had stood on the floor?",
    "Answer1": "It would have sung.",
    "Answer2": "It would not have fallen.",
    "Answer3": "The shelf would have fallen.",
    "Answer4": "That is not possible.",
    "gt_answer": "2",
}
READ = {
    "words": "was to lock the gate and forgot",
    "asked": "That Ida forgot caused the goat to get out.",
    "otherwise": "The gate would have been locked.",
    "needed": True,
    "norm": "her duty to lock the gate",
    "answer": "yes",
}
OPTION = READ | {"words": "had stood on the floor", "norm": "", "needed": False, "answer": "2"}


def answer(body: dict) -> str:
    return json.dumps(OPTION if "kettle" in body["messages"][1]["content"] else READ)


@pytest.fixture
def scored(tmp_path):
    folder = tmp_path / "calm"
    folder.mkdir()
    (folder / "AC-B_causal_judgement_EN.jsonl").write_text(json.dumps(JUDGED) + "\nnothing\n")
    (folder / "CR-C_CRASS_EN.jsonl").write_text(json.dumps(SUPPOSED) + "\n")
    server = ChatServer(answer)

    def run(*more: str):
        with serving(server) as address:
            where = ["--model", "m", "--base-url", address, "--no-cache", "--retries", "0", "--concurrency", "1"]
            return CliRunner().invoke(app, ["calm", str(folder), "--out", str(tmp_path / "out"), *where, *more])

    return run, server, tmp_path / "out"


def test_a_model_answers_and_nothing_of_it_counts_as_formal(scored):
    run, server, out = scored
    done = run("--reader", "llm")
    assert done.exit_code == 0, done.output
    summary = json.loads((out / "summary.json").read_text())
    assert summary["total"] == 0
    assert {task: one["hits"] for task, one in summary["needs_a_model"].items()} == {
        "AC-B_causal_judgement": 1,
        "CR-C_CRASS": 1,
    }
    assert len(summary["skipped_items"]) == 1
    judged, supposed = [json.loads(line) for line in (out / "samples.jsonl").read_text().splitlines()]
    assert judged["why"][0] == "words: was to lock the gate and forgot"
    assert "broken: her duty to lock the gate" in judged["why"]
    assert supposed["assumption"] == "as a language model takes people to judge"
    asked = len(server.calls)
    assert run("--reader", "llm").exit_code == 0
    assert len(server.calls) == asked


@pytest.mark.parametrize(
    ("wrong", "reason"), [({"words": "the goat sang"}, "in the text"), ({"answer": "1"}, "expected yes or no")]
)
def test_what_does_not_answer_goes_back(scored, wrong, reason):
    run, server, out = scored
    server.answer = lambda body: json.dumps(READ | wrong) if "goat" in str(body["messages"][1]) else answer(body)
    assert run("--reader", "llm").exit_code == 0
    assert any(reason in call.body["messages"][-1]["content"] for call in server.calls)
    judged = json.loads((out / "samples.jsonl").read_text().splitlines()[0])
    assert (judged["said"], judged["blame"]) == (None, "grader")


def test_without_a_reply_the_item_stays_open_and_is_asked_the_next_time(scored):
    run, server, _ = scored
    server.faults = ["500"]
    done = run("--reader", "llm")
    assert done.exit_code == 4
    assert run("--reader", "llm").exit_code == 0

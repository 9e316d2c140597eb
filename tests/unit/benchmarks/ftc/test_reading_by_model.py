"""`causalcore score ftc --reader llm` against an endpoint on this machine."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from benchmarks.command.score import app
from nlbridge.testing.chat_server import ChatServer, serving

CONTRADICTED = {
    "id": "sailor",
    "premise": "A sailor is sleeping.",
    "hypothesis": "A sailor is mending a net.",
    "explanation": "One cannot be sleeping and mending a net at once.",
    "label": "C",
    "cf": [{"hypothesis": "A sailor is sleeping.", "label": "E", "case": ""}],
}
NEUTRAL = {
    "id": "judge",
    "premise": "A judge rows a boat.",
    "hypothesis": "A judge is rich.",
    "explanation": "Not everybody who rows a boat is rich.",
    "label": "N",
}
READ = {
    "sailor": {
        "words": "cannot be sleeping and mending a net at once",
        "a": "mending a net",
        "b": "sleeping",
        "relation": "disjoint",
        "hypothesis": "A sailor is sleeping.",
        "found": True,
    },
    "judge": {
        "words": "Not everybody",
        "a": "rows a boat",
        "b": "rich",
        "relation": "does not imply",
        "hypothesis": "A judge rows a boat.",
        "found": True,
    },
}
SAILOR = ["exists x. (Sailor(x) & Sleeping(x))", "all x. ~(Sleeping(x) & Mending(x))"]
JUDGE = "exists x. (Judge(x) & Rows(x))"


def answer(body: dict) -> str:
    asked = body["messages"][1]["content"]
    who = "sailor" if "sailor" in asked else "judge"
    if body["response_format"]["json_schema"]["name"] == "relation":
        return json.dumps(READ[who])
    assert "contradiction" not in asked  # the label is not shown
    if who == "sailor":
        return json.dumps({"premises": SAILOR, "hypothesis": SAILOR[0]})
    rich = "is rich" in asked.split("hypothesis")[1]
    return json.dumps({"premises": [JUDGE], "hypothesis": "exists x. (Judge(x) & Rich(x))" if rich else JUDGE})


@pytest.fixture
def scored(tmp_path):
    data = tmp_path / "items.jsonl"
    data.write_text("".join(json.dumps(item) + "\n" for item in (CONTRADICTED, NEUTRAL)) + "no item\n")
    server = ChatServer(answer)

    def run(*more: str):
        with serving(server) as address:
            asked = ["--model", "m", "--base-url", address, "--no-cache", "--retries", "0"]
            return CliRunner().invoke(app, ["ftc", str(data), "--out", str(tmp_path / "out"), *asked, *more])

    return run, server, tmp_path / "out"


def test_a_model_reads_and_rewrites_and_the_label_is_proved_from_formulas(scored):
    run, server, out = scored
    done = run("--reader", "llm")
    assert done.exit_code == 0, done.output
    summary = json.loads((out / "summary.json").read_text())
    assert summary["provable"]["all"]["accuracy"]["value"] == 1
    assert set(summary["provable"]) == {"C", "N[A]", "N[B]", "all"}
    assert summary["meteor"]["rewritten"]["C"]["meteor"] > 0.99
    assert len(summary["skipped_items"]) == 1  # a bad line does not stop the run
    sailor, judge = [json.loads(line) for line in (out / "samples.jsonl").read_text().splitlines()]
    assert sailor["cf"][0]["proof"]["label"] == "E"
    assert [one["proved"] for one in judge["cf"]] == [True, True]
    assert "Labels that are provable" in (out / "report.md").read_text()
    asked = len(server.calls)
    assert run("--reader", "llm").exit_code == 0
    assert len(server.calls) == asked  # what was answered is not asked again


def test_what_could_not_be_asked_is_named_and_asked_the_next_time(scored):
    run, server, _ = scored
    server.faults = ["500"]
    done = run("--reader", "llm", "--concurrency", "1")
    assert done.exit_code == 4
    assert "has no verdict" in done.output
    assert run("--reader", "llm").exit_code == 0


@pytest.mark.parametrize("more", [(), ("--reader", "hybrid")])
def test_a_model_needs_a_reader_that_asks_it(scored, more):
    run, server, _ = scored
    assert run(*more).exception is not None
    assert server.calls == []

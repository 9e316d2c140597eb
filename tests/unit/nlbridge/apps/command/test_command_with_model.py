"""The commands with a language model's help, over a real socket of this machine."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from model_of_replies import GROUNDED, HAD, PARAPHRASE, SPOILT, TEXT
from story_server import about_the_story
from typer.testing import CliRunner

from nlbridge.apps.command.cli import app
from nlbridge.testing.chat_server import ChatServer, serving

SECRET = "sk-a-key-that-must-not-be-seen"


@pytest.fixture
def server():
    server = ChatServer(about_the_story, key=SECRET)
    with serving(server) as address:
        yield server, address


def run(address, *arguments, monkeypatch):
    monkeypatch.setenv("CAUSALCORE_TEST_KEY", SECRET)
    options = ["--base-url", address, "--model", "m", "--api-key-env", "CAUSALCORE_TEST_KEY", "--no-cache"]
    done = CliRunner().invoke(app, [*map(str, arguments), *options])
    assert SECRET not in done.output
    return done


@pytest.mark.parametrize(("edit", "code"), [(PARAPHRASE, 0), (SPOILT, 1)])
def test_verify_asks_the_endpoint_and_the_engine_decides(server, edit, code, monkeypatch):
    done = run(server[1], "verify", TEXT, "--had", HAD, "--edit", edit, "--reader", "llm", monkeypatch=monkeypatch)
    assert done.exit_code == code
    row = json.loads(done.stdout)
    assert row["basis"]["edit"] == "model"
    assert {one["rests_on"] for one in row["criteria"]} == {"model"}
    assert len(server[0].calls) == 3


def test_read_and_rubric_take_what_the_model_reads(server, monkeypatch):
    done = run(server[1], "read", TEXT, "--reader", "llm", "--samples", 2, monkeypatch=monkeypatch)
    assert [event["id"] for event in json.loads(done.stdout)["events"]] == ["e1", "e2", "e3"]
    assert len(server[0].calls) == 2
    done = run(server[1], "rubric", TEXT, "--had", HAD, "--reader", "llm", "--format", "text", monkeypatch=monkeypatch)
    assert "Rests on: text read by the model" in done.stdout


def test_a_batch_is_answered_in_order_and_a_text_is_read_once(server, monkeypatch, tmp_path):
    rows = [{"id": k, "text": TEXT, "had": HAD, "edit": edit} for k, edit in enumerate([*GROUNDED] * 3)]
    path = tmp_path / "edits.jsonl"
    path.write_text("\n".join(json.dumps(row) for row in [*rows, {"id": "bad"}]), encoding="utf-8")
    done = run(server[1], "verify", "--jsonl", path, "--reader", "llm", monkeypatch=monkeypatch)
    assert done.exit_code == 2
    found = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    assert [row["id"] for row in found] == [*range(12), "bad"]
    assert [row.get("valid") for row in found[:4]] == [True, False, False, True]
    assert len(server[0].calls) == 2 + 12


def test_a_dry_run_asks_nothing_and_counts_the_readings(server, monkeypatch, tmp_path):
    path = tmp_path / "texts.jsonl"
    rows = [{"id": k, "text": f"{TEXT} Rain fell on day {k}.", "had": HAD} for k in range(40)]
    path.write_text("\n".join(json.dumps(row) for row in rows), encoding="utf-8")
    done = run(server[1], "rubric", "--jsonl", path, "--reader", "llm", "--dry-run", monkeypatch=monkeypatch)
    assert done.exit_code == 0
    assert "dry run: 40 calls" in done.stdout
    assert "in all a text takes about 2.2 calls with its what-if, and 1.4 more for each edit" in done.stdout
    assert server[0].calls == []


def test_a_model_that_stays_unusable_is_an_endpoint_failure(monkeypatch):
    with serving(ChatServer("I would rather not.")) as address:
        done = run(address, "read", TEXT, "--reader", "llm", monkeypatch=monkeypatch)
    assert done.exit_code == 4


def test_options_of_an_endpoint_are_refused_beside_the_offline_reader():
    done = CliRunner().invoke(app, ["read", TEXT, "--model", "m"])
    assert done.exit_code == 2


def test_the_offline_commands_do_not_load_the_library_of_the_client():
    load = "from nlbridge.answering.answers import read_text; from nlbridge.answering.request import Settings"
    work = f"{load}; read_text({TEXT!r}, Settings())"
    code = f"import sys; {work}; print('openai' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"

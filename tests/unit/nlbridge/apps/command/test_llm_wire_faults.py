"""A command over a real socket, whatever the endpoint does: the answer, or one line and exit code 4; never a key."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from nlbridge.apps.command.cli import app
from nlbridge.testing.chat_server import ChatServer, serving

ROOT = Path(__file__).parents[5]
KEY = "planted-3b77-secret"


def recorded() -> tuple[str, dict[str, str]]:
    """Return the model of a recording, and its replies by the last message of the request."""
    path = ROOT / "examples" / "recordings" / "orchard.jsonl"
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    replies = {row["request"]["messages"][-1]["content"]: row["reply"]["text"] for row in rows}
    return rows[0]["request"]["model"], replies


@pytest.mark.parametrize(
    ("fault", "code", "calls"),
    [
        ("ok", 0, 1),
        ("429:0.01", 0, 2),
        ("503:0.01", 0, 2),
        ("500", 0, 2),
        ("reset", 0, 2),
        ("cut-body", 0, 2),
        ("truncated", 0, 2),
        ("fenced", 0, 1),
        ("empty", 0, 2),
        ("reasoning", 0, 1),
        ("schema-ignored", 0, 2),
        ("other-model", 0, 1),
        ("no-usage", 0, 1),
        ("echo-key", 0, 2),
        ("refusal", 4, 1),
        ("quota", 4, 1),
        ("401", 4, 1),
    ],
)
def test_a_text_is_read_through_a_fault_or_refused_in_one_line(fault, code, calls, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    model, replies = recorded()

    def answer(body: dict) -> str:
        return next(replies[said] for one in reversed(body["messages"]) if (said := one["content"]) in replies)

    server = ChatServer(answer, faults=[fault])
    text = str(ROOT / "examples" / "orchard" / "text.txt")
    with serving(server) as address:
        where = ("--reader", "llm", "--model", model, "--base-url", address, "--no-cache", "--format", "json")
        done = CliRunner().invoke(app, ["read", text, *where])
    assert (done.exit_code, len(server.calls)) == (code, calls), done.stderr
    assert KEY not in done.stdout + done.stderr
    assert server.calls[0].headers["authorization"] == f"Bearer {KEY}"
    if code == 0:
        assert json.loads(done.stdout)["events"][0]["statement"] == "The gate stood open."
    else:
        assert not done.stdout
        assert done.stderr.splitlines()[-1].startswith("causalcore: expected")

"""Integrations read as the settings file says, with one endpoint for the process and for those that it starts."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from pathlib import Path

import pytest
from model_of_replies import HAD, RIGHT, SPOILT, TEXT
from story_server import about_the_story

from nlbridge.testing.chat_server import ChatServer, serving

SCRIPT = """
import asyncio, json
from benchmarks.integrations.judgement import judged, judged_together, rubric_row
from benchmarks.integrations.processes import Judges

if __name__ == "__main__":
    asked = {"text": TEXT, "had": HAD}
    rows = [asked | {"edit": RIGHT}, asked | {"edit": " "}, asked | {"edit": SPOILT}, {"text": TEXT, "edit": RIGHT}]

    async def inside():
        return judged(rows[0]).valid

    with Judges(2) as judges:
        spread = [one.valid for one in judges.judge(rows)]
    alone = judged_together(rows)
    print(json.dumps({
        "loop": asyncio.run(inside()), "alone": [one.valid for one in alone], "spread": spread,
        "answered": [one.answered for one in alone], "error": alone[3].error,
        "rests_on": alone[0].criteria[0]["rests_on"], "rubric": rubric_row(asked)["basis"]["reader"],
    }))
"""


@pytest.fixture
def script(tmp_path):
    path = tmp_path / "integration.py"
    names = "\n".join(f"{name} = {value!r}" for name, value in STORY.items())
    path.write_text(names + SCRIPT, encoding="utf-8")
    return path


STORY = {"TEXT": TEXT, "HAD": HAD, "RIGHT": RIGHT, "SPOILT": SPOILT}
DRY = "The pump held, so the cellar stayed dry."
ROOT = Path(__file__).parents[4]


def test_an_integration_asks_the_model_of_the_settings_file_once_for_all_its_processes(script, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.setenv("CAUSALCORE_CACHE", str(script.parent / "cache"))
    server = ChatServer(about_the_story)
    with serving(server) as address:
        settings = f'model = "small"\nbase_url = "{address}"\nreader = "llm"\n'
        (script.parent / "causalcore.toml").write_text(settings, encoding="utf-8")
        command = [sys.executable, str(script)]
        done = subprocess.run(command, cwd=script.parent, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout)
    assert said["alone"] == said["spread"] == [True, False, False, None]
    assert said["answered"] == [True, False, True, True]
    assert said["error"].startswith("expected exactly one of had")
    assert (said["loop"], said["rests_on"], said["rubric"]) == (True, "model", "llm")
    assert set(server.paid.values()) == {1}
    assert done.stderr.count("calls, ") == 1


def test_without_settings_an_integration_reads_offline_in_an_event_loop_too():
    from benchmarks.integrations.judgement import judged

    async def inside():
        return judged({"text": "The pump failed, so the cellar flooded.", "had": "the pump not failed", "edit": DRY})

    assert asyncio.run(inside()).valid is True

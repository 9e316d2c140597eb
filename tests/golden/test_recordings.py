"""The replies of the documentation were given to the prompts as they are now."""

from __future__ import annotations

import importlib.util
from pathlib import Path


def recorder():
    path = Path(__file__).with_name("record_replies.py")
    spec = importlib.util.spec_from_file_location("record_replies", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_recording_is_what_the_readers_ask_now(tmp_path):
    module = recorder()
    fresh = tmp_path / "orchard.jsonl"
    module.record(fresh)
    said = fresh.read_text(encoding="utf-8"), module.RECORDING.read_text(encoding="utf-8")
    assert said[0] == said[1], "a prompt has changed: run python tests/golden/record_replies.py"


def test_the_recorded_verdicts_are_what_the_judge_is_asked_now(tmp_path):
    module = recorder()
    fresh = tmp_path / "cobe_judge.jsonl"
    module.record_verdicts(fresh)
    said = fresh.read_text(encoding="utf-8"), module.VERDICTS.read_text(encoding="utf-8")
    assert said[0] == said[1], "a prompt has changed: run python tests/golden/record_replies.py"

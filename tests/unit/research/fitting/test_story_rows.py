"""What the score is fitted on is kept from the models of claims."""

from __future__ import annotations

import json

from research.fitting.rewrite_examples import STORIES
from research.fitting.story_rows import SUITES, kept_for_the_score, rows_of_stories, story_rows


def edits(path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_rewrites_that_are_kept_for_the_score_are_no_examples_of_claims(tmp_path):
    kept = kept_for_the_score()
    (tmp_path / "stories").mkdir()
    assert not {row[1] for row in story_rows(tmp_path)} & kept
    assert {row[1] for row in rows_of_stories([STORIES])} & kept == {
        rewrite["edit"]
        for name in ("chat", "free", "held_out", "quiet")
        for rewrite in edits(STORIES / f"rewrites_{name}.jsonl")
    }


def test_of_suites_the_third_and_what_chat_models_wrote_are_kept():
    kept = kept_for_the_score()
    for path in sorted(SUITES.glob("*.jsonl")):
        for edit in (edit for row in edits(path) for edit in row["edits"]):
            assert (edit["text"] in kept) is (path.stem == "third" or edit.get("manner") == "chat")

"""What a batch says at its end, besides the rows that it writes."""

from __future__ import annotations

import io
import json
import sys

import pytest

from nlbridge.answering.batch import verify_line
from nlbridge.answering.request import FIELDS, Settings
from nlbridge.asking import progress
from nlbridge.asking.batch_lines import batch

TEXT = "The pump failed, so the cellar flooded."
EDITS = ("The pump did not fail, so the cellar did not flood.", "The pump did not fail, but the cellar flooded.", "lol")
TALLY = "causalcore: 3 edits: 1 valid, 1 invalid, 1 undetermined\n"


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.mark.parametrize(("written", "tally"), [(Terminal(), TALLY), (io.StringIO(), "")], ids=["terminal", "pipe"])
def test_the_verdicts_of_a_batch_are_counted_on_a_terminal(tmp_path, monkeypatch, written, tally):
    lines = [{"id": str(k), "text": TEXT, "had": "the pump not failed", "edit": edit} for k, edit in enumerate(EDITS)]
    (tmp_path / "edits.jsonl").write_text("\n".join([*map(json.dumps, lines), "{"]))
    monkeypatch.setattr(sys, "stderr", written)
    monkeypatch.setattr(progress, "PATIENCE", 600.0)
    assert batch(str(tmp_path / "edits.jsonl"), verify_line, Settings(), 1, (*FIELDS, "edit")) == 2
    assert written.getvalue() == tally + 'causalcore: 1 of 4 lines could not be processed; see their "error"\n'

"""What every integration is built on: a judgement, its explanation, and processes that stay alive."""

from __future__ import annotations

import json
import os
import pickle
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.errors import JobsError, ThresholdError
from benchmarks.integrations.grading import graded
from benchmarks.integrations.judgement import judged, judged_together
from benchmarks.integrations.processes import MOST, Judges, _pieces

ROOT = Path(__file__).parents[4]
ASKED = {"text": "The pump failed, so the cellar flooded.", "had": "the pump not failed"}
VALID = ASKED | {"edit": "The pump held, so the cellar stayed dry."}
INVALID = ASKED | {"edit": "The pump held, but the cellar flooded."}
OTHER = ASKED | {"edit": "Our shop sells bread."}


def verified(rows):
    """Return what the command says of the rows."""
    command = [sys.executable, "-c", "from nlbridge.apps.command.cli import main; main()", "verify", "--jsonl", "-"]
    lines = "".join(json.dumps({"id": n, **row}) + "\n" for n, row in enumerate(rows))
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, input=lines, capture_output=True, text=True, env=environment, check=False)
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_a_judgement_is_what_the_command_says():
    rows = [VALID, INVALID, OTHER]
    for mine, theirs in zip(judged_together(rows), verified(rows), strict=True):
        assert (mine.valid, mine.score, mine.confidence) == (theirs["valid"], theirs["score"], theirs["confidence"])
        assert [list(mine.errors), list(mine.reasons)] == [theirs["errors"], theirs["reasons"]]
        assert [dict(one) for one in mine.criteria] == theirs["criteria"]


def test_an_explanation_begins_with_the_verdict_and_quotes_what_broke():
    lines = judged(INVALID).explanation.splitlines()
    assert lines[0].startswith("invalid (")
    assert any(line.startswith("fail [E2]: 'The cellar flooded' no longer holds. “") for line in lines)


def test_kinds_of_criteria_are_met_broken_or_open():
    found = judged(INVALID)
    assert (found.of_kind("intervention"), found.of_kind("changed"), found.of_kind("numeric")) == (True, False, None)
    assert [one["statement"] for one in found.failed] == [
        one["statement"] for one in found.criteria if one["verdict"] == "fail"
    ]


@pytest.mark.parametrize(
    ("row", "said"),
    [
        (ASKED, "there is no rewrite"),
        (ASKED | {"edit": None}, "there is no rewrite"),
        (ASKED | {"edit": ["text"]}, "there is no rewrite"),
        (ASKED | {"edit": "\n "}, "empty response"),
        (ASKED | {"edit": "I'm sorry, but I can't help with that."}, "refused"),
        (ASKED | {"edit": "The pump\x07 held."}, "cannot be read"),
        (ASKED | {"edit": "x" * 30_000}, "cannot be read"),
    ],
)
def test_what_answers_nothing_is_invalid_and_scores_nothing(row, said):
    found = judged(row)
    assert (found.valid, found.score, found.answered, found.error) == (False, 0.0, False, None)
    assert said in found.reasons[0]


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ({"edit": "It rained."}, '"text" or "scenario"'),
        ({"text": "It rained.", "edit": "It rained."}, "exactly one of had, query and do"),
        ({"text": 7, "had": "no rain", "edit": "It rained."}, "a number"),
        ({"text": "It rained.", "had": "the pump not failed", "edit": "It rained."}, "pump"),
    ],
)
def test_a_request_that_cannot_be_understood_is_said_and_never_valid(row, said):
    found = judged(row)
    assert (found.valid, found.score) == (None, 0.0)
    assert said in found.error
    assert found.explanation.startswith("not judged: ")


@pytest.mark.parametrize("threshold", [0, 0.2, 1.0])
@pytest.mark.parametrize("row", [OTHER, ASKED | {"edit": ""}, {"edit": "It rained."}])
def test_what_has_no_verdict_passes_under_no_threshold(row, threshold):
    found = graded(row, threshold)
    assert (found.passed, found.score) == (False, 0.0)


def test_a_threshold_lets_invalid_rewrites_pass_that_meet_enough():
    score = graded(INVALID).score
    assert 0 < score < 0.5
    assert [graded(INVALID, limit).passed for limit in (score, 0.5, 1.0)] == [True, False, False]
    assert graded(VALID).passed


@pytest.mark.parametrize("threshold", [-0.1, 1.1, "high", None, True, float("nan")])
def test_a_threshold_that_no_score_can_be_compared_with_is_refused(threshold):
    with pytest.raises(ThresholdError, match="expected a threshold from 0 to 1"):
        graded(VALID, threshold)


@pytest.mark.parametrize(("rows", "jobs"), [(1, 1), (7, 2), (60, 2), (60, 5)])
def test_batches_are_cut_so_that_every_process_works_and_nothing_is_lost(rows, jobs):
    batch = [{"text": f"text {number // 8}", "edit": number} for number in range(rows)]
    pieces = list(_pieces(batch, jobs))
    assert [row for piece in pieces for row in piece] == batch
    assert len(pieces) >= min(jobs, rows)
    assert all(len(piece) <= MOST and len({row["text"] for row in piece}) == 1 for piece in pieces)


def test_processes_judge_as_one_does_stay_alive_and_come_back_when_killed():
    rows = [VALID, INVALID, OTHER, {"edit": "It rained."}]
    with Judges(jobs=2) as judges:
        assert judges.judge(rows) == judged_together(rows)
        alive = set(judges._pool._processes)
        judges.judge(rows)
        assert alive <= set(judges._pool._processes)
        os.kill(next(iter(alive)), signal.SIGKILL)
        assert judges.judge(rows) == judged_together(rows)
    assert judges._pool is None
    assert pickle.loads(pickle.dumps(judges)).jobs == 2


def test_less_than_one_process_is_refused():
    with pytest.raises(JobsError, match="jobs=0"):
        Judges(jobs=0)

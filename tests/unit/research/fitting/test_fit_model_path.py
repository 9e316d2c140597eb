"""Confidences of the model path follow what came out, where that holds on scenarios they were not fitted on, too."""

from __future__ import annotations

import json
import sys

import pytest

from nlbridge.weights.calibration import model_path_weights
from research.fitting import fit_model_path
from research.fitting.fit_model_path import FEWEST, PRIOR, Outcome, chosen, fitted, held_out_loss, loss, outcomes

BASIS = {
    "disputed": [{"event": "e3", "why": "…"}],
    "derived_and_expected": ["e1", "e2", "e4"],
    "offline_alike": ["e1"],
    "offline_unlike": ["e2"],
    "looked_twice": [],
}
EVENTS = [
    {"id": "e1", "answer": "changed", "likeliest": "changed"},
    {"id": "e2", "answer": "unchanged", "likeliest": "unchanged"},
    {"id": "e3", "answer": "open", "likeliest": "changed"},
    {"id": "e4", "answer": "open", "likeliest": "changed"},
    {"id": "e5", "answer": "changed", "likeliest": "changed"},
]


def seen(weight, right, wrong):
    """Return outcomes spread over twenty groups."""
    found = [Outcome(weight=weight, group=f"g{k % 20}", right=k >= wrong) for k in range(right + wrong)]
    return sorted(found, key=lambda one: one.group)


def test_each_answer_counts_for_the_confidence_that_it_has():
    gold = {"a": {"answers": {"e1": "changed", "e2": "changed", "e3": "changed", "e4": "open", "e5": "changed"}}}
    verdicts = [{"id": "v", "valid": True, "confidence": 0.9, "basis": BASIS}]
    found = outcomes([{"id": "a", "events": EVENTS, "basis": BASIS}], verdicts, gold | {"v": {"valid": False}})
    assert [(one.weight, one.right) for one in found] == [
        ("changed alike", True),
        ("unchanged unlike", False),
        ("leaning", True),
        ("look", False),
    ]
    assert found[-1].rest == pytest.approx(0.9 / model_path_weights()["look"])


def test_a_confidence_is_drawn_to_the_share_that_was_right_as_far_as_results_outweigh_the_prior():
    weights = fitted(seen("look", 60, 20), {"look": 0.95, "proof": 0.995})
    assert weights["look"] == pytest.approx((60 + PRIOR * 0.95) / (80 + PRIOR), abs=1e-4)
    assert weights["proof"] == 0.995


def test_what_no_other_scenario_bears_out_is_not_fitted():
    before = {"look": 0.75, "second look": 0.9}
    worse = [*seen("look", 60, 20), *seen("second look", FEWEST - 1, 0)]
    assert chosen(worse, before) == before
    better = seen("look", 98, 2)
    assert held_out_loss(better, before) < loss(better, before)
    assert chosen(better, before)["look"] > 0.9


def test_the_command_prints_and_writes_them(tmp_path, monkeypatch, capsys):
    rows = [{"id": f"a{k}", "events": EVENTS, "basis": BASIS} for k in range(FEWEST + 20)]
    gold = [{"id": row["id"], "answers": {"e1": "unchanged"}} for row in rows]
    for name, lines in (("r", rows), ("v", []), ("g", gold)):
        (tmp_path / name).write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    written = tmp_path / "weights.json"
    monkeypatch.setattr(fit_model_path, "FILE", written)
    monkeypatch.setattr(sys, "argv", ["fit", *(str(tmp_path / name) for name in "rvg"), "--write"])
    fit_model_path.main()
    assert "changed alike" in capsys.readouterr().out
    weights = json.loads(written.read_text(encoding="utf-8"))
    assert weights["changed alike"] < model_path_weights()["changed alike"]
    assert weights["unchanged alike"] == model_path_weights()["unchanged alike"]

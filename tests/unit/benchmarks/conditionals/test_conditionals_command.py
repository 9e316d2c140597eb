from __future__ import annotations

import json
import sys

import pytest
from typer.testing import CliRunner

from benchmarks.command.score import app as score_app
from benchmarks.conditionals.command import app
from benchmarks.conditionals.data import load
from benchmarks.conditionals.language_models import LocalModel, TransformersMissingError
from benchmarks.errors import MalformedItemError
from nlbridge.answering.request import RequestError

RUNNER = CliRunner()


def test_sentences_are_answered_line_by_line_and_a_bad_line_stops_nothing(tmp_path):
    path = tmp_path / "in.jsonl"
    path.write_text(
        '{"id": 1, "sentence": "If the kiln were hot, the clay would crack. In fact, the clay is soft."}\n'
        '{"id": 2, "sentence": 5}\n'
        '{"id": 3, "sentence": "Because the kiln is hot, the clay cracks."}\n',
        encoding="utf-8",
    )
    result = RUNNER.invoke(app, ["--jsonl", str(path)])
    rows = [json.loads(line) for line in result.stdout.splitlines()]
    assert result.exit_code == 2
    assert [(row.get("mood"), row.get("world"), row.get("antecedent_holds")) for row in rows] == [
        ("counterfactual", "actual", False),
        (None, None, None),
        ("factual", "actual", True),
    ]
    assert "expected" in rows[1]["error"]


def test_nothing_to_do_is_refused():
    assert isinstance(RUNNER.invoke(app, []).exception, RequestError)


def test_generated_items_are_scored_from_a_file_of_log_probabilities(tmp_path):
    items, scores, out = tmp_path / "items.jsonl", tmp_path / "p.jsonl", tmp_path / "out"
    assert RUNNER.invoke(app, ["generate", "--count", "56", "--out", str(items)]).exit_code == 0
    rows = [json.loads(line) for line in items.read_text(encoding="utf-8").splitlines()]
    logical = {row["id"]: row["logical"] == row["congruent"] for row in rows}
    scores.write_text(
        "".join(
            json.dumps({"id": name, "logprobs": {"congruent": -1.0 if good else -3.0, "incongruent": -2.0}}) + "\n"
            for name, good in logical.items()
        ),
        encoding="utf-8",
    )
    result = RUNNER.invoke(score_app, ["conditionals", str(items), "--generations", str(scores), "--out", str(out)])
    assert result.exit_code == 0, result.output
    summary = json.loads((out / "summary.json").read_text(encoding="utf-8"))
    assert {one["accuracy"]["value"] for one in summary["logical_preferred"].values()} == {1.0}
    assert summary["both_right"]["CW + RW"]["accuracy"]["value"] == 1.0
    written = {"config.json", "samples.jsonl", "summary.json", "report.md", "report.html"}
    assert {path.name for path in out.iterdir()} == written


def test_log_probabilities_of_unknown_items_are_refused(tmp_path):
    items, scores = tmp_path / "items.jsonl", tmp_path / "p.jsonl"
    RUNNER.invoke(app, ["generate", "--count", "14", "--out", str(items)])
    scores.write_text('{"id": "x", "logprobs": {"congruent": -1, "incongruent": -2}}\n', encoding="utf-8")
    result = RUNNER.invoke(
        score_app, ["conditionals", str(items), "--generations", str(scores), "--out", str(tmp_path / "o")]
    )
    assert isinstance(result.exception, RequestError)
    assert not (tmp_path / "o").exists()


GOOD = {"condition": "CW", "fitting": None}


def test_broken_items_are_named_and_skipped(tmp_path):
    path = tmp_path / "items.jsonl"
    good = json.dumps(dict.fromkeys(("id", "context", "congruent", "incongruent", "core"), "b") | GOOD)
    path.write_text('{"id": "a"}\n[]\n' + good, encoding="utf-8")
    table = load(path)
    assert ([item.id for item in table.items], len(table.skipped)) == (["b"], 2)
    path.write_text('{"id": "a"}\n[]\n', encoding="utf-8")
    with pytest.raises(MalformedItemError, match="got none; the first: items:1: "):
        load(path)


def test_a_local_model_needs_the_transformers_library(monkeypatch):
    monkeypatch.setitem(sys.modules, "transformers", None)
    with pytest.raises(TransformersMissingError, match="pip install"):
        LocalModel("any")

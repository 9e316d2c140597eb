from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from nlbridge.cli import app

MODEL = {
    "variables": {"X": [0, 1], "Y": [0, 1]},
    "noise": {"UX": {"0": 0.5, "1": 0.5}, "U": {"0": 0.7, "1": 0.3}},
    "mechanisms": {"X": "UX", "Y": "X xor U"},
}
TABLES: dict[str, Any] = {
    "variables": {"X": [0, 1], "Y": [0, 1]},
    "mechanisms": {"X": {"cpt": [0.5, 0.5]}, "Y": {"parents": ["X"], "cpt": {"0": [0.8, 0.2], "1": [0.4, 0.6]}}},
}


@pytest.fixture
def model_file(tmp_path: Path) -> Path:
    place = tmp_path / "model.json"
    place.write_text(json.dumps(MODEL), encoding="utf-8")
    return place


def test_a_counterfactual_is_printed(model_file: Path) -> None:
    result = CliRunner().invoke(app, ["ask", str(model_file), "P(Y=1 @ do(X=1))", "--format", "text"])
    assert (result.exit_code, result.stdout) == (0, "0.7\n")


def test_a_model_comes_from_standard_input_too() -> None:
    result = CliRunner().invoke(app, ["ask", "-", "pn(X, Y)", "--format", "json"], input=json.dumps(MODEL))
    assert result.exit_code == 0
    assert json.loads(result.stdout)["value"] == pytest.approx(1.0)


def test_impossible_evidence_is_wrong_input(model_file: Path) -> None:
    result = CliRunner().invoke(app, ["ask", str(model_file), "P(Y=1 | X=0, X=1)"])
    assert result.exit_code == 2
    assert "X=0; X=1" in result.stderr


def test_what_a_table_leaves_open_is_an_interval() -> None:
    result = CliRunner().invoke(app, ["ask", "-", "pn(X, Y)", "--format", "json"], input=json.dumps(TABLES))
    assert result.exit_code == 0
    assert json.loads(result.stdout)["interval"] == pytest.approx([2 / 3, 1.0])
    text = CliRunner().invoke(app, ["ask", "-", "pn(X, Y)", "--format", "text"], input=json.dumps(TABLES))
    assert text.stdout.startswith("[0.6666666667, 1]: sharp bounds, no point: expected a mechanism for Y")


def test_what_the_model_does_not_fix_is_undetermined() -> None:
    chain = {
        "variables": {**TABLES["variables"], "Z": [0, 1]},
        "mechanisms": {
            **TABLES["mechanisms"],
            "Z": {"parents": ["Y"], "cpt": {"0": [0.8, 0.2], "1": [0.4, 0.6]}},
        },
    }
    result = CliRunner().invoke(app, ["ask", "-", "pn(X, Z)"], input=json.dumps(chain))
    assert result.exit_code == 3
    assert "give mechanisms for all but one" in result.stdout


def test_too_few_arguments_are_wrong_usage() -> None:
    assert CliRunner().invoke(app, ["ask"]).exit_code == 2
    assert CliRunner().invoke(app, ["ask", "--jsonl", "no-such-file"]).exit_code == 2


def test_a_batch_keeps_order_and_goes_on_after_an_error(model_file: Path) -> None:
    lines = [
        {"id": "a", "model": str(model_file), "query": "P(Y=1)"},
        {"id": "b", "model": MODEL, "query": "P(Q=1)"},
        {"id": "c", "model": TABLES, "query": "pns(X, Y)"},
        {"id": "d", "query": "P(Y=1)"},
        {"id": "e", "model": 3, "query": "P(Y=1)"},
    ]
    text = "\n".join(map(json.dumps, lines)) + "\n\nnot json\n"
    result = CliRunner().invoke(app, ["ask", "--jsonl", "-"], input=text)
    rows = [json.loads(line) for line in result.stdout.splitlines()]
    assert result.exit_code == 2
    assert [row["id"] for row in rows] == ["a", "b", "c", "d", "e", 7]
    assert rows[0]["value"] == pytest.approx(0.5)
    assert "got Q" in rows[1]["error"]
    assert rows[2]["interval"] == pytest.approx([0.4, 0.6])
    assert all("expected" in row["error"] for row in rows[3:])


def test_a_cause_gets_a_verdict_with_its_witness(model_file: Path) -> None:
    result = CliRunner().invoke(app, ["ask", str(model_file), "cause(X=1, Y=1 | UX=1, U=0)", "--format", "json"])
    assert result.exit_code == 0
    assert json.loads(result.stdout) == {"verdict": True, "witness": "do(X=0)", "why": "do(X=0) undoes Y=1"}
    text = CliRunner().invoke(app, ["ask", str(model_file), "cause(X=1, Y=1 | U=1, UX=1)", "--format", "text"])
    assert (text.exit_code, text.stdout) == (0, "no cause: AC1 fails: Y=1 is not so in this context\n")
    open_context = CliRunner().invoke(app, ["ask", str(model_file), "cause(X=1, Y=1)", "--format", "text"])
    assert open_context.exit_code == 3
    assert "probability 0.35" in open_context.stdout


@pytest.mark.parametrize(
    "arguments", [["nowhere.json", "P(Y=1)"], ["-", "P(Y=1"], ["-", "P(Q=1)"], ["--jsonl", "nowhere.jsonl"], ["-"]]
)
def test_wrong_input_is_one_line_on_standard_error(arguments: list[str]) -> None:
    result = CliRunner().invoke(app, ["ask", *arguments], input=json.dumps(MODEL))
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (2, "", 1)
    assert result.stderr.startswith("causalcore: ")
    assert "internal error" not in result.stderr

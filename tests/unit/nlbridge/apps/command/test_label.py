from __future__ import annotations

import json
from typing import TYPE_CHECKING

from typer.testing import CliRunner

from nlbridge.apps.command.cli import app
from nlbridge.apps.command.label import MalformedLineError

if TYPE_CHECKING:
    from pathlib import Path

RULE = "all x. (Sparrow(x) -> Bird(x))"


def run(*arguments: str, given: str | None = None) -> tuple[int, str, str]:
    result = CliRunner().invoke(app, ["label", *arguments], input=given)
    return result.exit_code, result.stdout, result.stderr


def test_a_label_is_written_with_its_core() -> None:
    code, out, _ = run("--premise", RULE, "--premise", "Sparrow(pip)", "--hypothesis", "Bird(pip)", "--format", "text")
    assert code == 0
    assert out.startswith("E: entailment. The hypothesis must be true, by premise-1 and premise-2")


def test_json_is_the_default_away_from_a_terminal() -> None:
    code, out, _ = run("--premise", "~E!(pegasus)", "--hypothesis", "White(pegasus)")
    answer = json.loads(out)
    assert (code, answer["label"], answer["cause"]) == (0, "N", "gap")
    assert len(answer["certificate"][0]["models"]) == 2


def test_a_formula_that_cannot_be_read_is_one_line_and_exit_2() -> None:
    code, out, err = run("--premise", "P &", "--hypothesis", "P")
    assert (code, out) == (2, "")
    assert err.startswith("causalcore: expected a formula, got the end")
    assert err.count("\n") == 1


def test_without_a_hypothesis_the_usage_is_wrong() -> None:
    code, _, err = run("--premise", "P")
    assert code == 2
    assert "--hypothesis or --jsonl" in err.replace("\n", " ")


def test_formulas_beside_a_batch_are_refused(tmp_path: Path) -> None:
    (tmp_path / "in.jsonl").write_text("", encoding="utf-8")
    code, out, err = run("--hypothesis", "P", "--jsonl", str(tmp_path / "in.jsonl"))
    assert (code, out) == (2, "")
    assert "got both" in err


def test_what_the_solver_cannot_decide_exits_with_3() -> None:
    order = ["exists x. true", "all x. exists y. L(x,y)", "all x. ~L(x,x)", "all x,y,z. (L(x,y) & L(y,z) -> L(x,z))"]
    arguments = [part for formula in order for part in ("--premise", formula)]
    code, out, _ = run(*arguments, "--hypothesis", "Wet", "--seconds", "0.2")
    assert (code, json.loads(out)["label"]) == (3, "U")


def test_json_lines_keep_order_and_identity_and_outlive_a_bad_line(tmp_path: Path) -> None:
    lines = [
        {"id": 1, "premises": [RULE, "Sparrow(pip)"], "hypothesis": "Bird(pip)"},
        {"id": 2, "premises": ["P &"], "hypothesis": "P"},
        {"id": 3, "premises": "P", "hypothesis": "P"},
        {"id": 4, "premises": ["~E!(k)"], "hypothesis": "Bald(k)", "semantics": "negative"},
        {"id": 5, "premises": ["P"], "hypothesis": "P", "semantics": "modal"},
        {"id": 6, "premises": ["P"]},
    ]
    text = "\n".join([*map(json.dumps, lines), "[]", "{", ""])
    path = tmp_path / "questions.jsonl"
    path.write_text(text, encoding="utf-8")
    code, out, _ = run("--jsonl", str(path))
    answers = [json.loads(line) for line in out.splitlines()]
    assert code == 2
    assert [answer["id"] for answer in answers] == [1, 2, 3, 4, 5, 6, None, None]
    assert [answer.get("label") for answer in answers] == ["E", None, None, "C", None, None, None, None]
    assert all("expected" in answer["error"] for answer in answers if "label" not in answer)
    assert run("--jsonl", "-", given=text)[1] == out


def test_a_missing_file_is_exit_2() -> None:
    code, _, err = run("--jsonl", "no-such-file.jsonl")
    assert code == 2
    assert "expected a JSON Lines file" in err


def test_a_malformed_line_says_what_a_line_must_hold() -> None:
    error = MalformedLineError("list")
    assert str(error) == (
        'expected an object with "premises" (a list of formulas) and "hypothesis" (a formula), got list; '
        "see causalcore label --help"
    )


def test_a_neutral_label_says_that_it_is_undetermined():
    result = CliRunner().invoke(app, ["label", "--premise", "p", "--hypothesis", "q", "--format", "text"])
    assert result.stdout.startswith("N: neutral, undetermined. The premises allow")

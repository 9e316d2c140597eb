from __future__ import annotations

import json
from typing import TYPE_CHECKING

from typer.testing import CliRunner

from benchmarks.ftc.rewrite_command import MalformedExplanationError, app

if TYPE_CHECKING:
    from pathlib import Path

CLERK = {"id": "1", "hypothesis": "A clerk is asleep.", "explanation": "one can't be asleep and typing at once"}


def run(*arguments: str, given: str | None = None) -> tuple[int, str, str]:
    result = CliRunner().invoke(app, [*arguments], input=given)
    return result.exit_code, result.stdout, result.stderr


def test_one_explanation_is_answered_in_words() -> None:
    code, out, _ = run("--hypothesis", CLERK["hypothesis"], "--explanation", CLERK["explanation"], "--format", "text")
    assert code == 0
    assert "E: A clerk is typing." in out
    assert "assumed: the label of the hypothesis is C" in out


def test_a_batch_keeps_order_and_goes_on_after_bad_lines(tmp_path: Path) -> None:
    lines = [CLERK, {"id": "2", "hypothesis": "A clerk."}, {**CLERK, "id": "3", "label": "maybe"}, {**CLERK, "id": "4"}]
    file = tmp_path / "lines.jsonl"
    file.write_text("\n".join([json.dumps(line) for line in lines] + ["{"]), encoding="utf-8")
    code, out, _ = run("--jsonl", str(file))
    rows = [json.loads(line) for line in out.splitlines()]
    assert code == 2
    assert [row["id"] for row in rows] == ["1", "2", "3", "4", None]
    assert [("error" in row) for row in rows] == [False, True, True, False, True]
    assert rows[0] == {**rows[3], "id": "1"}
    assert rows[0]["cf"][0]["hypothesis"] == "A clerk is typing."
    assert (rows[0]["A"], rows[0]["B"], rows[0]["relation"]) == ("asleep", "typing", "disjoint")


def test_no_relation_is_an_answer_with_its_reason() -> None:
    line = {"id": 1, "hypothesis": "The cat is old.", "explanation": "you cannot infer that the cat is old"}
    code, out, _ = run("--jsonl", "-", given=json.dumps(line))
    row = json.loads(out)
    assert code == 0
    assert (row["A"], row["relation"], row["cf"]) == (None, None, [])
    assert "premise" in row["why"]


def test_no_relation_exits_with_3_outside_a_batch() -> None:
    code, out, _ = run("--hypothesis", "The cat is old.", "--explanation", "the cat may not be old")
    assert code == 3
    assert json.loads(out)["why"]


def test_wrong_usage_is_one_line() -> None:
    code, out, err = run("--hypothesis", "The cat is old.")
    assert (code, out) == (2, "")
    assert "--explanation" in err.replace("\n", " ")


def test_the_error_says_what_a_line_holds() -> None:
    assert str(MalformedExplanationError("label = 'x'")) == (
        'expected "hypothesis" and "explanation" (texts), with "label" (E, C or N) and "premise" if known, '
        "got label = 'x'; see causalcore rewrite --help"
    )

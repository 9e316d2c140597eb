"""Lines of a dataset that cannot be read are named, counted and left out; the others are scored."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from benchmarks.command import score as cli
from benchmarks.errors import MalformedItemError
from benchmarks.ftc.data import load
from benchmarks.runs.json_rows import summary_of_skipped
from nlbridge.apps.command.cli import OneLineErrors

EXAMPLES = Path(__file__).parents[4] / "examples"


def score(*arguments: object):
    application = typer.Typer(cls=OneLineErrors)
    application.add_typer(cli.app, name="score")
    return CliRunner().invoke(application, ["score", *(str(argument) for argument in arguments)])


@pytest.mark.parametrize(("benchmark", "file"), [("ftc", "ftc_small.jsonl"), ("chg", "chg/items.jsonl")])
def test_a_line_that_is_no_item_is_named_and_left_out(benchmark, file, tmp_path):
    lines = (EXAMPLES / file).read_text(encoding="utf-8").splitlines()
    broken = json.dumps(json.loads(lines[0]) | {"id": "broken", "hypothesis": 7})
    data = tmp_path / "items.jsonl"
    data.write_text("\n".join([lines[0], broken, "{", *lines[1:]]) + "\n", encoding="utf-8")
    done = score(benchmark, data, "--out", tmp_path / "out")
    assert done.exit_code == 0, done.stderr
    summary = json.loads((tmp_path / "out" / "summary.json").read_text())
    assert summary["items"] == len(lines)
    assert len(summary["skipped_items"]) == 2
    assert any("id broken" in one for one in summary["skipped_items"])
    assert done.stderr.count("left out") == 2
    assert "2 lines of the dataset could not be read" in (tmp_path / "out" / "report.md").read_text()


def test_a_file_without_any_item_is_refused(tmp_path):
    data = tmp_path / "items.jsonl"
    data.write_text("[]\n{}\n")
    for benchmark in ("ftc", "chg"):
        done = score(benchmark, data, "--out", tmp_path / "out")
        assert done.exit_code == 2
        assert not (tmp_path / "out").exists()
    with pytest.raises(MalformedItemError, match="line 1"):
        load(data)


def test_of_many_lines_the_first_are_told_and_all_are_kept(capsys):
    kept = summary_of_skipped([f"line {number}" for number in range(9)])
    assert len(kept["skipped_items"]) == 9
    assert capsys.readouterr().err.splitlines()[-1] == "causalcore: left out: 4 more, which summary.json names"
    assert summary_of_skipped([]) == {}


def test_every_score_shows_words_or_json_as_asked_and_refuses_other_forms(tmp_path):
    words = score("ftc", EXAMPLES / "ftc_small.jsonl", "--out", tmp_path / "out", "--format", "text")
    assert words.stdout.splitlines()[0] == "4 explanations"
    wrong = score("chg", EXAMPLES / "chg" / "items.jsonl", "--out", tmp_path / "none", "--format", "xml")
    assert wrong.exit_code == 2
    assert "expected --format text or json, got xml" in wrong.stderr
    assert not (tmp_path / "none").exists()


def test_an_empty_file_or_list_is_refused_as_empty(tmp_path):
    data = tmp_path / "items.json"
    for benchmark, text, came in (
        ("ftc", "", "got an empty file"),
        ("cobe", "", "expected JSON, got an empty file"),
        ("cobe", "[]", "got an empty list"),
        ("cobe", "{}", "got no list"),
        ("cobe", "[1", "got something else (Expecting"),
    ):
        data.write_text(text)
        done = score(benchmark, data, "--out", tmp_path / "out")
        assert (done.exit_code, came in done.stderr) == (2, True), done.stderr

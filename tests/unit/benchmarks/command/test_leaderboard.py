from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from benchmarks.command.compare import app
from benchmarks.command.leaderboard import Entry, NoEntryError, entry_from, leaderboard, sections
from benchmarks.runs.compared import Compared, SeveralModelsError

RUNNER = CliRunner()


class Rows:
    """A benchmark whose samples are given."""

    name = "Rows"

    def __init__(self, rows):
        self.judges = {"rubric": "the rubric", "model": "a model"}
        self._rows = rows

    def compared(self, folder):
        return [
            Compared(question=f"q{n}", cluster=f"s{n}", verdicts={"rubric": right}, cuts={})
            for n, right in enumerate(self._rows[folder.name])
        ]


def entry(system, benchmark, data="", folder=None):
    return Entry(system=system, benchmark=benchmark, folder=Path(folder or system), data=data)


def test_every_two_systems_are_tested_on_what_both_decided_and_p_is_adjusted():
    rows = {"good": [True] * 20, "bad": [False] * 19 + [None], "odd": [True, False] * 10}
    found = leaderboard([entry(one, "rows") for one in rows], {"rows": Rows(rows)})["benchmarks"]["rows"]
    assert list(found["pairs"]) == ["good and bad", "good and odd", "bad and odd"]
    pair = found["pairs"]["good and bad"]
    assert (pair["pairs"], pair["difference"]) == (19, -1.0)
    assert pair["p"] < pair["p_holm"] < 0.01
    assert found["systems"]["bad"]["undetermined"]["hits"] == 1


def test_only_a_system_with_every_benchmark_has_a_mean():
    rows = {"one": [True, False], "two": [True, True]}
    benchmarks = {"first": Rows(rows), "second": Rows(rows)}
    entries = [entry("one", "first"), entry("two", "first"), entry("one", "second")]
    figures = leaderboard(entries, benchmarks)
    assert figures["systems"]["one"] == {"benchmarks": 2, "mean": 0.5}
    assert figures["systems"]["two"] == {"benchmarks": 1, "mean": None}
    table = sections(figures)[0].table
    assert table is not None
    assert [row[0] for row in table.rows] == ["one", "two"]
    assert table.rows[1][2:] == ("-", "-")


def test_what_a_system_did_not_answer_is_counted_and_told():
    figures = leaderboard(
        [entry("one", "rows"), entry("two", "rows")], {"rows": Rows({"one": [True], "two": [True] * 3})}
    )
    assert figures["benchmarks"]["rows"]["systems"]["one"]["unanswered"] == 2
    assert "2 of 3 questions of Rows have no answer by one and are in no share." in sections(figures)[1].words


def test_two_runs_of_one_system_and_runs_of_other_data_are_refused():
    with pytest.raises(NoEntryError, match="NAME=FOLDER"):
        leaderboard([entry("one", "rows"), entry("one", "rows")], {})
    with pytest.raises(NoEntryError, match="one data set"):
        leaderboard([entry("one", "rows", "aa"), entry("two", "rows", "bb")], {})


def test_a_system_is_called_as_asked_or_like_its_model_or_its_folder(tmp_path):
    for name, settings in {
        "run": {"generation": {"benchmark": "cobe", "model": "small", "data_sha256": "aa"}},
        "scores": {"benchmark": "cobe", "reader": "offline"},
    }.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / "config.json").write_text(json.dumps(settings), encoding="utf-8")
    assert entry_from(str(tmp_path / "run")) == Entry(
        system="small", benchmark="cobe", folder=tmp_path / "run", data="aa"
    )
    assert entry_from(str(tmp_path / "scores")).system == "scores"
    assert entry_from(f"large={tmp_path / 'scores'}").system == "large"
    with pytest.raises(NoEntryError, match="run or score first"):
        entry_from(str(tmp_path))


def test_the_command_writes_one_page(tmp_path):
    from benchmarks.command.score import app as score_app

    cobe = Path("examples/cobe_small.json").resolve()
    lines = Path("examples/cobe_answers.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    answers = tmp_path / "answers.jsonl"
    answers.write_text("".join(line for line in lines if '"careful"' in line), encoding="utf-8")
    for name in ("small", "large"):
        given = ["cobe", str(cobe), "--generations", str(answers), "--out", str(tmp_path / name)]
        assert RUNNER.invoke(score_app, given).exit_code == 0
    out = tmp_path / "page"
    done = RUNNER.invoke(app, ["leaderboard", str(tmp_path / "small"), str(tmp_path / "large"), "--out", str(out)])
    assert done.exit_code == 0, done.output
    assert "small and large" in (out / "report.md").read_text(encoding="utf-8")
    assert json.loads(done.stdout)["benchmarks"]["cobe"]["pairs"]["small and large"]["difference"] == 0.0


@pytest.fixture
def two_models(tmp_path):
    """Return folders with the responses of two models to one question, in one order of lines and in the other."""
    from benchmarks.command.score import app as score_app

    question = {"id": "1", "question": "Is rain less likely than no rain?", "answer": "yes"}
    (tmp_path / "items.jsonl").write_text(json.dumps(question), encoding="utf-8")
    lines = [json.dumps({"id": "1", "response": said, "model": said}) for said in ("Yes", "No")]
    folders = [tmp_path / "one", tmp_path / "two"]
    for folder, order in zip(folders, (lines, lines[::-1]), strict=True):
        path = tmp_path / f"{folder.name}.jsonl"
        path.write_text("\n".join(order), encoding="utf-8")
        given = ["cladder", str(tmp_path / "items.jsonl"), "--generations", str(path), "--out", str(folder)]
        assert RUNNER.invoke(score_app, given).exit_code == 0
    return folders


@pytest.mark.parametrize("command", [["cladder"], ["leaderboard", "--out", "page"]], ids=["compare", "leaderboard"])
def test_responses_of_two_models_in_one_folder_are_not_compared_as_one_system(command, two_models):
    done = RUNNER.invoke(app, [*command, *map(str, two_models)])
    assert isinstance(done.exception, SeveralModelsError)
    assert "got those of Yes and No; score each model apart" in str(done.exception)

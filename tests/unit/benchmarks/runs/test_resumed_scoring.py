"""Scoring of every benchmark: cut off anywhere, it goes on; nothing is lost, and nothing is judged twice."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from benchmarks.command.score import app as score_app
from benchmarks.conditionals.command import app as conditionals_app
from benchmarks.errors import DatasetMissingError, MalformedItemError, TransformersMissingError
from benchmarks.ftc.task_model import PipelineModel
from benchmarks.runs import runner
from benchmarks.runs.run_folder import digest_of
from benchmarks.runs.runner import judged_rows, rows_in
from nlbridge.apps.command.cli import OneLineErrors

EXAMPLES = Path(__file__).parents[4] / "examples"


def score(*arguments: object):
    application = typer.Typer(cls=OneLineErrors)
    application.add_typer(score_app, name="score")
    return CliRunner().invoke(application, ["score", *(str(argument) for argument in arguments)])


def conditionals(folder: Path) -> tuple[object, ...]:
    items, preferences = folder / "items.jsonl", folder / "p.jsonl"
    CliRunner().invoke(conditionals_app, ["generate", "--count", "14", "--out", str(items)])
    rows = [json.loads(line) for line in items.read_text(encoding="utf-8").splitlines()]
    preferences.write_text(
        "".join(json.dumps({"id": r["id"], "logprobs": {"congruent": -1, "incongruent": -2}}) + "\n" for r in rows)
    )
    return ("conditionals", items, "--generations", preferences)


SCORES = {
    "chg": ("chg", EXAMPLES / "chg/items.jsonl"),
    "clomo": (
        *("clomo", EXAMPLES / "clomo/items.json", "--generations", EXAMPLES / "clomo/answers.jsonl"),
        *("--formalisations", EXAMPLES / "clomo/formulas.jsonl"),
    ),
    "ftc": ("ftc", EXAMPLES / "ftc_small.jsonl", "--predictions", EXAMPLES / "ftc_small_predictions.jsonl"),
    "conditionals": None,
}


@pytest.fixture(params=sorted(SCORES))
def command(request, tmp_path, monkeypatch):
    """A score of each benchmark, one sample at a time."""
    for module in ("chg.scored_run", "ftc.scored_run", "conditionals.scored_run"):
        monkeypatch.setattr(f"benchmarks.{module}.BATCH", 1)
    return SCORES[request.param] or conditionals(tmp_path)


def test_a_score_that_was_cut_off_goes_on_where_it_stopped(command, tmp_path, monkeypatch):
    whole = score(*command, "--out", tmp_path / "whole")
    assert whole.exit_code == 0, whole.stderr

    class Killed(BaseException):
        pass

    write, written = runner.append, []

    def torn(file, rows):
        """Tear the third line of the samples."""
        rows = list(rows)
        if Path(file.name).name == "samples.jsonl" and len(written) == 2:
            file.write(json.dumps(rows[0]).encode()[:25])
            raise Killed
        written.extend(row["key"] for row in rows if Path(file.name).name == "samples.jsonl")
        write(file, rows)

    monkeypatch.setattr(runner, "append", torn)
    with pytest.raises(Killed):
        score(*command, "--out", tmp_path / "torn")
    assert not (tmp_path / "torn" / "summary.json").exists()
    monkeypatch.setattr(runner, "append", write)
    again = score(*command, "--out", tmp_path / "torn")
    assert again.exit_code == 0, again.stderr
    for name in ("summary.json", "report.md", "config.json"):
        assert (tmp_path / "torn" / name).read_bytes() == (tmp_path / "whole" / name).read_bytes()
    assert samples(tmp_path / "torn") == samples(tmp_path / "whole")
    before = (tmp_path / "torn" / "samples.jsonl").read_bytes()
    assert score(*command, "--out", tmp_path / "torn").exit_code == 0
    assert (tmp_path / "torn" / "samples.jsonl").read_bytes() == before
    says_what_was_scored(tmp_path / "whole", command)


def samples(folder: Path) -> list[dict]:
    """Return the samples without the models that a solver happened to find."""

    def unproven(row: dict) -> dict:
        return {key: value for key, value in row.items() if key != "evidence"}

    lines = (folder / "samples.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line, object_hook=unproven) for line in lines]


def says_what_was_scored(folder: Path, command: tuple) -> None:
    """Check that a folder says what was scored, and with which versions."""
    config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    assert config["generation"]["benchmark"] == command[0]
    assert config["generation"]["data_sha256"] == digest_of(Path(command[1]))
    assert {"version", "weights"} <= config["scoring"].keys()
    assert {"causalcore", "python"} <= config["noted"].keys()


def test_a_folder_of_other_data_is_refused_and_other_settings_keep_the_old_samples(tmp_path):
    ours, folder = SCORES["ftc"], tmp_path / "out"
    assert score(*ours[:2], "--out", folder).exit_code == 0
    first = (folder / "samples.jsonl").read_bytes()
    assert b'"ftc": null' in first
    changed = score(*ours, "--out", folder)
    assert changed.exit_code == 0
    assert "judged differently before" in changed.stderr
    assert b'"ftc": null' not in (folder / "samples.jsonl").read_bytes()
    assert len(rows_in(folder)) == 4
    assert score(*ours[:2], "--out", folder).exit_code == 0  # the first ones are taken up again
    assert (folder / "samples.jsonl").read_bytes() == first
    other = score("chg", EXAMPLES / "chg/items.jsonl", "--out", folder)
    assert other.exit_code == 2
    assert "choose another folder" in other.stderr


def test_cobe_is_judged_again_after_an_upgrade_and_the_old_samples_are_kept(tmp_path, monkeypatch):
    command = ("cobe", EXAMPLES / "cobe_small.json", "--generations", tmp_path / "one.jsonl", "--out", tmp_path / "out")
    lines = (EXAMPLES / "cobe_answers.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    for count in (2, 1):  # the second sample is set aside: its response is gone
        (tmp_path / "one.jsonl").write_text("".join(lines[:count]), encoding="utf-8")
        assert score(*command).exit_code == 0
    before = (tmp_path / "out" / "samples.jsonl").read_bytes()
    monkeypatch.setattr("benchmarks.runs.run_folder.judge_identity", lambda: {"version": "later", "weights": "0"})
    done = score(*command)
    assert done.exit_code == 0, done.stderr
    assert "judged differently before" in done.stderr
    asides = {path.name for path in (tmp_path / "out").glob("samples*.jsonl")}
    assert "samples-earlier.jsonl" not in asides  # no verdict of the old version comes back
    assert before in [path.read_bytes() for path in (tmp_path / "out").glob("samples-*.jsonl")]
    assert score(*command[:-1], tmp_path / "one.jsonl").exit_code == 2


def test_a_broken_line_is_told_and_not_judged_over(tmp_path):
    (tmp_path / "samples.jsonl").write_text('{"key": "a"}\n{"id": 1}\n')
    with pytest.raises(MalformedItemError, match="line 2"):
        list(judged_rows(["a", "b"], lambda _: [], tmp_path))


def test_rows_come_in_the_order_of_their_keys_in_whatever_batches(tmp_path):
    (tmp_path / "samples.jsonl").write_text('{"key": "c", "n": 2}\n')
    asked = []

    def judge(places):
        asked.append(list(places))
        return [{"n": place} for place in places]

    rows = list(judged_rows(list("abcde"), judge, tmp_path, batch=3))
    assert [(row["key"], row["n"]) for row in rows] == [(key, n) for n, key in enumerate("abcde")]
    assert asked == [[0, 1, 3], [4]]
    assert len(rows_in(tmp_path)) == 5


def test_a_file_that_is_not_there_has_no_digest(tmp_path):
    assert digest_of(None) is None
    with pytest.raises(DatasetMissingError, match="none, which does not exist"):
        digest_of(tmp_path / "none")


def test_a_task_model_is_asked_about_each_counterfactual_once(tmp_path, monkeypatch):
    asked = []

    def pipeline(pairs, top_k):
        asked.extend(pairs)
        if len(asked) == 3:
            raise KeyboardInterrupt
        return [[{"label": name, "score": share} for name, share in (("E", 0.7), ("C", 0.2), ("N", 0.1))]] * len(pairs)

    monkeypatch.setattr("benchmarks.ftc.scored_run.ASKED_TOGETHER", 1)
    monkeypatch.setattr(PipelineModel, "named", classmethod(lambda cls, name: cls(pipeline)))
    command = ("ftc", EXAMPLES / "ftc_small.jsonl", "--task-model", "any", "--out", tmp_path / "out")
    assert score(*command).exit_code != 0
    assert len(asked) == 3
    done = score(*command)
    assert done.exit_code == 0, done.stderr
    counterfactuals = len((tmp_path / "out" / "counterfactuals.jsonl").read_text().splitlines())
    assert len(asked) == counterfactuals + 1  # the one that was cut off is asked again
    assert json.loads(done.stdout)["ftc"]["all"]["counterfactuals"] == counterfactuals
    score(*command)
    assert len(asked) == counterfactuals + 1


def test_a_task_model_by_name_needs_the_transformers_library(monkeypatch):
    monkeypatch.setitem(sys.modules, "transformers", None)
    with pytest.raises(TransformersMissingError, match="pip install"):
        PipelineModel.named("any")

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from benchmarks.command.agreement_page import (
    NoEntryError,
    Rating,
    Source,
    figures_of,
    ratings_in,
    sections,
    source_from,
)
from benchmarks.command.agreement_plan import PlanError, plan_in, write_planned
from benchmarks.command.compare import app
from benchmarks.runs.compared import LABELS, Rated

ROOT = Path(__file__).parents[4]
RUNNER = CliRunner()


class Judged:
    """A benchmark whose ratings are given by folder."""

    name = "Judged"

    def __init__(self, ratings):
        self._ratings = ratings

    def rated(self, folder):
        return self._ratings[folder.name]


def units(judge, said, labels=None, scale=(), clusters=None):
    return [
        Rated(
            unit=str(place),
            about="good",
            cluster=str(place if clusters is None else clusters[place]),
            ratings={judge: one} | ({LABELS: labels[place]} if labels else {}),
            scale=scale,
        )
        for place, one in enumerate(said)
    ]


def scored(folder, *names):
    for name in names:
        (folder / name).mkdir()
        (folder / name / "config.json").write_text(json.dumps({"benchmark": "judged"}), encoding="utf-8")
    return [Source(folder=folder / name) for name in names]


def test_judges_of_several_folders_are_compared_with_each_other_and_the_labels_come_last(tmp_path):
    labels = ["yes", "no", "yes", "no"]
    of = Judged(
        {
            "offline": units("reader", ["yes", None, "yes", "no"], labels),
            "model": units("reader", ["yes", "no", "no", "no"], labels),
        }
    )
    (rating,) = ratings_in(scored(tmp_path, "offline", "model"), {"Judged": "two people"}, lambda _: of)
    rows = figures_of([rating])["Judged"]["rows"]
    assert [(row["judge"], row["with"], row["decided"], row["total"]) for row in rows] == [
        ("reader, offline", "reader, model", 3, 4),
        ("reader, offline", "two people", 3, 4),
        ("reader, model", "two people", 4, 4),
    ]
    assert [round(row["equal"]["value"], 2) for row in rows] == [0.67, 1.0, 0.75]


def test_grades_are_compared_in_their_order():
    said, labels = list("123" * 5), list("122" * 5)
    near = figures_of([Rating(title="t", units=tuple(units("rubric", said, labels, scale=("1", "2", "3"))))])
    plain = figures_of([Rating(title="t", units=tuple(units("rubric", said, labels)))])
    graded, nominal = near["t"]["rows"][0], plain["t"]["rows"][0]
    assert graded["kappa"]["value"] > nominal["kappa"]["value"]
    assert graded["alpha"]["value"] > nominal["alpha"]["value"]


def test_an_interval_is_shown_only_where_resampling_says_something():
    said = ["yes", "no"] * 10
    labels = ["no", *said[1:]]
    few = [place % 4 for place in range(20)]

    def shown(one, two, clusters=None):
        rating = Rating(title="t", units=tuple(units("rubric", one, two, clusters=clusters)))
        return sections(figures_of([rating]))[1].table.rows[0][-2:]

    assert shown(said, said) == ("1.00", "1.00")
    assert all("to" in one for one in shown(said, labels))
    assert not any("to" in one for one in shown(said, labels, few))
    assert shown(["yes"] * 20, ["yes"] * 20) == ("-", "-")


def test_a_benchmark_of_one_judge_and_labels_of_no_table_are_refused(tmp_path):
    (source,) = scored(tmp_path, "one")
    with pytest.raises(NoEntryError, match="several judges"):
        ratings_in([source], {}, lambda _: object())
    with pytest.raises(NoEntryError, match="correct the title"):
        ratings_in([source], {"CHG": "people"}, lambda _: Judged({"one": units("r", ["yes"])}))
    assert source_from("A title=scores") == Source(folder=Path("scores"), title="A title")


@pytest.mark.parametrize(
    ("text", "match"),
    [
        ("", "table"),
        ("table = 1", "table"),
        ('[[table]]\ntitle = "T"\n', "scores"),
        ('[[table]]\ntitle = "T"\nscores."../up" = ["cobe"]\n', "scores"),
        ("[[", "TOML"),
    ],
)
def test_what_is_no_plan_is_refused(tmp_path, text, match):
    plan = tmp_path / "plan.toml"
    plan.write_text(text, encoding="utf-8")
    with pytest.raises(PlanError, match=match):
        plan_in(plan)


@pytest.mark.slow
def test_one_command_makes_the_page_of_the_examples_from_recorded_replies_twice_the_same(tmp_path):
    plan = str(ROOT / "examples" / "agreement" / "plan.toml")
    pages = []
    for _ in range(2):
        done = RUNNER.invoke(app, ["agreement", "--plan", plan, "--out", str(tmp_path), "--format", "json"])
        assert done.exit_code == 0, done.output
        pages.append((tmp_path / "report.md").read_bytes())
    assert pages[0] == pages[1]
    figures = json.loads((tmp_path / "summary.json").read_text(encoding="utf-8"))
    assert list(figures) == ["CoBe", "CHG", "CLoMo", "CaLM", "FTC"]
    compared = {(row["judge"], row["with"]) for row in figures["CoBe"]["rows"]}
    assert ("derived rubric", "language model") in compared
    assert ("language model", "whoever wrote the examples") in compared
    assert {row["about"] for row in figures["CLoMo"]["rows"]} >= {"responses, s = 1"}
    hidden = [row for row in figures["FTC"]["rows"] if row["about"] == "label that the explanation supports"]
    assert [row["judge"] for row in hidden] == ["rewriter, label hidden"]
    assert all(row["decided"] <= row["total"] for found in figures.values() for row in found["rows"])


def test_a_plan_whose_scores_fail_is_no_page(tmp_path):
    plan = tmp_path / "plan.toml"
    plan.write_text('[[table]]\ntitle = "T"\nscores.a = ["cobe", "missing.json"]\n', encoding="utf-8")
    with pytest.raises(Exception, match=r"missing\.json"):
        write_planned(plan, tmp_path / "out", None)
    assert not (tmp_path / "out" / "report.md").exists()

"""The scenarios in examples/: gold answers derive exactly, and no verdict points the wrong way."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from causalcore.derivation.derivation import derive
from causalcore.derivation.rubric import build_rubric
from causalcore.scenario.file import scenario_from_dict, scenario_to_dict
from causalcore.scenario.intervention import do
from nlbridge.judging.verification import verify
from nlbridge.reading.reader import read
from nlbridge.supposing.hypothetical import resolve

EXAMPLES = Path(__file__).parents[2] / "examples"
ROWS = [json.loads(path.read_text(encoding="utf-8")) for path in sorted((EXAMPLES / "scenarios").glob("*.json"))]
COBE_GRAPHS = {"Chain-like", "Collider-like", "Correlated", "Diamond-like", "Fork-like", "Hybrid"}
COBE_DOMAINS = {
    "Arts and Entertainment",
    "Economics and Finance",
    "Engineering",
    "Health and Medicine",
    "History and Geography",
    "Human Activities and Behavior",
    "Science and Technology",
}
every_example = pytest.mark.parametrize("row", ROWS, ids=[row["id"] for row in ROWS])
every_edit = pytest.mark.parametrize(
    ("row", "edit"),
    [pytest.param(row, edit, id=f"{row['id']}-{number}") for row in ROWS for number, edit in enumerate(row["edits"])],
)


def test_the_examples_cover_every_graph_type_and_domain_of_cobe():
    assert {row["graph_type"] for row in ROWS} == COBE_GRAPHS
    assert {row["domain"] for row in ROWS} == COBE_DOMAINS
    assert len(ROWS) >= 12


@every_example
def test_every_example_has_a_right_and_a_wrong_edit(row):
    assert {edit["valid"] for edit in row["edits"]} == {True, False}
    assert all(bool(edit["errors"]) != edit["valid"] for edit in row["edits"])


@every_example
def test_gold_scenarios_derive_exactly_the_gold_answers(row):
    derivation = derive(scenario_from_dict(row["scenario"]), do(row["do"]))
    assert {answer.event: str(answer.kind) for answer in derivation.answers} == row["answers"]


@every_example
def test_scenarios_survive_a_round_trip_through_their_file_format(row):
    scenario = scenario_from_dict(row["scenario"])
    assert scenario_from_dict(scenario_to_dict(scenario)) == scenario


@every_example
def test_the_offline_reader_reads_every_example_and_finds_its_hypothetical(row):
    scenario = read(row["text"])
    assert {
        query: bool(resolve(scenario, query=query).intervention.assignments) for query in row["query"]
    } == dict.fromkeys(row["query"], True)


@every_edit
def test_with_the_gold_scenario_no_verdict_points_the_wrong_way(row, edit):
    rubric = build_rubric(derive(scenario_from_dict(row["scenario"]), do(row["do"])))
    report = verify(rubric, edit["text"], clause=row["had"])
    assert report.valid in (edit["valid"], None), report.reasons


READ = (("salt-barn", {"e2": ("changed", "lower"), "e3": ("changed", "higher"), "e4": ("unchanged", "None")}),)


@pytest.mark.parametrize(("name", "answers"), READ, ids=[name for name, _ in READ])
def test_the_offline_reader_reads_kinds_and_directions_as_the_gold_has_them(name, answers):
    row = next(row for row in ROWS if row["id"] == name)
    gold = scenario_from_dict(row["scenario"])
    found = resolve(read(row["text"]), had=row["had"])
    assert [e.kind for e in found.scenario.events] == [e.kind for e in gold.events]
    assert dict(found.intervention) == row["do"]
    derived = derive(found.scenario, found.intervention).answers
    assert {a.event: (str(a.kind), str(a.direction)) for a in derived if a.event in answers} == answers


@pytest.mark.parametrize(
    ("name", "number", "errors"),
    [("salt-barn", 1, {"E4"}), ("salt-barn", 2, {"E2", "E4"}), ("camp-lanterns", 1, {"E5"})],
)
def test_quantities_and_latents_are_named_by_their_error_class(name, number, errors):
    row = next(row for row in ROWS if row["id"] == name)
    rubric = build_rubric(derive(scenario_from_dict(row["scenario"]), do(row["do"])))
    report = verify(rubric, row["edits"][number]["text"], clause=row["had"])
    assert report.valid is False
    assert errors <= set(report.errors)

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from benchmarks.cobe.data import load
from benchmarks.cobe.formal_scenario import FIELD, request_about
from benchmarks.cobe.rubric import derived_rubric
from benchmarks.cobe.score import judge
from benchmarks.errors import MalformedItemError
from benchmarks.runs.item import Generation, Item
from benchmarks.runs.scores import SampleOutcome
from nlbridge.answering.request import Settings
from nlbridge.apps.command.cli import app as command

TEXT = "The kiln cooled overnight, so the glaze stayed dull."
QUERY = "Rewrite the text, based on what would have happened had the kiln not cooled overnight."
SCENARIO: dict[str, Any] = {
    "text": TEXT,
    "events": [
        {"id": "e1", "statement": "The kiln cooled overnight.", "span": [0, 25]},
        {"id": "e2", "statement": "The glaze stayed dull.", "span": [30, 51]},
    ],
    "links": [{"cause": "e1", "effect": "e2", "sign": "promotes", "strength": "necessary"}],
}
BARE = [{name: value for name, value in event.items() if name != "span"} for event in SCENARIO["events"]]
UNLINKED = SCENARIO | {"links": []}
EDIT = "The kiln did not cool overnight, so the glaze did not stay dull."


def row(scenario: object = None, do: object = None, **changed: Any) -> dict[str, Any]:
    formal = {FIELD: {"scenario": scenario or SCENARIO, "do": do or {"e1": "false"}}}
    return {"Core Set ID": 5, "Variation ID": 1, "Variation text": TEXT, "Query": [QUERY]} | formal | changed


def loaded(folder: Path, *rows: dict[str, Any], skipped: list[str] | None = None) -> tuple[Item, ...]:
    file = folder / "items.json"
    file.write_text(json.dumps(rows))
    return load(file, skipped)[0]


def answered(item: Item, response: str = EDIT) -> SampleOutcome:
    generation = Generation(item=item.id, query_index=0, model="m", response=response)
    return judge("k", item, generation, Settings()).derived.outcome


def test_an_answer_is_judged_by_the_scenario_whatever_the_text_leaves_unsaid(tmp_path: Path) -> None:
    linked, unlinked = (loaded(tmp_path, row(one))[0] for one in (SCENARIO, UNLINKED))
    assert answered(linked) is SampleOutcome.CORRECT
    assert answered(unlinked) is SampleOutcome.INCORRECT
    assert answered(linked, TEXT) is SampleOutcome.INCORRECT


def test_published_items_have_none_and_are_read(tmp_path: Path) -> None:
    (item,) = loaded(tmp_path, {name: value for name, value in row().items() if name != FIELD})
    assert item.formal is None
    assert request_about(item, 0, Settings()).source == TEXT


def test_a_query_is_asked_in_its_words_if_they_mean_the_intervention(tmp_path: Path) -> None:
    (item,) = loaded(tmp_path, row())
    assert item.formal is not None
    assert request_about(item, 0, Settings()).query == QUERY
    assert derived_rubric(item, 0, Settings()).rubric.intervention == item.formal.do


@pytest.mark.parametrize(
    "query", [QUERY, "Rewrite the text, based on what would have happened had the owl been asleep.", "What then?"]
)
def test_the_intervention_is_the_files_whatever_the_query_is_understood_as(tmp_path: Path, query: str) -> None:
    (item,) = loaded(tmp_path, row(do={"e2": "false"}, Query=[query]))
    asked = request_about(item, 0, Settings())
    assert (asked.query, asked.do) == (None, (("e2", "false"),))
    assert dict(derived_rubric(item, 0, Settings()).rubric.intervention) == {"e2": "false"}


def test_a_verdict_belongs_to_the_scenario_that_it_was_made_by(tmp_path: Path) -> None:
    (item,) = loaded(tmp_path, row())
    (other,) = loaded(tmp_path, row(UNLINKED))
    generation = Generation(item=item.id, query_index=0, model="m", response=EDIT)
    assert len({generation.key(one) for one in (item, other, replace(item, formal=None))}) == 3


@pytest.mark.parametrize(
    ("formal", "why"),
    [
        ("e1", "scenario and do"),
        ({"scenario": SCENARIO}, "scenario and do"),
        ({"scenario": SCENARIO, "do": {"e1": False}}, "scenario and do"),
        ({"scenario": SCENARIO, "do": {}}, "at least one"),
        ({"scenario": SCENARIO, "do": {"e9": "false"}}, "e9"),
        ({"scenario": SCENARIO, "do": {"e1": "lower"}}, "lower"),
        ({"scenario": {"events": 3}, "do": {"e1": "false"}}, "events"),
        ({"scenario": {"text": "A hen.", "events": BARE}, "do": {"e1": "false"}}, "the item's text"),
    ],
)
def test_a_scenario_that_cannot_be_judged_by_is_named(tmp_path: Path, formal: object, why: str) -> None:
    with pytest.raises(MalformedItemError, match=why):
        loaded(tmp_path, row(**{FIELD: formal}))
    skipped: list[str] = []
    good = row(**{"Variation ID": 2})
    assert [item.id for item in loaded(tmp_path, row(**{FIELD: formal}), good, skipped=skipped)] == ["5v2"]
    assert len(skipped) == 1


def test_score_cobe_judges_by_the_scenario_or_on_request_by_the_text(tmp_path: Path) -> None:
    response = {"id": "5v1", "query_index": 0, "model": "m", "response": EDIT}
    loaded(tmp_path, row(UNLINKED, responses=[response]))
    call = ["score", "cobe", str(tmp_path / "items.json"), "--format", "json"]
    found = CliRunner().invoke(command, [*call, "--out", str(tmp_path / "a")], catch_exceptions=False)
    summary = json.loads(found.stdout)
    assert (summary["items_with_scenario"], summary["derived"]["incorrect"]) == (1, 1)
    assert (
        "Items with a formal scenario, which their rubric is derived from: 1."
        in (tmp_path / "a" / "report.md").read_text()
    )
    found = CliRunner().invoke(command, [*call, "--out", str(tmp_path / "b"), "--rubric", "text"])
    summary = json.loads(found.stdout)
    assert "items_with_scenario" not in summary
    assert summary["derived"]["correct"] == 1  # as the text says, the dull glaze comes of the cold kiln


def test_a_rubric_that_there_is_not_is_refused(tmp_path: Path) -> None:
    loaded(tmp_path, row(responses=[{"id": "5v1", "response": EDIT}]))
    call = ["score", "cobe", str(tmp_path / "items.json"), "--out", str(tmp_path / "a"), "--rubric", "words"]
    refused = CliRunner().invoke(command, call)
    assert refused.exit_code == 2
    assert "expected --rubric scenario|text, got 'words'" in refused.stderr

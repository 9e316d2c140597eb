from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from benchmarks.cobe.data import load
from benchmarks.cobe.rubric import criteria_scenario, derived_rubric
from causalcore.derivation.derivation import derive
from causalcore.derivation.rubric import build_rubric
from causalcore.scenario.intervention import do
from causalcore.scenario.scenario import QUANTITY_VALUES, Event, Kind, Scenario
from nlbridge.answering.request import Settings
from nlbridge.apps.command.cli import app
from nlbridge.telling.cobe_item import NoQueryError, cobe_item

TEXT = "The pump failed, so the cellar flooded. Meanwhile, the baker sang."


def test_the_exported_item_is_read_back_and_its_queries_lead_to_the_same_rubric(tmp_path):
    shown = CliRunner().invoke(app, ["rubric", TEXT, "--had", "the pump not failed", "--format", "cobe"])
    path = tmp_path / "item.json"
    path.write_text(shown.stdout, encoding="utf-8")
    (item,), _ = load(path)
    rubrics = [derived_rubric(item, index, Settings()).rubric for index in range(len(item.queries))]
    assert len(rubrics) == 3
    assert len({rubric.intervention for rubric in rubrics}) == 1
    changed = criteria_scenario(item)[1]
    assert len(tuple(changed)) == 2
    assert item.text == TEXT


def test_a_batch_writes_one_item_a_line_and_keeps_published_ids(tmp_path):
    path = tmp_path / "in.jsonl"
    path.write_text(json.dumps({"id": "12v3", "text": TEXT, "query": "What if the pump had not failed?"}) + "\n")
    result = CliRunner().invoke(app, ["rubric", "--jsonl", str(path), "--format", "cobe"])
    item = json.loads(result.stdout)
    assert (item["Core Set ID"], item["Variation ID"]) == (12, 3)
    assert item["Query"] == ["What if the pump had not failed?"]


def test_an_intervention_without_words_is_put_into_words():
    scenario = Scenario(events=(Event(id="e1", statement="The pump failed."), Event(id="e2", statement="Ann left.")))
    rubric = build_rubric(derive(scenario, do({"e1": "false"})))
    assert "had it not been the case that the pump failed." in cobe_item(None, rubric)["Query"][0]


def test_an_intervention_on_a_quantity_needs_words():
    price = Event(
        id="q", statement="Bread cost two euros.", kind=Kind.QUANTITY, values=QUANTITY_VALUES, fact="as stated"
    )
    rubric = build_rubric(derive(Scenario(events=(price,)), do({"q": "lower"})))
    with pytest.raises(NoQueryError, match="--had"):
        cobe_item(None, rubric)

"""Scenario files: what they hold, and what is refused."""

from __future__ import annotations

import json

import pytest

from causalcore.errors import CyclicModelError, MalformedScenarioError, OutsideDomainError
from causalcore.scenario.file import load_scenario, scenario_from_dict, scenario_to_dict


def event(name: str, **rest: object) -> dict:
    return {"id": name, "statement": f"Thing {name} happened.", **rest}


FULL = {
    "id": "orchard",
    "text": "The frost was hard, so the blossom died.",
    "events": [
        event("a", span=[0, 18]),
        event("b", kind="quantity", values=["lower", "as stated", "higher"], fact="as stated"),
        event("c", kind="choice", values=["pears", "plums"], fact="pears", presupposes=["a"]),
    ],
    "latents": [{"id": "l", "statement": "It was April."}],
    "links": [
        {
            "cause": "a",
            "effect": "b",
            "sign": "inhibits",
            "strength": "contributing",
            "connective": "so",
            "span": [20, 22],
        }
    ],
    "mechanisms": {"c": "if a then 'pears' else 'plums'"},
}


def test_a_scenario_survives_the_way_out_and_in():
    scenario = scenario_from_dict(FULL)
    assert scenario_to_dict(scenario) == FULL
    assert scenario_from_dict(json.loads(json.dumps(scenario_to_dict(scenario)))) == scenario


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])
def test_yaml_reads_like_json(tmp_path, encoding):
    (tmp_path / "s.yaml").write_text("events:\n- {id: a, statement: It rained., fact: true}\n", encoding=encoding)
    (tmp_path / "s.json").write_text('{"events": [{"id": "a", "statement": "It rained."}]}', encoding=encoding)
    assert load_scenario(tmp_path / "s.yaml") == load_scenario(tmp_path / "s.json")


def test_what_is_left_out_has_its_usual_value():
    scenario = scenario_from_dict(
        {"events": [event("a"), event("b", kind="quantity")], "links": [{"cause": "a", "effect": "b"}]}
    )
    assert scenario.event("b").fact == "as stated"
    assert scenario.links[0].strength == "necessary"


A, B = event("a"), event("b")


@pytest.mark.parametrize(
    ("data", "error", "message"),
    [
        ([], MalformedScenarioError, "expected a scenario as an object with events"),
        ({}, MalformedScenarioError, "expected events in a scenario, got nothing"),
        ({"events": [A, A]}, MalformedScenarioError, "expected distinct ids, got a more than once"),
        ({"events": [event("a", color=1)]}, MalformedScenarioError, r"expected no field events\.0\.color"),
        ({"events": [event("a", kind="thing")]}, MalformedScenarioError, r"at events\.0\.kind, got 'thing'"),
        ({"events": [event("a", fact="maybe")]}, OutsideDomainError, "expected a value of a in"),
        ({"events": [event("a", span=[3, 1])]}, MalformedScenarioError, "0 <= start < end for event a"),
        ({"events": [event("a", span=[0, 9])], "text": "Rain."}, MalformedScenarioError, "within the 5 characters"),
        ({"events": [event("a", presupposes=["z"])]}, MalformedScenarioError, "to presuppose one of a, got z"),
        ({"events": [event("a", kind="choice", values=["x"])]}, MalformedScenarioError, "expected the fact of a"),
        ({"events": [A], "links": [{"cause": "a", "effect": "z"}]}, MalformedScenarioError, "the effect of a -> z"),
        ({"events": [A, B], "links": [{"cause": "a", "effect": "b"}] * 2}, MalformedScenarioError, "one link a -> b"),
        (
            {"events": [A, B], "links": [{"cause": "a", "effect": "b"}], "refused": [{"cause": "a", "effect": "b"}]},
            MalformedScenarioError,
            "a -> b once, among the links or the refused",
        ),
        ({"events": [A], "mechanisms": {"a": "z"}}, MalformedScenarioError, "to name one of a, got z"),
        (
            {"events": [A, B], "links": [{"cause": "a", "effect": "b"}, {"cause": "b", "effect": "a"}]},
            CyclicModelError,
            "got the cycle a -> b -> a",
        ),
    ],
)
def test_a_broken_scenario_is_refused_in_one_line(data, error, message):
    with pytest.raises(error, match=message) as caught:
        scenario_from_dict(data)
    assert "\n" not in str(caught.value)


def test_a_missing_or_broken_file_is_refused(tmp_path):
    with pytest.raises(MalformedScenarioError, match="expected a readable UTF-8 file"):
        load_scenario(tmp_path / "none.json")
    (tmp_path / "bad.json").write_text('{"events": [', encoding="utf-8")
    with pytest.raises(MalformedScenarioError, match="expected JSON or YAML"):
        load_scenario(tmp_path / "bad.json")


def test_a_file_may_hold_its_scenario_among_other_fields(tmp_path):
    inner = {"events": [event("a")]}
    (tmp_path / "bare.json").write_text(json.dumps(inner), encoding="utf-8")
    (tmp_path / "wrapped.yaml").write_text(json.dumps({"id": "x", "had": "...", "scenario": inner}), encoding="utf-8")
    assert load_scenario(tmp_path / "wrapped.yaml") == load_scenario(tmp_path / "bare.json")
    (tmp_path / "both.json").write_text(json.dumps({**inner, "scenario": inner}), encoding="utf-8")
    with pytest.raises(MalformedScenarioError, match="no field scenario"):
        load_scenario(tmp_path / "both.json")


def test_the_report_of_a_rubric_is_no_scenario_and_the_message_says_what_to_keep():
    with pytest.raises(MalformedScenarioError, match=r"got what `rubric` reports.*rubric.scenario.to_json"):
        scenario_from_dict({"events": [event("a", answer="changed")], "criteria": []})

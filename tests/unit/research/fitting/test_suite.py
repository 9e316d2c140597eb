"""The scenarios and rewrites in research/fitting/suite agree with themselves and with the engine."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from causalcore.derivation.derivation import JudgementStatus, compile_scenario, derive
from causalcore.scenario.file import scenario_from_dict
from causalcore.scenario.intervention import do
from causalcore.scenario.scenario import Kind

ROOT = Path(__file__).parents[4]
SUITE = ROOT / "research" / "fitting" / "suite"
FILES = sorted(SUITE.glob("*.jsonl"))
assert FILES, f"expected suites in {SUITE}, found none"
SAID = {"kept", "altered", "unmentioned"}
CLASSES = {"E1", "E2", "E3", "E4", "E5"}
ANSWERS = ("unchanged", "changed", "open")

pytestmark = pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)


@cache
def rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def edits(path: Path) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    return [(row, edit) for row in rows(path) for edit in row["edits"]]


def test_no_two_scenarios_share_a_name_and_no_two_edits_of_one_a_wording(path):
    names = [row["id"] for file in FILES for row in rows(file)]
    assert len(set(names)) == len(names)
    for row in rows(path):
        texts = [edit["text"].casefold().split() for edit in row["edits"]]
        assert all(a != b for i, a in enumerate(texts) for b in [row["text"].casefold().split(), *texts[:i]]), row["id"]


def test_every_span_stands_at_its_offsets(path):
    for row in rows(path):
        for event, formal in zip(row["events"], row["scenario"]["events"], strict=True):
            start, end = event["span_offsets"]
            assert row["text"][start:end] == event["span"], row["id"]
            assert (formal["id"], formal["statement"], formal["span"]) == (
                event["id"],
                event["statement"],
                event["span_offsets"],
            ), row["id"]
        assert row["scenario"]["text"] == row["text"]
        assert all(row["intervention"] in query for query in row["query"]), row["id"]


def test_the_links_are_those_of_the_formal_scenario(path):
    for row in rows(path):
        formal = [[x["cause"], x["effect"], x.get("sign", "promotes")] for x in row["scenario"]["links"]]
        assert sorted(formal) == sorted(map(list, row["links"])), row["id"]


def test_the_engine_derives_the_gold_answers(path):
    for row in rows(path):
        derivation = derive(scenario_from_dict(row["scenario"]), do(row["formal_do"]))
        wanted = {name: answer for answer in ANSWERS for name in row[answer]}
        assert wanted == {event["id"]: str(derivation.answer(event["id"]).kind) for event in row["events"]}, row["id"]
        assert sum(len(row[answer]) for answer in ANSWERS) == len(row["events"]), row["id"]


def test_every_edit_says_something_of_every_event(path):
    for row, edit in edits(path):
        assert set(edit["says"]) == {event["id"] for event in row["events"]}, (row["id"], edit["text"])
        assert set(edit["says"].values()) <= SAID, (row["id"], edit["text"])


def test_verdict_and_error_classes_follow_from_the_labels(path):
    for row, edit in edits(path):
        where = (row["id"], edit["text"])
        scenario = scenario_from_dict(row["scenario"])
        quantities = {event.id for event in scenario.events if event.kind is Kind.QUANTITY}
        left = {name for name in row["changed"] if edit["says"][name] == "kept"}
        errors = set(edit["errors"])
        assert edit["valid"] == (not errors), where
        assert errors <= CLASSES, where
        assert ("E1" in errors) == any(edit["says"][name] == "altered" for name in row["unchanged"]), where
        assert ("E2" in errors) == bool(left), where
        assert ("E3" in errors) == edit["connective"], where
        assert "E4" in errors or not left & quantities, where
        assert quantities or "E4" not in errors, where
        assert scenario.latents or "E5" not in errors, where


def test_what_a_valid_edit_says_can_hold_together(path):
    for row in rows(path):
        compiled = compile_scenario(scenario_from_dict(row["scenario"]))
        events = compiled.scenario.events
        for edit in row["edits"]:
            if not edit["valid"]:
                continue
            said = {
                event.id: event.fact if edit["says"][event.id] == "kept" else frozenset(event.values) - {event.fact}
                for event in events
                if edit["says"][event.id] != "unmentioned"
            }
            judgement = compiled.judge(do(row["formal_do"]), said)
            assert judgement.status is JudgementStatus.CONSISTENT, (row["id"], edit["text"])

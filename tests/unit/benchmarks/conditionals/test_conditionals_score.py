from __future__ import annotations

import json
import math

import pytest

from benchmarks.conditionals.data import Condition
from benchmarks.conditionals.generate import generate
from benchmarks.conditionals.score import (
    Preference,
    both_right,
    judge,
    load_preferences,
    logical,
    preferred,
    summarise,
    world_knowledge,
)
from benchmarks.errors import DatasetMissingError, MalformedItemError

ITEMS = generate(280, seed=1).items
CUED = {item.id: Preference(congruent=-1.0, incongruent=-2.0) for item in ITEMS}


def test_a_model_that_always_prefers_the_congruent_completion_is_right_where_that_is_logical():
    samples = judge(ITEMS, CUED)
    assert all(shares.accuracy.value == 1.0 for shares in preferred(samples).values())
    shares = {name: one.accuracy.value for name, one in logical(samples).items()}
    assert shares == {
        "CW": 1.0, "RW": 0.0, "CR": 0.0, "CWC": 1.0, "RWCA": 0.0, "CWC (cue)": 1.0, "RWCA (cue)": 0.0,
        "CWC (distance)": 1.0, "RWCA (distance)": 0.0, "CWC (boundary)": 0.0, "CWC (connective)": 1.0,
        "CWC (tense)": 0.0,
    }  # fmt: skip
    assert both_right(samples, Condition.CW, Condition.RW).accuracy.value == 0.0


def test_a_model_that_is_always_right_is_right_in_both_conditions():
    logicals = {sample.id: sample.logical for sample in judge(ITEMS, CUED)}
    right = {
        name: Preference(congruent=-1.0 if good is not False else -3.0, incongruent=-2.0)
        for name, good in logicals.items()
    }
    samples = judge(ITEMS, right)
    assert all(shares.accuracy.value == 1.0 for shares in logical(samples).values())
    assert both_right(samples, Condition.CWC, Condition.RWCA).accuracy.value == 1.0


def test_ties_are_counted_and_decide_nothing():
    samples = judge(ITEMS, {item.id: Preference(congruent=-1.0, incongruent=-1.0) for item in ITEMS})
    assert summarise(ITEMS, (), samples)["ties"] == len(ITEMS)
    assert {shares.undetermined.value for shares in preferred(samples).values()} == {1.0}
    assert {shares.accuracy_of_decided.value for shares in preferred(samples).values()} == {None}


def test_a_tie_is_undetermined_whether_or_not_a_completion_is_logical():
    samples = judge(ITEMS, {item.id: Preference(congruent=-1.0, incongruent=-1.0) for item in ITEMS})
    found = logical(samples)
    assert Condition.BB not in found
    assert {shares.undetermined.value for shares in found.values()} == {1.0}
    assert both_right(samples, Condition.CW, Condition.RW).undetermined.value == 1.0


def test_world_knowledge_is_pearsons_r_of_baseline_and_counterfactual():
    strengths = {core: float(number) for number, core in enumerate(sorted({item.core for item in ITEMS}))}

    def preference(item):
        slope = {Condition.BB: 1.0, Condition.CW: -2.0}.get(item.condition, 0.5)
        return Preference(congruent=slope * strengths[item.core] - 1, incongruent=-1.0)

    found = world_knowledge(judge(ITEMS, {item.id: preference(item) for item in ITEMS}))
    assert found.items == len(strengths)
    assert math.isclose(found.r or 0.0, -1.0)


def test_too_few_items_have_no_correlation():
    assert world_knowledge(()).r is None


def test_items_without_log_probabilities_are_left_out_and_counted():
    some = dict(list(CUED.items())[:14])
    assert summarise(ITEMS, (), judge(ITEMS, some))["without_logprobs"] == len(ITEMS) - 14


@pytest.mark.parametrize(
    "line",
    ["[]", "{", '{"id": "a"}', '{"id": "a", "logprobs": {"congruent": NaN, "incongruent": 1}}',
     '{"id": "a", "logprobs": {"congruent": "x", "incongruent": 1}}',
     '{"id": "a", "logprobs": {"congruent": -1, "incongruent": 3}}'],
)  # fmt: skip
def test_lines_that_hold_no_log_probabilities_are_refused(tmp_path, line):
    path = tmp_path / "p.jsonl"
    path.write_text(f"{line}\n", encoding="utf-8")
    with pytest.raises(MalformedItemError, match="line 1"):
        load_preferences(path)


def test_a_double_id_and_a_missing_file_are_refused(tmp_path):
    path = tmp_path / "p.jsonl"
    line = json.dumps({"id": "a", "logprobs": {"congruent": -1, "incongruent": -2}})
    path.write_text(f"{line}\n{line}\n", encoding="utf-8")
    with pytest.raises(MalformedItemError, match="each id once"):
        load_preferences(path)
    with pytest.raises(DatasetMissingError):
        load_preferences(tmp_path / "none.jsonl")

from __future__ import annotations

from dataclasses import replace

import pytest

from causalcore.derivation.derivation import derive
from causalcore.derivation.rubric import build_rubric
from causalcore.scenario.file import scenario_from_dict
from causalcore.scenario.intervention import do
from nlbridge.grounding.by_words import ground
from nlbridge.judging.findings import plain_contradictions, played_down, told_again

TEXT = "The pump failed at noon, so the cellar was flooded. Snow fell on the roof."
SCENARIO = {
    "id": "cellar",
    "text": TEXT,
    "events": [
        {"id": "e1", "statement": "The pump failed at noon.", "span": [0, 23]},
        {"id": "e2", "statement": "The cellar was flooded.", "span": [28, 50]},
        {"id": "e3", "statement": "Snow fell on the roof.", "span": [52, 73]},
    ],
    "links": [{"cause": "e1", "effect": "e2", "sign": "promotes"}],
}


@pytest.mark.parametrize(
    ("edit", "said"),
    [
        ("The pump did not fail at noon, so the cellar was not flooded. Snow fell on the roof.", ""),
        ("The pump did not fail at noon, but the cellar was flooded. Snow fell on the roof.", "repeats"),
        ("The pump did not fail at noon, so the cellar was not flooded. Snow did not fall on the roof.", "denies"),
    ],
)
def test_copied_words_say_what_they_say(edit, said):
    rubric = build_rubric(derive(scenario_from_dict(SCENARIO), do({"e1": "false"})))
    found = plain_contradictions(rubric, ground(edit, rubric.scenario, rubric.intervention))
    assert bool(found) is bool(said)
    assert all(said in reason for reason in found)


def test_a_claim_that_is_denied_in_one_place_and_told_in_another_is_told_again():
    scenario = scenario_from_dict(SCENARIO)
    rubric = build_rubric(derive(scenario, do({"e1": "false"})))
    denied = "The pump did not fail at noon, so the cellar was not flooded. Snow fell on the roof."
    assert told_again(rubric, ground(denied, scenario, rubric.intervention)) == ()
    found = told_again(rubric, ground(f"{denied} The cellar was flooded.", scenario, rubric.intervention))
    assert len(found) == 1
    assert "The cellar was flooded" in found[0]


LEAK = {
    "id": "roof",
    "text": "The hangar roof leaked in March. A mechanic oiled the doors.",
    "events": [
        {"id": "e1", "statement": "The hangar roof leaked in March.", "span": [0, 31]},
        {"id": "e2", "statement": "A mechanic oiled the doors.", "span": [33, 59]},
    ],
    "links": [],
}


@pytest.mark.parametrize(
    ("edit", "clause", "said"),
    [
        ("The hangar roof leaked only a little in March. A mechanic oiled the doors.", "the roof not leaked", True),
        ("The hangar roof leaked only a little in March. A mechanic oiled the doors.", None, True),
        (
            "The hangar roof leaked only a little in March. A mechanic oiled the doors.",
            "it leaked only a little",
            False,
        ),
        ("The hangar roof did not leak in March. A mechanic oiled the doors.", "the roof not leaked", False),
        ("The hangar roof did not leak, just as hoped. A mechanic oiled the doors.", "the roof not leaked", False),
        ("The hangar roof let in only air in March. A mechanic oiled the doors.", "the roof not leaked", False),
    ],
)
def test_what_is_told_as_a_little_less_is_still_told(edit, clause, said):
    rubric = build_rubric(derive(scenario_from_dict(LEAK), do({"e1": "false"})))
    found = played_down(rubric, replace(ground(edit, rubric.scenario, rubric.intervention), clause=clause))
    assert bool(found) is said

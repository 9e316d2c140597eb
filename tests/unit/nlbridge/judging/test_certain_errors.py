from __future__ import annotations

from dataclasses import replace

import pytest

from causalcore.derivation.derivation import derive
from causalcore.derivation.rubric import Rubric, build_rubric
from causalcore.scenario.file import scenario_from_dict
from causalcore.scenario.intervention import do
from nlbridge.grounding.by_words import ground
from nlbridge.judging.error_classes import certain_errors
from nlbridge.judging.report import ErrorClass
from nlbridge.judging.verification import verify
from nlbridge.reading.reader import read
from nlbridge.supposing.hypothetical import resolve

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
EDITS = [
    ("The pump did not fail at noon, so the cellar was not flooded. Snow fell on the roof.", set()),
    ("The pump ran on at noon, and the cellar stayed dry. On the roof there was snow.", set()),
    ("The pump did not fail at noon, but the cellar was flooded. Snow fell on the roof.", {ErrorClass.E2}),
    ("The pump failed at noon, but the cellar was not flooded. Snow fell on the roof.", {ErrorClass.E2}),
    ("The pump ran on, so the cellar stayed dry. Snow did not fall on the roof.", {ErrorClass.E1}),
]


def given() -> Rubric:
    return build_rubric(derive(scenario_from_dict(SCENARIO), do({"e1": "false"})))


@pytest.mark.parametrize(("edit", "errors"), EDITS)
def test_exact_words_against_a_sure_criterion_are_an_error(edit: str, errors: set[ErrorClass]):
    rubric = given()
    found = certain_errors(rubric, ground(edit, rubric.scenario, rubric.intervention))
    assert {one.error for one in found} == errors


@pytest.mark.parametrize(("edit", "errors"), [pair for pair in EDITS if pair[1]])
def test_an_error_that_is_proved_decides_with_its_proof(edit: str, errors: set[ErrorClass]):
    report = verify(given(), edit)
    assert report.valid is False
    assert errors <= set(report.errors)
    assert any("word" in reason or "outright" in reason for reason in report.reasons)


def test_what_rests_on_a_guessed_link_is_left_to_the_weighing():
    found = resolve(read("The pump failed at noon. The cellar was flooded."), had="the pump not failed")
    rubric = build_rubric(derive(found.scenario, found.intervention))
    assert rubric.derivation.answer("e2").kind == "changed"
    edit = "The pump did not fail at noon. The cellar was flooded."
    assert not certain_errors(rubric, ground(edit, rubric.scenario, rubric.intervention, clause=found.clause))


def test_a_what_if_whose_words_stand_elsewhere_in_the_text_proves_nothing():
    rubric = given()
    edit = "The pump failed at noon, so the cellar was flooded. No snow fell on the roof."
    grounding = ground(edit, rubric.scenario, rubric.intervention)
    assert certain_errors(rubric, replace(grounding, clause="the pump had not failed"))
    assert not certain_errors(rubric, replace(grounding, clause="no snow had fallen"))

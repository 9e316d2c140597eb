from __future__ import annotations

import pytest

from causalcore.scenario.intervention import do
from causalcore.scenario.scenario import Event, Link, Scenario
from nlbridge.grounding.by_words import ground
from nlbridge.grounding.connectives.misuse import NAMES, weighed
from nlbridge.weights.calibration import boosted

TEXT = "The dam leaked. As a result, the mill stood still, and the geese flew south."
SCENARIO = Scenario(
    text=TEXT,
    events=(
        Event(id="e1", statement="The dam leaked.", span=(0, 14)),
        Event(id="e2", statement="The mill stood still.", span=(29, 49)),
        Event(id="e3", statement="The geese flew south.", span=(55, 75)),
    ),
    links=(Link(cause="e1", effect="e2", connective="as a result", confidence=0.9),),
)


def measured(edit):
    """Return what is measured of each connective, by its words and the claims that it joins."""
    found = ground(edit, SCENARIO, do({"e1": "false"})).mismatches
    return {(odd.joint.words, odd.cause, odd.effect): dict(zip(NAMES, odd.values, strict=True)) for odd in found}


def test_a_turned_connective_is_measured_against_the_values_of_its_claims():
    odd = measured("Although the dam did not leak, the mill did not stand still. The geese flew south.")
    values = odd["although", "e1", "e2"]
    assert values["chance that the two values do not suit it"] > 0.9
    assert values["it is consecutive"] == 0
    assert values["the text has it there, too"] == 0
    assert values["share of the cause in its stretch"] == values["share of the effect in its stretch"] == 1
    assert values["confidence of the link"] == 0.9
    assert (values["the cause is supposed"], values["the effect is supposed"]) == (1, 0)


def test_a_connective_that_the_text_has_at_the_same_place_is_told_from_a_new_one():
    odd = measured("The dam did not leak. As a result, the mill did not stand still.")
    assert odd["as a result", "e1", "e2"]["the text has it there, too"] == 1


def test_a_reason_from_a_claim_that_nothing_joins_is_a_stranger():
    odd = measured("Because the dam did not leak, the geese flew south. The mill did not stand still.")
    strange = [values for (words, _, effect), values in odd.items() if words == "because" and effect == "e3"]
    assert [values["neither depends on the other"] for values in strange] == [1]


def test_new_words_beside_a_connective_are_counted():
    odd = measured("The dam leaked. A clever miller rigged a diesel engine, so the mill did not stand still.")
    assert all(values["new words where the cause stands"] >= 3 for (words, *_), values in odd.items() if words == "so")


@pytest.mark.parametrize("bias", [-2.0, 2.0])
def test_the_chance_is_that_of_the_model(bias):
    model = boosted({"bias": bias, "trees": [0.0]}, NAMES)
    edit = "Although the dam did not leak, the mill did not stand still."
    found = ground(edit, SCENARIO, do({"e1": "false"}), connectives=model).mismatches
    assert found
    assert all((odd.chance > 0.5) is (bias > 0) for odd in found)


def test_no_connective_needs_no_weighing() -> None:
    assert weighed((), setting=None) == ()

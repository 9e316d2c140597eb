from __future__ import annotations

from dataclasses import replace

import pytest

from benchmarks.cobe.rubric import criteria_scenario, dataset_rubric
from benchmarks.errors import MalformedItemError
from benchmarks.runs.item import Item
from causalcore.derivation.rubric import CriterionKind
from causalcore.scenario.scenario import Kind

ITEM = Item(
    id="7v2",
    core="7",
    domain="Engineering",
    text="It was a hot day. The shop had many coolers, so it sold 90 bottles.",
    queries=("Rewrite it, had the shop had no coolers.",),
    criteria=(
        "It was a hot day.",
        "The shop had many coolers. It sold 90 bottles.",
        "Numerical change expected: The number of bottles was lower than 90.",
        "It was summer.",
    ),
)


def test_each_string_becomes_what_it_stands_for() -> None:
    scenario, intervention = criteria_scenario(ITEM)
    assert dict(intervention) == {"c2": "false", "c3": "false", "c4": "lower"}
    assert scenario.event("c4").kind is Kind.QUANTITY
    assert [latent.statement for latent in scenario.latents] == ["It was summer."]
    assert scenario.links == ()


def test_the_dataset_rubric_asks_nothing_of_connectives() -> None:
    kinds = {criterion.kind for criterion in dataset_rubric(ITEM).criteria}
    assert CriterionKind.UNCHANGED in kinds
    assert CriterionKind.CONNECTIVE not in kinds


def test_a_number_said_to_be_higher_must_rise() -> None:
    rising = (*ITEM.criteria[:2], "Numerical change expected: The bottles sold were more than 90.")
    assert criteria_scenario(replace(ITEM, criteria=rising))[1]["c4"] == "higher"


def test_a_numeric_string_without_a_direction_asks_nothing() -> None:
    vague = (*ITEM.criteria[:2], "Numerical change expected: The bottles were other than 90.")
    assert "c4" not in criteria_scenario(replace(ITEM, criteria=vague))[1]


def test_an_item_without_criteria_is_refused() -> None:
    with pytest.raises(MalformedItemError, match="7v2"):
        criteria_scenario(replace(ITEM, criteria=()))

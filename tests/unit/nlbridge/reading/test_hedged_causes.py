"""Causes that a text hedges, or names as enough: how strong the links are, and what depends on them."""

from __future__ import annotations

import pytest

from causalcore.derivation.derivation import derive
from causalcore.scenario.scenario import Strength
from nlbridge.reading.reader import read
from nlbridge.supposing.hypothetical import resolve


def answers(text: str, had: str) -> dict[str, str]:
    """Return the answer of each event, by its statement."""
    what_if = resolve(read(text), had=had)
    derivation = derive(what_if.scenario, what_if.intervention)
    statements = {event.id: event.statement for event in what_if.scenario.events}
    return {statements[answer.event]: str(answer.kind) for answer in derivation.answers}


@pytest.mark.parametrize(
    ("text", "strength"),
    [
        ("The price of coal rose, and perhaps for that reason the mill closed.", Strength.POSSIBLE),
        ("The price of coal rose. Perhaps that is why the mill closed.", Strength.POSSIBLE),
        ("The price of coal rose. Probably as a result, the mill closed.", Strength.POSSIBLE),
        ("The price of coal rose, and partly as a consequence the mill closed.", Strength.CONTRIBUTING),
        ("In part owing to the drought, the mill closed.", Strength.CONTRIBUTING),
        ("The mill closed, possibly since the river was low.", Strength.POSSIBLE),
        ("The price of coal rose, and for that reason the mill closed.", Strength.NECESSARY),
    ],
)
def test_a_hedge_before_a_signal_weakens_its_link_and_is_no_part_of_the_claim(text: str, strength: Strength):
    scenario = read(text)
    assert [link.strength for link in scenario.links] == [strength]
    assert "The mill closed." in {event.statement for event in scenario.events}


def test_several_causes_with_signals_of_their_own_wait_for_one_main_clause():
    scenario = read(
        "Partly because the river was low and partly because the owner was ill, the mill closed. The weavers left."
    )
    links = {(link.cause, link.effect, link.strength) for link in scenario.links}
    assert {("e1", "e3", Strength.CONTRIBUTING), ("e2", "e3", Strength.CONTRIBUTING)} <= links


TWO = "The wire was loose and the plug was wet; each alone would have been enough. The drill stopped."


@pytest.mark.parametrize(
    ("had", "answer"),
    [
        ("the wire not been loose", "unchanged"),
        ("the plug not been wet", "unchanged"),
        ("the wire not been loose and the plug not been wet", "changed"),
        ("the wire been tight and the plug dry", "changed"),
    ],
)
def test_of_two_causes_each_enough_both_must_go_for_the_effect_to_go(had: str, answer: str):
    assert answers(TWO, had)["The drill stopped."] == answer


@pytest.mark.parametrize(
    ("text", "had", "answer"),
    [
        ("Ida fried the eel in lard rather than butter.", "Ida fried the eel in butter rather than lard", "changed"),
        ("Ida travelled by rail instead of by road.", "Ida travelled by road", "changed"),
        ("Ida fried the eel in lard rather than butter.", "Ida fried the eel in lard", "unchanged"),
    ],
)
def test_what_a_text_says_was_not_chosen_is_another_value(text: str, had: str, answer: str):
    assert answers(text, had) == {text: answer}

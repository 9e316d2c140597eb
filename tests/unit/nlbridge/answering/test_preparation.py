from __future__ import annotations

from dataclasses import replace

from causalcore.scenario.intervention import do
from nlbridge.answering.preparation import prepared
from nlbridge.reading.reader import read
from nlbridge.supposing.hypothetical import resolve

TEXT = "The pump failed, so the cellar flooded. The wine was ruined."


def answers(found):
    return {one.event: one for one in found.rubric.derivation.answers}


def test_a_link_that_a_person_took_out_is_not_brought_back_by_what_the_network_expects():
    found = resolve(read(TEXT), had="the pump not failed")
    whole = found.scenario
    link = next(link for link in whole.links if (link.cause, link.effect) == ("e1", "e2"))
    assert answers(prepared(whole, found.intervention, found))["e2"].kind == "changed"

    cut = replace(whole, links=tuple(one for one in whole.links if one != link), refused=(link,))
    left = answers(prepared(cut, found.intervention, found))
    assert left["e2"].kind == "unchanged"


LONG = (
    "On Monday the old footbridge collapsed. The pupils now walk along the main road. Their parents have complained to "
    "the mayor. The library got a new roof."
)


def test_values_that_are_put_in_lead_to_the_same_answers_as_their_words():
    scenario = read(LONG)
    found = resolve(scenario, had="the old footbridge not collapsed")
    by_words = answers(prepared(found.scenario, found.intervention, found))
    by_values = answers(prepared(scenario, found.intervention))
    assert {name: one.kind for name, one in by_values.items()} == {name: one.kind for name, one in by_words.items()}


def test_a_value_that_moves_nothing_changes_nothing():
    scenario = read(LONG)
    found = answers(prepared(scenario, do({"e1": "true"})))
    assert {str(one.kind) for one in found.values()} == {"unchanged"}

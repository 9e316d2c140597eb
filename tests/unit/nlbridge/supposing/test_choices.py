"""What-ifs that name another value."""

from __future__ import annotations

from dataclasses import replace

import pytest

from causalcore.derivation.derivation import derive
from causalcore.derivation.rubric import build_rubric
from causalcore.scenario.scenario import Kind
from nlbridge.judging.verification import verify
from nlbridge.reading.reader import read
from nlbridge.supposing.hypothetical import resolve
from nlbridge.telling.rewriting import chosen_world, edited

DRINK = "Lena mixed a Negroni, so the bar smelled of Campari."


@pytest.mark.parametrize(
    ("text", "had", "values"),
    [
        (DRINK, "she been mixing an Old Fashioned", ("a Negroni", "an Old Fashioned")),
        (
            "The crate went by road, so it arrived wet.",
            "the crate gone by rail instead of road",
            ("by road", "by rail"),
        ),
        ("The fair was held on Monday.", "the fair been held on Tuesday", ("on Monday", "on Tuesday")),
        (
            "The clerk wrote a letter, so the parcel stayed behind.",
            "the clerk made a telephone call",
            ("wrote a letter", "made a telephone call"),
        ),
    ],
)
def test_a_what_if_that_names_something_else_makes_a_choice(text, had, values):
    found = resolve(read(text), had=had)
    event = found.scenario.event("e1")
    assert (event.kind, event.values, event.fact) == (Kind.CHOICE, values, values[0])
    assert dict(found.intervention) == {"e1": values[1]}


@pytest.mark.parametrize(
    ("text", "had"),
    [
        (DRINK, "Lena not mixed a Negroni"),
        ("The valve leaked, so the tank ran dry.", "the valve held"),
        ("The clerk opened the gate, so the sheep got out.", "the clerk closed the gate"),
        ("The cook burned the soup, so the guests left.", "the cook been careful"),
        ("The fog delayed the ferry.", "there been no fog"),
    ],
)
def test_a_denial_or_an_opposite_only_undoes_the_claim(text, had):
    found = resolve(read(text), had=had)
    assert {event.kind for event in found.scenario.events} == {Kind.EVENT}
    assert set(dict(found.intervention).values()) == {"false"}


def test_what_follows_from_the_value_goes_with_it():
    found = resolve(read(DRINK), had="she been mixing an Old Fashioned")
    rubric = build_rubric(derive(found.scenario, found.intervention))
    assert rubric.derivation.answer("e2").kind == "changed"
    assert rubric.criteria[0].statement == (
        "'Lena mixed a Negroni' has 'an Old Fashioned' instead of 'a Negroni', as the what-if says."
    )
    assert edited(rubric, chosen_world(rubric)) == "Lena mixed an Old Fashioned, so the bar did not smell of Campari."


def test_an_edit_must_name_the_value_that_is_supposed():
    found = resolve(read(DRINK), had="she been mixing an Old Fashioned")
    rubric = build_rubric(derive(found.scenario, found.intervention))
    supposed, another = (
        verify(rubric, f"Lena mixed {drink}, so the bar did not smell of Campari.", clause=found.clause)
        for drink in ("an Old Fashioned", "a Margarita")
    )
    assert supposed.valid is not False
    assert another.valid is not True
    assert supposed.score > another.score


@pytest.mark.parametrize("mechanism", [("e2", "e1"), ("e1", "true")])
def test_formulas_go_on_with_an_event_that_became_a_choice(mechanism):
    scenario = read("The crate went by road, so it arrived wet.")
    known = replace(scenario, mechanisms=(mechanism,))
    found = resolve(known, had="the crate gone by rail instead of road")
    answers = {one.event: str(one.kind) for one in derive(found.scenario, found.intervention).answers}
    assert answers == {"e1": "changed", "e2": "changed"}

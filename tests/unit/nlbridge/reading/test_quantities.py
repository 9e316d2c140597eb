"""Quantities: which way a claim says that one moved, and what that does to links and answers."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from causalcore.derivation.derivation import derive
from causalcore.scenario.intervention import do
from causalcore.scenario.scenario import Event, Kind, Link, Scenario, Strength
from nlbridge.reading.quantities import trend, with_quantities
from nlbridge.reading.reader import read
from nlbridge.supposing.hypothetical import resolve

CLAIMS = (
    "The dynamo stalled.",
    "The pressure in the boiler rose to 9 bar.",
    "Bread sales fell by 12 %.",
    "The rent doubled.",
    "The coach arrived two hours late.",
    "Candles became cheaper.",
    "The clerk shut the window.",
)


@pytest.mark.parametrize(
    ("said", "way"),
    [
        ("The pressure in the boiler rose to 9 bar.", 1),
        ("Takings sank from 900 to 400 euros.", -1),
        ("The guild doubled its fees.", 1),
        ("The brewery cut its prices.", -1),
        ("The levy drove the price of salt up.", 1),
        ("The drummers went home 40 minutes early.", -1),
        ("The stalls took in a fifth more than in May.", 1),
        ("The mule carried just 30 kilos.", -1),
        ("The lower the sun sank.", -1),
        ("The canal rose.", 1),
        ("Lamps became dearer.", 1),
        ("The coach arrived two hours later than planned.", 1),
        ("The price of wool was driven up.", 1),
        ("The tank was already down to 3 litres.", -1),
        ("Café Orbit put its espresso up to 3.20.", 1),
    ],
)
def test_a_claim_says_which_way_its_quantity_went(said, way):
    assert trend(said) == way


@pytest.mark.parametrize(
    "said",
    [
        "The mast fell.",
        "Its weight brought down the power line.",
        "The abbot rose at six.",
        "The fort fell to 300 archers.",
        "Bread sales did not fall.",
        "The barber cut the boy's hair.",
        "A fall in demand closed the mill.",
        "Bread sales would have fallen.",
        "The chapel was 30 metres high.",
        "The acrobat doubled over.",
        "They married two years later.",
    ],
)
def test_what_only_sounds_like_a_quantity_stays_a_plain_event(said):
    assert trend(said) == 0


def test_a_comparative_correlative_joins_two_quantities():
    scenario = read("The longer the frost lasted, the higher the price of coal rose.")
    assert {event.kind for event in scenario.events} == {Kind.QUANTITY}
    answer = derive(scenario, do({"e1": "lower"})).answer("e2")
    assert answer.direction == "lower"


@pytest.mark.parametrize(
    ("had", "value"),
    [
        ("the price of boots not risen", "lower"),
        ("the price of boots stayed at 50 euros", "lower"),
        ("the price of boots risen to 90 euros", "higher"),
    ],
)
def test_a_what_if_about_a_quantity_says_where_it_would_stand(had, value):
    scenario = read("The tannery closed, so the price of boots rose to 70 euros.")
    assert dict(resolve(scenario, had=had).intervention) == {"e2": value}


def test_what_something_worked_against_stays_a_plain_event():
    scenario = read("Although the road was empty, the coach arrived two hours late because a wheel broke.")
    assert {event.kind for event in scenario.events} == {Kind.EVENT}


@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_what_must_change_is_the_same_whether_claims_are_quantities_or_plain(data):
    """Undoing a claim undoes what needs it: the values of a quantity only add which way.

    Links that may be idle are left out: what such a cause does to a quantity may go either way.
    """
    claims = data.draw(st.lists(st.sampled_from(CLAIMS), min_size=2, max_size=5))
    events = tuple(Event(id=f"e{k}", statement=claim) for k, claim in enumerate(claims))
    strengths = st.sampled_from([Strength.NECESSARY, Strength.SUFFICIENT, Strength.CONTRIBUTING])
    pairs = [(a, b) for b in range(len(claims)) for a in range(b)]
    chosen = data.draw(st.lists(st.sampled_from(pairs), unique=True, max_size=5))
    links = tuple(Link(cause=f"e{a}", effect=f"e{b}", strength=data.draw(strengths)) for a, b in chosen)
    sufficient = {link.effect for link in links if link.strength is Strength.SUFFICIENT}
    links = tuple(replace(link, strength=Strength.SUFFICIENT) if link.effect in sufficient else link for link in links)
    plain = Scenario(events=events, links=links)
    typed = with_quantities(plain)
    target = data.draw(st.sampled_from(typed.events))
    undone = "false" if target.kind is Kind.EVENT else ("lower" if trend(target.statement) > 0 else "higher")
    before = {a.event: a.kind for a in derive(plain, do({target.id: "false"})).answers}
    after = {a.event: a.kind for a in derive(typed, do({target.id: undone})).answers}
    assert after == before

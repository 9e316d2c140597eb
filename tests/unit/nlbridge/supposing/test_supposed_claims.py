from __future__ import annotations

from itertools import product

import pytest

from causalcore.derivation.derivation import AnswerKind, compile_scenario, derive
from causalcore.mechanisms.mechanism import parse_formula
from causalcore.scenario.intervention import do
from causalcore.scenario.scenario import Event, Kind, Link, Scenario, Sign, Strength
from nlbridge.supposing.supposed_claims import Bearing, NewClaim, keeping, supposed_links, with_new_claim

CUT, COLD = Event(id="e1", statement="The power failed."), Event(id="e2", statement="The ovens went cold.")
CLOSED, CAT = Event(id="e3", statement="The shop closed."), Event(id="e4", statement="The cat slept.")
BAKERY = Scenario(events=(CUT, COLD, CLOSED, CAT), links=(Link(cause="e1", effect="e2"), Link(cause="e2", effect="e3")))


def new(*bears_on):
    return NewClaim(id="n1", statement="A generator ran.", contrary="There was no generator.", bears_on=bears_on)


def answers(scenario, **values):
    return {one.event: one.kind for one in derive(scenario, do(values)).answers}


def test_what_prevents_an_event_changes_it_and_what_follows_and_nothing_above_or_beside_it():
    found = answers(with_new_claim(BAKERY, new(("e2", Bearing.PREVENTS))), n1="true")
    assert {name for name, kind in found.items() if kind is AnswerKind.CHANGED} == {"e2", "e3", "n1"}
    assert found["e1"] is found["e4"] is AnswerKind.UNCHANGED


def test_what_touches_no_event_changes_nothing():
    found = answers(with_new_claim(BAKERY, new()), n1="true")
    assert {name for name, kind in found.items() if kind is not AnswerKind.UNCHANGED} == {"n1"}


def test_a_new_claim_is_false_in_the_world_of_the_text_and_says_which_links_are_its_own():
    scenario = with_new_claim(BAKERY, new(("e2", Bearing.PREVENTS)))
    assert scenario.event("n1").fact == "false"
    assert supposed_links(scenario, ["n1"]) == (("n1", "e2"),)
    assert supposed_links(scenario, ["e1"]) == ()


def test_what_saves_an_event_keeps_it_whatever_else_is_supposed():
    """The threat is that the power, on which the bread hung, is taken away too."""
    power, bread = Event(id="e1", statement="The power held."), Event(id="e2", statement="Bread was baked.")
    text = Scenario(events=(power, bread), links=(Link(cause="e1", effect="e2"),))
    saved = with_new_claim(text, new(("e2", Bearing.SAVES)))
    assert answers(saved, e1="false", n1="true")["e2"] is AnswerKind.UNCHANGED
    assert answers(saved, e1="false")["e2"] is AnswerKind.CHANGED


def test_what_brings_an_event_about_makes_a_claim_true_that_the_text_denies():
    late = Event(id="e1", statement="A bus came.", fact="false")
    found = answers(with_new_claim(Scenario(events=(late,)), new(("e1", Bearing.BRINGS_ABOUT))), n1="true")
    assert found["e1"] is AnswerKind.CHANGED


@pytest.mark.parametrize(("bearing", "way"), [(Bearing.LOWERS, "lower"), (Bearing.RAISES, "higher")])
def test_a_quantity_moves_the_way_that_is_supposed(bearing, way):
    sales = Event(
        id="e1",
        statement="Sales were 9.",
        kind=Kind.QUANTITY,
        values=("lower", "as stated", "higher"),
        fact="as stated",
    )
    scenario = with_new_claim(Scenario(events=(sales,)), new(("e1", bearing)))
    answer = derive(scenario, do({"n1": "true"})).answer("e1")
    assert (answer.kind, str(answer.direction)) == (AnswerKind.CHANGED, way)
    with pytest.raises(ValueError, match="expected n1 to do one of lowers, raises, saves to e1"):
        with_new_claim(Scenario(events=(sales,)), new(("e1", Bearing.PREVENTS)))


@pytest.mark.parametrize("bearing", [Bearing.PREVENTS, Bearing.SAVES, Bearing.BRINGS_ABOUT])
@pytest.mark.parametrize("before", ["a and b", "a or b", "not a or b"])
def test_a_mechanism_has_the_truth_table_of_the_definition(bearing, before):
    """The definition, evaluated in Python: `e and not n` where n prevents, `e or n` where it saves or brings about."""
    events = tuple(Event(id=name, statement=f"{name} was so.") for name in ("a", "b", "e"))
    links = (Link(cause="a", effect="e"), Link(cause="b", effect="e"))
    scenario = Scenario(events=events, links=links, mechanisms=(("e", before),))
    found = dict(with_new_claim(scenario, new(("e", bearing))).mechanisms)["e"]
    assert parse_formula(found) is not None
    for a, b, n in product((False, True), repeat=3):
        old = eval(before, {"a": a, "b": b})
        wanted = old and not n if bearing is Bearing.PREVENTS else old or n
        assert eval(found, {"a": a, "b": b, "n1": n}) is wanted


def test_what_was_enough_alone_is_so_no_more_beside_what_prevents_its_effect():
    enough = Link(cause="e1", effect="e2", strength=Strength.SUFFICIENT)
    scenario = with_new_claim(Scenario(events=(CUT, COLD), links=(enough,)), new(("e2", Bearing.PREVENTS)))
    compile_scenario(scenario)
    assert answers(scenario, n1="true")["e2"] is AnswerKind.CHANGED


def test_a_supposed_value_keeps_its_base_whatever_links_say_so_otherwise():
    off = Event(id="e1", statement="The milk went off.", presupposes=("e2",))
    when = Event(id="e2", statement="The milk went off after two days.")
    read = Scenario(
        events=(off, when, CAT),
        links=(Link(cause="e2", effect="e1"), Link(cause="e1", effect="e4", sign=Sign.PROMOTES)),
    )
    assert answers(read, e2="false")["e1"] is AnswerKind.CHANGED
    kept = answers(keeping(read, "e2", ["e1"]), e2="false")
    assert kept["e1"] is kept["e4"] is AnswerKind.UNCHANGED

"""The links that are shown explain what likely changes, and touch nothing that the text tells."""

from __future__ import annotations

from causalcore.derivation.answer_kind import AnswerKind
from causalcore.derivation.derivation import derive
from causalcore.scenario.intervention import do
from causalcore.scenario.scenario import Event, Link, Scenario, Strength
from nlbridge.supposing.shown_links import shown_links

NAMES = ("e1", "e2", "e3")


def scenario(*links):
    events = tuple(Event(id=name, statement=f"{name} happened.", confidence=0.9) for name in NAMES)
    return Scenario(events=events, links=links)


def answers(shown):
    derivation = derive(shown, do({"e1": "false"}))
    return {answer.event: answer.kind for answer in derivation.answers}


def test_what_likely_changes_follows_by_the_engine():
    chances = {"e1": 1.0, "e2": 0.9, "e3": 0.8}
    possible = {("e1", "e2"): 0.3, ("e2", "e3"): 0.4, ("e1", "e3"): 0.1}
    shown = shown_links(scenario(), do({"e1": "false"}), chances, possible)
    assert {(link.cause, link.effect) for link in shown.links} == {("e1", "e2"), ("e2", "e3")}
    assert answers(shown)["e3"] is AnswerKind.CHANGED


def test_an_implied_link_that_speaks_against_a_likely_answer_is_left_out():
    implied = Link(cause="e1", effect="e2", confidence=0.55)
    shown = shown_links(scenario(implied), do({"e1": "false"}), {"e2": 0.2}, {})
    assert shown.links == ()
    assert answers(shown)["e2"] is AnswerKind.UNCHANGED


def test_what_the_text_tells_or_a_person_gave_is_never_left_out():
    told = Link(cause="e1", effect="e2", confidence=0.9, connective="because")
    given = Link(cause="e1", effect="e3", confidence=1.0)
    shown = shown_links(scenario(told, given), do({"e1": "false"}), {"e2": 0.2, "e3": 0.2}, {})
    assert shown.links == (told, given)


def test_a_refused_link_is_not_put_back():
    chances, refused = {"e2": 0.9}, {("e1", "e2"): 0.0, ("e3", "e2"): 0.9}
    assert shown_links(scenario(), do({"e1": "false"}), chances, refused).links == ()


def test_beside_a_link_that_is_added_no_implied_cause_is_enough_alone():
    implied = Link(cause="e3", effect="e2", confidence=0.62, strength=Strength.SUFFICIENT)
    shown = shown_links(scenario(implied), do({"e1": "false"}), {"e2": 0.9}, {("e1", "e2"): 0.4})
    assert {(link.cause, link.strength) for link in shown.links} == {
        ("e3", Strength.CONTRIBUTING),
        ("e1", Strength.NECESSARY),
    }
    assert answers(shown)["e2"] is AnswerKind.CHANGED


def test_no_link_is_added_beside_a_cause_that_the_text_tells_to_be_enough():
    told = Link(cause="e3", effect="e2", confidence=0.9, connective="was enough for", strength=Strength.SUFFICIENT)
    shown = shown_links(scenario(told), do({"e1": "false"}), {"e2": 0.9}, {("e1", "e2"): 0.4})
    assert shown.links == (told,)

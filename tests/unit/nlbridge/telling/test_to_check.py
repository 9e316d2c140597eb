"""What a person should check: doubts alone, what most hangs on first."""

from __future__ import annotations

from causalcore.derivation.derivation import derive, with_expectation
from causalcore.derivation.rubric import build_rubric
from causalcore.scenario.intervention import do
from causalcore.scenario.scenario import Event, Link, Scenario
from nlbridge.telling.to_check import DoubtKind, links_to_check, to_check

EVENTS = tuple(Event(id=f"e{k}", statement=f"Thing {k} happened.") for k in range(4))


def chain(*confidences):
    links = tuple(Link(cause=f"e{k}", effect=f"e{k + 1}", confidence=sure) for k, sure in enumerate(confidences))
    return derive(Scenario(events=EVENTS, links=links), do({"e0": "false"}))


def test_the_doubt_on_which_most_hangs_stands_first():
    found = to_check(build_rubric(chain(0.7, 0.99, 0.6)))
    assert [doubt.about for doubt in found] == [("e0", "e1"), ("e2", "e3")]
    assert [doubt.hangs for doubt in found] == [3, 1]
    assert [doubt.id for doubt in found] == ["link:e0->e1", "link:e2->e3"]


def test_what_is_sure_is_not_asked():
    assert to_check(build_rubric(chain(1.0, 1.0, 1.0))) == ()


def test_a_doubtful_what_if_comes_before_everything():
    found = to_check(build_rubric(chain(0.7, 1.0, 1.0)), sure=0.5)
    assert found[0].kind is DoubtKind.WHAT_IF
    assert found[0].to_dict()["confidence"] == 0.5


def test_an_answer_that_is_not_sure_is_asked_about():
    derived = with_expectation(chain(1.0, 1.0, 1.0), {"e3": 0.55})
    found = to_check(build_rubric(derived))
    assert [(doubt.kind, doubt.about) for doubt in found] == [(DoubtKind.ANSWER, ("e3",))]
    assert found[0].to_dict()["id"] == "changed:e3"


def test_without_a_what_if_every_doubtful_link_is_asked_about():
    scenario = chain(0.99, 0.7, 0.6).scenario
    assert [(doubt.id, doubt.hangs) for doubt in links_to_check(scenario)] == [("link:e1->e2", 2), ("link:e2->e3", 1)]

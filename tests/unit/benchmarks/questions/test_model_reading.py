"""A model formalises, the engine answers; what does not fit goes back with the reason."""

from __future__ import annotations

import asyncio
import json

import pytest

from benchmarks.questions.model_reading import answer_with_model
from nlbridge.chat.client.scripted import ScriptedModel
from nlbridge.chat.errors import ReplyError
from nlbridge.chat.replies.prompt import Respondent

TEXT = (
    "In a mill, grain quality drives flour yield. Of batches with poor grain, 20% give a good yield; "
    "of batches with good grain, 60% do. Would better grain raise the odds of a good yield?"
)


def value(name, number=1):
    return {"variable": name, "value": number}


def variable(name, *, unobserved=False):
    return {"name": name, "zero": f"poor {name}", "one": f"good {name}", "unobserved": unobserved}


def number(quote, event, given, chance):
    return {"quote": quote, "event": event, "given": given, "number": chance}


def asked(kind="effect", **changed):
    names = ("mediators", "condition", "adjusted", "otherwise_adjusted")
    base = {"kind": kind, "more": True, "cause": [value("grain")], "effect": [value("yield")]}
    return {**base, **{name: [] for name in names}, **changed}


def said(**changed):
    return {
        "variables": [variable("grain"), variable("yield")],
        "edges": [{"cause": "grain", "effect": "yield"}],
        "numbers": [
            number("Of batches with poor grain, 20% give a good yield", [value("yield")], [value("grain", 0)], 0.2),
            number("of batches with good grain, 60% do", [value("yield")], [value("grain")], 0.6),
        ],
        "rules": [],
        "observed": [],
        "asked": asked(),
        **changed,
    }


def answered(*replies, text=TEXT):
    model = ScriptedModel([json.dumps(reply) for reply in replies])
    return asyncio.run(answer_with_model(text, Respondent(chat=model, model="any"))), model


def test_what_a_model_writes_down_is_answered_by_the_engine():
    found, _ = answered(said())
    assert (found.word, found.firm, found.check()) == ("yes", True, True)
    assert found.result.value == pytest.approx(0.4)
    quoted = {TEXT[slice(*given.span)] for given in found.result.givens}
    assert quoted == {"Of batches with poor grain, 20% give a good yield", "of batches with good grain, 60% do"}


def test_the_value_that_is_asked_about_turns_the_answer():
    for cause, effect, more, word in ((1, 0, True, "no"), (0, 0, True, "yes"), (1, 1, False, "no")):
        question = asked(cause=[value("grain", cause)], effect=[value("yield", effect)], more=more)
        assert answered(said(asked=question))[0].word == word


def test_those_who_are_treated_are_asked_about_the_contrary():
    assert answered(said(asked=asked("treated")))[0].word == "no"
    assert answered(said(asked=asked("treated", cause=[value("grain", 0)])))[0].word == "yes"


def test_a_story_of_rules_is_answered_too():
    text = "Rain or a tap wets the grass. It rained. Would the grass be wet if the tap were closed?"
    rule = {"quote": "Rain or a tap wets the grass", "effect": value("grass"), "connective": "or"}
    reply = said(
        variables=[variable(name) for name in ("rain", "tap", "grass")],
        edges=[{"cause": name, "effect": "grass"} for name in ("rain", "tap")],
        numbers=[],
        rules=[{**rule, "causes": [value("rain"), value("tap")]}],
        observed=[{"quote": "It rained", "seen": value("rain")}],
        asked=asked("counterfactual", cause=[value("tap", 0)], effect=[value("grass")]),
    )
    assert answered(reply, text=text)[0].word == "yes"


def test_a_choice_of_what_to_adjust_for_is_answered_too():
    question = asked("adjustment", adjusted=["season"])
    edges = [("season", "grain"), ("season", "yield"), ("grain", "yield")]
    reply = said(
        variables=[variable(name) for name in ("season", "grain", "yield")],
        edges=[{"cause": cause, "effect": effect} for cause, effect in edges],
        asked=question,
    )
    assert answered(reply)[0].word == "yes"


WRONG = {
    "a quote that is not there": (said(numbers=[number("80% do", [value("yield")], [], 0.8)]), "word for word"),
    "a number that its quote has not": (
        said(numbers=[number("of batches with good grain, 60% do", [value("yield")], [], 0.9)]),
        "that its quote has",
    ),
    "a strange name": (said(asked=asked(cause=[value("wheat")])), "'wheat'"),
    "a circle": (
        said(edges=[{"cause": "grain", "effect": "yield"}, {"cause": "yield", "effect": "grain"}]),
        "acyclic",
    ),
    "no effect": (said(asked=asked(effect=[])), "one effect"),
    "one variable twice": (said(asked=asked(cause=[value("yield")])), "two variables"),
}


@pytest.mark.parametrize(("reply", "reason"), WRONG.values(), ids=WRONG)
def test_what_does_not_fit_goes_back_with_the_reason_and_is_repaired(reply, reason):
    found, model = answered(reply, said())
    assert found.word == "yes"
    assert reason in model.requests[1].messages[-1].content


def test_what_stays_wrong_is_refused():
    reply = said(asked=asked(effect=[]))
    with pytest.raises(ReplyError, match="one effect"):
        answered(reply, reply, reply)


def test_observations_that_contradict_the_rules_go_back():
    text = "Rain wets the grass. It rained. The grass was dry. Would the grass be wet if it had not rained?"
    base = said(
        variables=[variable(name) for name in ("rain", "grass")],
        edges=[{"cause": "rain", "effect": "grass"}],
        numbers=[],
        rules=[
            {"quote": "Rain wets the grass", "effect": value("grass"), "causes": [value("rain")], "connective": "and"}
        ],
        asked=asked("counterfactual", cause=[value("rain", 0)], effect=[value("grass")]),
    )
    clash = [{"quote": "It rained", "seen": value("rain")}, {"quote": "The grass was dry", "seen": value("grass", 0)}]
    found, model = answered({**base, "observed": clash}, {**base, "observed": clash[:1]}, text=text)
    assert found.word == "no"
    assert "probability zero" in model.requests[1].messages[-1].content

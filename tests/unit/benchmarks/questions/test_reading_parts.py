"""Parts of a causal question, each read alone."""

from __future__ import annotations

import pytest

from benchmarks.questions.background import listed_names, read_background, sentences
from benchmarks.questions.forms import read_form, read_statement
from benchmarks.questions.matching import Slots, assign
from benchmarks.questions.numbers import grid
from benchmarks.questions.words import compare, phrase, relation, root, same_value, value_in_pair
from causalcore.identification import Diagram


@pytest.mark.parametrize(
    ("text", "edges"),
    [
        ("Rest has a direct effect on mood.", {("rest", "mood")}),
        ("Rest and sleep have a direct effect on mood.", {("rest", "mood"), ("sleep", "mood")}),
        ("Rest affects mood, sleep and health.", {("rest", "mood"), ("rest", "sleep"), ("rest", "health")}),
        ("Imagine a world: the rest has effects on mood.", {("rest", "mood")}),
        (
            "Bed and breakfast has a direct effect on mood. Rest has a direct effect on bed and breakfast.",
            {("bed and breakfast", "mood"), ("rest", "bed and breakfast")},
        ),
    ],
)
def test_a_background_gives_its_arrows(text, edges):
    assert set(read_background(sentences(text)).edges) == edges


def test_what_is_unobserved_is_hidden():
    text = "Stress has a direct effect on rest and mood. Rest has a direct effect on mood. Stress is unobserved."
    assert read_background(sentences(text)).hidden == {"stress"}


def test_names_that_hold_and_stay_whole():
    assert listed_names("rest and bed and breakfast", ("rest", "bed and breakfast")) == ("rest", "bed and breakfast")


@pytest.mark.parametrize(
    ("text", "condition", "event", "value", "slack"),
    [
        ("For cyclists, the probability of good health is 62%", "cyclists", "good health", 0.62, 0.005),
        ("Among cyclists, the chance of good health is 62.5%", "cyclists", "good health", 0.625, 0.0005),
        ("The overall probability of rain is 0.3", "", "rain", 0.3, 0.05),
        ("The probability of rain given clouds is 30 percent", "clouds", "rain", 0.3, 0.005),
        ("The probability of being late and being wet is 4%", "", "being late and being wet", 0.04, 0.005),
    ],
)
def test_a_sentence_gives_a_number(text, condition, event, value, slack):
    [sentence] = sentences(text + ".")
    found = read_statement(sentence)
    assert found is not None
    assert (found.condition, found.event) == (condition, event)
    assert (found.value, found.slack) == (pytest.approx(value), pytest.approx(slack))


def test_other_sentences_give_none():
    assert read_statement(sentences("Rain is likely.")[0]) is None


@pytest.mark.parametrize(
    ("question", "form", "direction"),
    [
        ("Is rain less likely than sunshine overall?", "marginal", -1),
        ("Is the chance of rain larger when observing clouds?", "correlation", 1),
        ("Will clouds decrease the chance of rain?", "effect", -1),
        ("For cyclists, would it be more likely to see rain if they walked?", "treated", 1),
        ("Does training negatively affect health through fitness?", "indirect", -1),
        ("If we disregard the mediation effect through a, would b positively affect c?", "direct", 1),
        ("If we look at cyclists, does the chance of rain increase when clouds?", "explaining", 1),
        ("If we look at cyclists, does it mean that rain does not affect clouds?", "influence", -1),
        ("Would the lamp be lit if a instead of b?", "counterfactual", 1),
    ],
)
def test_a_question_has_a_form_and_a_direction(question, form, direction):
    found = read_form(question)
    assert found is not None
    assert (found.form.value, found.direction) == (form, direction)


def test_two_rows_share_what_is_about_a_variable():
    rows = ["people with a dog and cyclists", "people without a dog and cyclists"]
    assert grid(rows, lambda text: True) == [
        ("people with a dog", "cyclists"),
        ("people without a dog", "cyclists"),
    ]


@pytest.mark.parametrize(
    ("one", "two", "sign"),
    [
        ("high salary", "low salary", -1),
        ("smokers", "nonsmokers", -1),
        ("people who do not swim", "people who swim", -1),
        ("absence of rain", "no rain", 1),
        ("attractive looks", "unattractive looks", -1),
        ("increased demand", "high demand", 1),
        ("lamp on", "lamp off", -1),
        ("refusing the drug", "drug refusal", 1),
    ],
)
def test_negations_and_opposites_turn_a_phrase(one, two, sign):
    assert compare(one, two).sign == sign


def test_a_phrase_goes_with_the_one_of_a_pair_that_it_is_like():
    pair = ("farms with a poor yield", "farms with a rich yield")
    assert value_in_pair("rich yield", pair) == (1, True)
    assert value_in_pair("poor yields", pair) == (0, True)
    assert value_in_pair("the harvest", pair) == (1, False)


def test_two_nouns_that_differ_name_the_two_values_and_a_clause_may_use_other_words():
    assert not same_value("taking the bus", "taking the car")[0]
    assert same_value("the commuter takes the car", "taking the car", clause=True)[0]
    assert not same_value("the lamp is off", "lamp on", clause=True)[0]


def test_relatives_share_a_root_and_strangers_do_not():
    assert root("decision") != root("decimal")
    assert relation("decides", "decision") == 1.0
    assert relation("kind", "kindness") == 1.0
    assert relation("goes", "going") == relation("slept", "sleeping") == 1.0
    assert relation("harvest", "umbrella") == 0.0
    assert phrase("the fields that aren't watered").negations == 1


def test_what_sentences_tell_apart_is_not_one_variable():
    diagram = Diagram(("water company", "water quality"), (("water company", "water quality"),))
    slots = Slots()
    slots.add("clean water")
    slots.add("served by a local water company")
    slots.separate(["clean water", "served by a local water company"])
    found = assign(slots, diagram)
    assert found == {"clean water": "water quality", "served by a local water company": "water company"}

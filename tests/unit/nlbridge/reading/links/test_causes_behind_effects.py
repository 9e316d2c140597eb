"""A phrase that tells the cause behind its effect, and participles that only describe their noun (`links.edges`)."""

from __future__ import annotations

import pytest

from nlbridge.reading.reader import read

LOSS = "The club lost 400 euros"
PHRASES = ["because of a theft", "due to a theft", "owing to a theft", "caused by a theft", "triggered by a theft"]


@pytest.mark.parametrize("phrase", PHRASES)
@pytest.mark.parametrize("rest", ["and the board froze the budget", "so the board froze the budget"])
def test_a_cause_behind_its_effect_is_not_the_next_clauses(phrase: str, rest: str) -> None:
    scenario = read(f"{LOSS}, {phrase}, {rest}.")
    loss, theft, budget = (event.id for event in scenario.events)
    told = {
        (link.cause, link.effect) for link in scenario.links if link.connective and phrase.startswith(link.connective)
    }
    assert [event.statement for event in scenario.events][1] == "There was a theft."
    assert (theft, loss) in told
    assert (theft, budget) not in told


def test_a_phrase_before_its_clause_keeps_it() -> None:
    scenario = read("It was cold, and because of the frost the pump failed.")
    assert [(link.cause, link.effect) for link in scenario.links if link.connective] == [("e2", "e3")]


@pytest.mark.parametrize("verb", ["caused", "triggered", "prompted", "set off", "brought on", "brought about"])
def test_what_brought_it_about_may_be_told_behind_a_comma(verb: str) -> None:
    scenario = read(f"The lift stopped, {verb} by a power cut.")
    assert [event.statement for event in scenario.events] == [
        "The lift stopped.",
        "There was a power cut.",
    ]
    assert [(link.cause, link.effect, link.connective) for link in scenario.links] == [("e2", "e1", f"{verb} by")]


@pytest.mark.parametrize(
    "text",
    [
        "The damage caused by the storm was repaired.",
        "The plans given to the contractor did not show the pipe.",
        "The patient given the wrong dose fainted.",
    ],
)
def test_a_participle_behind_the_subject_describes_it(text: str) -> None:
    assert [event.statement for event in read(text).events] == [text]


def test_the_same_words_signal_a_cause_elsewhere() -> None:
    assert len(read("Given the heavy rain, the match was cancelled.").events) == 2
    assert len(read("The coach was delayed by a road accident.").events) == 2


def test_a_verb_that_goes_on_behind_a_cause_is_no_second_cause() -> None:
    scenario = read("The club moved to Biarritz because of a flood and opened a bar.")
    assert [(link.cause, link.effect) for link in scenario.links if link.connective] == [("e2", "e1")]

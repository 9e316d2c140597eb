"""A rubric in words: CoBe's criteria, and an answer by local edits."""

from __future__ import annotations

import pytest

from causalcore.derivation.derivation import derive
from causalcore.derivation.rubric import Rubric, build_rubric
from causalcore.scenario.intervention import do
from causalcore.scenario.scenario import Event, Latent, Link, Scenario, Sign, Strength
from nlbridge.judging.verification import verify
from nlbridge.telling.cobe_item import criteria_in_cobe_form
from nlbridge.telling.representative import answer_or_reason
from nlbridge.telling.rewriting import chosen_world, edited, retold


def _scenario(text: str, claims: dict[str, str], links: tuple[Link, ...]) -> Scenario:
    events = []
    for number, (quote, statement) in enumerate(claims.items(), start=1):
        start = text.index(quote)
        events.append(Event(id=f"e{number}", statement=statement, span=(start, start + len(quote))))
    return Scenario(
        text=text, events=tuple(events), links=links, latents=(Latent(id="l1", statement="It was winter."),)
    )


def _rubric(scenario: Scenario, **values: str) -> Rubric:
    return build_rubric(derive(scenario, do(values)))


FROST = _scenario(
    "Due to the frost, the pump seized. As a result, the dairy sent its drivers home. A cat slept by the stove.",
    {
        "the frost": "There was a frost.",
        "the pump seized": "The pump seized.",
        "the dairy sent its drivers home": "The dairy sent its drivers home.",
        "A cat slept by the stove": "A cat slept by the stove.",
    },
    (Link(cause="e1", effect="e2"), Link(cause="e2", effect="e3")),
)


def _edited(rubric: Rubric) -> str:
    return edited(rubric, chosen_world(rubric))


def test_criteria_list_the_claims_that_stay_and_those_that_go() -> None:
    found = criteria_in_cobe_form(_rubric(FROST, e2="false"))
    assert found["unchanged"] == "There was a frost. A cat slept by the stove."
    assert found["changed"] == "The pump seized. The dairy sent its drivers home."
    assert found["numeric"] == ""
    assert "It was winter." in found["latent"]


def test_what_stays_is_kept_verbatim_and_the_connective_turned() -> None:
    assert _edited(_rubric(FROST, e2="false")) == (
        "Despite the frost, the pump did not seize. As a result, the dairy did not send its drivers home. "
        "A cat slept by the stove."
    )


def test_a_nominal_cause_is_taken_away() -> None:
    assert _edited(_rubric(FROST, e1="false")).startswith("Without the frost, the pump did not seize.")


def test_so_becomes_but_where_the_effect_is_put_in() -> None:
    text = "Rain soaked the hay, so the farmer lit a fire."
    claims = {"Rain soaked the hay": "Rain soaked the hay.", "the farmer lit a fire": "The farmer lit a fire."}
    scenario = _scenario(text, claims, (Link(cause="e1", effect="e2"),))
    assert _edited(_rubric(scenario, e2="false")) == ("Rain soaked the hay, but the farmer did not light a fire.")


def test_an_inhibitor_becomes_a_reason() -> None:
    text = "Although the guard was awake, thieves took the bell."
    claims = {"the guard was awake": "The guard was awake.", "thieves took the bell": "Thieves took the bell."}
    links = (Link(cause="e1", effect="e2", sign=Sign.INHIBITS, strength=Strength.CONTRIBUTING),)
    answer = _edited(_rubric(_scenario(text, claims, links), e2="false"))
    assert answer == "Because the guard was awake, thieves did not take the bell."


def test_an_indefinite_subject_takes_the_negation_of_its_verb() -> None:
    text = "A burst tyre delayed the coach."
    claims = {"A burst tyre": "There was a burst tyre.", "delayed the coach": "The coach was delayed."}
    scenario = _scenario(text, claims, (Link(cause="e1", effect="e2"),))
    assert _edited(_rubric(scenario, e1="false")) == "No burst tyre delayed the coach."


def test_an_infinitive_hands_its_negation_to_the_verb_that_brings_it_about() -> None:
    text = "The fee forced the club to cancel the trip."
    scenario = _scenario(text, {"the club to cancel the trip": "The club cancelled the trip."}, ())
    assert _edited(_rubric(scenario, e1="false")) == "The fee did not force the club to cancel the trip."


@pytest.mark.parametrize("event", ["e1", "e2", "e3"])
def test_a_scenario_without_text_is_told_by_its_statements(event: str) -> None:
    bare = Scenario(events=tuple(Event(id=e.id, statement=e.statement) for e in FROST.events), links=FROST.links)
    answer = _edited(_rubric(bare, **{event: "false"}))
    assert answer.endswith("A cat slept by the stove.")


def test_the_representative_answer_is_the_closest_rewrite_that_the_verifier_does_not_refuse() -> None:
    rubric = _rubric(FROST, e2="false")
    values = chosen_world(rubric)
    tried = [write(rubric, values) for write in (edited, retold)]
    refused = [verify(rubric, text).valid is False for text in tried]
    assert answer_or_reason(rubric).text == tried[refused.index(False)]


def test_retelling_names_every_event_once_with_a_concessive_where_a_cause_was_overcome() -> None:
    rubric = _rubric(FROST, e2="false")
    assert retold(rubric, chosen_world(rubric)) == (
        "There was a frost. Even so, the pump did not seize. The dairy did not send its drivers home. "
        "A cat slept by the stove."
    )


def test_an_abbreviation_keeps_its_capitals() -> None:
    text = "DNA damage killed the cells."
    claims = {"DNA damage": "There was DNA damage.", "killed the cells": "The cells were killed."}
    scenario = _scenario(text, claims, (Link(cause="e1", effect="e2"),))
    assert _edited(_rubric(scenario, e1="false")) == "No DNA damage killed the cells."

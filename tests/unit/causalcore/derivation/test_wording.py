"""What constraints and answers sound like."""

from __future__ import annotations

import pytest

from causalcore.derivation.answer_kind import AnswerKind, Direction, Finding
from causalcore.derivation.wording import answer_phrase, link_sentence, mechanism_sentence, value_phrase
from causalcore.scenario.scenario import QUANTITY_VALUES, Event, Kind, Latent, Link, Scenario, Sign, Strength

PUMP = Event(id="pump", statement="The pump ran. ")
FLOOD = Event(id="flood", statement="The cellar flooded.", fact="false")
PRICE = Event(id="price", statement="The price was 9.", kind=Kind.QUANTITY, values=QUANTITY_VALUES, fact="as stated")
COUNT = Event(id="count", statement="There were 2.", kind=Kind.QUANTITY, values=("1", "2", "3"), fact="2")
ROUTE = Event(id="route", statement="They took the ferry.", kind=Kind.CHOICE, values=("bus", "ferry"), fact="ferry")
WINTER = Latent(id="winter", statement="It was winter.")
EVENTS = (PUMP, FLOOD, PRICE, COUNT, ROUTE)


@pytest.mark.parametrize(
    ("event", "value", "words"),
    [
        (PUMP, "true", "'The pump ran' is true"),
        (FLOOD, "false", "'The cellar flooded' is false"),
        (PRICE, "lower", "'The price was 9' is lower"),
        (COUNT, "1", "'There were 2' has the value 1"),
        (ROUTE, "ferry", "'They took the ferry' has the value ferry"),
        (ROUTE, "bus", "'They took the ferry' has 'bus' instead of 'ferry'"),
    ],
)
def test_a_value_is_said_as_its_kind_wants(event, value, words):
    assert value_phrase(event, value) == words


@pytest.mark.parametrize(
    ("cause", "effect", "sign", "strength", "words"),
    [
        ("pump", "flood", Sign.PROMOTES, Strength.NECESSARY, "'The cellar flooded' needs 'The pump ran'"),
        ("pump", "flood", Sign.INHIBITS, Strength.NECESSARY, "'The pump ran' prevents 'The cellar flooded'"),
        (
            "pump",
            "price",
            Sign.INHIBITS,
            Strength.NECESSARY,
            "'The price was 9' moves in the opposite direction to 'The pump ran'",
        ),
        (
            "price",
            "flood",
            Sign.INHIBITS,
            Strength.NECESSARY,
            "'The cellar flooded' moves in the opposite direction to 'The price was 9'",
        ),
        (
            "route",
            "flood",
            Sign.DETERMINES,
            Strength.NECESSARY,
            "'The cellar flooded' depends on the value of 'They took the ferry'",
        ),
        (
            "pump",
            "flood",
            Sign.INHIBITS,
            Strength.SUFFICIENT,
            "'The pump ran' is enough to keep 'The cellar flooded' as it was",
        ),
        ("pump", "flood", Sign.INHIBITS, Strength.POSSIBLE, "'The pump ran' may affect 'The cellar flooded'"),
        ("pump", "flood", Sign.PROMOTES, Strength.CONTRIBUTING, "'The pump ran' contributes to 'The cellar flooded'"),
        ("winter", "flood", Sign.INHIBITS, Strength.CONTRIBUTING, "'It was winter' works against 'The cellar flooded'"),
    ],
)
def test_a_link_is_said_as_its_sign_and_strength_want(cause, effect, sign, strength, words):
    link = Link(cause=cause, effect=effect, sign=sign, strength=strength)
    scenario = Scenario(events=EVENTS, latents=(WINTER,), links=(link,))
    assert link_sentence(scenario, link) == words
    signalled = Link(cause=cause, effect=effect, sign=sign, strength=strength, connective="so")
    assert link_sentence(scenario, signalled) == f"{words} (“so”)"


def test_a_mechanism_is_said_with_the_claims_that_it_names():
    scenario = Scenario(events=EVENTS, mechanisms=(("flood", "not pump and price > 1"),))
    words = "'The cellar flooded' follows from: not 'The pump ran' and 'The price was 9' > 1"
    assert mechanism_sentence(scenario, FLOOD) == words


CHANGED, OPEN = AnswerKind.CHANGED, AnswerKind.OPEN


@pytest.mark.parametrize(
    ("event", "answer", "words"),
    [
        (PUMP, Finding(AnswerKind.UNCHANGED, value="true"), "'The pump ran' stays as it was"),
        (PUMP, Finding(OPEN), "'The pump ran' may go either way"),
        (PUMP, Finding(AnswerKind.UNKNOWN), "'The pump ran' could not be settled"),
        (PUMP, Finding(CHANGED, value="false"), "'The pump ran' no longer holds"),
        (FLOOD, Finding(CHANGED, value="true"), "'The cellar flooded' now holds"),
        (PRICE, Finding(CHANGED, Direction.LOWER), "the quantity in 'The price was 9' would be lower"),
        (PRICE, Finding(CHANGED), "the quantity in 'The price was 9' would be higher or lower"),
        (PRICE, Finding(CHANGED, void=True), "'The price was 9' no longer applies: what it presupposes is gone"),
        (ROUTE, Finding(CHANGED, value="bus"), "'They took the ferry' becomes bus"),
        (ROUTE, Finding(CHANGED), "'They took the ferry' becomes something else"),
    ],
)
def test_an_answer_is_said_as_its_kind_wants(event, answer, words):
    assert answer_phrase(event, answer) == words


@pytest.mark.parametrize(
    ("sign", "facts", "words"),
    [
        (Sign.PROMOTES, ("true", "true"), "'It rained' is enough to keep 'It was wet' as it was"),
        (Sign.PROMOTES, ("true", "false"), "'It rained' can only contribute to 'It was wet'"),
        (Sign.PROMOTES, ("false", "true"), "'It rained' can only contribute to 'It was wet'"),
        (Sign.INHIBITS, ("true", "false"), "'It rained' is enough to keep 'It was wet' as it was"),
        (Sign.INHIBITS, ("true", "true"), "'It rained' can only work against 'It was wet'"),
        (Sign.DETERMINES, ("true", "false"), "'It rained' is enough to keep 'It was wet' as it was"),
    ],
)
def test_a_sufficient_cause_that_pushes_the_effect_to_where_it_is_keeps_nothing(sign, facts, words):
    named = zip(("a", "b"), ("It rained.", "It was wet."), facts, strict=True)
    events = tuple(Event(id=name, statement=statement, fact=fact) for name, statement, fact in named)
    link = Link(cause="a", effect="b", sign=sign, strength=Strength.SUFFICIENT)
    assert link_sentence(Scenario(events=events, links=(link,)), link) == words

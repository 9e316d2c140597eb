"""Every known answer of the textbook models, and how it is known."""

from __future__ import annotations

import pytest

from causalcore.bounds.assumption import parse_assumption
from causalcore.bounds.bounds import bounds
from causalcore.model import textbook
from causalcore.model.model import SCM
from causalcore.model.textbook import ANSWERS, KnownAnswer, Origin
from causalcore.queries.effect import Effect
from causalcore.queries.queries import Expectation, Probability, ask
from causalcore.queries.query_language import parse_query

MODELS = {name: value for name, value in vars(textbook).items() if isinstance(value, SCM)}


@pytest.mark.parametrize("known", ANSWERS, ids=[f"{known.name}: {known.query}" for known in ANSWERS])
def test_a_textbook_model_has_its_known_answer(known: KnownAnswer) -> None:
    query = parse_query(known.query)
    assert isinstance(query, Probability | Expectation | Effect)
    if known.assume:
        found = bounds(known.model, query, [parse_assumption(text) for text in known.assume])
        came = (found.low, found.high)
    else:
        came = (ask(known.model, query),) * 2
    assert came == pytest.approx((known.low, known.high), abs=0.51 * 10**-known.digits)


@pytest.mark.parametrize(
    "known",
    [known for known in ANSWERS if known.origin is Origin.DERIVED and known.why[0] in "(0123456789"],
    ids=lambda known: known.query,
)
def test_a_derived_answer_is_what_its_derivation_gives(known: KnownAnswer) -> None:
    assert set(known.why) <= set("0123456789.+*/() ")
    assert eval(known.why) == pytest.approx(known.low, abs=10**-known.digits)


def test_every_model_has_an_answer_and_every_answer_its_model() -> None:
    assert {known.name for known in ANSWERS} == set(MODELS)
    assert all(MODELS[known.name] is known.model for known in ANSWERS)


def test_conditioning_on_a_collider_turns_the_effect_of_smoking_round() -> None:
    values = {known.query: known.low for known in ANSWERS if known.name == "BIRTH_WEIGHT"}
    assert values["P(death=1 @ do(smoking=1))"] > values["P(death=1 @ do(smoking=0))"]
    assert values["P(death=1 | smoking=1, low=1)"] < values["P(death=1 | smoking=0, low=1)"]

"""Criteria and the connectives that follow."""

from __future__ import annotations

import pickle
from dataclasses import replace

import pytest

from causalcore.derivation.derivation import derive
from causalcore.derivation.rubric import CriterionKind, Silence, build_rubric, fitting_connective
from causalcore.errors import CausalError
from causalcore.scenario.intervention import do
from causalcore.scenario.scenario import QUANTITY_VALUES, Event, Kind, Latent, Link, Scenario, Sign, Strength

DRUM = Event(id="drum", statement="The drummer fell ill.")
SHOW = Event(id="show", statement="The show was called off.")
CROWD = Event(id="crowd", statement="The crowd thinned.", kind=Kind.QUANTITY, values=QUANTITY_VALUES, fact="as stated")
SCENARIO = Scenario(
    events=(DRUM, SHOW, CROWD),
    latents=(Latent(id="night", statement="It was night."),),
    links=(Link(cause="drum", effect="show"), Link(cause="show", effect="crowd")),
)


def test_what_is_no_derivation_makes_no_rubric():
    with pytest.raises(CausalError, match=r"expected a derivation, got nothing; make one by derive"):
        build_rubric(None)


def test_each_answer_becomes_a_criterion_with_its_reason():
    rubric = build_rubric(derive(SCENARIO, do({"show": "false"})))
    found = {criterion.event: (criterion.kind, criterion.expected) for criterion in rubric.criteria if criterion.event}
    assert found == {
        "drum": (CriterionKind.UNCHANGED, "true"),
        "show": (CriterionKind.INTERVENTION, "false"),
        "crowd": (CriterionKind.NUMERIC, "lower"),
        "night": (CriterionKind.LATENT, None),
    }
    words = {(c.cause, c.effect): c.expected for c in rubric.of_kind(CriterionKind.CONNECTIVE)}
    assert words == {("drum", "show"): "concessive", ("show", "crowd"): "consecutive"}
    assert all(criterion.evidence.sentences for criterion in rubric.criteria)


@pytest.mark.parametrize(
    ("sign", "cause", "effect", "word"),
    [
        (Sign.PROMOTES, "true", "true", "consecutive"),
        (Sign.PROMOTES, "true", "false", "concessive"),
        (Sign.PROMOTES, "false", "false", "consecutive"),
        (Sign.INHIBITS, "true", "true", "concessive"),
        (Sign.INHIBITS, "false", "true", "consecutive"),
        (Sign.DETERMINES, "false", "true", "concessive"),
        (Sign.DETERMINES, "false", "false", "consecutive"),
    ],
)
def test_a_connective_agrees_with_sign_and_values(sign, cause, effect, word):
    link = Link(cause="drum", effect="show", sign=sign)
    assert fitting_connective(link, cause, effect, SCENARIO) == word


LEVELS = {"kind": Kind.QUANTITY, "values": QUANTITY_VALUES, "fact": "as stated"}
FROST, PRICE = (
    Event(id="frost", statement="It froze hard.", **LEVELS),
    Event(id="price", statement="It cost 9.", **LEVELS),
)
WAY = Event(id="way", statement="They went by sea.", kind=Kind.CHOICE, values=("sea", "road"), fact="sea")
ROUTES = Event(id="routes", statement="They sold tea.", kind=Kind.CHOICE, values=("tea", "rum", "ale"), fact="tea")


@pytest.mark.parametrize(
    ("cause", "effect", "sign", "strength", "values", "word"),
    [
        (FROST, PRICE, Sign.PROMOTES, "necessary", ("lower", "lower"), "consecutive"),
        (FROST, PRICE, Sign.PROMOTES, "necessary", ("lower", "higher"), "concessive"),
        (FROST, PRICE, Sign.PROMOTES, "necessary", ("as stated", "higher"), "consecutive"),
        (FROST, PRICE, Sign.INHIBITS, "necessary", ("lower", "higher"), "consecutive"),
        (FROST, PRICE, Sign.INHIBITS, "necessary", ("lower", "lower"), "concessive"),
        (FROST, PRICE, Sign.INHIBITS, "necessary", ("lower", "as stated"), "concessive"),
        (FROST, PRICE, Sign.INHIBITS, "sufficient", ("as stated", "higher"), "concessive"),
        (FROST, PRICE, Sign.INHIBITS, "necessary", ("as stated", "as stated"), "consecutive"),
        (FROST, PRICE, Sign.INHIBITS, "contributing", ("as stated", "higher"), None),
        (FROST, PRICE, Sign.INHIBITS, "contributing", ("lower", "higher"), "consecutive"),
        (DRUM, PRICE, Sign.INHIBITS, "necessary", ("false", "higher"), "consecutive"),
        (DRUM, PRICE, Sign.PROMOTES, "necessary", ("false", "lower"), "consecutive"),
        (WAY, DRUM, Sign.DETERMINES, "necessary", ("road", "false"), "consecutive"),
        (WAY, DRUM, Sign.DETERMINES, "necessary", ("sea", "true"), "consecutive"),
        (WAY, DRUM, Sign.DETERMINES, "necessary", ("sea", "false"), "concessive"),
        (ROUTES, DRUM, Sign.DETERMINES, "necessary", ("rum", "false"), None),
        (ROUTES, DRUM, Sign.DETERMINES, "necessary", ("rum", "true"), "concessive"),
        (ROUTES, DRUM, Sign.PROMOTES, "necessary", ("ale", "false"), "consecutive"),
        (ROUTES, DRUM, Sign.PROMOTES, "necessary", ("ale", "true"), "concessive"),
    ],
)
def test_a_connective_agrees_with_how_both_ends_move(cause, effect, sign, strength, values, word):
    link = Link(cause=cause.id, effect=effect.id, sign=sign, strength=Strength(strength))
    assert fitting_connective(link, *values, Scenario(events=(cause, effect), links=(link,))) == word


def test_a_rubric_and_its_criteria_keep_their_words_when_pickled():
    rubric = build_rubric(derive(SCENARIO, do({"show": "false"})), Silence.FAIL)
    copied = pickle.loads(pickle.dumps(rubric))
    assert (copied.criteria, copied.silence) == (rubric.criteria, Silence.FAIL)
    for criterion in rubric.criteria:
        copy = pickle.loads(pickle.dumps(criterion))
        assert copy == criterion
        assert (str(copy.evidence), str(copy.step)) == (str(criterion.evidence), str(criterion.step))


def test_criteria_say_what_is_asked_and_how_surely():
    links = (Link(cause="drum", effect="show", confidence=0.8), Link(cause="show", effect="crowd"))
    rubric = build_rubric(derive(replace(SCENARIO, links=links), do({"drum": "false"})))
    assert [criterion.statement for criterion in rubric.criteria] == [
        "'The drummer fell ill' is false, as the what-if says.",
        "'The show was called off' no longer holds.",
        "the quantity in 'The crowd thinned' would be lower.",
        "'It was night' stays as it was.",
        "A connective between 'The drummer fell ill' and 'The show was called off' must be consecutive.",
        "A connective between 'The show was called off' and 'The crowd thinned' must be consecutive.",
    ]
    assert [criterion.confidence for criterion in rubric.criteria] == pytest.approx([1, 0.8, 0.8, 1, 0.8, 0.8])
    assert rubric.criteria[-1].evidence.sentences == (
        "'The crowd thinned' needs 'The show was called off'",
        "in the rewrite 'The show was called off' is false",
        "in the rewrite 'The crowd thinned' is lower",
    )
    assert str(rubric.criteria[3].evidence) == "'It was night' is background, which no what-if changes."

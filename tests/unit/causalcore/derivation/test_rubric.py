"""Criteria and the connectives that follow."""

from __future__ import annotations

import pytest

from causalcore.derivation.derivation import derive
from causalcore.derivation.rubric import CriterionKind, build_rubric, fitting_connective
from causalcore.scenario.intervention import do
from causalcore.scenario.scenario import QUANTITY_VALUES, Event, Kind, Latent, Link, Scenario, Sign

DRUM = Event(id="drum", statement="The drummer fell ill.")
SHOW = Event(id="show", statement="The show was called off.")
CROWD = Event(id="crowd", statement="The crowd thinned.", kind=Kind.QUANTITY, values=QUANTITY_VALUES, fact="as stated")
SCENARIO = Scenario(
    events=(DRUM, SHOW, CROWD),
    latents=(Latent(id="night", statement="It was night."),),
    links=(Link(cause="drum", effect="show"), Link(cause="show", effect="crowd")),
)


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

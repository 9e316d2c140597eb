"""What is measured of an edit, worked out by hand from chances that are given."""

from __future__ import annotations

from dataclasses import replace
from math import log

import numpy as np
import pytest

from causalcore.derivation.derivation import derive
from causalcore.derivation.rubric import build_rubric
from causalcore.scenario.intervention import do
from causalcore.scenario.scenario import Event, Kind, Link, Scenario
from nlbridge.grounding.connectives.arguments import Joint
from nlbridge.grounding.connectives.misuse import Mismatch
from nlbridge.grounding.edit import edit_of
from nlbridge.grounding.grounding import GroundedClaim, GroundedConnective, Grounding, Measured
from nlbridge.grounding.new_content import NAMES as NOVEL
from nlbridge.judging import evidence
from nlbridge.judging.findings import Findings, findings_of
from nlbridge.judging.verification import judge, weigh
from nlbridge.language.encoder.scores import EditScores

TEXT = "A storm raged. The pump failed. So the cellar flooded. So the wine spoiled. Snow fell."
EVENTS = tuple(
    Event(id=name, statement=said, span=(TEXT.index(said), TEXT.index(said) + len(said) - 1))
    for name, said in {
        "storm": "storm raged.",
        "pump": "The pump failed.",
        "cellar": "the cellar flooded.",
        "wine": "the wine spoiled.",
        "snow": "Snow fell.",
    }.items()
)
CHAIN = (("storm", "pump"), ("pump", "cellar"), ("cellar", "wine"))
STORY = Scenario(text=TEXT, events=EVENTS, links=tuple(Link(cause=one, effect=other) for one, other in CHAIN))
ALTERED = {"storm": 0.2, "pump": 0.9, "cellar": 0.7, "wine": 0.4, "snow": 0.1}
NOVELTY = tuple(k / 10 for k in range(len(NOVEL)))


def odd(cause="pump", effect="cellar", *, place=3, weight=0.6, chance=0.3, consecutive=True, linked=True, **more):
    joint = Joint(words="so", consecutive=consecutive, place=place, cause=(0, 3), effect=(4, 7))
    return Mismatch(joint=joint, cause=cause, effect=effect, weight=weight, chance=chance, linked=linked, **more)


def grounded(scenario=STORY, altered=ALTERED, mismatches=(), told=None, said="It was so.", **measured):
    claims = tuple(
        GroundedClaim(event=name, altered=chance, told=(told or {}).get(name, 1.0), quote=name, aligned=name)
        for name, chance in altered.items()
    )
    connectives = tuple(
        GroundedConnective(
            quote="so", cause=one.cause, effect=one.effect, consecutive=one.joint.consecutive, measured=one
        )
        for one in mismatches
    )
    weighed = Measured(**{"novel": NOVELTY} | measured)
    return Grounding(
        edit=replace(edit_of(said, scenario), copied=0.35), claims=claims, connectives=connectives, measured=weighed
    )


def rubric_of(scenario=STORY, **supposed):
    return build_rubric(derive(scenario, do(supposed or {"pump": "false"})))


def named(grounding, rubric=None, findings=None):
    rubric = rubric or rubric_of()
    values = evidence.edit_features(rubric, grounding, grounding.measured, findings or Findings())
    return dict(zip(evidence.EDIT_FEATURES, values, strict=True))


def test_claims_are_measured_by_what_they_must_do_and_where_they_stand():
    found = named(grounded())
    expected = {
        "a claim that must stay is altered": 0.2,
        "a second one is altered": 0.1,
        "share of what must stay that is altered": 0.15,
        "share of what must change that is kept": 0.45,
        "a quantity moves the wrong way": 0.0,
        "original copied": 0.35,
        "claims that must stay": 0.4,
        "claims that must change": 0.4,
        "an earlier claim that must stay is altered": 0.2,
        "a later claim that must stay is altered": 0.1,
        "claims altered": 0.35,
        "the last claim is kept": 0.9,
        "the clearest sign of a wrong value": 0.6,
        "a sure criterion clearly fails": 0.0,
    } | dict(zip(NOVEL, NOVELTY, strict=True))
    assert {name: found[name] for name in expected} == pytest.approx(expected)


def test_a_claim_that_the_edit_was_not_read_for_counts_for_nothing():
    found = named(grounded(altered={"pump": 0.9, "cellar": 0.7}))
    assert found["claims that must stay"] == found["a second one is altered"] == 0
    assert found["share of what must stay that is altered"] == 0
    assert found["share of what must change that is kept"] == pytest.approx(0.3)
    assert found["the last claim is kept"] == pytest.approx(0.3)
    nothing = named(grounded(altered={}))
    assert nothing["claims altered"] == nothing["the last claim is kept"] == 0
    last = named(grounded(altered={"storm": 0.2, "pump": 0.9}))
    assert last["the last claim is kept"] == 0


@pytest.mark.parametrize(
    ("altered", "failed"),
    [
        ({"storm": 0.16, "pump": 0.9, "cellar": 0.9, "wine": 0.9, "snow": 0.0}, 0),
        ({"storm": 0.1, "pump": 0.9, "cellar": 0.14, "wine": 0.9, "snow": 0.0}, 1),
        ({"storm": 0.1, "pump": 0.9, "cellar": 0.16, "wine": 0.9, "snow": 0.0}, 0),
        ({"storm": 0.86, "pump": 0.9, "cellar": 0.9, "wine": 0.9, "snow": 0.0}, 1),
    ],
)
def test_a_criterion_clearly_fails_from_a_chance_on(altered, failed):
    assert named(grounded(altered=altered))["a sure criterion clearly fails"] == failed


def test_connectives_are_measured_by_kind_and_by_what_they_join():
    some = [
        odd(weight=0.6, chance=0.3),
        odd(weight=0.5, chance=0.1, consecutive=False),
        odd("storm", "snow", weight=0.9, chance=0.2, linked=False, place=9),
        odd("storm", "cellar", weight=0.4, chance=0.5, remote=True, place=12),
        odd("storm", "pump", weight=0.7, chance=0.25, standing=True, place=15),
    ]
    found = named(grounded(mismatches=some))
    expected = {
        "consecutive where concessive is called for": 0.6,
        "concessive where consecutive is called for": 0.5,
        "a connective does not suit": 0.5,
        "chance that some connective does not suit": 1 - 0.7 * 0.8 * 0.5 * 0.75,
    }
    assert {name: found[name] for name in expected} == pytest.approx(expected)
    assert named(grounded())["chance that some connective does not suit"] == 0


def test_a_quantity_that_is_pushed_further_is_moved_the_wrong_way():
    cost = Event(
        id="cost",
        statement="The cost rose.",
        span=(31, 44),
        kind=Kind.QUANTITY,
        values=("lower", "as stated", "higher"),
        fact="as stated",
    )
    event = Event(id="fire", statement="A fire broke out.", span=(0, 16))
    story = Scenario(
        text="A fire broke out. As a result, the cost rose.",
        events=(event, cost),
        links=(Link(cause="fire", effect="cost"),),
    )
    rubric = rubric_of(story, fire="false")
    (asked,) = (one for one in rubric.criteria if one.event == "cost")
    other = {"lower": "higher", "higher": "lower"}[asked.expected]
    for way, wrong in ((asked.expected, 0), (other, 1), ("as stated", 0)):
        told = grounded(story, {"fire": 0.9, "cost": 0.8})
        moved = replace(told, claims=(told.claims[0], replace(told.claims[1], way=way)))
        assert named(moved, rubric, findings_of(rubric, moved))["a quantity moves the wrong way"] == wrong


def evidence_for(grounding, rubric=None):
    rubric = rubric or rubric_of()
    one = weigh(rubric, grounding, grounding.measured)
    return dict(zip(evidence.MEASURED, one.evidence, strict=True)), one


def odds(chance):
    return log(chance / (1 - chance))


def test_evidence_without_the_network_is_of_claims_words_and_criteria():
    found, one = evidence_for(grounded(mismatches=[odd(chance=0.3)], additions=("A thief came.",)))
    expected = {
        "network: valid": 0.0,
        "network: all claims suit it": 0.0,
        "all claims are told as asked": log(0.8 * 0.9 * 0.7 * 0.4 * 0.9),
        "the worst claim is told as asked": odds(0.4),
        "all claims are told as asked, by the network alone": log((1 / 3) ** 2 * (2 / 3) ** 3),
        "the worst claim is told as asked, by the network alone": odds(1 / 3),
        "claims": 5.0,
        "told again": 0.0,
        "reasons for doubt": float(len(one.doubts)),
        "criteria that surely fail": 1.0,
    }
    assert {name: found[name] for name in expected} == pytest.approx(expected, abs=1e-6)


def test_failures_of_sure_criteria_are_counted():
    found, _ = evidence_for(grounded(altered=ALTERED | {"snow": 0.9}))
    assert found["criteria that surely fail"] == 1


def test_a_story_that_is_told_from_outside_or_of_other_things_is_not_valid():
    right = {"storm": 0.02, "pump": 0.98, "cellar": 0.98, "wine": 0.98, "snow": 0.02}
    rubric = rubric_of()
    plain = judge(rubric, grounded(altered=right))
    assert plain.valid is True
    assert judge(rubric, grounded(altered=right, outside="it is not true that")).valid is not True
    assert judge(rubric, grounded(altered=right, additions=("A thief came.",))).valid is not True
    assert judge(rubric, grounded(altered=right, mismatches=[odd(weight=0.6)])).valid is not True
    assert judge(rubric, grounded(altered=right, told={"snow": 0.5})).valid is not True
    unsure = judge(rubric, grounded(altered=right), sure=0.74)
    assert unsure.valid is None
    assert unsure.reasons[1].startswith("the what-if may mean something else (74% sure)")
    assert judge(rubric, grounded(altered=right), sure=0.76).valid is True


def seen_alike(altered, right):
    """Return scores of a network that reads the claims as the words do, and knows what is asked."""
    told = np.array([[1 - chance, chance, 0.0] for chance in altered.values()])
    fits = np.array([1 - abs(chance - right[name]) for name, chance in altered.items()])
    return EditScores(told=told, fits=fits, valid=3.0 if fits.min() > 0.5 else -3.0, classes=np.full(5, -2.0))


def test_each_error_is_named_with_the_claim_that_speaks_for_it_most():
    right = {"storm": 0.02, "pump": 0.98, "cellar": 0.98, "wine": 0.98, "snow": 0.02}
    rubric = rubric_of()

    def judged(**otherwise):
        altered = right | otherwise
        return judge(rubric, grounded(altered=altered, scores=seen_alike(altered, right)))

    stays = judged(snow=0.99)
    assert (stays.valid, [str(one) for one in stays.errors]) == (False, ["E1"])
    assert "for 'snow' it says 'snow'" in stays.reasons[0]
    kept = judged(wine=0.01, cellar=0.02)
    assert (kept.valid, [str(one) for one in kept.errors]) == (False, ["E2"])
    assert kept.reasons[0].startswith("it keeps what must change; it still says 'wine'")
    same = judged(pump=0.01)
    assert same.reasons[0].startswith("it does not carry out the what-if; it still says 'pump'")
    assert same.score < 0.5 < same.confidence
    assert same.confidence == pytest.approx(1 - same.score)

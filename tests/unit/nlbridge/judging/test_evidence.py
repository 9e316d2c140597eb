"""Features and evidence at their bounds, worked out by hand; `test_edit_features.py` has the usual case."""

from __future__ import annotations

from dataclasses import replace
from math import log
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from causalcore.derivation.derivation import derive
from causalcore.derivation.rubric import Rubric, build_rubric
from causalcore.scenario.intervention import do
from causalcore.scenario.scenario import Event, Link, Scenario
from nlbridge.grounding.connectives.arguments import Joint
from nlbridge.grounding.connectives.misuse import Mismatch
from nlbridge.grounding.edit import edit_of
from nlbridge.grounding.grounding import GroundedClaim, GroundedConnective, Grounding, Measured
from nlbridge.grounding.new_content import NAMES as NOVEL
from nlbridge.judging.criterion_verdict import criterion_verdicts
from nlbridge.judging.evidence import EDIT_FEATURES, NAMES, demands_of, edit_features, evidence_of, log_odds
from nlbridge.judging.findings import Findings, Shift
from nlbridge.language.encoder.scores import EditScores

if TYPE_CHECKING:
    from collections.abc import Mapping

NOTHING = Findings()


def story(changing: int, staying: int) -> Scenario:
    """Return a cause with effects, and claims beside them that stand before, behind and without a place."""
    names = ["cause", *(f"change{k}" for k in range(changing)), *(f"stay{k}" for k in range(staying))]
    events = tuple(Event(id=name, statement=f"{name} was.", span=(10 * k, 10 * k + 5)) for k, name in enumerate(names))
    links = tuple(Link(cause="cause", effect=f"change{k}") for k in range(changing))
    return Scenario(text=" " * 10 * len(names), events=events, links=links)


def rubric_of(scenario: Scenario, sure: Mapping[str, float] | None = None, **supposed: str) -> Rubric:
    found = build_rubric(derive(scenario, do(supposed or {"cause": "false"})))
    chances = sure or {}
    criteria = tuple(replace(one, confidence=chances.get(one.event or "", one.confidence)) for one in found.criteria)
    return replace(found, criteria=criteria)


def measured(**more: Any) -> Measured:
    usual: dict[str, Any] = {"novel": (0.0,) * len(NOVEL)}
    return Measured(**usual | more)


def told(scenario: Scenario, altered: Mapping[str, float], *odds: Mismatch) -> Grounding:
    claims = tuple(GroundedClaim(event=name, altered=chance) for name, chance in altered.items())
    words = tuple(
        GroundedConnective(quote="so", cause=one.cause, effect=one.effect, consecutive=True, measured=one)
        for one in odds
    )
    return Grounding(edit=edit_of("It was so.", scenario), claims=claims, connectives=words)


def named(rubric: Rubric, altered: Mapping[str, float], *odds: Mismatch) -> dict[str, float]:
    values = edit_features(rubric, told(rubric.scenario, altered, *odds), measured(), NOTHING)
    return dict(zip(EDIT_FEATURES, values, strict=True))


@pytest.mark.parametrize(("count", "share"), [(0, 0.0), (1, 0.2), (4, 0.8), (5, 1.0), (7, 1.0)])
def test_claims_are_counted_up_to_five(count: int, share: float) -> None:
    scenario = story(count, count)
    found = named(rubric_of(scenario), dict.fromkeys((event.id for event in scenario.events), 0.5))
    assert (found["claims that must stay"], found["claims that must change"]) == pytest.approx((share, share))


def test_what_is_altered_or_kept_counts_by_the_confidence_of_its_criterion() -> None:
    scenario = story(2, 2)
    altered = {"cause": 0.9, "change0": 0.2, "change1": 0.6, "stay0": 0.9, "stay1": 0.5}
    found = named(rubric_of(scenario, {"stay0": 0.5, "change0": 0.25}), altered)
    expected = {
        "a claim that must stay is altered": 0.5,
        "a second one is altered": 0.45,
        "share of what must stay that is altered": 0.475,
        "share of what must change that is kept": (0.8 * 0.25 + 0.4) / 2,
        "the clearest sign of a wrong value": 0.9,
    }
    assert {name: found[name] for name in expected} == pytest.approx(expected)


@pytest.mark.parametrize(
    ("altered", "sure", "failed"),
    [
        ({"stay0": 0.85}, 0.9, 1),
        ({"stay0": 0.84}, 0.9, 0),
        ({"stay0": 0.85}, 0.89, 0),
        ({"change0": 0.15}, 0.9, 1),
        ({"change0": 0.16}, 1.0, 0),
        ({"cause": 0.15}, 1.0, 1),
        ({"cause": 0.16}, 1.0, 0),
    ],
)
def test_a_sure_criterion_clearly_fails_from_a_chance_on(altered: dict[str, float], sure: float, failed: int) -> None:
    right = {"cause": 0.9, "change0": 0.9, "stay0": 0.1}
    rubric = rubric_of(story(1, 1), dict.fromkeys(("change0", "stay0"), sure))
    assert named(rubric, right | altered)["a sure criterion clearly fails"] == failed


PLACES = (
    "an earlier claim that must stay is altered",
    "a later claim that must stay is altered",
    "claims altered",
    "the last claim is kept",
)


@pytest.mark.parametrize(
    ("supposed", "expected"),
    [
        ({"two": "false"}, (0.1, 0.4, (0.1 + 0.3 + 0.4) / 3, 0.6)),
        ({"four": "false"}, (0.3, 0.0, (0.1 + 0.2 + 0.3) / 3, 0.0)),
        ({"one": "false"}, (0.0, 0.4, (0.2 + 0.3 + 0.4) / 3, 0.6)),
        ({"two": "false", "four": "true"}, (0.1, 0.3, (0.1 + 0.3) / 2, 0.0)),
    ],
)
def test_claims_are_measured_by_whether_they_stand_before_what_is_supposed(
    supposed: dict[str, Any], expected: tuple[float, ...]
) -> None:
    altered = {"three": 0.3, "one": 0.1, "four": 0.4, "two": 0.2}
    starts = {"three": 20, "one": None, "four": 30, "two": 10}
    events = tuple(
        Event(id=name, statement=f"{name}.", span=None if at is None else (at, at + 5)) for name, at in starts.items()
    )
    found = named(rubric_of(Scenario(text=" " * 40, events=events), **supposed), altered)
    assert tuple(found[name] for name in PLACES) == pytest.approx(expected)


def test_claims_stand_behind_a_what_if_that_the_edit_was_not_read_for() -> None:
    found = named(rubric_of(story(0, 2)), {"stay0": 0.3, "stay1": 0.2})
    assert tuple(found[name] for name in PLACES) == pytest.approx((0.0, 0.3, 0.25, 0.8))


def test_an_edit_that_was_read_for_no_claim_has_no_sign_of_a_wrong_value() -> None:
    found = named(rubric_of(story(1, 1)), {})
    assert found["the clearest sign of a wrong value"] == 0
    assert [found[name] for name in PLACES] == [0, 0, 0, 0]


def odd(place: int, chance: float, **more: Any) -> Mismatch:
    joint = Joint(words="so", consecutive=more.pop("consecutive", True), place=place, cause=(0, 1), effect=(1, 2))
    usual: dict[str, Any] = {
        "joint": joint,
        "cause": "cause",
        "effect": "change0",
        "weight": 0.6,
        "linked": True,
        "chance": chance,
    }
    return Mismatch(**usual | more)


def test_each_place_of_a_connective_counts_once_by_its_worst_pair() -> None:
    some = (odd(3, 0.2), odd(3, 0.5), odd(3, 0.1), odd(8, 0.4))
    found = named(rubric_of(story(1, 0)), {"cause": 0.9, "change0": 0.9}, *some)
    assert found["a connective does not suit"] == 0.5
    assert found["chance that some connective does not suit"] == pytest.approx(1 - 0.5 * 0.6)


@pytest.mark.parametrize(
    ("more", "reason", "concession"),
    [
        ({}, 0.6, 0.0),
        ({"consecutive": False}, 0.0, 0.6),
        ({"linked": False}, 0.0, 0.0),
        ({"standing": True}, 0.0, 0.0),
        ({"remote": True}, 0.0, 0.0),
    ],
)
def test_only_connectives_of_a_single_link_that_the_edit_moves_are_told_by_kind(
    more: dict[str, bool], reason: float, concession: float
) -> None:
    found = named(rubric_of(story(1, 0)), {"cause": 0.9, "change0": 0.9}, odd(3, 0.2, **more))
    assert found["consecutive where concessive is called for"] == reason
    assert found["concessive where consecutive is called for"] == concession


@pytest.mark.parametrize(("chance", "bounded"), [(0.0, 0.003), (0.003, 0.003), (0.5, 0.5), (0.997, 0.997), (1, 0.997)])
def test_log_odds_are_bounded(chance: float, bounded: float) -> None:
    assert float(log_odds(chance)) == pytest.approx(log(bounded / (1 - bounded)))


SCORES = EditScores(
    told=np.array([[0.1, 0.7, 0.2], [0.2, 0.5, 0.3], [0.9, 0.1, 0.0]]),
    fits=np.array([0.8, 0.3, 0.6]),
    valid=1.5,
    classes=np.array([-1.0, -2.0, -3.0, -4.0, -5.0]),
)


def weighed(
    scenario: Scenario, findings: Findings = NOTHING, sure: Mapping[str, float] | None = None, **more: Any
) -> dict[str, float]:
    rubric = rubric_of(scenario, sure)
    grounding = told(scenario, {"cause": 0.9, "change0": 0.1, "stay0": 0.2} if scenario.events else {})
    verdicts = criterion_verdicts(rubric, grounding, ()) if scenario.events else ()
    demands = demands_of(rubric, None)
    values = evidence_of(rubric, grounding, measured(**more), findings, verdicts, demands=demands, doubts=2)
    return dict(zip(NAMES, values, strict=True))


def odds(chance: float) -> float:
    return log(chance / (1 - chance))


def test_evidence_of_the_network_is_taken_claim_by_claim() -> None:
    found = weighed(story(1, 1), scores=SCORES)
    expected = {
        "network: valid": 1.5,
        "network: the claim that suits the what-if least": odds(0.3),
        "network: the two claims that suit it least": (odds(0.3) + odds(0.6)) / 2,
        "network: all claims suit it": odds(0.8) + odds(0.3) + odds(0.6),
        "network: what is supposed suits it": odds(0.8),
        "network: E1": -1.0,
        "network: E5": -5.0,
        "network: claims that are not mentioned": 0.5 / 3,
        "all claims are told as asked": log(0.9 * 0.1 * 0.8),
        "the worst claim is told as asked": odds(0.1),
        "all claims are told as asked, by the network alone": log(0.9 * 0.8 * 0.9),
        "the worst claim is told as asked, by the network alone": odds(0.8),
        "claims": 3.0,
    }
    assert {name: found[name] for name in expected} == pytest.approx(expected, abs=1e-6)


def test_findings_doubts_and_failures_of_sure_criteria_are_counted() -> None:
    shift = Shift(statement="It was night", quote="noon")
    findings = replace(NOTHING, shifts=(shift,), again=("a", "b", "c"), misplaced={"e1": 0, "e2": 1})
    found = weighed(story(1, 1), findings, {"change0": 0.75})
    counts = ("told again", "amounts out of place", "background altered", "reasons for doubt")
    assert [found[name] for name in counts] == [3.0, 2.0, 1.0, 2.0]
    assert found["criteria that surely fail"] == 1
    assert weighed(story(1, 1), sure={"change0": 0.74})["criteria that surely fail"] == 0


def test_what_nobody_asks_the_network_is_even() -> None:
    found = weighed(story(1, 1))
    silent = [name for name in NAMES if name.startswith("network: ") and "mentioned" not in name]
    assert {found[name] for name in silent} == {0.0}
    assert found["network: claims that are not mentioned"] == pytest.approx(1 / 3)
    assert found["the worst claim is told as asked, by the network alone"] == pytest.approx(odds(1 / 3))


def test_a_text_without_claims_is_measured_too() -> None:
    scenario = Scenario(text="Dear all,")
    rubric = build_rubric(derive(scenario, do({})))
    grounding = Grounding(edit=edit_of("Dear friends,", scenario), claims=())
    demands = demands_of(rubric, None)
    for more in ({}, {"scores": replace(SCORES, told=np.zeros((0, 3)), fits=np.zeros(0))}):
        values = evidence_of(rubric, grounding, measured(**more), NOTHING, (), demands=demands, doubts=0)
        found = dict(zip(NAMES, values, strict=True))
        assert [found[name] for name in NAMES[1:5]] == [0, 0, 0, 0]
        assert found["claims"] == 0
        assert found["all claims are told as asked"] == pytest.approx(0, abs=1e-6)

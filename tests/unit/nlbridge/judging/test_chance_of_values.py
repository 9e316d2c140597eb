"""The chance that an edit is valid by the values that were read, and what each reading demands, by hand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from causalcore.derivation.answer_kind import AnswerKind
from causalcore.derivation.derivation import derive
from causalcore.derivation.explanation import Evidence
from causalcore.derivation.rubric import Criterion, CriterionKind, Rubric, build_rubric
from causalcore.scenario.intervention import do
from causalcore.scenario.scenario import Event, Link, Scenario, Strength
from nlbridge.grounding.edit import edit_of
from nlbridge.grounding.grounding import GroundedClaim, Grounding, Told, Way
from nlbridge.judging.evidence import Demands, demands_of, satisfied
from nlbridge.judging.report import CriterionOutcome, CriterionVerdict
from nlbridge.judging.score import chance_of_values
from nlbridge.supposing.readings import Readings

STORY = Scenario(
    text="The pump failed. The cellar flooded. Snow fell.",
    events=(
        Event(id="pump", statement="The pump failed."),
        Event(id="cellar", statement="The cellar flooded."),
        Event(id="snow", statement="Snow fell."),
    ),
    links=(Link(cause="pump", effect="cellar"),),
)
PASS, FAIL, OPEN = CriterionOutcome.PASS, CriterionOutcome.FAIL, CriterionOutcome.UNDETERMINED
CHANGED, UNCHANGED, NUMERIC = CriterionKind.CHANGED, CriterionKind.UNCHANGED, CriterionKind.NUMERIC


def rubric_of(expected: float | None = None, doubt: str = "") -> Rubric:
    """Return a rubric; with a doubt, the answer for the cellar is open."""
    derived = derive(STORY, do({"pump": "false"}))
    answers = tuple(
        replace(one, kind=AnswerKind.OPEN, doubt=doubt, expected=expected) if doubt and one.event == "cellar" else one
        for one in derived.answers
    )
    return build_rubric(replace(derived, answers=answers))


def verdict(
    outcome: CriterionOutcome,
    confidence: float = 0.9,
    *,
    kind: CriterionKind = CHANGED,
    event: str | None = "cellar",
    sure: float = 1.0,
    **more: Any,
) -> CriterionVerdict:
    asked = Criterion(
        kind=kind, statement="It is so.", event=event, confidence=sure, _reason=lambda: Evidence(sentences=())
    )
    usual: dict[str, Any] = {"criterion": asked, "outcome": outcome, "quote": "", "why": "so", "confidence": confidence}
    return CriterionVerdict(**usual | {"required": True} | more)


def chance(*verdicts: CriterionVerdict, rubric: Rubric | None = None, **more: Any) -> float:
    claims = more.pop("claims", (GroundedClaim(event="cellar", value=Told.ABSENT),))
    return chance_of_values(
        rubric or rubric_of(), Grounding(edit=edit_of("So.", STORY), claims=claims, **more), verdicts
    )


def test_of_criteria_that_are_shown_the_least_sure_counts_and_failures_are_multiplied() -> None:
    assert chance() == 1
    assert chance(verdict(PASS, 0.9), verdict(PASS, 0.8), verdict(PASS, 0.95)) == pytest.approx(0.8)
    assert chance(verdict(PASS, 0.9), verdict(FAIL, 0.8), verdict(FAIL, 0.7)) == pytest.approx(0.9 * 0.2 * 0.3)


@pytest.mark.parametrize(
    ("outcome", "sure", "expected"),
    [(PASS, 1.0, 0.9), (FAIL, 1.0, 0.1), (PASS, 0.6, 0.6 * 0.9 + 0.4 * 0.1), (FAIL, 0.6, 0.6 * 0.1 + 0.4 * 0.9)],
)
def test_a_criterion_that_is_only_likely_counts_in_both_ways(
    outcome: CriterionOutcome, sure: float, expected: float
) -> None:
    assert chance(verdict(outcome, sure=sure)) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("doubts", "unsteady", "expected"),
    [((), "", 1.0), (("a",), "", 0.5), (("a", "b"), "", 0.25), ((), "c", 0.5), (("a",), "c", 0.25)],
)
def test_each_doubt_halves_the_chance(doubts: tuple[str, ...], unsteady: str, expected: float) -> None:
    assert chance(doubts=doubts, unsteady=unsteady) == expected


@pytest.mark.parametrize(
    ("value", "kind", "expected"),
    [
        (Told.ABSENT, UNCHANGED, 0.5),
        (Told.BARE, UNCHANGED, 0.7),
        (Told.SUSPENDED, UNCHANGED, 0.3),
        (Told.UNREAD, UNCHANGED, 0.5),
        (None, UNCHANGED, 0.5),
        (Told.OTHER, UNCHANGED, 0.5),
        (Told.ABSENT, CHANGED, 0.75),
        (Told.ABSENT, NUMERIC, 0.75),
        (Told.BARE, CHANGED, 0.7),
        (Told.ABSENT, CriterionKind.INTERVENTION, 0.5),
        (Told.BARE, CriterionKind.LATENT, 1.0),
    ],
)
def test_what_is_not_decided_has_the_chance_of_its_value(
    value: Told | None, kind: CriterionKind, expected: float
) -> None:
    claims = (GroundedClaim(event="cellar", value=value),)
    assert chance(verdict(OPEN, 0.5, kind=kind), claims=claims) == pytest.approx(expected)
    halved = 1.0 if kind is CriterionKind.LATENT else (1 + expected) / 2
    assert chance(verdict(OPEN, 0.5, kind=kind, required=False), claims=claims) == pytest.approx(halved)


@pytest.mark.parametrize(
    ("way", "value", "kind", "expected"),
    [
        (Way.NEEDED, Told.BARE, UNCHANGED, 0.5),
        (Way.NEEDED, Told.ABSENT, CHANGED, 0.5),
        (Way.CHOSEN, Told.BARE, UNCHANGED, 0.7),
        (Way.APART, Told.SUSPENDED, UNCHANGED, 0.3),
    ],
)
def test_a_cause_that_what_is_supposed_rules_out_is_even(
    way: Way, value: Told, kind: CriterionKind, expected: float
) -> None:
    claims = (GroundedClaim(event="cellar", value=value, way_there=way),)
    assert chance(verdict(OPEN, 0.5, kind=kind), claims=claims) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("kind", "event", "quote", "expected"),
    [
        (CriterionKind.CONNECTIVE, None, "so", 0.7),
        (CriterionKind.CONNECTIVE, "cellar", "so", 0.7),
        (CriterionKind.CONNECTIVE, None, "", 1.0),
        (UNCHANGED, None, "a boat", 0.7),
        (UNCHANGED, None, "", 1.0),
        (UNCHANGED, "snow", "a boat", 1.0),
    ],
)
def test_a_word_or_something_new_that_nobody_looked_at_again_counts_little(
    kind: CriterionKind, event: str | None, quote: str, expected: float
) -> None:
    assert chance(verdict(OPEN, 0.5, kind=kind, event=event, quote=quote)) == expected


def test_a_connective_that_is_decided_counts_like_any_other_criterion() -> None:
    assert chance(verdict(FAIL, 0.8, kind=CriterionKind.CONNECTIVE, event=None, quote="so")) == pytest.approx(0.2)


@pytest.mark.parametrize(
    ("value", "likely", "expected"),
    [
        (Told.TRUE, 0.8, 0.2),
        (Told.FALSE, 0.8, 0.8),
        (Told.TRUE, None, 0.5),
        (Told.FALSE, None, 0.5),
        (Told.ABSENT, 0.8, 0.5),
    ],
)
def test_a_disputed_claim_is_treated_rightly_with_the_chance_that_it_changes(
    value: Told, likely: float | None, expected: float
) -> None:
    rubric, claims = rubric_of(likely, "Two readings differ"), (GroundedClaim(event="cellar", value=value),)
    settled = verdict(OPEN, kind=CriterionKind.OPEN)
    assert chance(settled, rubric=rubric, claims=claims) == pytest.approx(expected)
    assert chance(settled, rubric=rubric, claims=()) == 1
    assert chance(settled, claims=claims) == 1


def test_the_engine_demands_change_where_it_derives_one_and_what_is_supposed_itself() -> None:
    fork = replace(
        STORY,
        events=(*STORY.events, Event(id="tea", statement="Tea was drunk.")),
        links=(*STORY.links, Link(cause="pump", effect="tea", strength=Strength.CONTRIBUTING)),
    )
    for value, changed in (("false", True), ("true", False)):
        found = demands_of(build_rubric(derive(fork, do({"pump": value, "snow": "false"}))), None)
        assert found.events == ("pump", "cellar", "snow", "tea")
        assert found.changed.tolist() == [[changed], [changed], [True], [False]]
        assert found.free == (("tea",) if changed else ())
        assert found.weights.tolist() == [1.0]


def test_what_the_text_denies_must_change_where_it_is_supposed() -> None:
    dry = replace(STORY, events=(*STORY.events[:2], replace(STORY.events[2], fact="false")))
    for value, changed in (("true", True), ("false", False)):
        assert demands_of(build_rubric(derive(dry, do({"snow": value}))), None).changed[2].tolist() == [changed]


def test_readings_demand_what_they_say_save_for_what_is_supposed() -> None:
    drawn = np.array([[False, False], [True, False], [True, True]])
    readings = Readings(events=("pump", "cellar", "snow"), changed=drawn, weights=np.array([0.75, 0.25]))
    found = demands_of(build_rubric(derive(STORY, do({"pump": "false", "snow": "true"}))), readings)
    assert found.changed.tolist() == [[True, True], [True, False], [False, False]]
    assert (found.free, found.weights.tolist()) == ((), [0.75, 0.25])
    assert drawn.tolist() == [[False, False], [True, False], [True, True]]


@pytest.mark.parametrize(("kept", "bounded"), [(0.0, 0.01), (0.01, 0.01), (0.5, 0.5), (0.99, 0.99), (1.0, 0.99)])
def test_no_claim_is_told_more_surely_than_the_bounds(kept: float, bounded: float) -> None:
    demands = Demands(events=("e1", "e2"), changed=np.array([[False], [True]]), free=(), weights=np.ones(1))
    found = satisfied(demands, {"e1": (kept, 1 - kept), "e2": (0.1, 0.9)})
    assert found.every == pytest.approx(bounded * 0.9)
    assert found.worst == pytest.approx(min(bounded, 0.9))


def test_claims_that_are_free_or_were_not_read_ask_for_nothing() -> None:
    demands = Demands(events=("e1", "e2", "e3"), changed=np.zeros((3, 1), dtype=bool), free=("e1",), weights=np.ones(1))
    assert satisfied(demands, {"e1": (0.1, 0.9), "e3": (0.6, 0.4)}).every == pytest.approx(0.6)
    nothing = satisfied(demands, {"e1": (0.1, 0.9)})
    assert (nothing.every, nothing.worst) == (1.0, 1.0)

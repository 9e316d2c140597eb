from __future__ import annotations

import pytest

from benchmarks.cobe.failure_modes import FailureMode, failure_modes
from causalcore.derivation.derivation import derive
from causalcore.derivation.rubric import CriterionKind, Rubric, build_rubric
from causalcore.scenario.intervention import do
from causalcore.scenario.scenario import Event, Latent, Link, Scenario, Strength
from nlbridge.judging.report import CriterionOutcome, CriterionVerdict, Report
from nlbridge.judging.verification import ErrorClass

EVENTS = tuple(
    Event(id=name, statement=statement)
    for name, statement in (
        ("heat", "A heatwave came."),
        ("leak", "The cooler leaked."),
        ("hot", "The archive grew hot."),
        ("ice", "The kiosk sold out of ice."),
        ("film", "The films curled."),
        ("tour", "The tour was moved."),
    )
)
LINKS = (
    Link(cause="heat", effect="ice"),
    Link(cause="heat", effect="hot", strength=Strength.SUFFICIENT),
    Link(cause="leak", effect="hot", strength=Strength.SUFFICIENT),
    Link(cause="hot", effect="film"),
    Link(cause="film", effect="tour", strength=Strength.SUFFICIENT),
)
SCENARIO = Scenario(events=EVENTS, links=LINKS, latents=(Latent(id="l1", statement="It was summer."),))


def _rubric(**values: str) -> Rubric:
    return build_rubric(derive(SCENARIO, do(values)))


def _report(rubric: Rubric, *, event: str | None = None, kind: CriterionKind | None = None) -> Report:
    verdicts = tuple(
        CriterionVerdict(
            criterion=criterion,
            outcome=CriterionOutcome.FAIL
            if criterion.event == event
            and (kind or criterion.kind) is criterion.kind
            and (event is not None or criterion.kind is kind)
            else CriterionOutcome.PASS,
            quote="",
            why="",
        )
        for criterion in rubric.criteria
    )
    assert any(verdict.outcome is CriterionOutcome.FAIL for verdict in verdicts)
    return Report(valid=False, errors=(ErrorClass.E1,), verdicts=verdicts, reasons=())


@pytest.mark.parametrize(
    ("do_values", "event", "mode"),
    [
        ({"hot": "false"}, "heat", FailureMode.CORRELATION),
        ({"hot": "false"}, "ice", FailureMode.CORRELATION),
        ({"hot": "false"}, "film", FailureMode.IGNORED_CAUSE),
        ({"hot": "false"}, "hot", FailureMode.INTERVENTION),
        ({"leak": "false"}, "hot", FailureMode.REASON),
        ({"leak": "false"}, "film", FailureMode.LOGICAL_DEPENDENCY),
    ],
)
def test_the_mode_follows_from_where_the_event_stands(do_values, event, mode):
    rubric = _rubric(**do_values)
    assert failure_modes(rubric, _report(rubric, event=event)) == (mode,)


def test_connectives_and_latents_have_modes_of_their_own():
    rubric = _rubric(hot="false")
    assert failure_modes(rubric, _report(rubric, kind=CriterionKind.CONNECTIVE)) == (FailureMode.IMPLICATION,)
    assert failure_modes(rubric, _report(rubric, event="l1", kind=CriterionKind.LATENT)) == (FailureMode.LATENT,)


@pytest.mark.parametrize("valid", [True, None])
def test_a_response_that_is_not_called_invalid_has_no_mode(valid):
    assert failure_modes(_rubric(hot="false"), Report(valid=valid, errors=(), verdicts=(), reasons=())) == ()

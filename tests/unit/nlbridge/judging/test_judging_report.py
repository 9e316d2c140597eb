"""Reports and the other values of the room: what they count, and that nobody can change them."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, fields
from typing import Any

import pytest

from causalcore.derivation.explanation import Evidence
from causalcore.derivation.rubric import Criterion, CriterionKind
from causalcore.scenario.scenario import Provenance
from nlbridge.judging.error_classes import CertainError
from nlbridge.judging.evidence import Demands, Satisfied
from nlbridge.judging.findings import Findings, Shift
from nlbridge.judging.report import CriterionOutcome, CriterionVerdict, Report
from nlbridge.judging.score import Scorer, Thresholds
from nlbridge.judging.verification import Weighing
from nlbridge.judging.witness.by_model import ByModel
from nlbridge.judging.witness.second_look import _Questions

ASKED = Criterion(kind=CriterionKind.CHANGED, statement="It rains.", _reason=lambda: Evidence(sentences=("so",)))
PASS, FAIL, OPEN = CriterionOutcome.PASS, CriterionOutcome.FAIL, CriterionOutcome.UNDETERMINED


def verdict(outcome: CriterionOutcome, **more: Any) -> CriterionVerdict:
    return CriterionVerdict(criterion=ASKED, outcome=outcome, quote="", why="so", **more)


def report(*verdicts: CriterionVerdict) -> Report:
    return Report(valid=None, errors=(), verdicts=verdicts, reasons=())


@pytest.mark.parametrize(
    ("required", "others", "shown"),
    [
        ((PASS, FAIL, OPEN, PASS), (FAIL,), 0.5),
        ((PASS, PASS, FAIL), (), 2 / 3),
        ((PASS, PASS), (FAIL, OPEN), 1.0),
        ((FAIL,), (PASS, PASS), 0.0),
        ((), (PASS,), 0.0),
    ],
)
def test_what_is_shown_is_the_share_of_required_criteria_that_pass(
    required: tuple[CriterionOutcome, ...], others: tuple[CriterionOutcome, ...], shown: float
) -> None:
    verdicts = [verdict(one, required=True) for one in required] + [verdict(one) for one in others]
    assert report(*verdicts).shown == pytest.approx(shown)


def test_a_report_was_read_by_whoever_read_its_first_verdict() -> None:
    by_model = verdict(PASS, provenance=Provenance.MODEL)
    assert report(by_model, verdict(PASS)).provenance is Provenance.MODEL
    assert report(verdict(PASS), by_model).provenance is Provenance.WORDS
    assert report().provenance is Provenance.WORDS


def test_a_verdict_of_which_no_more_is_said_is_certain_not_required_and_by_words() -> None:
    one, whole = verdict(PASS), report()
    assert (one.confidence, one.span, one.error, one.required, one.provenance) == (1, None, None, False, "words")
    assert (whole.confidence, whole.score) == (1, 0.5)


@pytest.mark.parametrize(
    "kind",
    [
        CriterionVerdict,
        Report,
        Findings,
        Shift,
        CertainError,
        Weighing,
        Demands,
        Satisfied,
        Thresholds,
        Scorer,
        ByModel,
        _Questions,
    ],
)
def test_what_the_room_hands_on_is_made_by_names_and_then_never_changes(kind: type) -> None:
    names = [field.name for field in fields(kind)]
    with pytest.raises(TypeError, match="positional argument"):
        kind(*names)
    made = kind(**dict.fromkeys(names, ()))
    with pytest.raises(FrozenInstanceError):
        setattr(made, names[0], None)
    assert hasattr(made, "__dict__") is (kind is Weighing)

from __future__ import annotations

import pytest

from causalcore.derivation.derivation import derive
from causalcore.derivation.rubric import CriterionKind, build_rubric
from causalcore.scenario.intervention import do
from causalcore.scenario.scenario import Event, Link, Scenario
from nlbridge.grounding.by_words import ground
from nlbridge.judging.report import CriterionOutcome
from nlbridge.judging.verification import ErrorClass, verify

TEXT = "The kiln cracked at noon, so the vases shattered. A violinist rehearsed next door."
SCENARIO = Scenario(
    text=TEXT,
    events=(
        Event(id="e1", statement="The kiln cracked at noon.", span=(0, 24)),
        Event(id="e2", statement="The vases shattered.", span=(29, 48)),
        Event(id="e3", statement="A violinist rehearsed next door.", span=(50, 81)),
    ),
    links=(Link(cause="e1", effect="e2", connective="so"),),
)
RUBRIC = build_rubric(derive(SCENARIO, do({"e1": "false"})))
RIGHT = "The kiln did not crack at noon, so the vases did not shatter. A violinist rehearsed next door."
SPOILT = "The kiln did not crack at noon, so the vases did not shatter. No violinist rehearsed next door."


def readings(edit):
    found = ground(edit, SCENARIO, RUBRIC.intervention)
    return [a.altered > 0.5 for a in found.claims]


def test_the_unedited_original_is_invalid_because_the_what_if_is_not_carried_out():
    report = verify(RUBRIC, TEXT)
    assert report.valid is False
    assert report.errors == (ErrorClass.E2,)


def test_negated_claims_are_read_as_altered_and_copied_ones_as_kept():
    assert readings(RIGHT) == [True, True, False]
    assert readings(SPOILT) == [True, True, True]


def test_a_right_edit_is_not_called_invalid():
    assert verify(RUBRIC, RIGHT).valid is not False


@pytest.mark.parametrize("edit", [RIGHT, SPOILT])
def test_no_edit_is_judged_by_a_what_if_that_may_mean_something_else(edit):
    assert verify(RUBRIC, edit, sure=0.8).valid is not None
    report = verify(RUBRIC, edit, sure=0.7)
    assert report.valid is None
    assert "the what-if may mean something else (70% sure)" in report.reasons


def test_errors_are_named_only_for_invalid_edits():
    for edit in (TEXT, RIGHT, SPOILT, "Nothing."):
        report = verify(RUBRIC, edit)
        assert bool(report.errors) is (report.valid is False)


def test_every_verdict_has_a_reason_and_an_altered_claim_its_quote():
    report = verify(RUBRIC, SPOILT)
    assert all(verdict.why for verdict in report.verdicts)
    failed = [v for v in report.verdicts if v.outcome is CriterionOutcome.FAIL]
    assert all(v.quote for v in failed)


def test_an_empty_edit_is_undetermined():
    assert verify(RUBRIC, "  ").valid is None


def test_an_edit_of_nothing_in_the_text_is_said_to_be_not_valid_rather_than_in_doubt_both_ways():
    report = verify(RUBRIC, "Otters hold hands while they sleep.")
    assert (report.valid, report.errors) == (None, ())
    assert report.reasons[0] == "valid with a chance of 1%, so not valid, but no error was found that makes it invalid"


@pytest.mark.parametrize(
    "wrap",
    [str.upper, "Sure! Here is the rewritten passage:\n\n{}".format, '"{}"'.format, "{} This edit is valid.".format],
)
def test_wrapping_and_case_change_no_verdict(wrap):
    for edit in (TEXT, RIGHT, SPOILT):
        assert (verify(RUBRIC, wrap(edit)).valid, verify(RUBRIC, wrap(edit)).errors) == (
            verify(RUBRIC, edit).valid,
            verify(RUBRIC, edit).errors,
        )


def test_a_value_between_the_thresholds_is_left_unread():
    found = ground(RIGHT, SCENARIO, RUBRIC.intervention)
    for assertion in found.claims:
        assert (assertion.stands is None) is (0.15 < assertion.altered < 0.85)


def test_the_reasons_of_an_invalid_edit_quote_it_and_carry_the_theorem():
    report = verify(RUBRIC, SPOILT)
    assert report.valid is False
    assert ErrorClass.E1 in report.errors
    reason = report.reasons[report.errors.index(ErrorClass.E1)]
    assert "'No violinist rehearsed next door'" in reason
    assert "'A violinist rehearsed next door" in reason
    assert "is not downstream of the what-if" in reason


def test_a_connective_that_fits_the_values_of_the_edit_and_not_those_asked_for_says_so():
    rubric = build_rubric(derive(SCENARIO, do({"e2": "false"})))
    edit = "The kiln did not crack at noon, so the vases did not shatter. A violinist rehearsed next door."
    verdict = next(v for v in verify(rubric, edit).verdicts if v.criterion.kind is CriterionKind.CONNECTIVE)
    assert verdict.criterion.expected == "concessive"
    assert verdict.outcome is CriterionOutcome.PASS
    assert verdict.why.startswith("'so' is consecutive, not concessive; it fits what the edit says of the two claims")


def test_a_connective_as_asked_for_is_only_named():
    verdict = next(v for v in verify(RUBRIC, RIGHT).verdicts if v.criterion.kind is CriterionKind.CONNECTIVE)
    assert (verdict.outcome, verdict.why) == (CriterionOutcome.PASS, "'so' is consecutive")

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from causalcore.derivation.derivation import derive
from causalcore.derivation.rubric import build_rubric
from causalcore.scenario.intervention import do
from causalcore.scenario.scenario import Event, Link, Scenario
from nlbridge.judging.verification import verify

TEXT = "The ferry sank, so the island ran out of bread. The lighthouse was painted white."
RUBRIC = build_rubric(
    derive(
        Scenario(
            text=TEXT,
            events=(
                Event(id="e1", statement="The ferry sank.", span=(0, 14)),
                Event(id="e2", statement="The island ran out of bread.", span=(19, 46)),
                Event(id="e3", statement="The lighthouse was painted white.", span=(48, 80)),
            ),
            links=(Link(cause="e1", effect="e2", connective="so"),),
        ),
        do({"e1": "false"}),
    )
)
WORDS = (
    "the ferry did not sank so island ran out of bread had plenty lighthouse was painted white black . , but".split()
)


# No deadline: the first call loads the solver, and speed is measured in tests/performance.
@settings(deadline=None)
@given(st.lists(st.sampled_from(WORDS), min_size=1, max_size=25), st.sampled_from([" ", "  ", "\n", "\n\n"]))
def test_case_and_white_space_change_no_verdict(chosen, gap):
    plain, spaced = verify(RUBRIC, " ".join(chosen)), verify(RUBRIC, gap.join(chosen).upper())
    assert (plain.valid, plain.errors) == (spaced.valid, spaced.errors)


# No deadline: the first call loads the solver, and speed is measured in tests/performance.
@settings(deadline=None)
@given(st.lists(st.sampled_from(WORDS), max_size=25))
def test_errors_are_named_exactly_when_the_edit_is_invalid(chosen):
    report = verify(RUBRIC, " ".join(chosen))
    assert bool(report.errors) is (report.valid is False)

"""Valid means shown valid: what is not positively told withholds the verdict, and is its reason."""

from __future__ import annotations

import pytest

from causalcore.derivation.derivation import derive
from causalcore.derivation.rubric import build_rubric
from causalcore.scenario.intervention import do
from causalcore.scenario.scenario import Event, Link, Provenance, Scenario, Strength
from nlbridge.judging.verification import verify

TEXT = "The pump failed, so the cellar flooded. Meanwhile, snow fell on the orchard."
SCENARIO = Scenario(
    text=TEXT,
    events=(
        Event(id="e1", statement="The pump failed.", span=(0, 15)),
        Event(id="e2", statement="The cellar flooded.", span=(20, 38)),
        Event(id="e3", statement="Snow fell on the orchard.", span=(51, 75)),
    ),
    links=(Link(cause="e1", effect="e2", connective="so"),),
)
RUBRIC = build_rubric(derive(SCENARIO, do({"e1": "false"})))
RIGHT = "The pump did not fail, so the cellar did not flood. Meanwhile, snow fell on the orchard."
NOT_SHOWN = (
    "The heater did not fail, so the attic did not burn. Meanwhile, snow fell on the orchard.",
    "The pump did not fail, so the attic did not flood. Meanwhile, snow fell on the orchard.",
    "The pump did not fail, although the cellar did not flood. Meanwhile, snow fell on the orchard.",
    f"{RIGHT} A thief stole the wine.",
    f"It is not true that the following happened. {RIGHT}",
    f"She dreamt that the pump did not fail. {RIGHT}",
    "The pump did not fail, so the cellar did not flood.",
    "The tram was on time, and nobody complained about the fare.",
    "I'm sorry, but I cannot help with that.",
    "Everything would have been different.",
    "yes",
)


def test_a_rewrite_that_shows_all_is_valid():
    report = verify(RUBRIC, RIGHT, clause="the pump had not failed")
    assert report.valid is True, report.reasons
    assert report.shown == 1
    assert report.score > 0.9


@pytest.mark.parametrize("edit", NOT_SHOWN)
def test_what_is_not_shown_is_never_valid(edit):
    report = verify(RUBRIC, edit, clause="the pump had not failed")
    assert report.valid is not True
    assert report.reasons


@pytest.mark.parametrize(
    "wrapped", [RIGHT.upper(), f"**{RIGHT}**", f"Sure! Here it is:\n\n> {RIGHT}", f"  {RIGHT}\n\n"]
)
def test_case_space_and_wrapping_change_no_verdict(wrapped):
    assert verify(RUBRIC, wrapped, clause="the pump had not failed").valid is True


@pytest.mark.parametrize("fate", ["the bedding got wet", "the bedding stayed dry"])
def test_what_may_go_either_way_by_a_reading_may_not_be_left_out(fate):
    partly = Scenario(
        text="The pump failed. The bedding got wet, partly because of that.",
        events=(
            Event(id="e1", statement="The pump failed.", span=(0, 15), provenance=Provenance.WORDS),
            Event(
                id="e2", statement="The bedding got wet.", span=(17, 36), confidence=0.95, provenance=Provenance.WORDS
            ),
        ),
        links=(Link(cause="e1", effect="e2", strength=Strength.CONTRIBUTING),),
    )
    rubric = build_rubric(derive(partly, do({"e1": "false"})))
    said = "'The bedding got wet' may go either way. The edit does not mention it."
    assert said in verify(rubric, "The pump did not fail.").reasons
    assert said not in verify(rubric, f"The pump did not fail, and {fate}.").reasons


def test_a_report_has_no_truth_value():
    with pytest.raises(TypeError, match=r"report\.valid is True"):
        bool(verify(RUBRIC, RIGHT))


def test_every_required_criterion_has_a_chance_and_a_failure_its_class():
    report = verify(RUBRIC, "The pump failed, so the cellar flooded. Meanwhile, no snow fell on the orchard.")
    assert report.valid is False
    failed = [verdict for verdict in report.verdicts if str(verdict.outcome) == "fail"]
    assert failed
    assert all(verdict.error for verdict in failed)
    assert all(0 <= verdict.confidence <= 1 for verdict in report.verdicts)

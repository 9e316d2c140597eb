from __future__ import annotations

from dataclasses import replace

import pytest

from causalcore.derivation.derivation import derive
from causalcore.derivation.rubric import Silence, build_rubric
from causalcore.scenario.intervention import do
from causalcore.scenario.scenario import Event, Kind, Link, Scenario, Sign
from nlbridge.grounding.edit import edit_of
from nlbridge.grounding.grounding import GroundedClaim, GroundedConnective, Grounding, Told
from nlbridge.judging.report import ErrorClass
from nlbridge.judging.verification import judge
from nlbridge.weights.calibration import model_path_weights


def test_an_amount_that_is_still_told_of_what_is_gone_is_an_error_of_numbers_too():
    events = (
        Event(id="e1", statement="A clip was shown.", span=(0, 16)),
        Event(
            id="e2",
            statement="The clip had nine viewers.",
            presupposes=("e1",),
            kind=Kind.QUANTITY,
            values=("lower", "as stated", "higher"),
            fact="as stated",
        ),
    )
    scenario = Scenario(text="A clip was shown. It had nine viewers.", events=events)
    rubric = build_rubric(derive(scenario, do({"e1": "false"})))
    told = Grounding(
        edit=edit_of("No clip was shown. It had nine viewers.", scenario),
        claims=(
            GroundedClaim(event="e1", value=Told.FALSE, quote="No clip was shown"),
            GroundedClaim(event="e2", value=Told.TRUE, quote="It had nine viewers"),
        ),
    )
    assert judge(rubric, told).errors == (ErrorClass.E2, ErrorClass.E4)


def joined(scenario, values, cause, effect, *, supposed=(), suits=False):
    """Judge a rewrite that joins two claims by *so*, which a second look found unsuited, or did not look at."""
    rubric = build_rubric(derive(scenario, do(dict.fromkeys(supposed, "false"))))
    claims = [GroundedClaim(event=name, value=value, quote="so") for name, value in values.items()]
    claims += [GroundedClaim(event=name, value=Told.TRUE, quote="so", supposed=True) for name in supposed]
    so = GroundedConnective(quote="so", cause=cause, effect=effect, consecutive=True, suits=suits)
    return judge(rubric, Grounding(edit=edit_of("so", scenario), claims=tuple(claims), connectives=(so,)))


def test_a_kept_claim_is_no_reason_for_what_is_supposed_unless_the_text_makes_it_one():
    scenario = Scenario(
        text="It rained. The bell rang.",
        events=(Event(id="e1", statement="It rained."), Event(id="e2", statement="The bell rang.")),
    )
    report = joined(scenario, {"e1": Told.FALSE, "e2": Told.TRUE}, "e2", "e1", supposed=("e1",))
    assert report.errors == (ErrorClass.E3,)
    suspected = joined(scenario, {"e1": Told.FALSE, "e2": Told.TRUE}, "e2", "e1", supposed=("e1",), suits=None)
    assert suspected.valid is True
    assert suspected.score < joined(scenario, {"e1": Told.FALSE, "e2": Told.TRUE}, "", "e1", supposed=("e1",)).score
    assert joined(scenario, {"e1": Told.FALSE, "e2": Told.TRUE}, "e1", "e2", supposed=("e1",)).valid is True


def test_a_connective_is_judged_across_a_mechanism_too():
    events = tuple(Event(id=f"e{k}", statement=f"Step {k} was taken.") for k in range(1, 5))
    links = (Link(cause="e1", effect="e2"), Link(cause="e2", effect="e4"), Link(cause="e3", effect="e4"))
    text = " ".join(event.statement for event in events)
    scenario = Scenario(text=text, events=events, links=links, mechanisms=(("e4", "e2 or e3"),))
    values = {"e1": Told.FALSE, "e2": Told.FALSE, "e3": Told.TRUE, "e4": Told.TRUE}
    assert joined(scenario, values, "e1", "e4", supposed=("e1",)).errors == (ErrorClass.E3,)


FAIR = Scenario(
    text="The oven was replaced on the day of the fair. The cat slept.",
    events=(
        Event(id="e1", statement="The oven was replaced.", span=(0, 44)),
        Event(id="e2", statement="It was the day of the fair.", span=(22, 44)),
        Event(id="e3", statement="The cat slept.", span=(46, 59)),
    ),
)


def told_of(scenario, values, *, silence=Silence.OPEN, **more):
    rubric = build_rubric(derive(scenario, do({"e1": "false"})), silence)
    claims = tuple(GroundedClaim(event=name, value=value, quote="so") for name, value in values.items())
    return judge(rubric, Grounding(edit=edit_of("so", scenario), claims=claims, **more))


def test_a_detail_within_what_changes_is_not_required_and_never_fails_an_edit():
    usual = {"e1": Told.FALSE, "e3": Told.TRUE}
    assert told_of(FAIR, usual | {"e2": Told.ABSENT}).valid is True
    assert told_of(FAIR, usual | {"e2": Told.FALSE}).valid is None
    assert told_of(FAIR, {"e1": Told.FALSE, "e2": Told.TRUE, "e3": Told.ABSENT}).valid is None


@pytest.mark.parametrize(
    ("silence", "kept", "bare"),
    [(Silence.OPEN, None, True), (Silence.FAIL, False, None), (Silence.PASS, True, True)],
)
def test_silence_counts_as_the_policy_says_and_never_passes_for_what_must_change(silence, kept, bare):
    told = {"e1": Told.FALSE, "e2": Told.TRUE}
    assert told_of(FAIR, told | {"e3": Told.ABSENT}, silence=silence).valid is kept
    assert told_of(FAIR, told | {"e3": Told.BARE}, silence=silence).valid is bare
    assert told_of(FAIR, {"e1": Told.ABSENT, "e2": Told.TRUE, "e3": Told.TRUE}, silence=silence).valid is None
    linked = replace(FAIR, links=(Link(cause="e1", effect="e3"),))
    assert told_of(linked, told | {"e3": Told.ABSENT}, silence=silence).valid is None


def test_a_claim_is_gone_with_what_it_was_about_though_nothing_is_said_of_it():
    void = replace(FAIR, events=(*FAIR.events[:2], replace(FAIR.events[2], presupposes=("e1",))))
    told = {"e2": Told.TRUE, "e3": Told.ABSENT}
    assert told_of(void, told | {"e1": Told.FALSE}).valid is True
    assert told_of(void, told | {"e1": Told.TRUE}).valid is False


def test_the_score_ranks_valid_above_undetermined_above_invalid():
    usual = {"e1": Told.FALSE, "e2": Told.TRUE}
    values = (Told.TRUE, Told.BARE, Told.ABSENT, Told.FALSE)
    scores = [told_of(FAIR, usual | {"e3": value}).score for value in values]
    assert scores == sorted(scores, reverse=True)
    assert scores[0] > 0.9
    assert scores[-1] < 0.1
    doubted = told_of(FAIR, usual | {"e3": Told.TRUE}, doubts=("The edit contradicts itself.",)).score
    assert scores[-1] < doubted < scores[0]


def test_the_score_of_criteria_is_the_product_of_the_chances_that_each_is_met():
    """An oracle apart: two failures of one look each, beside one shown claim."""
    look = model_path_weights()["look"]
    score = told_of(FAIR, {"e1": Told.TRUE, "e2": Told.TRUE, "e3": Told.FALSE}).score
    assert score == pytest.approx((1 - look) * (1 - look) * look)


@pytest.mark.parametrize(("silence", "valid"), [(Silence.OPEN, None), (Silence.FAIL, False), (Silence.PASS, None)])
def test_an_amount_that_must_move_and_is_not_mentioned_fails_only_where_silence_does(silence, valid):
    harvest = Event(id="e2", statement="The harvest was nine tons.", kind=Kind.QUANTITY, fact="as stated")
    events = (Event(id="e1", statement="Dry weather came."), replace(harvest, values=("lower", "as stated", "higher")))
    links = (Link(cause="e1", effect="e2", sign=Sign.INHIBITS),)
    scenario = Scenario(text="Dry weather came. The harvest was nine tons.", events=events, links=links)
    found = told_of(scenario, {"e1": Told.FALSE, "e2": Told.ABSENT}, silence=silence)
    assert (found.valid, found.errors) == (valid, (ErrorClass.E4,) if valid is False else ())

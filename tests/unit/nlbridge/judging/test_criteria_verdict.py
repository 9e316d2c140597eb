from __future__ import annotations

from causalcore.derivation.derivation import derive
from causalcore.derivation.rubric import build_rubric
from causalcore.scenario.intervention import do
from causalcore.scenario.scenario import Event, Kind, Link, Scenario
from nlbridge.grounding.told import Told, ToldClaim, ToldConnective, ToldEdit
from nlbridge.judging.criteria_verdict import judge_by_criteria
from nlbridge.judging.error_classes import ErrorClass


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
    told = ToldEdit(
        passage="No clip was shown. It had nine viewers.",
        claims=(
            ToldClaim(event="e1", value=Told.FALSE, quote="No clip was shown"),
            ToldClaim(event="e2", value=Told.TRUE, quote="It had nine viewers"),
        ),
    )
    assert judge_by_criteria(rubric, told).errors == (ErrorClass.E2, ErrorClass.E4)


def joined(scenario, values, cause, effect, *, supposed=()):
    """Judge a rewrite that joins two claims by *so*."""
    rubric = build_rubric(derive(scenario, do(dict.fromkeys(supposed, "false"))))
    claims = [ToldClaim(event=name, value=value, quote="so") for name, value in values.items()]
    claims += [ToldClaim(event=name, value=Told.TRUE, quote="so", supposed=True) for name in supposed]
    so = ToldConnective(quote="so", cause=cause, effect=effect, consecutive=True)
    return judge_by_criteria(rubric, ToldEdit(passage="so", claims=tuple(claims), connectives=(so,)))


def test_a_kept_claim_is_no_reason_for_what_is_supposed_unless_the_text_makes_it_one():
    scenario = Scenario(
        text="It rained. The bell rang.",
        events=(Event(id="e1", statement="It rained."), Event(id="e2", statement="The bell rang.")),
    )
    report = joined(scenario, {"e1": Told.FALSE, "e2": Told.TRUE}, "e2", "e1", supposed=("e1",))
    assert report.errors == (ErrorClass.E3,)
    assert joined(scenario, {"e1": Told.FALSE, "e2": Told.TRUE}, "e1", "e2", supposed=("e1",)).valid is True


def test_a_connective_is_judged_across_a_mechanism_too():
    events = tuple(Event(id=f"e{k}", statement=f"Step {k} was taken.") for k in range(1, 5))
    links = (Link(cause="e1", effect="e2"), Link(cause="e2", effect="e4"), Link(cause="e3", effect="e4"))
    text = " ".join(event.statement for event in events)
    scenario = Scenario(text=text, events=events, links=links, mechanisms=(("e4", "e2 or e3"),))
    values = {"e1": Told.FALSE, "e2": Told.FALSE, "e3": Told.TRUE, "e4": Told.TRUE}
    assert joined(scenario, values, "e1", "e4", supposed=("e1",)).errors == (ErrorClass.E3,)

"""The verdict on one criterion where only chances are known, and on what no criterion asks about."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from causalcore.derivation.derivation import derive
from causalcore.derivation.rubric import CriterionKind, Rubric, build_rubric
from causalcore.scenario.intervention import do
from causalcore.scenario.scenario import Event, Kind, Latent, Link, Scenario
from nlbridge.grounding.connectives.arguments import Joint
from nlbridge.grounding.connectives.misuse import Mismatch
from nlbridge.grounding.edit import edit_of
from nlbridge.grounding.grounding import Conflict, GroundedClaim, GroundedConnective, Grounding, Told, Witness
from nlbridge.judging.criterion_verdict import UNDECIDED, UNJOINED, criterion_verdicts, error_of
from nlbridge.judging.findings import Shift
from nlbridge.judging.report import CriterionVerdict, ErrorClass
from nlbridge.weights.calibration import model_path_weights

QUANTITY: dict[str, Any] = {"kind": Kind.QUANTITY, "values": ("lower", "as stated", "higher"), "fact": "as stated"}
STORY = Scenario(
    text="The pump failed. So the cellar flooded. So the rent fell to 80 euros. Snow fell.",
    events=(
        Event(id="pump", statement="The pump failed."),
        Event(id="cellar", statement="The cellar flooded."),
        Event(id="rent", statement="The rent fell to 80 euros.", **QUANTITY),
        Event(id="snow", statement="Snow fell."),
    ),
    links=(Link(cause="pump", effect="cellar"), Link(cause="cellar", effect="rent")),
    latents=(Latent(id="dark", statement="It was dark."), Latent(id="cold", statement="It was cold.")),
)
SHIFT = Shift(statement="It was dark", quote="noon", latent="dark")


def rubric_of(scenario: Scenario = STORY, **supposed: str) -> Rubric:
    return build_rubric(derive(scenario, do(supposed or {"pump": "false"})))


def told(*claims: GroundedClaim, **more: Any) -> Grounding:
    return Grounding(edit=edit_of("It was thus at noon.", STORY), claims=claims, **more)


def on(event: str, grounding: Grounding, *shifts: Shift, rubric: Rubric | None = None) -> CriterionVerdict:
    found = criterion_verdicts(rubric or rubric_of(), grounding, shifts)
    return next(one for one in found if one.criterion.event == event)


def joints(grounding: Grounding, rubric: Rubric | None = None) -> list[CriterionVerdict]:
    found = criterion_verdicts(rubric or rubric_of(), grounding, ())
    return [one for one in found if one.criterion.kind is CriterionKind.CONNECTIVE]


@pytest.mark.parametrize(
    ("altered", "mentioned", "changes", "stays", "sure"),
    [
        (0.7, 1.0, "pass", "fail", 0.7),
        (0.69, 1.0, "undetermined", "undetermined", 0.69),
        (0.31, 1.0, "undetermined", "undetermined", 0.69),
        (0.25, 1.0, "fail", "pass", 0.75),
        (0.875, 0.8, "pass", "fail", 0.7),
        (0.86, 0.8, "undetermined", "undetermined", 0.688),
        (0.1, 0.75, "undetermined", "undetermined", 0.675),
        (0.5, 1.0, "undetermined", "undetermined", 0.5),
    ],
)
def test_a_claim_meets_a_criterion_from_a_chance_on_that_it_is_told_so(
    altered: float, mentioned: float, changes: str, stays: str, sure: float
) -> None:
    for event, outcome in (("pump", changes), ("cellar", changes), ("snow", stays)):
        found = on(event, told(GroundedClaim(event=event, altered=altered, told=mentioned, quote="noon")))
        assert str(found.outcome) == outcome
        assert found.confidence == pytest.approx(sure)
        assert (found.required, found.quote, found.span) == (True, "noon", (15, 19))


@pytest.mark.parametrize(
    ("way", "altered", "mentioned", "outcome", "sure"),
    [
        ("lower", 0.9, 1.0, "pass", 0.9),
        ("higher", 0.9, 0.95, "fail", 0.95),
        ("as stated", 0.9, 1.0, "fail", 1.0),
        ("lower", 0.2, 0.9, "pass", 0.9),
        ("lower", 0.2, 0.3, "pass", 0.5),
        ("higher", 0.5, 0.8, "fail", 0.8),
        ("", 0.9, 1.0, "pass", 0.9),
    ],
)
def test_the_direction_of_an_amount_decides_where_it_was_read_and_its_verdict_is_likelier_than_not(
    way: str, altered: float, mentioned: float, outcome: str, sure: float
) -> None:
    rubric = rubric_of()
    (asked,) = (one for one in rubric.criteria if one.event == "rent")
    assert asked.expected == "lower"
    found = on("rent", told(GroundedClaim(event="rent", altered=altered, told=mentioned, way=way)))
    assert str(found.outcome) == outcome
    assert found.confidence == pytest.approx(sure)


@pytest.mark.parametrize(
    ("altered", "mentioned", "why"),
    [
        (0.8, 1.0, "the edit seems to change it, but it must stay (80% certain)"),
        (0.5, 1.0, "the edit seems to change it, but it must stay (50% certain)"),
        (0.49, 1.0, "the edit seems to keep it (51% certain)"),
        (0.2, 0.7, "the edit seems to keep it (80% certain)"),
        (0.8, 0.69, "the edit mentions 'snow fell' with a chance of only 69%"),
    ],
)
def test_a_verdict_says_its_chance_in_words(altered: float, mentioned: float, why: str) -> None:
    claim = GroundedClaim(event="snow", altered=altered, told=mentioned, aligned="snow fell")
    assert on("snow", told(claim)).why == why


def test_what_was_not_read_or_may_go_either_way_is_left_open() -> None:
    assert (on("snow", told()).outcome, on("snow", told()).why) == ("undetermined", UNDECIDED)
    rubric = rubric_of()
    either = tuple(replace(one, kind=CriterionKind.OPEN) if one.event == "snow" else one for one in rubric.criteria)
    claim = GroundedClaim(event="snow", altered=0.9)
    assert on("snow", told(claim), rubric=replace(rubric, criteria=either)).why == UNDECIDED
    assert on("dark", told(GroundedClaim(event="dark", value=Told.FALSE, quote="noon"))).outcome == "fail"


def test_words_that_alter_a_background_break_its_own_criterion() -> None:
    found = on("dark", told(), SHIFT)
    assert (found.outcome, found.quote, found.why, found.confidence) == ("fail", "noon", "'noon' excludes it", 1.0)
    assert (found.error, found.span) == (ErrorClass.E5, (15, 19))
    other = on("cold", told(), SHIFT)
    assert (other.outcome, other.why) == ("undetermined", "nothing in the edit speaks against it")


def weighed(weight: float, cause: str = "pump", effect: str = "cellar", *, consecutive: bool = True) -> Any:
    joint = Joint(words="thus", consecutive=consecutive, place=3, cause=(0, 3), effect=(4, 7))
    odd = Mismatch(joint=joint, cause=cause, effect=effect, weight=weight, linked=True)
    return GroundedConnective(quote="thus", cause=cause, effect=effect, consecutive=consecutive, measured=odd)


@pytest.mark.parametrize(
    ("weight", "consecutive", "outcome", "sure", "why"),
    [
        (0.2, True, "pass", 0.8, "'thus' is consecutive"),
        (0.49, True, "pass", 0.51, "'thus' is consecutive"),
        (
            0.5,
            True,
            "fail",
            0.5,
            "'thus' is consecutive, as required, but does not fit what the edit says of the two claims",
        ),
        (0.9, False, "fail", 0.9, "'thus' is concessive"),
        (
            0.1,
            False,
            "pass",
            0.9,
            "'thus' is concessive, not consecutive; it fits what the edit says of the two claims",
        ),
    ],
)
def test_a_connective_suits_by_the_values_that_the_edit_gives(
    weight: float, consecutive: bool, outcome: str, sure: float, why: str
) -> None:
    first, second = joints(told(connectives=(weighed(weight, consecutive=consecutive),)))
    assert (str(first.outcome), first.why) == (outcome, why)
    assert first.confidence == pytest.approx(sure)
    assert (first.quote, first.span) == ("thus", (7, 11))
    assert (str(second.outcome), second.why) == ("undetermined", UNJOINED)


def test_a_weighed_connective_is_of_its_own_link_and_direction() -> None:
    words = (weighed(0.9, "cellar", "pump"), weighed(0.9, "pump", "rent"), weighed(0.1, "cellar", "rent"))
    first, second = joints(told(connectives=words))
    assert (first.why, str(second.outcome)) == (UNJOINED, "pass")


FALSE, TRUE = Told.FALSE, Told.TRUE


def values(**read: Told) -> tuple[GroundedClaim, ...]:
    return tuple(GroundedClaim(event=name, value=value) for name, value in read.items())


def word(cause: str, effect: str, *, consecutive: bool = True, **more: Any) -> GroundedConnective:
    usual: dict[str, Any] = {"quote": "noon", "cause": cause, "effect": effect, "consecutive": consecutive}
    return GroundedConnective(**usual | more)


NEEDS = "but what the edit says of the two claims needs a consecutive word"


@pytest.mark.parametrize(
    ("consecutive", "suits", "outcome", "sure", "why"),
    [
        (True, None, "pass", "look", "'noon' is consecutive."),
        (True, False, "pass", "look", "'noon' is consecutive."),
        (False, False, "fail", "look", f"'noon' is concessive, {NEEDS}."),
        (False, True, "pass", "look", f"'noon' is concessive, {NEEDS}."),
        (False, None, "undetermined", "", f"'noon' is concessive, {NEEDS}."),
    ],
)
@pytest.mark.parametrize("ends", [("pump", "cellar"), ("cellar", "pump")])
def test_a_connective_that_was_read_fails_only_where_it_is_suspected_and_looked_at_again(
    consecutive: bool, suits: bool | None, outcome: str, sure: str, why: str, ends: tuple[str, str]
) -> None:
    grounding = told(
        *values(pump=FALSE, cellar=FALSE), connectives=(word(*ends, consecutive=consecutive, suits=suits),)
    )
    first, _ = joints(grounding)
    assert (str(first.outcome), first.why) == (outcome, why)
    assert first.confidence == (model_path_weights()[sure] if sure else 0.5)


@pytest.mark.parametrize(
    ("background", "suspected", "outcome", "error"),
    [
        (True, False, "fail", ErrorClass.E5),
        (False, False, "fail", ErrorClass.E1),
        (True, True, "undetermined", None),
        (False, True, "undetermined", None),
    ],
)
def test_what_an_edit_excludes_of_the_text_is_a_failure_of_its_own(
    background: bool, suspected: bool, outcome: str, error: ErrorClass | None
) -> None:
    witnesses = (Witness.LOOK, Witness.SECOND_LOOK)
    conflict = Conflict(
        passage="noon", original="at night", background=background, suspected=suspected, witnesses=witnesses
    )
    *_, last = criterion_verdicts(rubric_of(), told(conflicts=(conflict,)), ())
    assert (str(last.outcome), last.error, last.quote) == (outcome, error, "noon")
    assert last.criterion.statement == "'at night' holds in the original."
    assert last.why == "The edit excludes it: 'noon'."
    assert last.confidence == model_path_weights()["second look"]
    assert str(last.criterion.evidence) == "'at night' holds in the original."


@pytest.mark.parametrize(("suits", "outcome"), [(False, "fail"), (True, "pass"), (None, "undetermined")])
def test_a_suspected_word_further_apart_than_a_link_is_judged_beside_the_criteria(
    suits: bool | None, outcome: str
) -> None:
    far = word("pump", "rent", suits=suits)
    fine = word("pump", "snow")
    grounding = told(
        *values(pump=FALSE, cellar=FALSE, snow=TRUE, rent=TRUE), connectives=(fine, weighed(0.9, "pump", "snow"), far)
    )
    first, second, third = joints(grounding)
    assert first.why == second.why == UNJOINED
    assert (str(third.outcome), third.criterion.statement) == (outcome, "'noon' joins pump and rent.")
    assert third.why == "It is consecutive, but what the edit says of the two claims needs a concessive word."


def test_a_word_of_a_criterion_is_not_judged_twice() -> None:
    for ends in (("pump", "cellar"), ("cellar", "pump")):
        grounding = told(*values(pump=FALSE, cellar=FALSE), connectives=(word(*ends, consecutive=False, suits=False),))
        assert len(joints(grounding)) == 2


GONE = Scenario(
    text="A clip was shown. It had nine viewers. It was long.",
    events=(
        Event(id="clip", statement="A clip was shown."),
        Event(id="viewers", statement="It had nine viewers.", presupposes=("clip",), **QUANTITY),
        Event(id="long", statement="It was long.", presupposes=("clip",)),
    ),
)


@pytest.mark.parametrize(
    ("scenario", "event", "value", "errors"),
    [
        (STORY, "rent", TRUE, (ErrorClass.E2, ErrorClass.E4)),
        (STORY, "rent", Told.OTHER, (ErrorClass.E4,)),
        (STORY, "rent", Told.ABSENT, (ErrorClass.E4,)),
        (STORY, "rent", None, (ErrorClass.E4,)),
        (GONE, "viewers", TRUE, (ErrorClass.E2, ErrorClass.E4)),
        (GONE, "viewers", Told.ABSENT, (ErrorClass.E4,)),
        (GONE, "long", TRUE, (ErrorClass.E2,)),
        (GONE, "long", FALSE, ()),
    ],
)
def test_a_failed_amount_is_an_error_of_numbers_and_one_that_stands_is_kept_too(
    scenario: Scenario, event: str, value: Told | None, errors: tuple[ErrorClass, ...]
) -> None:
    rubric = rubric_of(scenario, **{scenario.events[0].id: "false"})
    claims = () if value is None else (GroundedClaim(event=event, value=value, way="higher"),)
    grounding = Grounding(edit=edit_of("So.", scenario), claims=claims)
    assert error_of(rubric, on(event, grounding, rubric=rubric), grounding) == errors

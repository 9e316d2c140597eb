"""What exact words prove, with chances and spans that are given by hand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from causalcore.derivation.derivation import derive
from causalcore.derivation.rubric import CriterionKind, Rubric, build_rubric
from causalcore.scenario.intervention import do
from causalcore.scenario.scenario import Event, Kind, Latent, Link, Scenario
from nlbridge.grounding.edit import edit_of
from nlbridge.grounding.exact_claims import ExactClaim
from nlbridge.grounding.grounding import GroundedClaim, Grounding, Told
from nlbridge.judging.error_classes import certain_errors, contradiction, values_told

QUANTITY: dict[str, Any] = {"kind": Kind.QUANTITY, "values": ("lower", "as stated", "higher"), "fact": "as stated"}
TEXT = "Owls nested. The dam burst. So the mill was flooded. So the rent fell. Snow lay deep."
SPANS = {"owls": (0, 11), "dam": (13, 26), "mill": (31, 51), "rent": (56, 69), "snow": (71, 84)}
STORY = Scenario(
    text=TEXT,
    events=(
        Event(id="owls", statement="Owls nested.", span=SPANS["owls"]),
        Event(id="dam", statement="The dam burst.", span=SPANS["dam"]),
        Event(id="mill", statement="The mill was flooded.", span=SPANS["mill"]),
        Event(id="rent", statement="The rent fell.", span=SPANS["rent"], **QUANTITY),
        Event(id="snow", statement="Snow lay deep.", span=SPANS["snow"]),
    ),
    links=(Link(cause="dam", effect="mill"), Link(cause="mill", effect="rent")),
    latents=(Latent(id="dark", statement="It was dark."),),
)
BURST = "The dam burst, so the mill was not flooded."
TRUE, FALSE = Told.TRUE, Told.FALSE


def rubric_of(scenario: Scenario = STORY, sure: dict[str, float] | None = None, **supposed: str) -> Rubric:
    found = build_rubric(derive(scenario, do(supposed or {"dam": "false"})))
    chances = sure or {}
    criteria = tuple(replace(one, confidence=chances.get(one.event or "", one.confidence)) for one in found.criteria)
    return replace(found, criteria=criteria)


def read(*claims: GroundedClaim, said: str = BURST, scenario: Scenario = STORY, **more: Any) -> Grounding:
    return Grounding(edit=edit_of(said, scenario), claims=claims, **more)


@pytest.mark.parametrize(
    ("one", "values"),
    [
        (GroundedClaim(event="mill", value=TRUE), {"true"}),
        (GroundedClaim(event="mill", value=FALSE), {"false"}),
        (GroundedClaim(event="mill", altered=0.85), {"false"}),
        (GroundedClaim(event="mill", altered=0.1), {"true"}),
        (GroundedClaim(event="mill", altered=0.5), None),
        (GroundedClaim(event="mill", value=Told.ABSENT), None),
        (GroundedClaim(event="rent", value=TRUE), {"as stated"}),
        (GroundedClaim(event="rent", value=Told.OTHER), {"lower", "higher"}),
        (GroundedClaim(event="rent", value=Told.OTHER, way="higher"), {"higher"}),
        (GroundedClaim(event="rent", value=Told.ABSENT, way="higher"), None),
    ],
)
def test_an_edit_gives_an_event_the_values_that_its_claim_leaves(one: GroundedClaim, values: set[str] | None) -> None:
    known = GroundedClaim(event="snow", value=TRUE)
    found = values_told(rubric_of(), read(one, known))
    assert found == ({} if values is None else {one.event: values}) | {"snow": {"true"}}


@pytest.mark.parametrize(
    ("event", "own", "value"),
    [
        ("rent", TRUE, {"higher"}),
        ("rent", FALSE, {"lower"}),
        ("rent", Told.ABSENT, {"lower"}),
        ("mill", TRUE, {"false"}),
    ],
)
def test_what_is_supposed_has_the_value_that_is_set_where_its_own_words_stand(
    event: str, own: Told, value: set[str]
) -> None:
    claim = GroundedClaim(event=event, value=Told.OTHER, way="lower" if event == "rent" else "")
    supposed = GroundedClaim(event=event, value=own, supposed=True)
    found = values_told(rubric_of(rent="higher"), read(claim, supposed))
    assert found == {event: value}


@pytest.mark.parametrize(("mill", "held"), [(TRUE, False), (FALSE, True), (Told.ABSENT, True)])
def test_values_that_no_world_of_the_what_if_has_contradict_one_another(mill: Told, held: bool) -> None:
    found = contradiction(
        rubric_of(), read(GroundedClaim(event="dam", value=FALSE), GroundedClaim(event="mill", value=mill))
    )
    assert (found == ()) is held
    assert all(isinstance(one, str) for one in found)


def exact(scenario: Scenario = STORY, /, **denied: bool) -> Grounding:
    """Return an edit that copies (False) or denies (True) some claims word for word, at its first two words."""
    claims = (
        GroundedClaim(event=one.id, exact=ExactClaim(denied=denied[one.id], first=0, last=1))
        if one.id in denied
        else GroundedClaim(event=one.id)
        for one in scenario.events
    )
    return read(*claims, scenario=scenario)


def errors(rubric: Rubric, grounding: Grounding) -> list[str]:
    return [str(one.error) for one in certain_errors(rubric, grounding)]


@pytest.mark.parametrize(
    ("denied", "found"),
    [
        ({"dam": False}, ["E2"]),
        ({"dam": True}, []),
        ({"mill": False}, ["E2"]),
        ({"mill": True}, []),
        ({"snow": True}, ["E1"]),
        ({"snow": False}, []),
        ({"owls": True, "dam": False, "mill": False}, ["E1", "E2", "E2"]),
        ({}, []),
    ],
)
def test_words_prove_an_error_where_they_say_what_the_criterion_forbids(
    denied: dict[str, Any], found: list[str]
) -> None:
    assert errors(rubric_of(), exact(**denied)) == found


def test_a_proof_quotes_the_words_and_says_what_they_do() -> None:
    (kept,) = certain_errors(rubric_of(), exact(dam=False))
    assert kept.reason.startswith("'The dam burst' is false, as the what-if says. ")
    assert kept.reason.endswith(" The edit still says it word for word: 'The dam'.")
    (denied,) = certain_errors(rubric_of(), exact(snow=True))
    assert denied.reason.endswith(" The edit denies it outright: 'The dam'.")


@pytest.mark.parametrize(("event", "denied"), [("dam", False), ("mill", False), ("snow", True)])
@pytest.mark.parametrize(("sure", "proved"), [(0.85, True), (0.84, False)])
def test_only_a_criterion_that_is_sure_enough_is_proved_broken(
    event: str, denied: bool, sure: float, proved: bool
) -> None:
    grounding = exact(STORY, **{event: denied, "owls": True})
    assert len(errors(rubric_of(sure={event: sure}), grounding)) == 1 + proved


def test_a_what_if_that_is_the_fact_is_broken_by_a_denial() -> None:
    assert errors(rubric_of(dam="true"), exact(dam=True)) == ["E1"]
    assert errors(rubric_of(dam="true"), exact(dam=False)) == []


def test_neither_backgrounds_nor_claims_that_may_go_either_way_are_proved_broken() -> None:
    rubric = rubric_of()
    kinds = {"snow": CriterionKind.OPEN, "mill": CriterionKind.LATENT}
    criteria = tuple(
        replace(one, kind=kinds[one.event], stays=None) if one.event in kinds else one for one in rubric.criteria
    )
    rubric = replace(rubric, criteria=criteria)
    for denied in (True, False):
        assert errors(rubric, exact(snow=denied, mill=denied)) == []


def guessed(**connectives: str) -> Scenario:
    """Return the story with links that were read, some by a connective."""
    return replace(
        STORY, links=tuple(replace(one, confidence=0.9, connective=connectives.get(one.cause)) for one in STORY.links)
    )


@pytest.mark.parametrize(
    ("event", "supposed", "proved"),
    [
        ("owls", {"dam": "false"}, True),
        ("snow", {"dam": "false"}, False),
        ("dam", {"mill": "false"}, True),
        ("dam", {"dam": "true"}, True),
        ("dam", {"owls": "false", "mill": "false"}, True),
        ("snow", {"dam": "false", "snow": "true"}, True),
    ],
)
def test_of_a_text_that_was_read_only_what_precedes_or_causes_the_what_if_certainly_stays(
    event: str, supposed: dict[str, Any], proved: bool
) -> None:
    assert errors(rubric_of(guessed(), **supposed), exact(STORY, **{event: True})) == (["E1"] if proved else [])


@pytest.mark.parametrize(
    ("own", "supposed", "proved"),
    [
        ((0, 11), (11, 26), True),
        ((0, 12), (11, 26), False),
        ((5, 11), (0, 26), False),
        (None, (13, 26), False),
        ((0, 11), None, False),
    ],
)
def test_a_claim_precedes_the_what_if_where_its_words_end_before(
    own: tuple[int, int] | None, supposed: tuple[int, int] | None, proved: bool
) -> None:
    spans = {"owls": own, "dam": supposed}
    events = tuple(replace(one, span=spans.get(one.id, one.span)) for one in STORY.events)
    story = replace(guessed(), events=events)
    assert errors(rubric_of(story), exact(story, owls=True)) == (["E1"] if proved else [])


def test_a_claim_must_precede_all_that_is_supposed() -> None:
    events = (*STORY.events, Event(id="late", statement="It was late.", span=(75, 84)))
    story = replace(guessed(), events=events)
    assert errors(rubric_of(story, snow="false"), exact(story, rent=False)) == []
    rubric = rubric_of(story, rent="as stated", late="false")
    assert errors(rubric, exact(story, owls=True)) == ["E1"]
    assert errors(rubric, exact(story, snow=True)) == []


def test_one_uncertain_claim_makes_the_text_one_that_was_read() -> None:
    events = tuple(replace(one, confidence=0.9 if one.id == "rent" else 1.0) for one in STORY.events)
    story = replace(STORY, events=events)
    assert errors(rubric_of(story), exact(story, snow=True)) == []
    assert errors(rubric_of(story), exact(story, owls=True)) == ["E1"]


@pytest.mark.parametrize(
    ("connectives", "event", "proved"),
    [
        ({"dam": "so"}, "mill", True),
        ({"mill": "so"}, "mill", False),
        ({"dam": "so"}, "rent", False),
        ({"dam": "so", "mill": "so"}, "rent", True),
    ],
)
def test_what_must_change_by_links_without_words_proves_nothing(
    connectives: dict[str, str], event: str, proved: bool
) -> None:
    rubric = rubric_of(guessed(**connectives), {event: 0.9})
    assert errors(rubric, exact(STORY, **{event: False})) == (["E2"] if proved else [])
    assert errors(rubric_of(guessed(**connectives), {event: 0.84}), exact(STORY, **{event: False})) == []


@pytest.mark.parametrize(
    ("clause", "meant"),
    [
        (None, True),
        ("the dam had not burst", True),
        ("the dyke had held", True),
        ("no snow had fallen", False),
        ("the dam had burst in the snow", False),
        ("the dam of the mill had not burst", False),
    ],
)
def test_a_what_if_that_names_what_stands_only_elsewhere_proves_nothing(clause: str | None, meant: bool) -> None:
    assert bool(errors(rubric_of(), replace(exact(dam=False), clause=clause))) is meant


def test_a_word_of_the_what_if_may_say_the_opposite_of_one_in_its_claim() -> None:
    text = "The tea was cold. The bath was hot."
    events = (
        Event(id="tea", statement="The tea was cold.", span=(0, 16)),
        Event(id="bath", statement="The bath was hot.", span=(18, 34)),
    )
    story = Scenario(text=text, events=events)
    told = replace(exact(story, tea=False), clause="the tea had been hot")
    assert errors(rubric_of(story, tea="false"), told) == ["E2"]
    assert errors(rubric_of(story, tea="false"), replace(told, clause="the bath had been warm")) == []

"""What exact words and amounts show of an edit, from measures that are given by hand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from causalcore.derivation.derivation import derive
from causalcore.derivation.rubric import MUST_CHANGE, Criterion, CriterionKind, Rubric, build_rubric
from causalcore.scenario.intervention import do
from causalcore.scenario.scenario import Event, Kind, Latent, Link, Scenario, Sign
from nlbridge.grounding.claims.features import NAMES
from nlbridge.grounding.edit import edit_of
from nlbridge.grounding.exact_claims import ExactClaim
from nlbridge.grounding.grounding import GroundedClaim, Grounding
from nlbridge.judging.findings import (
    findings_of,
    must_move,
    plain_contradictions,
    played_down,
    told_again,
)

QUANTITY: dict[str, Any] = {"kind": Kind.QUANTITY, "values": ("lower", "as stated", "higher"), "fact": "as stated"}
TEXT = "The pump failed. The cellar was wet. Snow fell today."
STORY = Scenario(
    text=TEXT,
    events=(
        Event(id="pump", statement="The pump failed.", span=(0, 15)),
        Event(id="cellar", statement="The cellar was wet.", span=(17, 35)),
        Event(id="snow", statement="Snow fell today.", span=(37, 52)),
    ),
    links=(Link(cause="pump", effect="cellar"),),
    latents=(Latent(id="dark", statement="It was dark."),),
)


def rubric_of(scenario: Scenario = STORY, sure: dict[str, float] | None = None, **supposed: str) -> Rubric:
    """Return a rubric whose criteria about some events are less than sure."""
    found = build_rubric(derive(scenario, do(supposed or {scenario.events[0].id: "false"})))
    chances = sure or {}
    return replace(
        found, criteria=tuple(replace(c, confidence=chances.get(c.event or "", c.confidence)) for c in found.criteria)
    )


def told(*claims: GroundedClaim, said: str = "It was so.", scenario: Scenario = STORY, **more: Any) -> Grounding:
    return Grounding(edit=edit_of(said, scenario), claims=claims, **more)


def of(rubric: Rubric, event: str) -> Criterion:
    (found,) = (one for one in rubric.criteria if one.event == event)
    return found


@pytest.mark.parametrize(
    ("event", "supposed", "stays", "changes"),
    [
        ("pump", {"pump": "false"}, False, False),
        ("pump", {"pump": "true"}, True, False),
        ("cellar", {"pump": "false"}, False, True),
        ("snow", {"pump": "false"}, True, False),
        ("dark", {"pump": "false"}, None, False),
    ],
)
def test_a_criterion_demands_that_a_claim_stays_or_changes(
    event: str, supposed: dict[str, Any], stays: bool | None, changes: bool
) -> None:
    rubric = rubric_of(**supposed)
    assert of(rubric, event).stays is stays
    assert (of(rubric, event).kind in MUST_CHANGE) is changes


def test_a_criterion_about_a_connective_demands_no_claim() -> None:
    rubric = rubric_of()
    (joint,) = rubric.of_kind(CriterionKind.CONNECTIVE)
    assert (joint.stays, joint.kind in MUST_CHANGE, must_move(rubric, joint)) == (None, False, 0)


PRICES = Scenario(
    text="A fire broke out. The price rose to nine euros. The wages fell. Lena bought oats. The rent rose.",
    events=(
        Event(id="fire", statement="A fire broke out."),
        Event(id="price", statement="The price rose to nine euros.", **QUANTITY),
        Event(id="wages", statement="The wages fell."),
        Event(id="oats", statement="Lena bought oats.", kind=Kind.CHOICE, values=("oats", "hay"), fact="oats"),
        Event(id="trade", statement="The rent rose.", kind=Kind.CHOICE, values=("rose", "fell"), fact="rose"),
    ),
    links=tuple(
        Link(cause="fire", effect=name, sign=Sign.DETERMINES if name in {"oats", "trade"} else Sign.PROMOTES)
        for name in ("price", "wages", "oats", "trade")
    ),
)


@pytest.mark.parametrize(
    ("event", "expected", "way"),
    [
        ("price", "higher", 1),
        ("price", "lower", -1),
        ("price", "as stated", 0),
        ("price", None, 0),
        ("wages", "false", 1),
        ("wages", "true", 0),
        ("oats", "hay", 0),
        ("trade", "fell", -1),
        ("trade", "rose", 0),
    ],
)
@pytest.mark.parametrize("kind", [CriterionKind.CHANGED, CriterionKind.NUMERIC, CriterionKind.INTERVENTION])
def test_an_amount_is_asked_to_go_where_it_is_expected_or_back_where_its_claim_is_denied(
    event: str, expected: str | None, way: int, kind: CriterionKind
) -> None:
    rubric = rubric_of(PRICES)
    assert must_move(rubric, replace(of(rubric, event), kind=kind, expected=expected)) == way


@pytest.mark.parametrize("kind", [CriterionKind.UNCHANGED, CriterionKind.OPEN, CriterionKind.LATENT])
def test_what_need_not_change_is_not_asked_to_move(kind: CriterionKind) -> None:
    rubric = rubric_of(PRICES)
    assert must_move(rubric, replace(of(rubric, "wages"), kind=kind, expected="false")) == 0


def at(event: str, way: str, **more: Any) -> GroundedClaim:
    return GroundedClaim(event=event, way=way, **more)


@pytest.mark.parametrize(
    ("expected", "way", "displaced", "wrong"),
    [
        ("higher", "higher", {}, ()),
        ("higher", "as stated", {"price": 0}, ()),
        ("higher", "lower", {"price": -1}, ("price",)),
        ("lower", "higher", {"price": 1}, ("price",)),
        ("lower", "as stated", {"price": 0}, ()),
        ("lower", "lower", {}, ()),
        ("lower", "", {}, ()),
        (None, "higher", {}, ()),
    ],
)
def test_an_amount_is_out_of_place_where_it_stays_and_goes_the_wrong_way_where_it_is_pushed_further(
    expected: str | None, way: str, displaced: dict[str, int], wrong: tuple[str, ...]
) -> None:
    rubric = rubric_of(PRICES)
    criteria = tuple(replace(one, expected=expected) if one.event == "price" else one for one in rubric.criteria)
    rubric = replace(rubric, criteria=criteria)
    every = tuple(at(event.id, way if event.id == "price" else "") for event in PRICES.events)
    found = findings_of(rubric, told(*every, scenario=PRICES))
    assert (dict(found.displaced), dict(found.misplaced)) == (displaced, displaced)
    assert found.wrong_way == wrong


@pytest.mark.parametrize(("sure", "misplaced"), [(0.8, True), (0.79, False)])
def test_an_amount_out_of_place_counts_as_misplaced_from_a_confidence_on(sure: float, misplaced: bool) -> None:
    rubric = rubric_of(PRICES, {"price": sure})
    found = findings_of(rubric, told(*(at(one.id, "as stated") for one in PRICES.events), scenario=PRICES))
    assert found.displaced["price"] == 0
    assert ("price" in found.misplaced) is misplaced


def test_the_first_reading_of_a_claim_itself_says_where_its_amount_is() -> None:
    rubric = rubric_of(PRICES, price="lower")
    claims = (at("price", "higher", supposed=True), at("price", "lower"), at("price", "higher"))
    assert findings_of(rubric, with_the_others(told(*claims, scenario=PRICES))).wrong_way == ()
    supposed = told(at("price", "higher"), scenario=PRICES)
    assert dict(findings_of(rubric_of(PRICES, fire="false"), with_the_others(supposed)).displaced) == {"price": 1}
    assert findings_of(rubric, with_the_others(supposed)).wrong_way == ()


def with_the_others(grounding: Grounding) -> Grounding:
    """Add the claims that were not read."""
    known = {one.event for one in grounding.claims}
    more = tuple(GroundedClaim(event=event.id) for event in PRICES.events if event.id not in known)
    return replace(grounding, claims=(*grounding.claims, *more))


COPIED = "all copied"
SHARE = "copied"
FIRST = "the first predicate turned or affirmed"
AFFIRMED = "a predicate affirmed as before"
DENIALS = "denials in the clause beyond the text's"
NEGATORS = "negators more than in the text"


def measured(event: str, values: dict[str, float], *, aligned: str = "as it was", quote: str = "") -> GroundedClaim:
    measures = tuple(values.get(name, 0.0) for name in NAMES)
    return GroundedClaim(event=event, measures=measures, aligned=aligned, quote=quote)


DENIED = {COPIED: 1.0, DENIALS: 1.0, NEGATORS: 1.0}
REPEATED = {COPIED: 1.0, SHARE: 1.0, FIRST: -1.0}


@pytest.mark.parametrize(
    ("values", "found"),
    [
        (DENIED, True),
        (DENIED | {DENIALS: -1.0, NEGATORS: -1.0}, True),
        (DENIED | {DENIALS: 0.0}, False),
        (DENIED | {NEGATORS: 0.0}, False),
        (DENIED | {COPIED: 0.0}, False),
        (REPEATED, False),
    ],
)
def test_a_claim_that_must_stay_is_contradicted_by_copied_words_and_another_count_of_denials(
    values: dict[str, float], found: bool
) -> None:
    said = plain_contradictions(rubric_of(), told(measured("snow", values)))
    assert said == (("'Snow fell today' stays as it was. The edit denies 'as it was'.",) if found else ())


@pytest.mark.parametrize(
    ("values", "found"),
    [
        (REPEATED, True),
        (REPEATED | {FIRST: 0.0}, False),
        (REPEATED | {FIRST: 1.0}, False),
        (REPEATED | {SHARE: 0.9}, False),
        (REPEATED | {COPIED: 0.0}, False),
        (REPEATED | {DENIALS: 1.0, NEGATORS: 1.0}, False),
        (REPEATED | {DENIALS: 1.0}, True),
        (REPEATED | {NEGATORS: 1.0}, True),
        (DENIED, False),
    ],
)
@pytest.mark.parametrize(
    ("event", "start"), [("pump", "'The pump failed' is false"), ("cellar", "'The cellar was wet' no longer")]
)
def test_a_claim_that_must_change_is_contradicted_where_it_is_repeated_and_not_denied(
    values: dict[str, float], found: bool, event: str, start: str
) -> None:
    said = plain_contradictions(rubric_of(), told(measured(event, values)))
    assert len(said) == found
    assert all(one.startswith(start) and one.endswith("The edit repeats 'as it was'.") for one in said)


@pytest.mark.parametrize(
    ("sure", "aligned", "found"),
    [(0.9, "it was so", True), (0.89, "it was so", False), (0.9, "it was", False), (1.0, "it was so then", True)],
)
def test_only_a_sure_criterion_on_a_claim_of_three_words_is_plainly_contradicted(
    sure: float, aligned: str, found: bool
) -> None:
    said = told(measured("cellar", REPEATED, aligned=aligned), measured("snow", DENIED))
    reasons = plain_contradictions(rubric_of(sure={"cellar": sure}), said)
    assert ["cellar" in one for one in reasons] == ([True, False] if found else [False])


def test_a_what_if_that_is_the_fact_is_contradicted_like_what_must_stay() -> None:
    rubric = rubric_of(pump="true")
    assert plain_contradictions(rubric, told(measured("pump", REPEATED))) == ()
    assert len(plain_contradictions(rubric, told(measured("pump", DENIED)))) == 1
    assert plain_contradictions(rubric, told(measured("dark", DENIED | REPEATED))) == ()
    assert plain_contradictions(rubric, told(GroundedClaim(event="pump", aligned="it was so"))) == ()


def read(exact: dict[str, bool], events: tuple[Event, ...] = STORY.events) -> tuple[GroundedClaim, ...]:
    """Return a claim for each event, some copied (False) or denied (True) word for word."""
    found = {name: ExactClaim(denied=denied, first=0, last=0) for name, denied in exact.items()}
    return tuple(GroundedClaim(event=one.id, exact=found.get(one.id)) for one in events)


@pytest.mark.parametrize(
    ("exact", "supposed", "again"),
    [
        ({"pump": False}, {"pump": "false"}, ["pump"]),
        ({"pump": True}, {"pump": "false"}, []),
        ({"pump": False}, {"pump": "true"}, []),
        ({"cellar": False}, {"pump": "false"}, ["cellar"]),
        ({"snow": False}, {"pump": "false"}, []),
        ({"cellar": False, "pump": False}, {"pump": "false"}, ["pump", "cellar"]),
        ({"cellar": False, "pump": False}, {"snow": "true", "pump": "false"}, ["pump", "cellar"]),
        ({}, {"pump": "false"}, []),
    ],
)
def test_what_must_change_is_told_again_where_its_words_are_copied(
    exact: dict[str, bool], supposed: dict[str, Any], again: list[str]
) -> None:
    found = told_again(rubric_of(**supposed), told(*read(exact)))
    assert len(found) == len(again)
    assert all(name in one and one.endswith("own words.") for name, one in zip(again, found, strict=True))


@pytest.mark.parametrize(
    ("said", "again"),
    [
        ("It was so. The cellar was wet. Snow fell today.", True),
        ("The cellar, was wet! It was so.", True),
        ("Was it so? the CELLAR was wet.", True),
        ("The cellar was wet today.", False),
        ("Then the cellar was wet.", False),
        ("The cellar was.", False),
        ("Cellar was wet.", False),
    ],
)
def test_a_sentence_that_is_the_claim_and_nothing_else_tells_it_again(said: str, again: bool) -> None:
    assert len(told_again(rubric_of(), told(*read({}), said=said))) == again


@pytest.mark.parametrize("span", [None, (35, 36)])
def test_a_claim_without_words_in_the_text_is_never_told_again_by_a_sentence(span: tuple[int, int] | None) -> None:
    events = (STORY.events[0], replace(STORY.events[1], span=span), STORY.events[2])
    story = replace(STORY, events=events)
    assert told_again(rubric_of(story), told(*read({}), said="The cellar was wet.", scenario=story)) == ()
    untold = replace(STORY, text="")
    assert told_again(rubric_of(untold), told(*read({}), said="The cellar was wet.", scenario=untold)) == ()


LESS = {AFFIRMED: 1.0}


@pytest.mark.parametrize(
    ("event", "quote", "aligned", "values", "clause", "found"),
    [
        ("pump", "It failed only a little", "It failed", LESS, None, True),
        ("pump", "It Merely failed", "It failed", LESS, "the pump had held", True),
        ("pump", "It failed", "It failed", LESS, None, False),
        ("pump", "It only failed", "It only failed", LESS, None, False),
        ("pump", "It failed slightly", "It failed", {AFFIRMED: 0.0}, None, False),
        ("pump", "It failed slightly", "It failed", LESS | {DENIALS: 1.0, NEGATORS: 1.0}, None, False),
        ("pump", "It failed slightly", "It failed", LESS | {DENIALS: 1.0}, None, True),
        ("pump", "It failed briefly", "It failed", LESS, "it had failed slightly", False),
        ("pump", "It was lonely", "It failed", LESS, None, False),
        ("cellar", "It was only wet", "It was wet", LESS, None, False),
    ],
)
def test_what_is_supposed_away_is_played_down_where_it_is_told_as_less(
    event: str, quote: str, aligned: str, values: dict[str, float], clause: str | None, found: bool
) -> None:
    grounding = told(measured(event, values, aligned=aligned, quote=quote), clause=clause)
    said = played_down(rubric_of(), grounding)
    assert len(said) == found
    assert all(one.endswith(f"The edit still says it, if only as less: {quote!r}.") for one in said)
    assert played_down(rubric_of(pump="true"), grounding) == ()

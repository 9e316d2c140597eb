"""What a grounding says of its claims, and what the grounder by words makes of a scenario."""

from __future__ import annotations

import asyncio
import dataclasses
import importlib

import pytest

from causalcore.derivation.derivation import derive
from causalcore.derivation.rubric import Rubric, build_rubric
from causalcore.scenario.intervention import do
from causalcore.scenario.scenario import Event, Kind, Link, Provenance, Scenario, Sign
from nlbridge.grounding.by_words import NAMES, ByWords, ground, grounded_claims, told_outright
from nlbridge.grounding.connectives.arguments import Joint
from nlbridge.grounding.connectives.misuse import Mismatch
from nlbridge.grounding.edit import edit_of, edit_of_words
from nlbridge.grounding.grounding import (
    GroundedClaim,
    GroundedConnective,
    Grounding,
    Together,
    Told,
    Witness,
    trust,
)
from nlbridge.weights.calibration import boosted, model_path_weights
from nlbridge.weights.thresholds import CLEAR

MODULES = (
    "edit",
    "grounding",
    "exact_claims",
    "asked_sentences",
    "claims.features",
    "connectives.arguments",
    "connectives.misuse",
)


@pytest.mark.parametrize("module", MODULES)
def test_a_value_of_the_room_is_never_changed_and_is_made_by_names(module: str) -> None:
    loaded = importlib.import_module(f"nlbridge.grounding.{module}")
    kinds = [
        kind
        for kind in vars(loaded).values()
        if isinstance(kind, type) and dataclasses.is_dataclass(kind) and kind.__module__ == loaded.__name__
    ]
    assert kinds
    for kind in kinds:
        assert vars(kind)["__dataclass_params__"].frozen
        assert "__dict__" not in dir(kind)
        assert all(one.kw_only for one in dataclasses.fields(kind))


@pytest.mark.parametrize(
    ("value", "altered", "stands"),
    [
        (Told.TRUE, 1.0, True),
        (Told.FALSE, 0.0, False),
        (Told.OTHER, 0.0, False),
        (Told.GONE, 0.0, False),
        (Told.BARE, 0.0, None),
        (Told.ABSENT, 0.0, None),
        (Told.SUSPENDED, 0.0, None),
        (Told.UNREAD, 1.0, None),
        (None, CLEAR, False),
        (None, 1.0, False),
        (None, CLEAR - 0.01, None),
        (None, 0.5, None),
        (None, 1 - CLEAR, True),
        (None, 0.0, True),
        (None, 1 - CLEAR + 0.01, None),
    ],
)
def test_a_claim_stands_as_it_was_read_or_else_where_its_chance_is_clear(
    value: Told | None, altered: float, stands: bool | None
) -> None:
    assert GroundedClaim(event="e1", value=value, altered=altered).stands is stands


@pytest.mark.parametrize(
    ("way", "place"), [("lower", -1), ("as stated", 0), ("higher", 1), ("", None), ("another", None)]
)
def test_the_way_of_a_quantity_is_a_number(way: str, place: int | None) -> None:
    assert GroundedClaim(event="e1", way=way).moved == place


def test_a_claim_that_nobody_read_is_open() -> None:
    claim = GroundedClaim(event="e1")
    assert (claim.told, claim.altered, claim.stands, claim.proved, claim.moved) == (1, 0.5, None, False, None)
    assert (claim.supposed, claim.borne_out, claim.witnesses) == (False, False, (Witness.LOOK,))
    assert GroundedClaim(event="e1", witnesses=(Witness.LOOK, Witness.PROOF)).proved


def test_the_best_witness_counts_and_a_second_look_alone_is_one_look() -> None:
    weights = model_path_weights()
    assert trust([Witness.SECOND_LOOK]) == weights[Witness.LOOK]
    for one in Witness:
        both = (Witness.SECOND_LOOK, one)
        assert trust(both) == max(weights[Witness.SECOND_LOOK], weights[one]) or one is Witness.SECOND_LOOK
    assert trust((Witness.LOOK, Witness.OFFLINE)) == max(weights[Witness.LOOK], weights[Witness.OFFLINE])


def test_a_grounding_finds_what_is_said_of_an_event_and_of_what_is_supposed_of_it() -> None:
    rain, supposed, song = (
        GroundedClaim(event="rain"),
        GroundedClaim(event="rain", supposed=True),
        GroundedClaim(event="song"),
    )
    odd = Mismatch(
        joint=Joint(words="so", consecutive=True, place=0, cause=(0, 1), effect=(1, 2)),
        cause="rain",
        effect="song",
        weight=0.5,
        linked=True,
    )
    seen = GroundedConnective(quote="so", cause="rain", effect="song", consecutive=True, measured=odd)
    unseen = GroundedConnective(quote="so", cause="rain", effect="song", consecutive=True)
    found = Grounding(
        edit=edit_of_words("It fell.", "It ran."), claims=(supposed, rain, song), connectives=(unseen, seen)
    )
    assert found.by_event["rain"] is rain
    assert found.of_what_if.get("rain") is supposed
    assert found.of_what_if.get("song") is None
    assert "wind" not in found.by_event
    assert found.mismatches == (odd,)
    assert (found.edit.passage, found.provenance) == ("It fell.", Provenance.MODEL)


RAIN = Scenario(
    text="It rained, so the river rose. Birds sang.",
    events=(
        Event(id="e1", statement="It rained.", span=(0, 9)),
        Event(id="e2", statement="The river rose.", span=(14, 28)),
        Event(id="e3", statement="Birds sang.", span=(30, 40)),
    ),
    links=(Link(cause="e1", effect="e2", confidence=0.9),),
)
RUBRIC = build_rubric(derive(RAIN, do({"e1": "false"})))


def test_what_was_read_before_is_taken_and_a_second_grounder_asked_only_where_that_is_not_enough() -> None:
    before = ground("It rained.", RAIN, do({"e1": "false"}))
    assert asyncio.run(ByWords().ground("It snowed.", RUBRIC, beside=before)) is before
    fresh = asyncio.run(ByWords().ground("It snowed.", RUBRIC, clause="had it not rained"))
    assert (fresh.edit.passage, fresh.clause) == ("It snowed.", "had it not rained")

    asked: list[tuple[str, str, bool, str | None, Grounding | None]] = []

    @dataclasses.dataclass(frozen=True)
    class Noted:
        name: str

        async def ground(
            self, edit: str, rubric: Rubric, *, clause: str | None = None, beside: Grounding | None = None
        ) -> Grounding:
            asked.append((self.name, edit, rubric is RUBRIC, clause, beside))
            return before

    def both(*, enough: bool) -> Together:
        return Together(first=Noted("first"), second=Noted("second"), enough=lambda _: enough)

    first, second = ("first", "It fell.", True, "so", None), ("second", "It fell.", True, "so", before)
    assert asyncio.run(both(enough=True).ground("It fell.", RUBRIC, clause="so")) is before
    assert asked == [first]
    assert asyncio.run(both(enough=False).ground("It fell.", RUBRIC, clause="so")) is before
    assert asked == [first, first, second]


def test_each_claim_has_its_words_in_the_edit_and_in_the_text() -> None:
    found = ground("Ah! It rained. Birds never sang.", RAIN, do({"e1": "false"}))
    assert [(one.event, one.quote, one.aligned) for one in found.claims] == [
        ("e1", "It rained", "It rained"),
        ("e2", "", "the river rose"),
        ("e3", "Birds never sang", "Birds sang"),
    ]
    assert all(one.witnesses == (Witness.OFFLINE,) and len(one.measures) == len(NAMES) for one in found.claims)
    assert all(0 <= chance <= 1 for one in found.claims for chance in (one.altered, one.told))
    assert found.by_event["e1"].altered < 0.5 < found.by_event["e3"].altered
    assert (found.provenance, found.clause) == (Provenance.WORDS, None)


def test_the_words_of_a_claim_in_the_text_leave_out_what_stands_between_its_runs() -> None:
    story = Scenario(
        text='Guards "slept", it is said. Dusk fell.',
        events=(
            Event(id="e1", statement="Guards slept.", span=(0, 14)),
            Event(id="e2", statement="Dusk, guards."),
        ),
    )
    found = ground("It fell.", story, do({"e1": "false"}))
    assert (found.by_event["e1"].aligned, found.by_event["e2"].aligned) == ('Guards "slept', "Guards Dusk")


def test_a_full_stop_is_no_quote() -> None:
    text = "The pilot had ignored the chart, which made matters worse. Since the ferry was late, the band left."
    parts = ("the ferry was late", "The pilot had ignored the chart", "which made matters worse", "the band left")
    events = tuple(
        Event(id=f"e{k}", statement=f"{part}.", span=(text.index(part), text.index(part) + len(part)))
        for k, part in enumerate(parts)
    )
    edit = "The pilot had ignored the chart. The ferry was on time and the band stayed."
    found = ground(edit, Scenario(text=text, events=events), do({"e0": "false"}))
    assert [claim.quote for claim in found.claims][:3] == [
        "The ferry was on time",
        "The pilot had ignored the chart",
        "",
    ]


@pytest.mark.parametrize("bias", [-3.0, 3.0])
def test_the_chance_of_a_claim_is_that_of_the_model(bias: float) -> None:
    model = boosted({"bias": bias, "trees": [0.0]}, NAMES)
    found = ground("It snowed.", RAIN, do({"e1": "false"}), model=model)
    assert {one.altered > 0.9 for one in found.claims} == {bias > 0}
    assert {one.altered < 0.1 for one in found.claims} == {bias < 0}


@pytest.mark.parametrize(
    ("aligned", "statement", "quote", "turned"),
    [
        ("the hold would have flooded", "The hold did not flood.", "the hold flooded", True),
        ("the hold might easily have flooded", "The hold did not flood.", "the hold flooded", True),
        ("the hold could so very have flooded", "The hold did not flood.", "the hold flooded", True),
        ("the hold could so very easily have flooded", "The hold did not flood.", "the hold flooded", False),
        ("the hold flooded", "The hold did not flood.", "the hold flooded", False),
        ("the hold would have flooded", "The hold would have flooded.", "the hold flooded", False),
        ("the hold would have flooded", "The hold did not flood.", "the hold would have flooded", False),
        ("the hold would have flooded", "The hold did not flood.", "", False),
    ],
)
def test_a_claim_told_by_its_contrary_is_turned_where_the_edit_tells_it_outright(
    aligned: str, statement: str, quote: str, turned: bool
) -> None:
    claim = GroundedClaim(event="e1", aligned=aligned, quote=quote, altered=0.2, measures=(1.0,))
    found = told_outright(claim, statement)
    assert found.altered == pytest.approx(0.8 if turned else 0.2)
    assert found.measures == (() if turned else (1.0,))


def test_a_quantity_has_its_way_and_a_claim_its_exact_words() -> None:
    text = "Tea cost 9 euros. Birds sang here."
    story = Scenario(
        text=text,
        events=(
            Event(id="e1", statement="Tea cost 9 euros.", span=(0, 16)),
            Event(id="e2", statement="Birds sang here.", span=(18, 33)),
            Event(id="e3", statement="Birds sang."),
        ),
    )
    for said, way in (("7", "lower"), ("9", "as stated"), ("11", "higher"), ("some", "")):
        found = ground(f"Tea cost {said} euros. Birds sang here.", story, do({"e2": "false"}))
        assert (found.by_event["e1"].way, found.by_event["e2"].way) == (way, "")
        assert (found.by_event["e1"].exact is not None) is (way == "as stated")
        assert found.by_event["e3"].exact is None


@pytest.mark.parametrize("in_order", [True, False])
@pytest.mark.parametrize(
    ("statements", "kinds", "sign", "together"),
    [
        (("It rained.", "It flooded."), (Kind.EVENT, Kind.EVENT), Sign.PROMOTES, True),
        (("It rained.", "It flooded."), (Kind.EVENT, Kind.EVENT), Sign.INHIBITS, False),
        (("Sales rose.", "Prices rose."), (Kind.QUANTITY, Kind.QUANTITY), Sign.PROMOTES, True),
        (("Sales rose.", "Prices fell."), (Kind.QUANTITY, Kind.QUANTITY), Sign.PROMOTES, False),
        (("Sales rose.", "Prices fell."), (Kind.QUANTITY, Kind.QUANTITY), Sign.INHIBITS, True),
        (("Sales fell.", "Prices fell."), (Kind.QUANTITY, Kind.QUANTITY), Sign.PROMOTES, True),
        (("It rained.", "Prices fell."), (Kind.EVENT, Kind.QUANTITY), Sign.INHIBITS, True),
        (("It rained.", "Prices fell."), (Kind.EVENT, Kind.QUANTITY), Sign.PROMOTES, False),
        (("Sales rose.", "It flooded."), (Kind.QUANTITY, Kind.EVENT), Sign.INHIBITS, False),
        (("It rained.", "It was 9 euros."), (Kind.EVENT, Kind.QUANTITY), Sign.INHIBITS, True),
        (("It was 9 euros.", "It flooded."), (Kind.QUANTITY, Kind.EVENT), Sign.INHIBITS, False),
        (("It was 9 euros.", "It flooded."), (Kind.QUANTITY, Kind.EVENT), Sign.PROMOTES, True),
    ],
)
def test_a_reason_suits_two_claims_by_their_sign_and_the_ways_of_their_quantities(
    statements: tuple[str, str], kinds: tuple[Kind, Kind], sign: Sign, together: bool, in_order: bool
) -> None:
    text = f"{statements[0][:-1]}, so {statements[1]}"
    spans = [(0, len(statements[0]) - 1), (len(statements[0]) + 4, len(text) - 1)]
    story = Scenario(
        text=text,
        events=tuple(
            Event(id=f"e{k}", statement=said, span=span)
            if kind is Kind.EVENT
            else Event(
                id=f"e{k}",
                statement=said,
                span=span,
                kind=kind,
                values=("lower", "as stated", "higher"),
                fact="as stated",
            )
            for k, (said, span, kind) in enumerate(zip(statements, spans, kinds, strict=True), 1)
        ),
        links=(Link(cause="e1", effect="e2", sign=sign),),
    )
    story = dataclasses.replace(story, events=story.events[:: 1 if in_order else -1])
    altered = boosted({"bias": 9.0, "trees": [0.0]}, NAMES)
    found = ground(text, story, do({"e1": "false" if kinds[0] is Kind.EVENT else "lower"}), model=altered).mismatches
    assert [odd.weight < 0.5 for odd in found] == [together]


@pytest.mark.parametrize(
    ("clause", "do_what", "told"),
    [
        ("had it not rained", {"e1": "false"}, "had it not rained"),
        (None, {"e1": "false"}, "not it rained"),
        (None, {"e1": "false", "e3": "false"}, "not it rained and not birds sang"),
    ],
)
def test_the_network_is_asked_about_the_what_if_in_words(
    clause: str | None, do_what: dict[str, str], told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[object, ...]] = []
    monkeypatch.setattr("nlbridge.grounding.by_words.edit_scores", lambda *said: asked.append(said))
    found = ground("Sure! It snowed.", RAIN, do(do_what), clause=clause)
    assert asked == [(told, "It snowed.", RAIN.text, tuple(event.span for event in RAIN.events))]
    assert found.measured is not None
    assert found.measured.scores is None


def test_what_the_words_supply_beside_the_claims_is_measured() -> None:
    found = ground("It rained, so it is said. A thief stole wine. It was a lie.", RAIN, do({"e1": "false"})).measured
    assert found is not None
    assert (found.additions, found.outside) == (("A thief stole wine.",), "a lie")
    assert len(found.novel) == 4
    copy = ground(RAIN.text, RAIN, do({"e1": "false"})).measured
    assert copy is not None
    assert (copy.novel, copy.additions, copy.outside) == ((0, 0, 0, 0), (), "")


def test_a_scenario_without_events_has_no_claims() -> None:
    bare = Scenario(text="It rained.")
    assert grounded_claims(edit_of("It snowed.", bare), bare, do({"e1": "false"})) == ((), {})

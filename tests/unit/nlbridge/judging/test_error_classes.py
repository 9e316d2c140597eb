"""Which classes of errors are named, and by which claim, from chances that are given by hand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from causalcore.derivation.derivation import derive
from causalcore.derivation.rubric import Rubric, build_rubric
from causalcore.scenario.intervention import do
from causalcore.scenario.scenario import Event, Kind, Latent, Link, Scenario
from nlbridge.grounding.connectives.arguments import Joint
from nlbridge.grounding.connectives.misuse import Mismatch
from nlbridge.grounding.edit import edit_of
from nlbridge.grounding.grounding import GroundedClaim, GroundedConnective, Grounding
from nlbridge.judging.error_classes import likely_errors, of_mismatch
from nlbridge.judging.findings import Findings, Shift

QUANTITY: dict[str, Any] = {"kind": Kind.QUANTITY, "values": ("lower", "as stated", "higher"), "fact": "as stated"}
TEXT = "The pump failed. So the cellar flooded. So the rent fell to 80 euros. Snow fell. Bells rang."
STORY = Scenario(
    text=TEXT,
    events=(
        Event(id="pump", statement="The pump failed."),
        Event(id="cellar", statement="The cellar flooded."),
        Event(id="rent", statement="The rent fell to 80 euros.", **QUANTITY),
        Event(id="snow", statement="Snow fell."),
        Event(id="bells", statement="Bells rang."),
    ),
    links=(Link(cause="pump", effect="cellar"), Link(cause="cellar", effect="rent")),
    latents=(Latent(id="dark", statement="It was dark."),),
)
RIGHT = {"pump": 0.9, "cellar": 0.9, "rent": 0.9, "snow": 0.1, "bells": 0.1}
NOTHING = Findings()
NIGHT = Shift(statement="It was night", quote="noon")


def rubric_of(sure: dict[str, float] | None = None, **supposed: str) -> Rubric:
    found = build_rubric(derive(STORY, do(supposed or {"pump": "false"})))
    chances = sure or {}
    criteria = tuple(replace(one, confidence=chances.get(one.event or "", one.confidence)) for one in found.criteria)
    return replace(found, criteria=criteria)


def odd(cause: str = "pump", effect: str = "cellar", *, consecutive: bool = True, **more: Any) -> Mismatch:
    joint = Joint(words="so", consecutive=consecutive, place=3, cause=(0, 3), effect=(4, 7))
    usual: dict[str, Any] = {"joint": joint, "cause": cause, "effect": effect, "weight": 0.6, "linked": True}
    return Mismatch(**usual | more)


def told(
    altered: dict[str, float], *odds: Mismatch, ways: dict[str, str] | None = None, quote: bool = True
) -> Grounding:
    claims = tuple(
        GroundedClaim(
            event=name,
            altered=chance,
            way=(ways or {}).get(name, ""),
            quote=f"now {name}" if quote else "",
            aligned=f"the {name}",
        )
        for name, chance in (RIGHT | altered).items()
    )
    words = tuple(
        GroundedConnective(quote="so", cause=one.cause, effect=one.effect, consecutive=True, measured=one)
        for one in odds
    )
    return Grounding(edit=edit_of("It was so.", STORY), claims=claims, connectives=words)


def named(
    altered: dict[str, float],
    *odds: Mismatch,
    findings: Findings = NOTHING,
    weighed: bool = True,
    sure: dict[str, float] | None = None,
    ways: dict[str, str] | None = None,
    **supposed: str,
) -> tuple[list[str], tuple[str, ...]]:
    grounding = told(altered, *odds, ways=ways)
    errors, reasons = likely_errors(rubric_of(sure, **supposed), grounding, findings, weighed=weighed)
    return [str(one) for one in errors], reasons


@pytest.mark.parametrize(
    ("altered", "errors"),
    [
        ({"snow": 0.5}, ["E1"]),
        ({"snow": 0.49, "cellar": 0.6}, ["E1"]),
        ({"cellar": 0.5}, ["E2"]),
        ({"pump": 0.5}, ["E2"]),
        ({"pump": 0.52, "snow": 0.48}, ["E1"]),
        ({"pump": 0.52, "snow": 0.47}, ["E2"]),
        ({"snow": 0.7, "bells": 0.2, "cellar": 0.3}, ["E1", "E2"]),
        ({"rent": 0.5}, ["E2"]),
        ({"rent": 0.4}, ["E2", "E4"]),
    ],
)
def test_each_class_that_is_likelier_than_not_is_named_and_the_likeliest_where_none_is(
    altered: dict[str, float], errors: list[str]
) -> None:
    assert named(altered)[0] == errors


@pytest.mark.parametrize(
    ("altered", "sure", "errors"),
    [
        ({"snow": 0.8}, {"snow": 0.5, "cellar": 1.0}, ["E1"]),
        ({"snow": 0.6, "pump": 0.6}, {"snow": 0.6}, ["E2"]),
        ({"cellar": 0.4, "snow": 0.5}, {"cellar": 0.5}, ["E1"]),
        ({"pump": 0.4}, {"pump": 0.1}, ["E2"]),
    ],
)
def test_a_claim_counts_by_the_confidence_of_its_criterion_save_for_what_is_supposed(
    altered: dict[str, float], sure: dict[str, float], errors: list[str]
) -> None:
    assert named(altered, sure=sure)[0] == errors


@pytest.mark.parametrize(
    ("mismatch", "errors"),
    [
        (odd(weight=0.5), ["E3"]),
        (odd(weight=0.49), ["E3"]),
        (odd(weight=0.7, remote=True), ["E3"]),
        (odd(weight=0.62, remote=True), ["E1", "E2"]),
        (odd("snow", "bells", weight=1.0, linked=False), ["E3"]),
        (odd("snow", "bells", weight=0.8, linked=False), ["E1", "E2"]),
    ],
)
def test_a_connective_counts_less_the_further_apart_its_claims_are(mismatch: Mismatch, errors: list[str]) -> None:
    altered = {"snow": 0.5, "cellar": 0.5} if errors != ["E3"] else {}
    assert named(altered, mismatch)[0] == errors


@pytest.mark.parametrize(
    ("snow", "weight", "errors"), [(0.8, 0.7, ["E1"]), (0.7, 0.7, ["E1", "E3"]), (0.7, 0.8, ["E1", "E3"])]
)
def test_a_connective_is_not_named_beside_an_altered_claim_that_is_likelier(
    snow: float, weight: float, errors: list[str]
) -> None:
    assert named({"snow": snow}, odd(weight=weight))[0] == errors


def test_a_connective_is_named_beside_what_is_kept() -> None:
    assert named({"cellar": 0.2}, odd(weight=0.6))[0] == ["E2", "E3"]


@pytest.mark.parametrize(
    ("findings", "altered", "errors"),
    [
        (replace(NOTHING, shifts=(NIGHT,)), {}, ["E5"]),
        (replace(NOTHING, shifts=(NIGHT,)), {"snow": 0.85}, ["E1", "E5"]),
        (replace(NOTHING, shifts=(NIGHT,)), {"snow": 0.84}, ["E5"]),
        (replace(NOTHING, mistaken=(("pump", "another"),)), {}, ["E2"]),
        (replace(NOTHING, misplaced={"rent": 0}), {}, ["E2", "E4"]),
        (replace(NOTHING, misplaced={"pump": 1}), {}, ["E2", "E4"]),
        (NOTHING, {"snow": 0.2}, ["E1"]),
    ],
)
def test_what_exact_words_show_is_named_beside_what_is_all_but_certain(
    findings: Findings, altered: dict[str, float], errors: list[str]
) -> None:
    assert named(altered, findings=findings, weighed=False)[0] == errors


def test_an_amount_that_goes_further_the_wrong_way_is_an_error_of_numbers_alone() -> None:
    errors, reasons = named(
        {}, findings=replace(NOTHING, misplaced={"rent": 1}, wrong_way=("rent",)), ways={"rent": "higher"}
    )
    assert errors == ["E4"]
    assert reasons[0].startswith("a quantity does not move as it must; for 'the rent' it says 'now rent': ")


def test_an_amount_that_is_kept_is_no_error_of_numbers_where_nothing_is_kept_that_must_change() -> None:
    assert named({"rent": 0.49, "snow": 0.9}, sure={"rent": 0.9})[0] == ["E1"]
    assert named({"cellar": 0.1})[0] == ["E2"]
    assert named({"cellar": 0.1, "rent": 0.5})[0] == ["E2"]
    assert named({"cellar": 0.1, "rent": 0.49})[0] == ["E2", "E4"]


def reason(*args: Any, **more: Any) -> str:
    return named(*args, **more)[1][0]


def test_the_reason_names_the_claim_that_speaks_for_the_error_most() -> None:
    assert reason({"snow": 0.6, "bells": 0.9}).startswith(
        "it alters a claim that does not depend on the what-if; for 'the bells' it says 'now bells': "
        "'Bells rang' stays as it was. "
    )
    assert reason({"cellar": 0.3, "pump": 0.4}).startswith("it keeps what must change; for 'the cellar' it says")
    assert reason({"cellar": 0.4, "pump": 0.3}).startswith("it does not carry out the what-if; for 'the pump' it says")
    assert reason({"pump": 0.4, "cellar": 0.4}).startswith("it does not carry out the what-if; for 'the pump' it says")


def test_a_what_if_that_keeps_a_claim_names_it_among_what_must_stay() -> None:
    assert reason({"bells": 0.8, "pump": 0.2, "cellar": 0.2, "rent": 0.2}, pump="true").startswith(
        "it alters a claim that does not depend on the what-if; for 'the bells'"
    )
    errors, (why,) = named({"pump": 0.8, "cellar": 0.2, "rent": 0.2}, pump="true")
    assert errors == ["E1"]
    assert "for 'the pump'" in why


@pytest.mark.parametrize(
    ("quote", "aligned", "said"),
    [
        ("The Pump", "the pump", "it still says 'The Pump'"),
        ("a pump", "the pump", "for 'the pump' it says 'a pump'"),
        ("", "the pump", "it says nothing for 'the pump'"),
    ],
)
def test_the_reason_quotes_what_the_edit_says(quote: str, aligned: str, said: str) -> None:
    grounding = told({"pump": 0.1})
    claims = (replace(grounding.claims[0], quote=quote, aligned=aligned), *grounding.claims[1:])
    _, (why, *_) = likely_errors(rubric_of(), replace(grounding, claims=claims), NOTHING)
    assert why.startswith(
        f"it does not carry out the what-if; {said}: 'The pump failed' is false, as the what-if says. "
    )


def test_what_must_stay_is_never_said_to_be_still_told() -> None:
    grounding = told({"snow": 0.9})
    claims = tuple(replace(one, quote=one.aligned) for one in grounding.claims)
    _, (why,) = likely_errors(rubric_of(), replace(grounding, claims=claims), NOTHING)
    assert "for 'the snow' it says 'the snow'" in why


def test_a_background_and_a_choice_are_quoted() -> None:
    findings = replace(NOTHING, shifts=(NIGHT,), mistaken=(("pump", "another pump"), ("snow", "rain")))
    assert named({}, findings=findings)[1] == (
        "it states another value than the what-if, 'another pump': 'The pump failed' is false, as the what-if says.",
        "it alters the background; 'noon' excludes 'It was night'",
    )
    unknown = replace(NOTHING, mistaken=(("dark", "light"),))
    assert reason({}, findings=unknown) == "it states another value than the what-if, 'light': "


def test_a_connective_is_named_by_the_likeliest_and_then_the_weightiest() -> None:
    some = (odd(weight=0.9, chance=0.2), odd("cellar", "rent", weight=0.6, chance=0.4), odd(weight=0.5, chance=0.4))
    assert "'The cellar flooded' and 'The rent fell to 80 euros'" in reason({}, *some)


@pytest.mark.parametrize(
    ("consecutive", "said"),
    [(True, "'so' is consecutive, but the values"), (False, "'so' is concessive, but the values")],
)
def test_a_connective_is_said_to_be_of_one_kind_where_the_other_is_called_for(consecutive: bool, said: str) -> None:
    why = of_mismatch(rubric_of(), odd(consecutive=consecutive))
    assert why.startswith(f"a connective does not fit the claims that it links; {said} that the edit gives to ")
    assert why.endswith(f"call for a {'concessive' if consecutive else 'consecutive'} word")
    strange = of_mismatch(rubric_of(), odd("snow", "bells", linked=False))
    assert strange.endswith("'so' links 'Snow fell' and 'Bells rang', but neither depends on the other")


def test_claims_that_were_not_read_speak_for_nothing_and_the_first_class_is_named_without_a_claim() -> None:
    bare = Grounding(edit=edit_of("It was so.", STORY), claims=tuple(GroundedClaim(event=one) for one in RIGHT))
    nothing = replace(
        bare, claims=(GroundedClaim(event="cellar", altered=1.0), GroundedClaim(event="rent", altered=1.0))
    )
    errors, reasons = likely_errors(rubric_of(), nothing, NOTHING)
    assert ([str(one) for one in errors], reasons) == (
        ["E1"],
        ("it alters a claim that does not depend on the what-if",),
    )

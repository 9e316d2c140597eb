"""Which connectives certainly do not fit, with chances and links that are given by hand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from causalcore.derivation.derivation import derive
from causalcore.derivation.rubric import build_rubric
from causalcore.scenario.intervention import do
from causalcore.scenario.scenario import Event, Kind, Link, Scenario, Sign, Strength
from nlbridge.grounding.connectives.arguments import Joint
from nlbridge.grounding.connectives.misuse import Mismatch
from nlbridge.grounding.edit import edit_of
from nlbridge.grounding.exact_claims import ExactClaim
from nlbridge.grounding.grounding import GroundedClaim, GroundedConnective, Grounding
from nlbridge.judging.error_classes import certain_mismatches

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
)
BURST = "The dam burst, so the mill was not flooded."
JOINT = Joint(words="so", consecutive=True, place=4, cause=(0, 3), effect=(5, 10))


def odd(joint: Joint = JOINT, cause: str = "dam", effect: str = "mill", **more: Any) -> Mismatch:
    usual: dict[str, Any] = {
        "joint": joint,
        "cause": cause,
        "effect": effect,
        "weight": 1.0,
        "linked": True,
        "covered": 0.6,
    }
    return Mismatch(**usual | more)


def sure(
    *odds: Mismatch,
    scenario: Scenario = STORY,
    said: str = BURST,
    altered: dict[str, float] | None = None,
    denied: dict[str, Any] | None = None,
) -> int:
    """Count the connectives that certainly do not fit, of claims with these chances."""
    chances = dict.fromkeys((one.id for one in scenario.events), 0.02) | {"mill": 0.98} | (altered or {})
    known = {name: ExactClaim(denied=value, first=0, last=0) for name, value in (denied or {}).items()}
    claims = tuple(GroundedClaim(event=name, altered=chance, exact=known.get(name)) for name, chance in chances.items())
    words = tuple(
        GroundedConnective(quote="so", cause=one.cause, effect=one.effect, consecutive=True, measured=one)
        for one in odds
    )
    told = Grounding(edit=edit_of(said, scenario), claims=claims, connectives=words)
    return len(certain_mismatches(build_rubric(derive(scenario, do({"dam": "false"}))), told))


@pytest.mark.parametrize(
    ("more", "found"),
    [
        ({}, 1),
        ({"covered": 0.59}, 0),
        ({"standing": True}, 0),
        ({"linked": False}, 0),
        ({"remote": True}, 0),
        ({"cause": "mill", "effect": "dam"}, 0),
        ({"cause": "owls", "effect": "snow"}, 0),
    ],
)
def test_a_connective_is_certainly_wrong_only_on_a_link_that_the_edit_moves_and_covers(
    more: dict[str, Any], found: int
) -> None:
    assert sure(odd(**more)) == found


@pytest.mark.parametrize(
    ("dam", "mill", "consecutive", "found"),
    [
        (0.05, 0.95, True, 1),
        (0.06, 0.95, True, 0),
        (0.05, 0.94, True, 0),
        (0.05, 0.95, False, 0),
        (0.98, 0.98, False, 1),
        (0.98, 0.98, True, 0),
        (0.02, 0.02, False, 0),
    ],
)
def test_two_values_must_be_beyond_doubt(dam: float, mill: float, consecutive: bool, found: int) -> None:
    joint = replace(JOINT, consecutive=consecutive)
    assert sure(odd(joint), altered={"dam": dam, "mill": mill}) == found


@pytest.mark.parametrize(
    ("said", "consecutive", "found"),
    [
        ("The dam burst, so the mill was left flooded.", False, 1),
        ("The dam burst, so the mill was not flooded.", False, 0),
        ("The dam not so so the mill was left flooded.", False, 0),
    ],
)
def test_a_negator_beside_a_claim_that_seems_to_stand_leaves_a_doubt(said: str, consecutive: bool, found: int) -> None:
    joint = replace(JOINT, consecutive=consecutive)
    assert sure(odd(joint), said=said, altered={"dam": 0.02, "mill": 0.02}) == found


@pytest.mark.parametrize(
    ("denied", "consecutive", "found"),
    [
        ({"dam": False, "mill": True}, True, 1),
        ({"dam": True, "mill": True}, True, 0),
        ({"dam": True, "mill": True}, False, 1),
        ({"dam": False, "mill": False}, False, 1),
    ],
)
def test_exact_words_say_the_value_whatever_its_chance(denied: dict[str, Any], consecutive: bool, found: int) -> None:
    joint = replace(JOINT, consecutive=consecutive)
    assert sure(odd(joint), altered={"dam": 0.5, "mill": 0.5}, denied=denied) == found


@pytest.mark.parametrize(
    ("change", "found"),
    [
        ({}, 1),
        ({"sign": Sign.INHIBITS}, 0),
        ({"sign": Sign.DETERMINES}, 0),
        ({"strength": Strength.POSSIBLE}, 0),
        ({"strength": Strength.CONTRIBUTING}, 1),
        ({"confidence": 0.9}, 0),
        ({"confidence": 0.85, "connective": "so"}, 1),
        ({"confidence": 0.84, "connective": "so"}, 0),
    ],
)
def test_a_link_must_have_a_sign_and_words_of_the_text(change: dict[str, Any], found: int) -> None:
    story = replace(STORY, links=(replace(STORY.links[0], **change), STORY.links[1]))
    assert sure(odd(), scenario=story) == found
    if "sign" in change and change["sign"] is Sign.INHIBITS:
        assert sure(odd(replace(JOINT, consecutive=False)), scenario=story) == 1


@pytest.mark.parametrize("stated", ["No mill was flooded", "Nine mills were flooded"])
def test_a_claim_that_denies_or_counts_is_too_easily_misread_in_other_words(stated: str) -> None:
    text = TEXT.replace("the mill was flooded", stated)
    event = replace(STORY.events[2], statement=f"{stated}.", span=(31, 31 + len(stated)))
    story = Scenario(text=text, events=(*STORY.events[:2], event), links=STORY.links[:1])
    assert sure(odd(), scenario=story) == 0
    assert sure(odd(), scenario=story, denied={"mill": True}) == 1
    negative = replace(STORY.events[2], statement="The mill did not stay dry.")
    assert sure(odd(), scenario=replace(STORY, events=(*STORY.events[:2], negative, *STORY.events[3:]))) == 0


def test_an_amount_needs_another_proof() -> None:
    assert sure(odd(cause="mill", effect="rent"), altered={"mill": 0.02, "rent": 0.98}) == 0


@pytest.mark.parametrize(
    ("said", "words", "place", "found"),
    [
        ("The dam burst, so the mill was dry.", "so", 4, 1),
        ("Then the dam burst, so the mill was dry.", "so", 5, 1),
        ("The dam burst, so, the mill was dry.", "so", 4, 0),
        ("The dam burst; so, the mill was dry.", "so", 4, 0),
        ("The dam burst. So, the mill was dry.", "so", 4, 1),
        ("The dam burst and so, the mill was dry.", "so", 4, 1),
        ("The dam burst, as it were, the mill was dry.", "as it were", 4, 0),
        ("The dam burst, as it were the mill was dry.", "as it were", 4, 1),
        ("The dam burst, so", "so", 4, 0),
        ("So the dam burst.", "so", 0, 1),
        ("The dam burst partly because it was dry.", "because", 4, 0),
        ("The dam burst mostly because it was dry.", "because", 4, 1),
        ("The dam burst today combined with it.", "combined with", 4, 0),
    ],
)
def test_a_connective_that_is_put_in_between_marks_weakened_or_on_both_sides_proves_nothing(
    said: str, words: str, place: int, found: int
) -> None:
    joint = replace(JOINT, words=words, place=place, cause=(0, 1), effect=(0, 1))
    assert sure(odd(joint), said=said) == found


@pytest.mark.parametrize(
    ("other", "found"),
    [
        (odd(cause="mill", effect="dam"), 0),
        (odd(cause="owls", effect="snow", linked=False), 1),
        (odd(replace(JOINT, place=5), cause="mill", effect="dam"), 1),
        (odd(covered=0.1), 1),
    ],
)
def test_every_linked_pair_that_a_connective_may_join_must_be_unsuited(other: Mismatch, found: int) -> None:
    assert sure(odd(), other) == found

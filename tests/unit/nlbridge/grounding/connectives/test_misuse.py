"""Which connectives suit the values of the claims that they join, from regions that are put in by hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from nlbridge.grounding.claims.features import Region
from nlbridge.grounding.connectives.arguments import Joint
from nlbridge.grounding.connectives.misuse import (
    NAMES,
    Mismatch,
    Setting,
    clauses_beside,
    connective_features,
    covered,
    mismatches,
    told_joints,
)
from nlbridge.grounding.edit import edit_of_words
from nlbridge.language.meaning.sentences import words
from nlbridge.weights.thresholds import LIKELY

BECAUSE = Joint(words="because", consecutive=True, place=3, cause=(4, 7), effect=(0, 3))
"""Joins three words before it, the effect, with three behind it."""
DESPITE = Joint(words="despite", consecutive=False, place=3, cause=(4, 7), effect=(0, 3))
ALTERED = {"rain": 0.9, "flood": 0.8, "wind": 0.4, "song": 0.1}
LINKS = {("rain", "flood"): True, ("flood", "wind"): False}


def at(*matched: int) -> Region:
    return Region(matched=matched, first=min(matched), last=max(matched))


def seen(
    regions: Mapping[str, Region],
    altered: Mapping[str, float] = ALTERED,
    links: Mapping[tuple[str, str], bool] = LINKS,
    edit: str = "",
    **more: Any,
) -> Setting:
    read, supposed = edit_of_words(edit, ""), frozenset[str]()
    return Setting(edit=read, regions=regions, altered=altered, links=links, confidence={}, supposed=supposed, **more)


def found(
    joint: Joint = BECAUSE,
    links: Mapping[tuple[str, str], bool] | None = None,
    told: frozenset[tuple[str, str, bool]] = frozenset(),
    altered: Mapping[str, float] | None = None,
    new: frozenset[int] = frozenset(),
    **regions: Region,
) -> tuple[Mismatch, ...]:
    every = ALTERED if altered is None else altered
    return mismatches((joint,), seen(regions, every, LINKS if links is None else links, told=told, new=new))


@pytest.mark.parametrize(
    ("joint", "agree", "weight"),
    [
        (BECAUSE, True, 1 - (0.9 * 0.8 + 0.1 * 0.2)),
        (BECAUSE, False, 0.9 * 0.8 + 0.1 * 0.2),
        (DESPITE, True, 0.9 * 0.8 + 0.1 * 0.2),
        (DESPITE, False, 1 - (0.9 * 0.8 + 0.1 * 0.2)),
    ],
)
def test_the_weight_is_the_chance_that_two_values_do_not_go_together(joint: Joint, agree: bool, weight: float) -> None:
    [odd] = found(joint, {("rain", "flood"): agree}, rain=at(4, 6), flood=at(0, 2))
    assert (odd.cause, odd.effect, odd.linked, odd.remote, odd.standing) == ("rain", "flood", True, False, False)
    assert odd.weight == pytest.approx(weight)
    assert odd.covered == 0


@pytest.mark.parametrize(
    ("rain", "flood", "inside"),
    [
        ((4, 6), (0, 2), True),
        ((3, 4, 6), (0, 2), True),
        ((3, 4, 6, 7), (0, 2), False),
        ((4, 6, 7), (0, 2), True),
        ((6, 7), (0, 2), False),
        ((4, 6), (2, 3), False),
        ((4, 6), (1, 2, 3), True),
        ((4,), (0,), True),
        ((3,), (0,), False),
        ((7,), (0,), False),
    ],
)
def test_a_claim_is_joined_where_more_than_half_of_its_words_are_in_the_stretch(
    rain: tuple[int, ...], flood: tuple[int, ...], inside: bool
) -> None:
    assert bool(found(rain=at(*rain), flood=at(*flood), new=frozenset({4, 5, 6}))) is inside


def test_claims_that_a_path_joins_are_remote_and_multiply_its_signs() -> None:
    [odd] = found(rain=at(4), wind=at(0))
    assert (odd.remote, odd.linked) == (True, True)
    assert odd.weight == pytest.approx(0.9 * 0.4 + 0.1 * 0.6)


def test_an_effect_that_has_a_link_of_its_own_is_not_met_by_a_path_too() -> None:
    both = found(rain=at(4), flood=at(5), wind=at(0))
    assert [(odd.cause, odd.effect, odd.remote) for odd in both] == [("flood", "wind", False)]


def test_claims_that_nothing_joins_are_strangers_to_a_reason() -> None:
    [odd] = found(rain=at(4), song=at(0))
    assert (odd.cause, odd.effect, odd.linked, odd.weight) == ("rain", "song", False, 1.0)
    assert found(DESPITE, rain=at(4), song=at(0)) == ()


def test_a_reason_that_runs_against_its_link_is_no_stranger() -> None:
    assert found(flood=at(4), rain=at(0)) == ()
    assert found(wind=at(4), rain=at(0)) == ()


def test_one_pair_that_is_joined_keeps_the_others_from_being_strangers() -> None:
    assert found(flood=at(4), rain=at(0), song=at(1)) == ()
    assert [odd.linked for odd in found(rain=at(4), flood=at(0), song=at(1))] == [True]


def test_a_claim_is_no_cause_of_itself() -> None:
    assert (
        mismatches((Joint(words="so", consecutive=True, place=3, cause=(0, 7), effect=(0, 7)),), seen({"rain": at(4)}))
        == ()
    )


@pytest.mark.parametrize(
    ("rain", "flood", "standing"),
    [
        (0.1, 0.2, True),
        (LIKELY, 0.2, False),
        (0.2, LIKELY, False),
        (LIKELY - 0.01, LIKELY - 0.01, True),
        (0.9, 0.9, False),
    ],
)
def test_two_claims_stand_where_both_are_likelier_to(rain: float, flood: float, standing: bool) -> None:
    altered = {"rain": rain, "flood": flood}
    [odd] = found(altered=altered, rain=at(4), flood=at(0))
    assert odd.standing is standing
    text_has_it = frozenset({("rain", "flood", True)})
    assert (found(altered=altered, told=text_has_it, rain=at(4), flood=at(0)) == ()) is standing
    other_kind = frozenset({("rain", "flood", False)})
    assert found(altered=altered, told=other_kind, rain=at(4), flood=at(0)) != ()


LATER = Joint(words="because of this", consecutive=True, place=13, cause=(16, 19), effect=(10, 13))
SHOCK = {("rain", "flood"): True, ("song", "flood"): True, ("wind", "rain"): True}


@pytest.mark.parametrize(
    ("regions", "new", "taken"),
    [
        ({"rain": at(2), "song": at(5), "flood": at(11)}, {16, 17}, ["song"]),
        ({"rain": at(5), "song": at(2), "flood": at(11)}, set(), ["rain"]),
        ({"rain": at(2), "song": at(5), "flood": at(11)}, {16, 17, 18}, []),
        ({"rain": at(2), "song": at(5), "flood": at(11)}, {15, 16, 17, 19}, ["song"]),
        ({"rain": at(13), "flood": at(11)}, set(), []),
        ({"rain": at(12), "flood": at(11)}, set(), ["rain"]),
        ({"rain": Region(matched=(), first=0, last=3), "flood": at(11)}, set(), []),
        ({"wind": at(5), "flood": at(11)}, set(), []),
        ({"rain": at(2), "song": at(17), "flood": at(11)}, set(), ["song"]),
    ],
)
def test_few_new_words_take_up_the_nearest_earlier_claim_that_the_effect_depends_on(
    regions: dict[str, Region], new: set[int], taken: list[str]
) -> None:
    odd = mismatches((LATER,), seen(regions, links=SHOCK, new=frozenset(new)))
    assert [one.cause for one in odd] == taken


def test_what_the_text_joins_is_found_by_its_own_connectives() -> None:
    text = "The rain fell, so the river rose, although it was May."
    original = words(text)
    claims = (("rain", (0, 1, 2)), ("flood", (5, 6, 7)), ("may", (10, 11, 12)), ("none", ()))
    assert told_joints(original, claims) >= {("rain", "flood", True)}
    assert ("flood", "rain", True) not in told_joints(original, claims)
    assert all(
        consecutive
        for cause, effect, consecutive in told_joints(original, claims)
        if effect == "flood" and cause == "rain"
    )


LONG = "the old dam leaked and the new mill stood , so the cook slept while the grey geese left"
"""Places 0-8 before `so`, and 11-18 behind it; `and` at 4, the comma at 9, `so` at 10 and `while` at 14."""


@pytest.mark.parametrize("shift", [0, 1, 2, 3])
def test_of_each_stretch_the_clause_beside_the_connective_is_taken(shift: int) -> None:
    edit = words("oh " * shift + LONG)
    joint = Joint(
        words="so", consecutive=True, place=10 + shift, cause=(shift, 10 + shift), effect=(11 + shift, 19 + shift)
    )
    assert clauses_beside(edit, joint) == ((5 + shift, 10 + shift), (11 + shift, 14 + shift))


@pytest.mark.parametrize(
    ("said", "stretch", "clause"),
    [
        ("the cook slept , yes , and", (0, 7), (0, 3)),
        ("yes , and the cook slept , and", (0, 8), (0, 6)),
        ("soup , bread and salt", (0, 5), (0, 5)),
        ("cooks slept", (0, 2), (0, 2)),
        ("cooks was here , and", (0, 5), (0, 5)),
        ("cooks was hungry , and", (0, 5), (0, 3)),
    ],
)
def test_behind_a_connective_the_first_piece_with_a_verb_and_two_words_ends_the_clause(
    said: str, stretch: tuple[int, int], clause: tuple[int, int]
) -> None:
    for shift in [0, 1, 2, 3]:
        edit = words("oh " * shift + said)
        low, high = (place + shift for place in stretch)
        joint = Joint(words="so", consecutive=True, place=low, cause=(low, high), effect=(low, low))
        assert clauses_beside(edit, joint) == ((clause[0] + shift, clause[1] + shift), (low, low))


def test_before_a_connective_a_clause_begins_at_the_last_piece_that_has_a_verb_and_two_words() -> None:
    edit = words("the cook slept and then left , yes , so it was")
    joint = Joint(words="so", consecutive=True, place=9, cause=(0, 9), effect=(10, 12))
    assert clauses_beside(edit, joint)[0] == (4, 9)
    joint = Joint(words="so", consecutive=True, place=9, cause=(4, 6), effect=(10, 12))
    assert clauses_beside(edit, joint)[0] == (4, 6)


@pytest.mark.parametrize(
    ("rain", "flood", "share"),
    [
        ((7, 8), (12, 13), 2 / 3),
        ((6, 7, 8), (12, 13), 1),
        ((6, 7, 8), (12,), 1 / 2),
        ((6, 7, 8), (16,), 0),
        ((1, 2, 3), (12, 13), 0),
    ],
)
def test_the_lesser_share_of_the_two_clauses_is_what_the_claims_cover(
    rain: tuple[int, ...], flood: tuple[int, ...], share: float
) -> None:
    edit = words(LONG)
    joint = Joint(words="so", consecutive=True, place=10, cause=(0, 10), effect=(11, 19))
    assert covered(edit, joint, at(*rain), at(*flood)) == pytest.approx(share)
    assert covered((), joint, at(*rain), at(*flood)) == 0
    [odd] = mismatches((joint,), seen({"rain": at(*rain), "flood": at(*flood)}, edit=LONG))
    assert odd.covered == pytest.approx(share)


def test_a_clause_without_content_is_covered_by_nothing() -> None:
    joint = Joint(words="so", consecutive=True, place=0, cause=(1, 3), effect=(3, 5))
    assert covered(words("so it was cooks slept"), joint, at(1, 2), at(3, 4)) == 0


SET = Setting(
    edit=edit_of_words("the dam leaked, so a clever wolf ate soup", "the dam leaked, so the mill stood still"),
    regions={"rain": at(1, 2), "flood": at(2, 7), "wind": at(3, 8), "song": at(0, 5, 6, 9)},
    altered=ALTERED,
    links=LINKS,
    confidence={("rain", "flood"): 0.7},
    supposed=frozenset({"rain"}),
    new=frozenset({6, 7, 8, 9}),
)
SO = Joint(words="so", consecutive=True, place=4, cause=(0, 4), effect=(5, 10))


def weighed_of(setting: Setting = SET, **changed: Any) -> dict[str, float]:
    odd: dict[str, Any] = {"joint": SO, "cause": "rain", "effect": "flood", "weight": 0.26, "linked": True} | changed
    return dict(zip(NAMES, connective_features(Mismatch(**odd), setting), strict=True))


def test_a_connective_is_measured_by_its_claims_and_its_stretches() -> None:
    assert weighed_of() == pytest.approx(
        {
            "chance that the two values do not suit it": 0.26,
            "it is consecutive": 1,
            "the cause is altered": 0.9,
            "the effect is altered": 0.8,
            "sureness of the two values": 2 * 0.3,
            "neither depends on the other": 0,
            "no single link joins them": 0,
            "both stand as in the text": 0,
            "the text has it there, too": 1,
            "it may be no connective of reason": 1,
            "the cause comes after it": 0,
            "share of the cause in its stretch": 1,
            "share of the effect in its stretch": 1 / 2,
            "claims where the cause stands": 1,
            "claims where the effect stands": 1,
            "new words where the cause stands": 0,
            "new words where the effect stands": 4,
            "words where the cause stands": 4,
            "words where the effect stands": 5,
            "confidence of the link": 0.7,
            "the cause is supposed": 1,
            "the effect is supposed": 0,
            "edit copied beside it": 5 / 9,
        }
    )


def test_a_connective_of_other_claims_is_measured_otherwise() -> None:
    found = weighed_of(cause="wind", effect="rain", linked=False, remote=True, standing=True)
    assert found["sureness of the two values"] == pytest.approx(2 * 0.1)
    assert (found["neither depends on the other"], found["no single link joins them"]) == (1, 1)
    assert (found["both stand as in the text"], found["confidence of the link"]) == (1, 0.5)
    assert (found["share of the cause in its stretch"], found["share of the effect in its stretch"]) == (1 / 2, 0)
    assert (found["the cause is supposed"], found["the effect is supposed"]) == (0, 1)


def test_a_cause_behind_its_connective_comes_after_it() -> None:
    behind = Joint(words="because", consecutive=False, place=4, cause=(5, 10), effect=(0, 4))
    found = weighed_of(joint=behind)
    assert (found["the cause comes after it"], found["it is consecutive"]) == (1, 0)
    assert found["it may be no connective of reason"] == 0
    at_once = Joint(words="so", consecutive=True, place=4, cause=(4, 6), effect=(0, 4))
    assert weighed_of(joint=at_once)["the cause comes after it"] == 0


def test_counts_of_words_and_claims_have_a_greatest_value() -> None:
    long = "ash oak elm fir bee ant cow pig hen yak dog fox jay owl rat bat so it was"
    many = Setting(
        edit=edit_of_words(long, "so it was"),
        links={},
        new=frozenset(range(16)),
        regions={f"e{k}": at(k) for k in range(7)},
        altered={f"e{k}": 0.5 for k in range(7)},
        confidence={},
        supposed=frozenset(),
    )
    joint = Joint(words="so", consecutive=True, place=16, cause=(0, 16), effect=(17, 19))
    found = weighed_of(joint=joint, cause="e1", effect="e2", setting=many)
    names = ("claims where the cause stands", "new words where the cause stands", "words where the cause stands")
    assert [found[name] for name in names] == [5, 5, 15]
    assert found["words where the effect stands"] == 2
    back = Joint(words="so", consecutive=True, place=0, cause=(17, 19), effect=(1, 17))
    found = weighed_of(joint=back, cause="e1", effect="e2", setting=many)
    assert [found[name.replace("cause", "effect")] for name in names] == [5, 5, 15]
    assert [found[name] for name in names] == [0, 0, 2]


def test_a_claim_without_words_has_no_share_of_a_stretch() -> None:
    gone = Setting(
        edit=SET.edit,
        links=LINKS,
        regions={"rain": Region(matched=(), first=0, last=3), "flood": at(7)},
        altered=ALTERED,
        confidence={},
        supposed=frozenset(),
    )
    found = weighed_of(setting=gone)
    assert (found["share of the cause in its stretch"], found["claims where the cause stands"]) == (0, 0)

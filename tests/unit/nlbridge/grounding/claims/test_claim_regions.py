"""Where in an edit the words of a claim are, worked out from partners that are put in by hand."""

from __future__ import annotations

import pytest

from causalcore.scenario.intervention import do
from causalcore.scenario.scenario import Event, Scenario
from nlbridge.grounding.by_words import NAMES, grounded_claims
from nlbridge.grounding.claims.features import Region, region
from nlbridge.grounding.claims.same_matter import PRESUPPOSED, UNREAD
from nlbridge.grounding.edit import Alignment, edit_of
from nlbridge.language.meaning.sentences import words
from nlbridge.weights.calibration import boosted

GONE = Region(matched=(), first=0, last=-1)


def partnered(text: str, edit: str, partners: dict[int, int]) -> Alignment:
    """Return an alignment in which words of a text have the places in an edit that they are given."""
    original = words(text)
    every = range(len(original))
    return Alignment(
        original=original,
        edit=words(edit),
        partner=tuple(partners.get(i) for i in every),
        verbatim=(False,) * len(original),
        opposed=(False,) * len(original),
    )


def found(edit: str, *places: int) -> tuple[tuple[int, ...], int, int]:
    """Return the region of content words with these places in an edit."""
    text = "baker " * len(places)
    one = region(partnered(text, edit, dict(enumerate(places))), tuple(range(len(places))))
    return one.matched, one.first, one.last


@pytest.mark.parametrize("place", [8, 9, 10, 11])
def test_a_region_reaches_seven_words_to_each_side(place: int) -> None:
    assert found("very " * 24, place) == ((place,), place - 7, place + 7)


@pytest.mark.parametrize("place", [0, 1, 2, 3])
def test_a_region_reaches_to_the_ends_of_a_short_edit(place: int) -> None:
    assert found("very very very very", place) == ((place,), 0, 3)


@pytest.mark.parametrize("stop", [", very", "; very", ". very", "so very", "but very", "which very"])
def test_a_region_stops_at_marks_and_at_words_that_open_a_clause(stop: str) -> None:
    for before in ["", "very ", "very very "]:
        low = len(before.split()) + 2
        edit = f"{before}{stop} very mill very {stop}"
        assert found(edit, low + 1) == ((low + 1,), low - 1, low + 2)


@pytest.mark.parametrize("first", [0, 1, 2, 3])
@pytest.mark.parametrize(("gap", "kept"), [(13, 2), (14, 2), (15, 1)])
def test_words_further_apart_than_fourteen_are_two_groups(first: int, gap: int, kept: int) -> None:
    matched, *_ = found("very " * 24, first, first + gap)
    assert matched == (first, first + gap)[:kept]


@pytest.mark.parametrize("before", ["", "very ", "very very "])
def test_a_sentence_end_parts_words_and_the_larger_group_is_kept(before: str) -> None:
    at = len(before.split())
    edit = f"{before}mill very. The mill burned"
    assert found(edit, at, at + 4, at + 5) == ((at + 4, at + 5), at + 3, at + 5)
    assert found(edit, at, at + 1, at + 4)[0] == (at, at + 1)
    assert found(edit, at, at + 4)[0] == (at,)
    assert found(edit, at + 1, at + 3)[0] == (at + 1,)


def test_words_without_content_count_only_where_none_has_any() -> None:
    alike = partnered("the baker", "the very cook", {0: 0})
    assert region(alike, (0, 1)).matched == (0,)
    alike = partnered("the baker", "the very baker", {0: 0, 1: 2})
    assert region(alike, (0, 1)).matched == (2,)


@pytest.mark.parametrize("size", [1, 2, 26])
def test_words_that_are_gone_leave_the_stretch_between_their_neighbours(size: int) -> None:
    for shift in [0, 1, 2, 3]:
        edit = "very " * (shift + size + 4)
        alike = partnered("mill the baker left town", edit, {0: shift, 4: shift + size + 1})
        assert region(alike, (1, 2, 3)) == Region(matched=(), first=shift + 1, last=shift + size)


@pytest.mark.parametrize("size", [0, 27])
def test_words_that_are_gone_have_no_place_where_their_neighbours_touch_or_are_far_apart(size: int) -> None:
    alike = partnered("mill the baker left town", "very " * (size + 4), {0: 1, 4: size + 2})
    assert region(alike, (1, 2, 3)) == GONE


def test_the_neighbours_of_words_that_are_gone_are_the_nearest_ones() -> None:
    alike = partnered("old mill the baker left town at noon", "very " * 12, {0: 1, 1: 2, 5: 6, 6: 7, 7: 8})
    assert region(alike, (2, 3, 4)) == Region(matched=(), first=3, last=5)


def test_where_nothing_is_left_beside_words_that_are_gone_the_place_is_the_whole_edit() -> None:
    assert region(partnered("baker left", "very very very", {}), (0, 1)) == Region(matched=(), first=0, last=2)
    assert region(partnered("baker", "very very very", {0: 1}), ()) == Region(matched=(), first=0, last=2)
    assert region(partnered("baker left", "", {}), (0, 1)) == GONE


def test_the_centre_is_the_middle_of_the_matched_words() -> None:
    assert Region(matched=(2, 3, 7), first=0, last=9).centre == 4
    assert GONE.centre == -1


DOGS = "A pack of stray dogs scared the flock."
SURE = boosted({"bias": 9.0, "trees": [0.0]}, NAMES)
"""By its words alone, each claim is altered."""


def chance(edit: str, text: str, told: str) -> float:
    """Return the chance that a claim is altered, where its words say that it surely is."""
    span = (text.index(told), text.index(told) + len(told))
    story = Scenario(text=text, events=(Event(id="e1", statement="It was so.", span=span),))
    [found], _ = grounded_claims(edit_of(edit, story), story, do({"e1": "false"}), model=SURE)
    return found.altered


@pytest.mark.parametrize(
    ("edit", "left"),
    [
        ("No stray dogs scared the flock.", True),
        ("No stray dogs had scared the flock.", True),
        ("No stray dogs had scared", True),
        ("No stray dogs had ever scared", False),
        ("None of the stray dogs scared the flock.", True),
        ("No very very very stray dogs scared the flock.", True),
        ("No very very very very stray dogs scared the flock.", False),
        ("There very very very very no stray dogs scared the flock.", False),
        ("There very very very very very no stray dogs scared the flock.", True),
        ("There were no stray dogs.", False),
        ("No cat without stray dogs scared the flock.", False),
        ("No cat with stray dogs scared the flock.", False),
        ("Stray dogs scared the flock.", False),
        ("No stray dogs", False),
        ("No stray dogs the flock", False),
        ("No stray dogs slept.", False),
        ("No cats slept.", False),
    ],
)
def test_no_before_a_noun_phrase_leaves_it_open_where_its_verb_is_the_text_s(edit: str, left: bool) -> None:
    for before in ["", "Ah! ", "Ah oh! ", "Ah. Oh ah. "]:
        assert (chance(before + edit, DOGS, "A pack of stray dogs") == UNREAD) is left


@pytest.mark.parametrize(
    ("text", "told", "left"),
    [
        ("Stray dogs scared the flock.", "Stray dogs", True),
        ("Stray dogs had scared the flock.", "Stray dogs", True),
        ("Stray dogs had scared the flock.", "Stray dogs had", False),
        ("Stray dogs scared the flock.", "Stray dogs scared", False),
        ("The flock feared stray dogs", "stray dogs", False),
    ],
)
def test_a_claim_is_a_subject_where_a_verb_of_another_claim_follows_it(text: str, told: str, left: bool) -> None:
    assert (chance("No stray dogs had scared the flock.", text, told) == UNREAD) is left


@pytest.mark.parametrize(
    ("edit", "most"),
    [
        ("The stray dogs did not scare the flock.", 0.5),
        ("The dogs did not scare the flock.", 0.1),
        ("The dogs did never scare the flock.", 0.1),
        ("The dogs never scared the flock.", 0.1),
        ("A dog did not scare the flock.", 0.5),
        ("The dogs scared the flock.", 1),
        ("The dogs did not scare", 0.1),
        ("The dogs did not", 1),
        ("The dogs did not sleep in the flock.", 1),
        ("No one of the dogs did not scare the flock.", 0.5),
        ("There the dogs did not scare the flock.", 1),
    ],
)
def test_a_noun_phrase_whose_verb_is_denied_is_left_open_or_taken_for_granted(edit: str, most: float) -> None:
    found = chance(edit, "Dogs scared the flock.", "Dogs")
    assert (found if found < 0.9 else 1) == most


@pytest.mark.parametrize(
    ("edit", "most"),
    [
        ("The dogs did not scare the flock.", PRESUPPOSED),
        ("The stray dogs hadn't scared the flock.", PRESUPPOSED),
        ("Stray dogs did not scare the flock.", UNREAD),
        ("There were no dogs to scare the flock.", 1.0),
        ("The dogs did not sleep.", 1.0),
        ("The dogs scared the flock.", 1.0),
    ],
)
def test_who_denies_what_something_did_does_not_deny_that_it_was_there(edit: str, most: float) -> None:
    assert chance(edit, DOGS, "A pack of stray dogs") == min(most, chance("No cats slept.", DOGS, "stray dogs"))


def test_a_verb_that_may_be_a_noun_is_known_by_the_claim_that_begins_with_it() -> None:
    text = "The frost split the pipe."
    events = (Event(id="e1", statement="It froze.", span=(0, 9)), Event(id="e2", statement="It split.", span=(10, 24)))
    story = Scenario(text=text, events=events)
    edit = edit_of("The frost did not split the pipe.", story)
    (frost, _), _ = grounded_claims(edit, story, do({"e2": "false"}), model=SURE)
    assert frost.altered == PRESUPPOSED
    assert chance("The frost did not split the pipe.", text, "The frost") > UNREAD

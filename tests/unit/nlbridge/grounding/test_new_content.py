from __future__ import annotations

import pytest

from nlbridge.grounding.claims.features import Region, region
from nlbridge.grounding.connectives.arguments import Joint, joints
from nlbridge.grounding.edit import edit_of_words
from nlbridge.grounding.new_content import NAMES, additions, novel_content
from nlbridge.language.meaning.sentences import words

TEXT = "The bell of the old tower cracked in the frost, so the village woke late."
CLAIMS = ("The bell of the old tower cracked in the frost", "the village woke late")


def measured(edit: str, *, text: str = TEXT, claims: tuple[str, ...] = CLAIMS) -> dict[str, float]:
    read, original = edit_of_words(edit, text), words(text)
    spans = [(text.index(claim), text.index(claim) + len(claim)) for claim in claims]
    places = [tuple(i for i, w in enumerate(original) if start <= w.start < end) for start, end in spans]
    regions = tuple(region(read.alike, claim) for claim in places)
    return dict(zip(NAMES, novel_content(read, regions, joints(read.words)), strict=True))


def test_the_text_itself_has_nothing_that_no_claim_answers_for() -> None:
    assert set(measured(TEXT).values()) == {0.0}


@pytest.mark.parametrize(
    ("edit", "name"),
    [
        ("As her warden had wrapped it in straw, the bell did not crack.", "a reason that no claim answers for"),
        ("The bell cracked in the frost. A fox barked and ran.", "verbs that no claim answers for"),
        ("The bell cracked in the frost. There never was a fox.", "denials that no claim answers for"),
    ],
)
def test_what_the_text_takes_for_granted_shows_where_it_is_altered(edit: str, name: str) -> None:
    assert measured(edit)[name] > 0


def test_a_reason_that_is_a_claim_of_the_text_is_answered_for() -> None:
    found = measured("Because the bell of the old tower did not crack in the frost, the village woke early.")
    assert found["a reason that no claim answers for"] == 0


@pytest.mark.parametrize("reason", ["owing to thieves who had cut the wires", "thanks to a stranger who paid the bill"])
def test_a_reason_in_two_words_that_the_text_does_not_have_is_added(reason: str) -> None:
    assert additions(edit_of_words(f"The pump held {reason}.", "The pump failed, so the cellar flooded.")) == (
        f"{reason}.",
    )


PUMP = "The pump failed, so the cellar flooded."


@pytest.mark.parametrize(
    ("edit", "added"),
    [
        ("The pump held. A thief stole wine.", ("A thief stole wine.",)),
        ("A thief stole wine", ("A thief stole wine",)),
        ("A thief stole wine! The pump held? Ah.", ("A thief stole wine!",)),
        ("A thief stole the pump.", ("A thief stole the pump.",)),
        ("A thief stole the cellar pump.", ()),
        ("The pump held, so the cellar stayed dry.", ()),
        ("The red wine and white bread.", ()),
        ("Stole.", ()),
        ("The pump held since a thief had slept, and all was well.", ("since a thief had slept,",)),
        ("The pump held since a thief had slept", ("since a thief had slept",)),
        ("The pump held because a thief had stopped the pump", ("because a thief had stopped the pump",)),
        ("The pump held because a thief had stopped the cellar pump.", ()),
        ("The pump held because the pump had stopped.", ()),
        ("The pump held because the pump worked; so a thief slept.", ()),
        ("The pump held because.", ()),
        ("The pump held, due to nobody who slept.", ()),
        ("The pump held, due", ()),
        (
            "The pump in the old cellar of the mill held due to thieves who stole wine.",
            ("due to thieves who stole wine.",),
        ),
        ("The pump held due to a thief who had stolen wine: it was so.", ("due to a thief who had stolen wine:",)),
        (
            "Tom stole wine because a thief had slept.",
            ("Tom stole wine because a thief had slept.", "because a thief had slept."),
        ),
    ],
)
def test_sentences_and_reasons_that_take_too_little_from_the_text_are_added(edit: str, added: tuple[str, ...]) -> None:
    for before in ["", "Ah! ", "The cellar flooded. "]:
        assert additions(edit_of_words(before + edit, PUMP)) == added


def novel(
    edit: str, joint: tuple[int, int] | None = None, *places: Region, consecutive: bool = True
) -> tuple[float, ...]:
    found = () if joint is None else (Joint(words="so", consecutive=consecutive, place=0, cause=joint, effect=(0, 0)),)
    return novel_content(edit_of_words(edit, "the pump failed"), places, found)


@pytest.mark.parametrize(
    ("edit", "places", "expected"),
    [
        ("the pump failed", (), (0, 0, 0, 0)),
        ("the wolf ate soup", (), (1, 0, 1, 0)),
        ("the pump ate soup", (), (2 / 3, 0, 1, 0)),
        ("no wolf never ate", (), (1, 0, 1, 2)),
        ("so it was", (), (0, 0, 0, 0)),
        ("", (), (0, 0, 0, 0)),
        ("ate sang wrote drew taught", (), (1, 0, 4, 0)),
        ("no no never not no", (), (0, 0, 0, 4)),
        ("no wolf never ate", (Region(matched=(1,), first=1, last=2),), (1, 0, 1, 1)),
        ("no wolf never ate", (Region(matched=(1,), first=1, last=3),), (1, 0, 0, 1)),
        ("no wolf never ate", (Region(matched=(1,), first=0, last=2),), (1, 0, 1, 0)),
        ("no wolf never ate", (Region(matched=(), first=0, last=3),), (1, 0, 1, 2)),
    ],
)
def test_new_words_verbs_and_denials_are_counted_beside_the_claims(
    edit: str, places: tuple[Region, ...], expected: tuple[float, ...]
) -> None:
    assert novel(edit, None, *places) == pytest.approx(expected)


WOLF = "the pump failed since a wolf ate soup"


@pytest.mark.parametrize(
    ("joint", "matched", "bare"),
    [
        ((4, 8), (), 1),
        ((4, 6), (), 1),
        ((4, 5), (), 0),
        ((5, 6), (), 1),
        ((5, 5), (), 0),
        ((7, 8), (), 1),
        ((0, 3), (), 0),
        ((4, 8), (4, 5), 0),
        ((4, 8), (1, 5), 1),
        ((4, 8), (1, 5, 6), 0),
        ((4, 8), (5,), 0),
        ((4, 6), (5, 6, 7), 1),
    ],
)
def test_a_reason_is_bare_where_it_has_a_new_word_and_no_claim_has_most_of_its_words_there(
    joint: tuple[int, int], matched: tuple[int, ...], bare: int
) -> None:
    place = Region(matched=matched, first=min(matched, default=0), last=max(matched, default=-1))
    assert novel(WOLF, joint, place)[1] == bare
    assert novel(WOLF, joint, place, consecutive=False)[1] == 0

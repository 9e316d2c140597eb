"""What happens to the words of a claim, in numbers that can be counted out."""

from __future__ import annotations

import pytest

from nlbridge.grounding.claims.features import NAMES, Region, claim_words, features
from nlbridge.grounding.edit import edit_of_words
from nlbridge.language.meaning.sentences import words

TEXT = "The old mill burned, so the baker left the town."
"""Twelve words and marks, of which the claim has the places 6 to 10, and the content words 7, 8 and 10."""
CLAIM = "the baker left the town"


def measured(
    edit: str, text: str = TEXT, told: str = CLAIM, what_if: frozenset[str] = frozenset()
) -> tuple[dict[str, float], Region]:
    original = words(text)
    start = text.index(told)
    indices = tuple(i for i, w in enumerate(original) if start <= w.start and w.end <= start + len(told))
    values, place = features(edit_of_words(edit, text), claim_words(original, indices if told else ()), what_if)
    return dict(zip(NAMES, values, strict=True)), place


COPY = {
    "words kept": 1,
    "copied": 1,
    "all copied": 1,
    "negation put in": 0,
    "new words": 0,
    "predicate gone, frame kept": 0,
    "single words lost": 0,
    "negation and predicate kept": 0,
    "likeness of the words": 1,
    "likeness of the words anywhere": 1,
    "opposite of a word": 0,
    "words around kept": 1,
    "sentence copied": 1,
    "last word copied": 1,
    "negator near the predicate": 20,
    "negators in the text": 0,
    "negators more than in the text": 0,
    "moved to the front": (25 / 3 - 8) / 12,
    "place in the text": 6 / 12,
    "its amount is another": 0,
    "its amount is the same": 0,
    "edit copied": 1,
    "length of the edit": 1,
    "what-if given": 0,
    "what-if words": 0,
}
"""What is measured of a claim in the text itself, but for its polarity."""


@pytest.mark.parametrize(
    ("edit", "changed"),
    [
        (TEXT, {}),
        (
            "The old mill burned, so the cook left the town.",
            {
                "words kept": 2 / 3,
                "copied": 4 / 5,
                "all copied": 0,
                "new words": 1 / 3,
                "predicate gone, frame kept": 0,
                "single words lost": 1 / 3,
                "likeness of the words": 2 / 3,
                "likeness of the words anywhere": 2 / 3,
                "sentence copied": 11 / 12,
                "moved to the front": (9 - 8) / 12,
                "edit copied": 11 / 12,
            },
        ),
        (
            "The old mill burned, so the baker never left the town.",
            {
                "negation put in": 1,
                "negation and predicate kept": 1,
                "negator near the predicate": 1,
                "negators more than in the text": 1,
                "moved to the front": (7 + 9 + 11) / 3 / 13 - 8 / 12,
                "length of the edit": 13 / 12,
            },
        ),
        (
            "The old mill burned, so the baker feared the town.",
            {
                "words kept": 2 / 3,
                "copied": 4 / 5,
                "all copied": 0,
                "new words": 1 / 3,
                "predicate gone, frame kept": 1,
                "single words lost": 1 / 3,
                "likeness of the words": 2 / 3,
                "likeness of the words anywhere": 2 / 3,
                "sentence copied": 11 / 12,
                "moved to the front": (8.5 - 8) / 12,
                "edit copied": 11 / 12,
            },
        ),
        (
            "The baker left the town.",
            {
                "words around kept": 0,
                "sentence copied": 6 / 12,
                "moved to the front": (7 / 3) / 6 - 8 / 12,
                "edit copied": 6 / 12,
                "length of the edit": 6 / 12,
            },
        ),
    ],
)
def test_the_words_of_a_claim_are_counted(edit: str, changed: dict[str, float]) -> None:
    found, place = measured(edit)
    assert place.first == (0 if edit.startswith("The baker") else 6)
    assert {name: found[name] for name in COPY} == pytest.approx(COPY | changed)


OLD = "We knew it. The guard had not slept, and no thief stole the old gold ring."


@pytest.mark.parametrize(
    ("told", "edit", "expected"),
    [
        (
            "The guard had not slept",
            "We knew it. The guard had slept, and no thief stole the old gold ring.",
            {
                "words kept": 1,
                "negation put in": 0,
                "negation and predicate kept": 1,
                "negators in the text": 1,
                "negators more than in the text": -1,
                "negator near the predicate": 20,
                "all copied": 0,
                "last word copied": 1,
            },
        ),
        (
            "The guard had not slept",
            "We knew it. The guard had not ever in his life slept.",
            {"negators more than in the text": 0, "negator near the predicate": 5, "negation and predicate kept": 0},
        ),
        (
            "no thief stole the old gold ring",
            "We knew it. The guard had not slept, and no thief stole the ring.",
            {"words kept": 3 / 5, "single words lost": 2 / 3, "predicate gone, frame kept": 0, "new words": 0},
        ),
        (
            "no thief stole the old gold ring",
            "We knew it. The guard had not slept, and no cook saw the pots.",
            {
                "words kept": 0,
                "single words lost": 1,
                "likeness of the words": 0,
                "words around kept": 1,
                "its amount is another": 0,
                "its amount is the same": 0,
            },
        ),
        (
            "no thief stole the old gold ring",
            "We knew it. The guard had not slept, and no thief stole the new gold ring.",
            {
                "words kept": 4 / 5,
                "likeness of the words": 4 / 5,
                "opposite of a word": 0.7,
                "new words": 1 / 5,
                "predicate gone, frame kept": 0,
            },
        ),
        (
            "no thief stole the old gold ring",
            "We knew it. The guard had not slept, and no thief hid the old gold ring.",
            {"words kept": 4 / 5, "predicate gone, frame kept": 1, "negation and predicate kept": 0},
        ),
        (
            "no thief stole the old gold ring",
            "We knew it. The guard had not slept, and no thief hid the old ring.",
            {"words kept": 3 / 5, "predicate gone, frame kept": 3 / 4},
        ),
        (
            "no thief stole the old gold ring",
            "We knew it. The guard had slept, and no thief stole the old gold ring.",
            {
                "words around kept": 2 / 3,
                "negation put in": 0,
                "negators in the text": 1,
                "negator near the predicate": 2,
            },
        ),
        (
            "no thief stole the old gold ring",
            "We knew it. The dog had slept, and no thief stole the old gold ring.",
            {"words around kept": 2 / 3},
        ),
    ],
)
def test_negators_and_lost_words_are_counted_wherever_the_claim_stands(
    told: str, edit: str, expected: dict[str, float]
) -> None:
    for before in ["", "Ah! ", "Ah oh! ", "Ah. Oh ah! "]:
        found, _ = measured(before + edit, before + OLD, told)
        assert {name: found[name] for name in expected} == pytest.approx(expected)


BEASTS = "ash oak elm fir bee ant baker left cow pig hen yak dog fox"


@pytest.mark.parametrize(
    ("gone", "kept"), [("oak", 8), ("elm", 7), ("ant", 7), ("cow", 7), ("yak", 7), ("dog", 8), ("elm fir bee", 5)]
)
def test_four_words_on_each_side_of_a_claim_are_around_it(gone: str, kept: int) -> None:
    for before in ["", "oh ", "oh oh "]:
        edit = " ".join(word for word in BEASTS.split() if word not in gone.split())
        found, _ = measured(before + edit, before + BEASTS, "baker left")
        assert found["words around kept"] == kept / 8


@pytest.mark.parametrize(
    ("edit", "share"),
    [("Left very quickly.", 1 / 2), ("Left quickly towards home.", 1), ("Left home by rail today.", 1)],
)
def test_new_words_beside_a_claim_of_one_word_count_for_half_each(edit: str, share: float) -> None:
    assert measured(edit, "He left.", "He left")[0]["new words"] == share


@pytest.mark.parametrize(
    ("edit", "what_if", "expected"),
    [
        (TEXT, {"leave", "town"}, (1, 1)),
        (TEXT, {"leave", "stay", "mill", "home"}, (1, 1 / 4)),
        ("The old mill burned, so the baker.", {"leave", "town"}, (1, 0)),
        (TEXT, set(), (0, 0)),
    ],
)
def test_words_of_the_what_if_are_counted_at_the_place_of_its_claim(
    edit: str, what_if: set[str], expected: tuple[float, float]
) -> None:
    found, _ = measured(edit, what_if=frozenset(what_if))
    assert (found["what-if given"], found["what-if words"]) == expected


def test_words_of_the_what_if_elsewhere_do_not_count() -> None:
    found, _ = measured(TEXT, told="The old mill burned", what_if=frozenset({"burn", "leave", "town"}))
    assert found["what-if words"] == pytest.approx(1 / 3)


@pytest.mark.parametrize(
    ("edit", "other", "same"),
    [
        ("He left. The repair took six weeks.", 0, 1),
        ("He left. The repair took five weeks.", 1, 0),
        ("He left. The repair took eight weeks.", 1, 0),
        ("He left. The repair took long.", 0, 0),
    ],
)
def test_an_amount_of_a_claim_is_the_same_or_another(edit: str, other: int, same: int) -> None:
    for before in ["", "Ah! ", "Ah oh! "]:
        found, _ = measured(before + edit, before + "He left. The repair took six weeks.", "The repair took six weeks")
        assert (found["its amount is another"], found["its amount is the same"]) == (other, same)


def test_the_place_of_a_claim_in_the_edit_is_the_middle_of_its_words() -> None:
    text = "The mill burned. The baker left."
    found, place = measured("Ah oh! The baker left. The mill burned.", text, "The baker left")
    assert (place.matched, place.first, place.last) == ((4, 5), 3, 5)
    assert found["moved to the front"] == pytest.approx(4.5 / 11 - 5 / 8)
    assert found["place in the text"] == pytest.approx(4 / 8)


def test_a_claim_that_is_gone_counts_as_in_the_middle() -> None:
    found, place = measured("The mill burned.", "The mill burned. A baker left.", "A baker left")
    assert place.matched == ()
    assert found["moved to the front"] == pytest.approx(0.5 - 5 / 8)
    assert (found["words kept"], found["likeness of the words"], found["single words lost"]) == (0, 0, 2 / 3)


def test_a_claim_of_no_words_lacks_nothing() -> None:
    found, _ = measured(TEXT, told="")
    whole = {"words kept": 1, "copied": 0, "all copied": 1, "likeness of the words": 1, "last word copied": 0}
    assert {name: found[name] for name in whole} == whole
    assert (found["place in the text"], found["opposite of a word"], found["single words lost"]) == (0, 0, 0)
    assert found["moved to the front"] == 0.5


def test_nothing_is_measured_of_an_empty_text_and_an_empty_edit() -> None:
    values, place = features(edit_of_words("", ""), claim_words((), ()), frozenset())
    found = dict(zip(NAMES, values, strict=True))
    assert (place.first, place.last) == (0, -1)
    assert (found["edit copied"], found["length of the edit"], found["sentence copied"]) == (0, 0, 0)
    assert (found["words around kept"], found["place in the text"]) == (1, 0)


def test_only_the_sentence_of_a_claim_counts_for_its_being_copied() -> None:
    text = "The mill burned. The baker left the town!"
    found, _ = measured("Nobody came. The baker left the town!", text, "The baker left the town")
    assert (found["sentence copied"], found["edit copied"]) == (1, 7 / 10)
    found, _ = measured("The mill burned. Nobody came.", text, "The baker left the town")
    assert (found["sentence copied"], found["edit copied"]) == (0, 4 / 10)
    found, _ = measured("The mill burned. Rain", "The mill burned. Rain", "Rain")
    assert found["sentence copied"] == 1

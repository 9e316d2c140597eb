"""Whether an edit mentions the subject and object of a claim, in shares that can be counted out."""

from __future__ import annotations

import pytest

from nlbridge.grounding.claims.features import claim_words, region
from nlbridge.grounding.claims.same_matter import NAMES, WHOLE, edit_likeness, same_matter
from nlbridge.grounding.edit import edit_of_words
from nlbridge.language.meaning.sentences import words

TEXT = "We saw it. The tall guard opened the gate."
CLAIM = "The tall guard opened the gate"


def measured(edit: str, text: str = TEXT, told: str = CLAIM) -> tuple[float, ...]:
    start = text.index(told)
    indices = tuple(i for i, w in enumerate(words(text)) if start <= w.start and w.end <= start + len(told))
    read = edit_of_words(edit, text)
    own = indices if told else ()
    found = same_matter(read, claim_words(read.original, own), region(read.alike, own), edit_likeness(read))
    assert found[-len(WHOLE) :] == edit_likeness(read)
    assert len(found) == len(NAMES)
    return found[: -len(WHOLE)]


@pytest.mark.parametrize(
    ("edit", "expected"),
    [
        (CLAIM, (1, 1, 0, 0, 1, 4)),
        ("The tall cook opened the gate.", (1 / 2, 0, 1, 0, 1, 3)),
        ("The cook opened the gate.", (0, 0, 1, 0, 1, 2)),
        ("The guard opened the gate.", (1 / 2, 1, 0, 0, 1, 3)),
        ("The guard opened the door and left.", (1 / 2, 1, 0, 1, 1, 2)),
        ("The guard opened.", (1 / 2, 1, 0, 0, 1, 2)),
        ("He opened the gate.", (0, 0.5, 0, 0, 1, 2)),
        ("Tom slept. Then opened the gate.", (0, 0.5, 0, 0, 1, 2)),
        ("Tom saw he and then opened the gate.", (0, 0.5, 0, 0, 1, 2)),
        ("Tom who opened the gate", (0, 0.5, 0, 0, 1, 2)),
        ("Tom was not to be it opened the gate.", (0, 0.5, 0, 0, 1, 2)),
        ("The cook to be as on off opened the gate.", (0, 0, 1, 0, 1, 2)),
        ("The cook to be as on off up opened the gate.", (0, 0.5, 0, 0, 1, 2)),
        ("Guard opened to be as on off doors.", (1 / 2, 1, 0, 1, 1, 2)),
        ("Guard opened to be as on off up doors.", (1 / 2, 1, 0, 0, 1, 2)),
        ("Guard opened, doors fell.", (1 / 2, 1, 0, 0, 1, 2)),
        ("Tom slept.", (0, 0.5, 0, 0, 1, 0)),
    ],
)
def test_the_words_beside_a_predicate_are_those_of_the_claim_or_another_s(
    edit: str, expected: tuple[float, ...]
) -> None:
    for before in ["", "Ah! ", "Ah oh! ", "Ah. Oh ah! "]:
        assert measured(before + edit) == expected


def test_the_verb_before_a_predicate_is_no_noun_of_its_own() -> None:
    assert measured("The guard came and opened the gate.")[1:3] == (1, 0)


def test_a_claim_without_a_verb_has_its_last_word_for_one() -> None:
    text = "We saw it. The tall guard"
    assert measured("The tall guard.", text, "The tall guard") == (1, 1, 0, 0, 1, 2)


def test_a_claim_that_opens_with_its_verb_has_what_follows_for_a_subject() -> None:
    text = "We saw it. Opened the old gate."
    assert measured("Opened the old gate.", text, "Opened the old gate") == (1, 0.5, 0, 0, 0, 3)
    assert measured("Opened the old door.", text, "Opened the old gate") == (1 / 2, 0.5, 0, 0, 0, 2)


def test_a_claim_of_no_words_has_no_matter() -> None:
    assert measured("Tom slept.", told="") == (1, 0.5, 0, 0, 0, 0)


@pytest.mark.parametrize(
    ("text", "edit", "expected"),
    [
        ("Cooks slept.", "Cooks slept.", (1, 1, 1, 1, 1)),
        ("Cooks slept.", "Guards slept. Dogs barked!", (1 / 4, 1 / 4, 1 / 2, 1 / 2, 0)),
        ("Prices rose here today.", "Prices fell here.", (1 / 2, 1, 1 / 3, 2 / 3, 0)),
        ("Cooks slept.", "Cooks slept. Guards came.", (1 / 2, 1 / 2, 1, 1, 2)),
        ("Cooks slept.", "Cooks slept. Guards came. Dogs barked. Owls hooted.", (1 / 4, 1 / 4, 1, 1, 3)),
        ("It was so.", "It was so.", (1, 1, 1, 1, 0)),
    ],
)
def test_the_edit_as_a_whole_is_like_its_text_by_shares_of_content_words(
    text: str, edit: str, expected: tuple[float, ...]
) -> None:
    assert edit_likeness(edit_of_words(edit, text)) == pytest.approx(expected)

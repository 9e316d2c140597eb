"""Where a claim that is copied or denied stands, and what around it takes it back."""

from __future__ import annotations

import pytest

from nlbridge.grounding.edit import edit_of_words
from nlbridge.grounding.exact_claims import exact_claim, negated_in

TEXT = "The pump failed at noon, so the cellar was flooded. Nobody had locked the gate. A valve burst in the attic."


def said(text: str, told: str, edit: str) -> tuple[bool, str] | None:
    """Return whether a claim is denied, and the words of the edit on which that rests."""
    start = text.index(told)
    read = edit_of_words(edit, text)
    found = exact_claim(read, (start, start + len(told)))
    return None if found is None else (found.denied, " ".join(w.text for w in read.words[found.first : found.last + 1]))


@pytest.mark.parametrize(
    ("told", "edit", "denied"),
    [
        ("The pump failed at noon", "the pump failed at noon", False),
        ("The pump failed at noon", "the pump failed, at noon", False),
        ("The pump failed at noon", "the pump did not fail at noon", True),
        ("the cellar was flooded", "the cellar was never flooded", True),
        ("the cellar was flooded", "the cellar was not flooded", True),
        ("the cellar was flooded", "the cellar wasn't flooded", True),
        ("the cellar was flooded", "the cellar was dry", True),
        ("Nobody had locked the gate", "somebody had locked the gate", True),
        ("A valve burst in the attic", "a valve never burst in the attic", True),
        ("A valve burst in the attic", "a valve did not burst in the attic", True),
        ("A valve burst in the attic", "no valve burst in the attic", True),
    ],
)
def test_a_claim_stands_at_its_words_whatever_other_sentences_suppose(told: str, edit: str, denied: bool) -> None:
    for after in ["", ".", ", and we left.", "! If so, it fell."]:
        for before in ["", "Ah! ", "Ah, oh! ", "Ah oh ah! ", "If so, it fell. ", "He left before. "]:
            assert said(TEXT, told, before + edit + after) == (denied, edit.replace(",", " ,"))


@pytest.mark.parametrize(
    "edit",
    [
        "If so, the cellar was flooded.",
        "The cellar was flooded, if so.",
        "The cellar was flooded, and we left, and nobody came, if so",
        "They said the cellar was flooded.",
        "The dry cellar was flooded.",
        "The cellar was really flooded.",
        "The cellar was not nobody.",
        "The cellar",
        "Not the cellar was flooded.",
        "The cellar was flooded never.",
        "The cellar was flooded nearly, and we left.",
        "The cellar was flooded by rain.",
        "A cellar was dry.",
    ],
)
def test_a_claim_is_not_exact_where_its_sentence_may_take_it_back(edit: str) -> None:
    for before in ["", "Ah! ", "Ah, oh! "]:
        assert said(TEXT, "the cellar was flooded", before + edit) is None


@pytest.mark.parametrize(
    ("text", "told", "edit", "found"),
    [
        ("Ann said the hall was wet.", "the hall was wet", "Tom said the hall was wet.", True),
        ("Ann said the hall was wet.", "the hall was wet", "Tom knew the hall was wet.", False),
        ("The hall was wet today.", "The hall was wet", "The hall was wet today.", True),
        ("The hall was wet today.", "The hall was wet", "The hall was wet once more.", False),
        ("It was so that the hall was wet.", "the hall was wet", "We know that the hall was wet.", False),
        ("The hall was wet if it rained.", "The hall was wet", "If it rained, the hall was wet.", True),
        ("The hall was wet.", "The hall was wet", "If it rained, the hall was wet.", False),
        ("Girls sang.", "Girls sang", "Girls sang.", False),
        ("Girls sang loudly.", "Girls sang loudly", "Girls sang loudly.", True),
        ("Sang girls loudly.", "Sang girls loudly", "Sang girls loudly.", False),
        ("Girls that sang were let out.", "Girls that sang", "Girls that sang were let out.", False),
        ("Girls that sang were let out.", "Girls that sang were let out", "Girls that sang were let out.", True),
        ("The old dogs were let out.", "The old dogs", "The old dogs were let out.", False),
        ("He said that it was wet.", "that it was wet", "That it was wet.", False),
        ("Of us all Tom slept.", "Of us all Tom slept", "Of us all Tom slept.", False),
    ],
)
def test_a_claim_is_a_clause_of_three_words_between_the_words_of_the_text(
    text: str, told: str, edit: str, found: bool
) -> None:
    assert (said(text, told, edit) is not None) is found


@pytest.mark.parametrize("lacking", [0, 1, 2])
def test_a_denial_in_which_two_words_gave_their_place_is_none(lacking: int) -> None:
    edit = "The {} broth was {}.".format(*(("warm", "hot"), ("warm", "cold"), ("cool", "cold"))[lacking])
    found = said("The warm broth was hot.", "The warm broth was hot", edit)
    assert (None if found is None else found[0]) is (False, True, None)[lacking]


FOG = "A thick fog delayed the ferry."


@pytest.mark.parametrize(
    ("edit", "denied"),
    [
        ("there was no fog", True),
        ("there were no fog", True),
        ("there was no thick fog", True),
        ("there was a thick fog", False),
    ],
)
def test_a_noun_phrase_is_told_or_denied_by_a_sentence_of_existence(edit: str, denied: bool) -> None:
    for after in ["", ".", ", and we left."]:
        for before in ["", "Ah! ", "Ah, oh! ", "So ", "If so, it fell. "]:
            found = said(FOG, "A thick fog", before + edit + after)
            assert found == (denied, edit)


@pytest.mark.parametrize(
    ("text", "told", "edit"),
    [
        (FOG, "A thick fog", "There was fog."),
        (FOG, "A thick fog", "There is no fog."),
        (FOG, "A thick fog", "There was no fog left."),
        (FOG, "A thick fog", "There was"),
        (FOG, "A thick fog", "It was no fog."),
        (FOG, "A thick fog", "This was no fog."),
        (FOG, "A thick fog", "Nobody said there was no fog."),
        (FOG, "A thick fog", "If there was no fog, we left."),
        (FOG, "A thick fog delayed it", "There was no ferry."),
        ("Thick fog delayed it.", "Thick fog", "There was no fog."),
        ("A fog of May delayed it.", "A fog of May", "There was no May."),
    ],
)
def test_other_sentences_deny_no_noun_phrase(text: str, told: str, edit: str) -> None:
    told = told if told in text else told.removesuffix(" it")
    assert said(text, told, edit) is None


def test_a_noun_phrase_may_stand_in_a_later_sentence_of_existence() -> None:
    found = said(FOG, "A thick fog", "There was a ferry, and there was, alas, no fog.")
    assert found is None
    assert said(FOG, "A thick fog", "There was a ferry. There was no fog.") == (True, "there was no fog")
    text = "We saw a thick fog. It delayed the ferry."
    assert said(text, "a thick fog", "There was no fog.") == (True, "there was no fog")


@pytest.mark.parametrize(
    ("passage", "negated"),
    [
        ("The pump failed at noon, so the cellar was flooded.", ()),
        ("The pump did not fail at noon, so the cellar was flooded.", ("The pump failed at noon",)),
        ("The pump held at noon, so the cellar was dry.", ("The pump failed at noon", "the cellar was flooded")),
        ("Noon.", ("The pump failed at noon", "the cellar was flooded")),
        ("", ("the cellar was flooded",)),
    ],
)
def test_only_claims_that_may_stand_denied_are_negated(passage: str, negated: tuple[str, ...]) -> None:
    spans = [(0, 23), (28, 50)]
    assert [TEXT[slice(*span)] for span in spans] == ["The pump failed at noon", "the cellar was flooded"]
    assert negated_in(TEXT, spans, passage) == negated


@pytest.mark.parametrize(("kept", "negated"), [("ash oak", True), ("ash", True), ("", False)])
def test_a_claim_of_which_more_than_four_words_are_gone_is_not_looked_for(kept: str, negated: bool) -> None:
    text = "Ash oak elm fir burned."
    assert bool(negated_in(text, ((0, 22),), f"{kept} slept.")) is negated


def test_a_noun_phrase_that_a_verb_follows_is_not_looked_for() -> None:
    assert negated_in("The old pump failed at noon.", ((0, 12),), "The old pump did not fail at noon.") == ()
    assert negated_in("The old pump had failed.", ((0, 12),), "The old pump had not failed.") == ()
    assert negated_in("By the pump", ((0, 11),), "By the pump") == ()
    assert negated_in("We saw the old pump.", ((7, 19),), "We saw the old pump.") == ("the old pump",)

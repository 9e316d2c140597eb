"""Whether an edit leaves a claim open though it has its words, or tells it after all."""

from __future__ import annotations

import pytest

from nlbridge.grounding.claims.exchanged_words import recast
from nlbridge.grounding.claims.other_matter import suspended, told_alike, told_anywhere
from nlbridge.grounding.edit import edit_of_words

TEXT = "The baker burned the loaves."
CLAIM = (0, 1, 2, 3, 4)


@pytest.mark.parametrize(
    ("edit", "word"),
    [
        ("Everybody hoped that the baker did not burn the loaves.", "hoped"),
        ("She thought the baker burned the loaves.", "thought"),
        ("It seemed that the baker had burned the loaves.", "seemed"),
        ("The baker tried to burn the loaves.", "tried"),
        ("The baker wanted badly to burn the loaves.", "wanted"),
        ("If the baker burned the loaves, nobody saw it.", "if"),
        ("Nobody knew whether the baker burned the loaves.", "whether"),
        ("The baker almost burned the loaves.", "almost"),
        ("The baker was going to burn the loaves.", "going"),
        ("The baker meant it, and burned the loaves, but didn't.", "but didn't"),
        ("The baker burned the loaves in words but did not", "but did not"),
        ("Can it be that the baker did not burn the loaves?", "?"),
        ("The baker did not burn the loaves until noon.", "until"),
        ("The baker did not burn the loaves only once.", "only"),
        ("The day before, the baker did not burn the loaves.", "before"),
    ],
)
def test_words_that_suppose_hope_or_ask_leave_a_claim_open(edit: str, word: str) -> None:
    assert suspended(edit_of_words(edit, TEXT), CLAIM) == word


@pytest.mark.parametrize(
    "edit",
    [
        "The baker did not burn the loaves.",
        "The baker had to burn the loaves.",
        "The baker was able to burn the loaves.",
        "The baker had no need to think of it and did not burn the loaves.",
        "The baker never wanted to burn the loaves.",
        "They hoped for rain. The baker burned the loaves.",
        "He knew that the baker burned the loaves.",
        "Until noon it rained, and the baker did not burn the loaves.",
        "A boat came in.",
        "She thought of the baker, who burned the loaves.",
        "They rose before six and the baker burned the loaves.",
    ],
)
def test_what_asserts_or_denies_a_claim_does_not(edit: str) -> None:
    assert suspended(edit_of_words(edit, TEXT), CLAIM) is None


def test_what_the_text_hopes_the_edit_may_hope() -> None:
    text = "Eva hoped that the baker would rest. The baker burned the loaves."
    assert suspended(edit_of_words("Eva hoped that the baker burned the loaves.", text), (8, 9, 10, 11, 12)) is None


@pytest.mark.parametrize(
    ("edit", "told"),
    [
        ("The baker did not burn the loaves. In the end the baker burned the loaves after all.", True),
        ("Next door the baker burned the loaves.", True),
        ("The baker did not burn the loaves.", False),
        ("It is not true that the baker burned the loaves.", False),
        ("Nobody feared that the baker burned the loaves.", False),
        ("If the baker burned the loaves, nobody saw it.", False),
        ("Instead of a day on which the baker burned the loaves, it was a good one.", False),
        ("He failed to see that the baker burned the loaves.", False),
    ],
)
def test_the_words_of_a_claim_tell_it_wherever_they_stand(edit: str, told: bool) -> None:
    assert told_anywhere(edit_of_words(edit, TEXT), CLAIM) is told


def test_too_few_words_or_none_that_act_tell_nothing() -> None:
    assert not told_anywhere(edit_of_words("It was so. It rained.", "It rained."), (0, 1))
    assert not told_anywhere(edit_of_words("The old grey barn.", "The old grey barn."), (0, 1, 2, 3))


@pytest.mark.parametrize(
    ("text", "edit", "told"),
    [
        ("The payroll was delayed.", "The payroll was held up.", True),
        ("The payroll was delayed.", "The payroll was not held up.", False),
        ("The payroll was delayed.", "The payroll was paid on time.", False),
        ("The firm bought a lorry.", "The firm purchased a lorry.", True),
        ("The firm bought a lorry.", "The firm purchased a horse.", False),
        ("The firm bought a lorry.", "The firm sold a lorry.", False),
        ("The firm did not buy a lorry.", "The firm purchased a lorry.", False),
        ("The firm bought a lorry.", "The firm refused to purchase a lorry.", False),
        ("The firm bought a lorry.", "It rained.", False),
    ],
)
def test_a_like_word_for_each_tells_the_claim_in_other_words(text: str, edit: str, told: bool) -> None:
    found = edit_of_words(edit, text)
    assert told_alike(found, tuple(range(len(found.original) - 1))) is told


@pytest.mark.parametrize(
    ("text", "edit", "recasts"),
    [
        ("Anna taught Leon chess.", "Leon taught Anna chess.", True),
        ("The bank sued the builder.", "The builder sued the bank.", True),
        ("Peter visited his aunt.", "His aunt visited Peter.", True),
        ("The bank sued the builder.", "The bank's lawyer sued the builder.", True),
        ("The bank sued the builder.", "The builder was sued by the bank.", False),
        ("The bank sued the builder.", "It was the bank that sued the builder.", False),
        ("The bank sued the builder.", "The builder whom the bank sued left.", False),
        ("The bank sued the builder.", "The bank did not sue the builder.", False),
        ("The builder was sued.", "The bank sued the builder.", False),
        ("The bell rang.", "He rang the bell.", False),
        ("At the party he ate fish.", "He ate fish at the party.", False),
    ],
)
def test_a_subject_behind_its_verb_or_owned_by_another_recasts_a_claim(text: str, edit: str, recasts: bool) -> None:
    found = edit_of_words(edit, text)
    assert (recast(found, tuple(range(len(found.original) - 1))) is not None) is recasts

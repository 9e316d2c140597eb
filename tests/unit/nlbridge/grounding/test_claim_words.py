"""Which words of a text make a claim, with its span and without."""

from __future__ import annotations

import pytest

from nlbridge.grounding.edit import event_words
from nlbridge.language.meaning.sentences import words

TEXT = "As they were not on duty that night, the guards slept. The old gate was open, and the goats were gone."


def claimed(text: str, statement: str, span: tuple[int, int] | None = None) -> str:
    found = event_words(text, (("it", span, statement),))["it"]
    original = words(text)
    return " ".join(original[i].text for i in found)


def test_a_span_is_taken_as_it_stands():
    assert claimed(TEXT, "They slept.", (TEXT.index("the guards"), TEXT.index(". The"))) == "the guards slept"


@pytest.mark.parametrize(
    ("statement", "words_of_the_text"),
    [
        ("The guards were not on duty.", "were not on duty"),
        ("The guards slept.", "the guards slept"),
        ("The gate was open.", "gate was open"),
        ("The goats were gone.", "the goats were gone"),
    ],
)
def test_without_a_span_the_stretch_that_copies_most_is_the_claim_with_its_negators(statement, words_of_the_text):
    assert claimed(TEXT, statement) == words_of_the_text


def test_a_statement_in_other_words_is_found_by_the_words_that_are_alike():
    assert claimed("The barn burned, and nobody saw it.", "There was a burned barn.") == "barn burned"


def test_a_statement_about_nothing_in_the_text_has_no_words():
    assert claimed("The barn burned.", "Shares fell.") == ""

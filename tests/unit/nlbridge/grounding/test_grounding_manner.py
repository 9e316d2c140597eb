"""What an edit says of how a claim goes: all the same, or by another amount."""

from __future__ import annotations

import pytest

from nlbridge.grounding.claims.features import NAMES, claim_words, features
from nlbridge.grounding.edit import edit_of_words
from nlbridge.language.meaning.sentences import words


def measured(text, edit):
    original = words(text)
    indices = tuple(i for i, word in enumerate(original) if not word.mark)
    values, _ = features(edit_of_words(edit, text), claim_words(words(text), indices), frozenset())
    return dict(zip(NAMES, values, strict=True))


@pytest.mark.parametrize(
    ("text", "edit", "name"),
    [
        ("The repair took six weeks.", "The repair took eight weeks.", "its amount is another"),
        ("The repair took six weeks.", "The repair took six weeks.", "its amount is the same"),
    ],
)
def test_the_manner_of_a_claim_is_measured(text, edit, name):
    assert measured(text, edit)[name] == 1


def test_a_copied_claim_goes_in_no_other_manner():
    found = measured("The clerk signed.", "The clerk signed.")
    assert {found[name] for name in NAMES if name.startswith("its amount")} == {0}

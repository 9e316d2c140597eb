from __future__ import annotations

import pytest

from nlbridge.grounding.claims.same_matter import region
from nlbridge.grounding.connectives.arguments import joints
from nlbridge.grounding.edit import compare, edit_of_words
from nlbridge.grounding.new_content import NAMES, additions, novel_content
from nlbridge.language.meaning.word_relations import words

TEXT = "The bell of the old tower cracked in the frost, so the village woke late."
CLAIMS = ("The bell of the old tower cracked in the frost", "the village woke late")


def measured(edit, *, text=TEXT, claims=CLAIMS):
    original, passage = words(text), words(edit)
    compared = compare(original, passage)
    spans = [(text.index(claim), text.index(claim) + len(claim)) for claim in claims]
    places = [tuple(i for i, w in enumerate(original) if start <= w.start < end) for start, end in spans]
    regions = tuple(region(compared.alike, claim) for claim in places)
    return dict(zip(NAMES, novel_content(compared, regions, joints(passage)), strict=True))


def test_the_text_itself_has_nothing_that_no_claim_answers_for():
    assert set(measured(TEXT).values()) == {0.0}


@pytest.mark.parametrize(
    ("edit", "name"),
    [
        ("As her warden had wrapped it in straw, the bell did not crack.", "a reason that no claim answers for"),
        ("The bell cracked in the frost. A fox barked and ran.", "verbs that no claim answers for"),
        ("The bell cracked in the frost. There never was a fox.", "denials that no claim answers for"),
    ],
)
def test_what_the_text_takes_for_granted_shows_where_it_is_altered(edit, name):
    assert measured(edit)[name] > 0


def test_a_reason_that_is_a_claim_of_the_text_is_answered_for():
    found = measured("Because the bell of the old tower did not crack in the frost, the village woke early.")
    assert found["a reason that no claim answers for"] == 0


@pytest.mark.parametrize("reason", ["owing to thieves who had cut the wires", "thanks to a stranger who paid the bill"])
def test_a_reason_in_two_words_that_the_text_does_not_have_is_added(reason):
    assert additions(edit_of_words(f"The pump held {reason}.", "The pump failed, so the cellar flooded.")) == (
        f"{reason}.",
    )

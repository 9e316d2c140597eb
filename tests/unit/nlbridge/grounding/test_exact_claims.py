from __future__ import annotations

import pytest

from nlbridge.grounding.edit import edit_of_words
from nlbridge.grounding.exact_claims import exact_claim

TEXT = "The pump failed at noon, so the cellar was flooded. Nobody had locked the gate. A valve burst in the attic."
CLAIMS = {
    "pump": "The pump failed at noon",
    "cellar": "the cellar was flooded",
    "gate": "Nobody had locked the gate",
    "valve": "A valve burst in the attic",
}


def said(name: str, edit: str) -> bool | None:
    """Return whether a claim is denied in an edit, None where its words do not stand there."""
    at = TEXT.index(CLAIMS[name])
    found = exact_claim(edit_of_words(edit, TEXT), (at, at + len(CLAIMS[name])))
    return None if found is None else found.denied


@pytest.mark.parametrize(
    ("name", "edit", "denied"),
    [
        ("pump", "Although the pump failed at noon, the cellar stayed dry.", False),
        ("pump", "THE PUMP FAILED AT NOON; all was well.", False),
        ("pump", "The pump did not fail at noon.", True),
        ("pump", "The pump didn't fail at noon, so all was well.", True),
        ("pump", "The pump never failed at noon.", True),
        ("cellar", "As a result, the cellar was not flooded.", True),
        ("cellar", "As a result, the cellar wasn't flooded.", True),
        ("cellar", "The pump worked, but the cellar was flooded all the same.", False),
        ("gate", "Somebody had locked the gate.", True),
        ("valve", "No valve burst in the attic.", True),
    ],
)
def test_a_copied_claim_is_told_from_one_that_is_denied(name: str, edit: str, denied: bool):
    assert said(name, edit) is denied


@pytest.mark.parametrize(
    ("name", "edit"),
    [
        ("pump", "Had the pump failed at noon, all would have been lost."),
        ("pump", "If the pump failed at noon, a bell rang."),
        ("pump", "It is false that the pump failed at noon."),
        ("pump", "The pump failed at noon to move any water."),
        ("pump", "No pump failed at noon in all those years."),
        ("cellar", "Nobody knew whether the cellar was flooded."),
        ("cellar", "The cellar was flooded with light."),
        ("cellar", "The cellar was nearly flooded."),
        ("cellar", "It would have meant that the cellar was flooded."),
        ("gate", "The gate was open."),
    ],
)
def test_words_that_something_around_them_may_take_back_are_not_exact(name: str, edit: str):
    assert said(name, edit) is None


def test_a_phrase_is_no_exact_claim_since_its_verb_says_what_becomes_of_it():
    text = "A late frost killed the plums."
    assert exact_claim(edit_of_words("A late frost did not kill the plums.", text), (0, 12)) is None


def test_a_relative_clause_is_no_exact_claim_since_its_noun_may_be_denied():
    text = "A lorry came that hit the sharp bend."
    assert exact_claim(edit_of_words("No lorry came that hit the sharp bend.", text), (13, 36)) is None


@pytest.mark.parametrize(
    ("edit", "denied"),
    [
        ("So the broth was cold, and all was well.", True),
        ("The broth was hot.", False),
        ("The soup was cold.", None),
        ("The broth was cold comfort.", None),
        ("If the broth was cold, the guests left.", None),
        ("The broth was good.", None),
    ],
)
def test_one_word_that_gave_its_place_to_an_opposite_denies_a_claim(edit: str, denied: bool | None):
    found = exact_claim(edit_of_words(edit, "The broth was hot."), (0, 17))
    assert (found.denied if found else None) is denied


@pytest.mark.parametrize(
    ("edit", "denied"),
    [
        ("Because of the storm, the ferry stayed in port.", False),
        ("In spite of the storm, the ferry left.", False),
        ("There was no storm, so the ferry left.", True),
        ("The ferry left, not because of the storm.", None),
        ("Without the storm, the ferry left.", None),
        ("Because of the storm warning, the ferry stayed in port.", None),
    ],
)
def test_what_is_given_as_a_reason_or_no_hindrance_is_said_to_have_been_there(edit: str, denied: bool | None):
    found = exact_claim(edit_of_words(edit, "A storm delayed the ferry."), (0, 7))
    assert (found.denied if found else None) is denied

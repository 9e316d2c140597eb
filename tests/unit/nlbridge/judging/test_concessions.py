"""A concession before a claim that stays is judged alike in whatever words it is put."""

import pytest

import causalcore

TEXT = "Although the road was icy, the van arrived early. The driver unloaded the crates at noon."
EDIT = "The road was not icy. {}, the van arrived early. The driver unloaded the crates at noon."


@pytest.mark.parametrize(
    "words",
    [
        "Nonetheless",
        "None the less",
        "Just the same",
        "All the same",
        "Be that as it may",
        "In defiance of that",
        "In spite of which",
    ],
)
def test_a_concession_to_what_did_not_happen_is_a_wrong_connective(words):
    report = causalcore.check(text=TEXT, had="the road not been icy", edit=EDIT.format(words))
    assert report.valid is False
    assert [str(error) for error in report.errors] == ["E3"]


@pytest.mark.parametrize("words", ["So", "That was why", "In view of that"])
def test_a_reason_that_agrees_is_none(words):
    report = causalcore.check(text=TEXT, had="the road not been icy", edit=EDIT.format(words))
    assert "E3" not in [str(error) for error in report.errors]

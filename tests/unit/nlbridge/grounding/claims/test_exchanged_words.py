"""A denied claim with one of its words exchanged says nothing of the claim."""

import pytest

from causalcore import rubric
from nlbridge.grounding.claims.exchanged_words import exchanged
from nlbridge.grounding.edit import edit_of_words, what_if_lemmas

TEXT = "Maria called the plumber."
PLACES = (0, 1, 2, 3)


@pytest.mark.parametrize(
    ("edit", "words"),
    [
        ("Maria did not pay the plumber.", ("called", "pay")),
        ("Peter did not call the plumber.", ("Maria", "Peter")),
        ("Maria did not call the baker.", ("plumber", "baker")),
        ("The plumber did not call Maria.", ("Maria", "plumber")),
        ("Maria did not call the plumber.", None),
        ("Maria did not phone the plumber.", None),
        ("The plumber was not called by Maria.", None),
        ("Maria did not call either.", None),
        ("Maria paid the plumber.", None),
        ("Maria did not even think of the baker.", None),
        ("It snowed.", None),
    ],
)
def test_one_word_of_a_denial_is_another_s(edit: str, words: tuple[str, str] | None) -> None:
    assert exchanged(edit_of_words(edit, TEXT), PLACES) == words


@pytest.mark.parametrize(
    ("text", "edit", "words"),
    [
        ("The booking site was offline until six.", "The web site was not offline.", ("booking", "web")),
        ("We never saw the rock paintings.", "We saw the wall paintings.", ("rock", "wall")),
        ("The editor tore up the page on Monday.", "No clerk came for the page.", None),
    ],
)
def test_words_may_be_left_out_beside_the_one_that_is_exchanged(text: str, edit: str, words: object) -> None:
    found = edit_of_words(edit, text)
    assert exchanged(found, range(len(found.original))) == words


def test_the_words_of_the_what_if_may_stand_for_those_of_the_claim() -> None:
    edit = edit_of_words("Maria did not pay the plumber.", TEXT)
    assert exchanged(edit, PLACES, what_if_lemmas("Maria not paid the plumber")) is None


@pytest.mark.parametrize(
    ("told", "quoted"),
    [
        ("Maria did not pay the plumber", "'pay' for 'called'"),
        ("the plumber did not call Maria", "'plumber' for 'Maria'"),
    ],
)
def test_an_edit_that_denies_something_else_is_not_called_valid(told: str, quoted: str) -> None:
    asked = rubric("The valve leaked, so Maria called the plumber.", had="the valve not leaked")
    assert asked.check("The valve did not leak, so Maria did not call the plumber.").valid is True
    found = asked.check(f"The valve did not leak, so {told}.")
    assert found.valid is None
    assert any(quoted in reason for reason in found.reasons)


@pytest.mark.parametrize(
    ("text", "had", "edit"),
    [
        (
            "Doctor Hale misread the chart, so the patient fainted.",
            "Doctor Hale not misread the chart",
            "Doctor Hale did not misread the chart, so the doctor did not faint.",
        ),
        (
            "A virus infected the server, so the owner dismissed two clerks.",
            "the virus not infected the server",
            "The virus did not infect the server, so the owner should not have dismissed two clerks.",
        ),
        (
            "A pipe burst in the attic, so the freezer stopped.",
            "the pipe not burst in the attic",
            "The pipe burst, but not in the attic, so the freezer did not stop.",
        ),
    ],
)
def test_an_edit_that_tells_something_else_in_place_of_a_claim_is_not_called_valid(
    text: str, had: str, edit: str
) -> None:
    assert rubric(text, had=had).check(edit).valid is not True


@pytest.mark.parametrize(
    ("text", "had", "edit"),
    [
        (
            "The dam broke, so the cellar flooded.",
            "the dam not broken",
            "The dam did not break, so the cellar was damp but not flooded.",
        ),
        (
            "The heating failed, so the pipes froze.",
            "the heating not failed",
            "The heating did not fail. The pipes should not have frozen, and they did not.",
        ),
        (
            "It rained hard, so the match was abandoned.",
            "it not rained hard",
            "It did not rain hard, so the match went ahead.",
        ),
        (
            "The letter was lost, so the client sold his house.",
            "the letter not lost",
            "The letter was not lost, so the client retained his house.",
        ),
    ],
)
def test_what_is_told_otherwise_is_not_held_back_by_words_that_only_look_alike(text: str, had: str, edit: str) -> None:
    reasons = " ".join(rubric(text, had=had).check(edit).reasons)
    assert "leaves it open" not in reasons

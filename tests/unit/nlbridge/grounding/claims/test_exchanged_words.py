"""A denied claim with one of its words exchanged says nothing of the claim."""

import pytest

from causalcore import rubric
from nlbridge.grounding.claims.exchanged_words import exchanged, replaced
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
    ("claim", "edit", "words"),
    [
        ("The client sold his house.", "The client burned his house.", ("sold", "burned")),
        ("He missed the early bus.", "He died on the early bus.", ("missed", "died")),
        ("She lost the contract.", "She tore up the contract.", ("lost", "tore")),
        ("The exam was cancelled.", "The exam was repeated.", ("cancelled", "repeated")),
        ("He missed the early bus.", "He caught the early bus.", None),
        ("The client sold his house.", "The client kept his house.", None),
        ("The client sold his house.", "The client did not sell his house.", None),
        ("The client sold his house.", "The house stayed unsold.", None),
        ("The client sold his house.", "It rained.", None),
    ],
)
def test_another_event_may_stand_in_place_of_a_claim(claim: str, edit: str, words: tuple[str, str] | None) -> None:
    found = edit_of_words(edit, claim)
    assert replaced(found, range(len(found.original))) == words


@pytest.mark.parametrize(
    ("text", "had", "edit"),
    [
        (
            "The lawyer lost the letter, so the client sold his house.",
            "the lawyer not lost the letter",
            "The lawyer did not lose the letter, so the client burned his house.",
        ),
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

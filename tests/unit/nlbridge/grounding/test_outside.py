"""What an edit says of its own story from outside."""

from __future__ import annotations

import pytest

from nlbridge.grounding.edit import edit_of_words
from nlbridge.grounding.new_content import denied_from_outside

TEXT = "The pump failed, so the cellar flooded."
GOOD = "The pump did not fail, so the cellar did not flood."


@pytest.mark.parametrize(
    "frame",
    [
        "It is not true that the following happened. {}",
        "So a liar told us. {}",
        "{} Nobody believed it.",
        "{} At least, that was her excuse.",
        "The children pretended as follows. {}",
        "{} It was all lies.",
        "In her dream it went like this. {}",
        "{} The report was a forged one.",
        "He wished the pump had held: {}",
        "It is not so. {}",
        "It is wrong that the following happened. {}",
    ],
)
def test_a_story_that_is_denied_dreamt_or_made_up_is_told_from_outside(frame: str) -> None:
    assert denied_from_outside(edit_of_words(frame.format(GOOD), TEXT))


@pytest.mark.parametrize(
    "edit",
    [
        GOOD,
        "The ship lies in the harbour.",
        "They wished for rain.",
        "The lie of the land.",
        "It was so late that the bus had gone.",
        "It was so cold, the pipes froze.",
        "It was the wrong key.",
    ],
)
def test_a_plain_story_is_not(edit: str) -> None:
    assert denied_from_outside(edit_of_words(edit, TEXT)) is None


def test_words_of_telling_that_the_text_has_are_its_own() -> None:
    text = "The guard told a lie, and nobody believed his story."
    assert denied_from_outside(edit_of_words("Everybody believed the story of the guard.", text)) is None


@pytest.mark.parametrize(
    ("edit", "quotes", "outside"),
    [
        ("Ah, they might have left, but it rained.", ["they might have left"], "might have"),
        ("Ah, they might have left, but it rained.", ["left"], "might have"),
        ("Ah, they might have left, but it rained.", [" they"], "might have"),
        ("Ah, they might have left, but it rained.", ["Ah"], None),
        ("Ah, they might have left, but it rained.", ["Ah,"], None),
        ("Ah, they might have left, but it rained.", [", but it"], None),
        ("Ah, they might have left, but it rained.", ["but it rained"], None),
        ("Ah, they might have left, but it rained.", ["it rained", "left, but"], "might have"),
        ("Ah, they might have left, but it rained.", ["", "it snowed"], None),
        ("They might have left", ["They"], "might have"),
        ("They might have left", ["left"], "might have"),
        ("They might have left", [], None),
        ("If  only they left.", [], "if only"),
        ("They might have left. If only they had!", ["it rained"], "if only"),
    ],
)
def test_a_modal_suspends_what_is_told_in_its_own_clause(edit: str, quotes: list[str], outside: str | None) -> None:
    assert denied_from_outside(edit_of_words(edit, TEXT), quotes) == outside


def test_a_frame_of_the_text_is_its_own_and_another_is_not() -> None:
    text = "It would have failed, and nobody came."
    assert denied_from_outside(edit_of_words("It would have failed.", text)) is None
    assert denied_from_outside(edit_of_words("It would have failed, if only it held.", text)) == "if only"

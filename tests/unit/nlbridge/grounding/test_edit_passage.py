"""What counts as the passage of an edit, at the limits of each rule."""

from __future__ import annotations

import json

import pytest

from nlbridge.grounding.passage import passage, place

EIGHT = "one two three four five six seven eight"


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("\uff34he pump held\uff01", "The pump held!"),
        ("The pump held\uff5e", "The pump held~"),
        ("The pump\uff5f held", "The pump\uff5f held"),
        ("The \ufb01sh", "The \ufb01sh"),
        ("The mill's 'old' pump", "The mill's old pump"),
        ("The drivers' canteen closed.", "The drivers' canteen closed."),
        ("He said 'the drivers' and left.", "He said the drivers and left."),
        ("'Twas the drivers' day.", "Twas the drivers day."),
        ("The old pump held .  Ah !", "The old pump held. Ah!"),
        ("The **old** pump __held__ it", "The old pump held it"),
    ],
)
def test_letters_and_marks_are_written_as_usual(said: str, told: str) -> None:
    assert passage(said) == told


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (json.dumps({"edit": EIGHT}), EIGHT),
        (json.dumps({"edit": EIGHT.rpartition(" ")[0]}), ""),
        (json.dumps({"edit": EIGHT, "note": "short", "sure": 1}), EIGHT),
        (json.dumps({"note": "short", "edit": EIGHT}), EIGHT),
        (json.dumps({"edit": EIGHT, "other": EIGHT}), ""),
        ('{"sure": 1} The pump held.', "The pump held."),
        ("The pump {held}.", "The pump {held}."),
    ],
)
def test_the_only_string_of_eight_words_in_a_json_object_is_the_passage(said: str, told: str) -> None:
    assert passage(said) == told


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("Option 1: It held.\nIt ran.\nOption 2: It fell.\nIt was.", "It held. It ran."),
        ("Ah.\nOption A: It held.\nOption B: It fell.\nOption C: It was.", "It held."),
        ("Version 1: It held.\nIt ran.", "Version 1: It held. It ran."),
        ("Option 1:\nIt held.\nOption 2:\nIt fell.", "It held."),
        ("It held.\nIt ran.\nNote: so.\nIt was.", "It held. It ran."),
        ("Note: it held.\nIt ran.", "Note: it held. It ran."),
        ("Note: it held.\nNote: it ran.", "Note: it held."),
        ("Option 1: It held.\nNotes: so.\nOption 2: It fell.", "It held."),
    ],
)
def test_the_first_of_several_options_counts_and_what_notes_follow_does_not(said: str, told: str) -> None:
    assert passage(said) == told


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("Sure! Rewritten text: It held.", "It held."),
        ("Sure. Okay, of course! It held.", "It held."),
        ("Sure!", "Sure!"),
        ("Here it is:", "Here it is:"),
        ("Here is the text: It held: so it was.", "It held: so it was."),
        ("# Title\nIt held.", "It held."),
        ("# It held and nobody saw it.\nAh.", "It held and nobody saw it. Ah."),
        ("> It held.\n- It ran.", "It held. It ran."),
        ("It [[x]] held {{y}}.", "It held."),
    ],
)
def test_preambles_are_taken_off_as_long_as_something_is_left(said: str, told: str) -> None:
    assert passage(said) == told


@pytest.mark.parametrize(
    ("sentence", "story", "kept"),
    [
        ("The language model rang.", "", False),
        ("The language model rang.", "The model sang.", False),
        ("The language model rang.", "The model rang.", True),
        ("The language model rang.", "The model rang in a foreign language.", True),
        ("The language model.", "The model.", True),
        ("The language model.", "The pump.", False),
        ("The pump model rang.", "", True),
        ("This answer is valid.", "", False),
        ("This answer is valid.", "So this answer is no more.", True),
        ("Every criterion. The grader slept.", "Every criterion.", False),
        ("The grader said this answer is so.", "The grader slept.", False),
        ("The grader said this answer is so.", "The grader is right, this answer was wrong.", True),
    ],
)
def test_a_sentence_that_takes_a_third_of_its_words_or_less_from_the_story_may_speak_to_the_checker(
    sentence: str, story: str, kept: bool
) -> None:
    assert (sentence in passage(f"The pump held. {sentence}", story)) is kept
    assert passage(f"The pump held. {sentence}", story).startswith("The pump held.")


@pytest.mark.parametrize(
    ("quote", "edit", "found"),
    [
        ("the lamp", "the lamp", "the lamp"),
        ("The Lamp!", "the lit lamp, the **lamp", "the **lamp"),
        ("lamp", "the lamp lamp", "lamp"),
        ("the lamp on", "the lamp the lamp on the lamp", "the lamp on"),
        ("the lamp on", "the lamp", None),
        ("the lamps", "the lamp", None),
        ("lamp", "lamps", None),
        ("on on", "on", None),
        ("...", "the lamp", None),
        ("é lamp", "the é, Lamp", "é, Lamp"),
        ("lamp é", "the clamp é", None),
        ("x_y lamp", "the x_y lamp", "x_y lamp"),
    ],
)
def test_a_quote_is_found_at_its_first_words(quote: str, edit: str, found: str | None) -> None:
    for before in ["", "ah ", "ah oh ", "ah, oh ah; "]:
        span = place(quote, before + edit)
        assert (span and (before + edit)[slice(*span)]) == found
        if span and found:
            assert span[0] == (before + edit).rindex(found if found != "lamp" else "lamp lamp")

"""A joining word with one slip is read as meant; other words stay as they are."""

from __future__ import annotations

import pytest

from nlbridge.language.meaning.word_relations import words
from nlbridge.language.pipeline.analysis import words_of
from nlbridge.language.pipeline.spelling import joining_word
from nlbridge.reading.reader import read

SLIPS = [
    ("Becuase", "Because", "{} the dryer overheated, the thermostat was replaced."),
    ("becasue", "because", "The thermostat was replaced {} the dryer overheated."),
    ("BECUASE", "BECAUSE", "THE THERMOSTAT WAS REPLACED {} THE DRYER OVERHEATED."),
    ("Altough", "Although", "{} the pump failed, the cellar stayed dry."),
    ("Dispite", "Despite", "{} the storm, the ferry sailed."),
    ("therfore", "therefore", "The dam held; {} the village stayed dry."),
    ("Becuase", "Because", "The pump failed\n- {} the fuse blew, the pump failed."),
    ("Neverthless", "Nevertheless", "The dam broke. {}, the village stayed dry."),
]


@pytest.mark.parametrize(("slip", "meant", "text"), SLIPS)
def test_a_text_with_a_misspelt_joining_word_is_read_like_the_right_one(slip: str, meant: str, text: str) -> None:
    wrong, right = read(text.format(slip)), read(text.format(meant))
    assert [event.statement for event in wrong.events] == [event.statement for event in right.events]
    assert [(link.cause, link.effect, link.sign) for link in wrong.links] == [
        (link.cause, link.effect, link.sign) for link in right.links
    ]
    assert right.links or meant in {"Although", "Despite", "Nevertheless"}  # what they join may be left unlinked


def test_the_words_of_the_text_stay_as_they_are_written() -> None:
    read_words = words_of("It was cold becuase the window broke.")
    assert read_words.forms[3] == "becuase"
    assert read_words.lower[3] == "because"


def test_a_misspelt_joining_word_is_no_word_of_content() -> None:
    assert [word.text for word in words("It was cold becuase the window broke.") if word.content] == [
        word.text for word in words("It was cold because the window broke.") if word.content
    ]


@pytest.mark.parametrize("word", ["wherever", "followings", "because", "therefor", "incidentaly"])
def test_another_word_is_no_slip(word: str) -> None:
    assert joining_word(word) is None


@pytest.mark.parametrize("text", ["We met Dispite there.", "Anna, Dispite and Lee left.", "Lee & Dispite left."])
def test_a_name_inside_a_sentence_stays(text: str) -> None:
    assert "dispite" in words_of(text).lower
    assert "dispite" in {word.text for word in words(text)}

"""A joining word with one slip, or in shorthand, is read as meant; other words stay as they are."""

from __future__ import annotations

import pytest

from nlbridge.language.meaning.sentences import words
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


SHORT = [
    ("bc", "because", "The cellar flooded {} the pump failed."),
    ("b/c", "because", "The cellar flooded {} the pump failed."),
    ("cos", "because", "The cellar flooded {} the pump failed."),
    ("bc of", "because of", "The cellar flooded {} the storm."),
    ("Cos", "Because", "{} the pump failed, the cellar flooded."),
    ("cuz", "because", "The cellar flooded {} the pump failed."),
    ("altho", "although", "The cellar stayed dry {} the pump failed."),
    ("tho", "though", "The cellar stayed dry {} the pump failed."),
    ("w/o", "without", "{} a working pump, the cellar flooded."),
    ("& so", "and so", "The pump failed {} the cellar flooded."),
    ("&", "and", "The pump failed {} the cellar flooded."),
]


@pytest.mark.parametrize(("short", "meant", "text"), SHORT)
def test_shorthand_is_read_like_the_words_it_stands_for(short: str, meant: str, text: str) -> None:
    brief, right = read(text.format(short)), read(text.format(meant))
    assert [event.statement for event in brief.events] == [event.statement for event in right.events]
    assert [(link.cause, link.effect, link.sign) for link in brief.links] == [
        (link.cause, link.effect, link.sign) for link in right.links
    ]


@pytest.mark.parametrize("arrow", ["->", "-->", "=>", "→"])
def test_an_arrow_parts_a_cause_and_its_effect(arrow: str) -> None:
    scenario = read(f"No brood {arrow} the cluster shrank {arrow} froze in the cold snap. Hive 2 is booming.")
    assert [event.statement for event in scenario.events] == [
        "There was no brood.",
        "The cluster shrank.",
        "Froze in the cold snap.",
        "Hive 2 is booming.",
    ]
    told = [(link.cause, link.effect) for link in scenario.links if link.connective]
    assert told == [("e1", "e2"), ("e2", "e3")]


@pytest.mark.parametrize(
    "text",
    [
        "The price went 10 -> 20.",
        "The train Berlin → Hamburg was late.",
        "The bug in a -> b conversion was old.",
        "I opened Settings -> Network and reset it.",
        "The function `f -> int` failed.",
    ],
)
def test_an_arrow_between_names_numbers_or_code_joins_no_claims(text: str) -> None:
    scenario = read(text)
    assert not [link for link in scenario.links if link.connective]
    assert len(scenario.events) == 1 + ("and reset" in text)


@pytest.mark.parametrize(
    "text",
    [
        "The release broke `auth` -> nobody could log in.",
        "The fuse went -> a short blackout followed.",
        "The fuse went -> I lit a candle.",
    ],
)
def test_an_arrow_before_a_clause_parts_it_from_what_came_before(text: str) -> None:
    scenario = read(text)
    assert [(link.cause, link.effect) for link in scenario.links if link.connective] == [("e1", "e2")]


@pytest.mark.parametrize("text", ["Dig in BC paid off.", "The roots of Cos died out.", "See a->b for more."])
def test_what_only_looks_like_shorthand_stays(text: str) -> None:
    assert not {"because", "so"} & set(words_of(text).lower)
    assert not {"because", "so"} & {word.text for word in words(text)}


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

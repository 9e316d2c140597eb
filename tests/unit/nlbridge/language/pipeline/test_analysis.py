"""Past tenses that look like infinitives or other words, and hyphens that end no clause."""

from __future__ import annotations

import pytest

from nlbridge.language.pipeline.dictionary import past_tense
from nlbridge.reading.reader import read


def statements(text: str) -> list[str]:
    return [event.statement for event in read(text).events]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "The clerk misread the form, so the parcel went astray.",
            ["The clerk misread the form.", "The parcel went astray."],
        ),
        ("That cost the firm a year, so it closed.", ["That cost the firm a year.", "The firm closed."]),
        (
            "Snow lay deep on the pass, yet the postbus got through.",
            ["Snow lay deep on the pass.", "The postbus got through."],
        ),
        (
            "The sailor, who could not swim, wore a vest, so he lived.",
            ["The sailor could not swim.", "The sailor wore a vest.", "The sailor lived."],
        ),
    ],
)
def test_a_past_tense_that_looks_like_another_form_heads_its_clause(text: str, expected: list[str]):
    assert statements(text) == expected


def test_an_infinitive_after_an_auxiliary_or_a_verb_of_causing_stays_one():
    assert statements("The clerk did not misread the form. Ada let him put the stamp on it.") == [
        "The clerk did not misread the form.",
        "Ada let him put the stamp on it.",
    ]


def test_a_hyphen_inside_a_word_ends_no_clause():
    assert statements("Ida had left the door ajar, and a half-grown cat slipped in.") == [
        "Ida had left the door ajar.",
        "A half-grown cat slipped in.",
    ]


@pytest.mark.parametrize("word", ["misread", "lay", "put", "undercut", "sang"])
def test_a_past_tense_is_known_whether_or_not_it_differs_from_its_infinitive(word: str):
    assert past_tense(word)


@pytest.mark.parametrize("word", ["tell", "sing", "table"])
def test_an_infinitive_is_no_past_tense(word: str):
    assert not past_tense(word)


@pytest.mark.parametrize(
    "text",
    [
        "The baker closes at noon.",
        "The bridge gauge agrees to 2 cm.",
        "The crack dates from the move in March.",
        "The two names differ by one letter.",
        "The ice cream keeps better.",
        "All the bread in the valley tastes of it now.",
        "The bar, too, slopes.",
    ],
)
def test_a_verb_in_the_present_that_was_taken_for_a_noun_is_the_verb_of_its_sentence(text: str):
    assert statements(text) == [text]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "The baker closes at noon because he starts at two.",
            ["The baker closes at noon.", "The baker starts at two."],
        ),
        ("The queue at the sales desks was long.", ["The queue at the sales desks was long."]),
        ("The lights of the two cars met.", ["The lights of the two cars met."]),
    ],
)
def test_a_plural_noun_stays_one_beside_a_verb(text: str, expected: list[str]):
    assert statements(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Although it rained the fair was held.", ["It rained.", "The fair was held."]),
        (
            "Since the lift was broken the guests took the stairs.",
            ["The lift was broken.", "The guests took the stairs."],
        ),
        ("When the bar burned down a bank took the lot.", ["The bar burned down.", "A bank took the lot."]),
        ("Because the pump failed the cellar flooded.", ["The pump failed.", "The cellar flooded."]),
        (
            "The hut was cold, and as money was short we bought no stove.",
            ["The hut was cold.", "Money was short.", "We bought no stove."],
        ),
        ("Because of the fog the ferry was late.", ["There was fog.", "The ferry was late."]),
        (
            "The ferry was late because of the fog and we missed the train.",
            ["The ferry was late.", "There was fog.", "We missed the train."],
        ),
        ("When Vera saw the ship damaged, she wept.", ["Vera saw the ship damaged.", "Vera wept."]),
        (
            "The club was glad, since the company withdrew the fee it had raised.",
            ["The club was glad.", "The company withdrew the fee it had raised."],
        ),
        ("When Pell said the pump was broken, the crew left.", ["Pell said the pump was broken.", "The crew left."]),
    ],
)
def test_a_main_clause_follows_what_is_fronted_without_a_comma(text: str, expected: list[str]):
    assert statements(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("One guest after another left.", ["One guest after another left."]),
        ("Shortly after midnight, a porter saw the smoke.", ["Shortly after midnight, a porter saw the smoke."]),
        ("Soon after the concert, the hall burnt down.", ["There was a concert.", "The hall burnt down."]),
        ("Instead of the bus they took the train.", ["Instead of the bus they took the train."]),
    ],
)
def test_phrases_of_time_and_of_what_was_not_done_are_no_events(text: str, expected: list[str]):
    assert statements(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "The tenants read the letter, signed at once, and moved out.",
            ["The tenants read the letter.", "The tenants signed at once.", "The tenants moved out."],
        ),
        ("Her cousin in Graz keeps bees.", ["Her cousin in Graz keeps bees."]),
        ("A weasel bit through the wire.", ["A weasel bit through the wire."]),
        (
            "The local paper, however, printed the picture, and the joiner lost two orders.",
            ["The local paper printed the picture.", "The joiner lost two orders."],
        ),
        ("The stew was so good she had another bowl.", ["The stew was so good.", "She had another bowl."]),
        ("Without it, the crew could not sail.", ["Without it, the crew could not sail."]),
        (
            "The pump stopped, the cellar flooded, and a neighbour called the brigade.",
            ["The pump stopped.", "The cellar flooded.", "A neighbour called the brigade."],
        ),
        (
            "They called the firm, a company founded in May, and waited.",
            ["They called the firm, a company founded in May.", "They waited."],
        ),
        (
            "He bought a new lock and since then there have been no thefts.",
            ["He bought a new lock.", "There have been no thefts."],
        ),
        (
            "The delay has nothing to do with this fault.",
            ["There was a delay.", "The delay has nothing to do with this fault."],
        ),
        ("The fuse blew. With this, the lights went out.", ["The fuse blew.", "The lights went out."]),
    ],
)
def test_each_claim_has_its_verb_and_its_subject(text: str, expected: list[str]):
    assert statements(text) == expected


def test_a_participle_that_only_describes_stays_one():
    assert statements("The tenants, annoyed by the letter, moved out.") == [
        "The tenants were annoyed by the letter.",
        "The tenants moved out.",
    ]

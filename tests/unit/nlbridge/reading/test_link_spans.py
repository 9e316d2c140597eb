"""Each link that words signal knows where these words stand."""

from __future__ import annotations

import re

import pytest

from nlbridge.errors import UnreadableTextError
from nlbridge.language.lexicon.connectives import inventory
from nlbridge.reading.reader import read

MARK = re.compile(r"\[[CE]:([^\]]*)\]")
EXAMPLES = sorted({MARK.sub(r"\1", signal.example) for signal in inventory() if signal.example})


def signalled(text: str) -> list[tuple[str, str]]:
    try:
        scenario = read(text)
    except UnreadableTextError:
        return []
    return [
        (link.connective, text[slice(*link.span)] if link.span else "") for link in scenario.links if link.connective
    ]


@pytest.mark.slow
def test_the_words_at_the_span_are_the_connective_over_the_whole_inventory() -> None:
    found = [pair for text in EXAMPLES for pair in signalled(text)]
    assert len(found) > 100
    for connective, words in found:
        first, _, rest = connective.partition(" ... ")
        said = " ".join(words.lower().split())
        if connective == "with":
            assert len(said.split()) == 1
        elif rest:
            assert said.startswith((first, "such")), (connective, words)
        else:
            assert said == connective


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("The oven died. As a result, we ate out.", "As a result"),
        ("The box was so heavy that the porter dropped it.", "so heavy that"),
        ("Her bus, therefore, was late because the road was closed.", "because"),
    ],
)
def test_a_signal_is_quoted_as_the_text_has_it(text: str, words: str) -> None:
    assert words in {said for _, said in signalled(text)}


def test_a_link_that_no_word_signals_has_no_span() -> None:
    (link,) = read("The kettle boiled dry. The base melted.").links
    assert link.connective is None
    assert link.span is None

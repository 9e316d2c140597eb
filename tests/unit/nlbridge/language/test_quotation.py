"""Quotes that a model writes in another form of the same characters are found; other words are not."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from nlbridge.language.quotation import places, standing


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("the café closed", "Then the cafe\u0301 closed early."),
        ("the cafe\u0301 closed", "Then the café closed early."),
        ("서울", unicodedata.normalize("NFD", "It was in 서울 then.")),
        ('she said "no"', "Then she said „no” twice."),
        ('she said "no"', "Then she said «no» twice."),
        ("the ship's bell", "They rang the ship\u2032s bell."),
        ("the ship`s bell", "They rang the ship’s bell."),
    ],
)
def test_a_quote_is_found_in_whatever_form_its_characters_are(quote, text):
    ((start, end),) = places(quote, text)
    assert unicodedata.normalize("NFC", text[start:end])[0] == unicodedata.normalize("NFC", quote)[0]
    assert standing(quote, text) in text[start:end]
    assert standing(quote, text)


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("the cafe closed", "Then the cafe\u0301 closed."),
        ("caf", "The cafe\u0301 closed."),
        ("he said no", "He said no."),
    ],
)
def test_another_letter_is_another_word(quote, text):
    assert places(quote, text) == ()


def whole_pieces(quote: str, text: str) -> list[tuple[int, int]]:
    """Compare every stretch between spaces with the quote, in normal form C; of two that overlap, the first counts."""
    ends = [k for k, character in enumerate(text) if character == " "] + [len(text)]
    starts = [0] + [end + 1 for end in ends[:-1]]
    wanted = unicodedata.normalize("NFC", quote)
    found: list[tuple[int, int]] = []
    for a, b in ((a, b) for a in starts for b in ends if a < b):
        if unicodedata.normalize("NFC", text[a:b]) == wanted and (not found or found[-1][1] <= a):
            found.append((a, b))
    return found


words = st.text(st.sampled_from("aeo\u0301\u0308\u0323bcéö가"), max_size=4).map("x{}".format)


@given(st.lists(words, min_size=1, max_size=6), st.lists(words, min_size=1, max_size=2))
@example(["x\u0301", "x\u0301", "x"], ["x\u0301", "x"])
def test_what_is_found_is_what_comparing_every_stretch_finds(said, quoted):
    text, quote = " ".join(said), " ".join(quoted)
    for words_of_model in (quote, said[0], " ".join(said[:2])):
        for form in ("NFC", "NFD"):
            given_words = unicodedata.normalize(form, words_of_model)
            assert list(places(given_words, text)) == whole_pieces(words_of_model, text)

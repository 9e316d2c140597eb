"""Sentences in capitals, as the tagger reads them: `THE PUMP DIDN'T START` as `The pump didn't start`."""

from __future__ import annotations

import re
from typing import Final

from nlbridge.language.lexicon import word_class
from nlbridge.language.pipeline.dictionary import entry
from nlbridge.language.pipeline.spelling import joining_word

FEWEST: Final = 4
"""Fewest words of a sentence in capitals; fewer are a title, a code or a cry."""
SENTENCE: Final = re.compile(r"[^.!?\n]+")
WORD: Final = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*(?![\w])")
DENIALS: Final = tuple(word_class("not_forms"))
LONGEST_SHORT_NAME: Final = 3
"""Most letters of an unknown word that stays an abbreviation: `HR`."""


def in_small_letters(text: str) -> str:
    """Return a text of the same length with its sentences in capitals in small letters, names with their first capital.

    An unknown word of more than three letters counts as a name, also if it is an abbreviation: `Nato`.

    Examples
    --------
    >>> in_small_letters("THE VALVE DIDN'T OPEN NEAR LEEDS. The A14 was shut.")
    "The valve didn't open near Leeds. The A14 was shut."
    >>> in_small_letters("NATO met. The BBC said so.")
    'NATO met. The BBC said so.'
    """
    return SENTENCE.sub(lambda match: _small(match, text), text)


def _small(match: re.Match[str], text: str) -> str:
    sentence = match.group()
    words = WORD.findall(sentence)
    if len(words) < FEWEST or sentence != sentence.upper() or len(sentence.lower()) != len(sentence):
        return sentence
    small = WORD.sub(lambda word: _small_word(word.group()), sentence)
    before = text[: match.start()].rstrip()[-1:]
    if before and before not in ".!?…":
        return small
    first = next(i for i, character in enumerate(small) if character.isalnum())
    return small[:first] + small[first].upper() + small[first + 1 :]


def _small_word(word: str) -> str:
    """Return a word in small letters; a name keeps its capital, an abbreviation all of them."""
    small = word.lower()
    stem = re.split("['’]", small)[0]
    if stem == "i":
        return f"I{small[1:]}"
    if stem in word_class("english_words") or entry(stem) or joining_word(stem) or small.endswith(DENIALS):
        return small
    name = stem.title() if len(stem) > LONGEST_SHORT_NAME else word[: len(stem)]
    return f"{name}{small[len(stem) :]}"

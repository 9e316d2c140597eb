"""What a letter says before a fact that it reports: `Please note that`, `I am sorry to tell you that`."""

from __future__ import annotations

from collections.abc import Iterator

from nlbridge.language.lexicon import word_class
from nlbridge.language.lexicon.classes import opens
from nlbridge.language.pipeline.words import INVARIANT, STOPS, Words
from nlbridge.reading.accounts.moods import in_past


def announcements(words: Words) -> Iterator[tuple[int, int]]:
    """Yield the words [low, high) that announce a fact, up to its `that`; a rule or a wish after them is no fact."""
    for low, high in words.sentences:
        start = _start(words, low, high)
        fact = start + _length(words.lower[start:high]) + 1
        if start < fact - 1 < high - 1 and words.lower[fact - 1] == "that" and _states(words, fact, high):
            yield start, fact


def _start(words: Words, low: int, high: int) -> int:
    """Return the first word of a sentence after its marks and words such as `unfortunately`."""
    openers = word_class("line_openers", "evaluative_adverbs")
    while low < high - 1 and (words.lower[low] in openers or words.forms[low] in STOPS):
        low += 1
    return low


def _length(sentence: tuple[str, ...]) -> int:
    """Return how many words announce a fact at the start of a sentence, without `that`; 0 if none do."""
    leading = opens(sentence, "announcing")
    telling = opens(sentence[leading:], "telling") if leading else 0
    return leading + telling if telling else opens(sentence, "announcement")


def _states(words: Words, low: int, high: int) -> bool:
    """Whether a clause about the past follows, and no condition."""
    verb = words.clause_verb(low, high)
    if verb is None or words.lower[low] in word_class("supposition_openers") or not words.nominal_before(low, verb):
        return False
    return in_past(words, low, high) or words.lower[verb] in INVARIANT

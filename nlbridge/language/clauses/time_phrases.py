"""Times without a preposition at the head of a clause: `one March evening`, `those three days`, `two years later`."""

from __future__ import annotations

from typing import Final

from nlbridge.language.lexicon import word_class
from nlbridge.language.pipeline.words import Words

WITHIN: Final = frozenset({"DT", "CD", "JJ", "JJR", "NN", "NNS", "NNP", "VBG", "PDT", "POS"})
"""Tags of the words of a time."""
OPENING: Final = frozenset({"DT", "CD", "PDT", "JJ", "RB"})
TEMPORAL: Final = word_class("temporal_adjectives")
"""Adjectives that only say which time or how much of it; `a dry summer` states something of its own."""
LATER: Final = word_class("later_adverbs")
SUBJECT: Final = frozenset({"DT", "PRP", "PRP$", "EX", "PDT"})
"""Tags that begin a noun phrase and cannot go on with one."""
NOMINAL: Final = frozenset({"NN", "NNS", "NNP", "NNPS", "JJ", "CD", "VBG", "VBN", "RB"})


def time_end(words: Words, low: int, high: int) -> int | None:
    """Return where a time without a preposition ends that begins at `low`, if a subject follows it.

    `one Sunday in May a boy fell`: a second time may hang on the first. In `the winter storm broke` the time only
    describes the subject, as the parse says.
    """
    first = low + 1 if words.lower[low] in word_class("late_early") and low + 1 < high else low
    if words.tags[first] not in OPENING:
        return None
    end = _phrase(words, first, high)
    while end is not None and end + 1 < high and words.lower[end] in word_class("after_time_prepositions"):
        further = _phrase(words, end + 1, high)
        if further is None:
            break
        end = further
    if end is None or end >= high:
        return None
    if words.lower[end] in LATER and end + 1 < high:
        end += 1
    return end if _subject_follows(words, end, high) else None


def _phrase(words: Words, low: int, high: int) -> int | None:
    """Return where the words of one time end, the last of them a time."""
    last = None
    for i in range(low, min(low + 5, high)):
        described = words.tags[i] in {"JJ", "JJR", "VBG"} and words.lower[i] not in TEMPORAL
        if described or words.tags[i] not in WITHIN or (i > low and words.tags[i] in SUBJECT):
            break
        if words.is_a(i, "times") or _year(words, i):
            last = i
    return None if last is None else last + 1


def _year(words: Words, i: int) -> bool:
    return words.tags[i] == "CD" and words.lower[i].isdigit() and len(words.lower[i]) == 4


def _subject_follows(words: Words, end: int, high: int) -> bool:
    if words.tags[end] in SUBJECT:
        return words.lower[end] not in word_class("demonstratives") or end + 1 < high
    adverbial = words.relations[end - 1].startswith(("obl", "advmod"))
    return adverbial and words.tags[end] in NOMINAL

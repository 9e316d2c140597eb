"""Sentences that end with an abbreviation: `The alarm rang at 3 p.m. The guard ran out`.

The tokenizer makes the full stop part of the abbreviation, so none is left to end the sentence.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from nlbridge.language.lexicon import word_class
from nlbridge.language.pipeline.words import ENDS, FINITE, Words

WITHIN_TIME: Final = frozenset({"CD", "IN", "RB", "DT", ":"})
"""Tags of the words before `p.m.` in its phrase: `at about 3`."""
BEGINNING: Final = frozenset({"DT", "PDT", "PRP", "PRP$", "EX", "IN", "RB", "WRB", "WP", "CC"})
"""Tags of words that are capitalized only at the start of a sentence."""
NAMES: Final = frozenset({"NNP", "NNPS", "NNS", "NN"})


def abbreviation_ends(words: Words) -> Iterator[int]:
    """Yield the offsets at which an abbreviation ends a sentence.

    Examples
    --------
    >>> from nlbridge.language.pipeline.analysis import words_of
    >>> [list(abbreviation_ends(words_of(text))) for text in ("We rang at 3 p.m. He ran.", "The 3 p.m. train ran.")]
    [[17], []]
    """
    low = 0
    for i, form in enumerate(words.forms[:-1]):
        if form in ENDS:
            low = i + 1
        elif len(form) > 1 and form.endswith(".") and _ends(words, low, i):
            yield words.ends[i]
            low = i + 1


def _ends(words: Words, low: int, i: int) -> bool:
    """Whether the abbreviation at word `i` ends the sentence that begins at `low`: both sides have a verb."""
    after = i + 1
    if words.ends[i] == words.starts[after] or not words.forms[after][:1].isupper():
        return False
    if words.lower[i] in word_class("abbreviations_before_words"):
        return False
    high = next((k for k in range(after, len(words.forms)) if words.forms[k] in ENDS), len(words.forms))
    if words.clause_verb(low, i) is None or words.clause_verb(after, high) is None:
        return False
    clock = words.lower[i] in word_class("clock_abbreviations")
    if clock and _is_fronted(words, low, i):
        return False
    if words.tags[after] in BEGINNING:
        return True
    named = clock or words.lower[i] in word_class("company_abbreviations")
    return named and words.lower[low] not in word_class("fronting_words") and _acts(words, after)


def _is_fronted(words: Words, low: int, i: int) -> bool:
    """Whether a time opens a clause and so ends no sentence: `..., and at 3 p.m. Eva left`."""
    at = i - 1
    while at > low and words.tags[at] in WITHIN_TIME and words.lower[at] not in word_class("inner_conjunctions"):
        at -= 1
    return at == low or words.forms[at] == "," or words.tags[at] == "CC" or words.is_a(at, "inner_conjunctions")


def _acts(words: Words, low: int) -> bool:
    """Whether a name, not a time (`3 p.m. Monday`), begins at `low`, followed by its verb."""
    verb = low
    while verb < len(words.tags) and words.tags[verb] in NAMES:
        verb += 1
    named = verb > low and verb < len(words.tags) and not any(words.is_a(k, "times") for k in range(low, verb))
    return named and words.tags[verb] in FINITE

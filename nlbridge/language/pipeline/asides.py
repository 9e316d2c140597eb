"""Repairs of verb tags in and behind asides: `the fish, delivered late, was cold`, `the clerk, who was ill, left`."""

from __future__ import annotations

from collections.abc import Iterator

from nlbridge.language.pipeline.dictionary import has_form, past_tense, unprefixed
from nlbridge.language.pipeline.words import RELATIVES, Words, sentences

Repairs = Iterator[tuple[int, str, str]]
"""Positions of words to change, each with its new tag and relation."""


def in_asides(words: Words) -> Repairs:
    """Tag a past tense between commas as a participle: `the fish, delivered that morning, was fresh`."""
    for low, high in sentences(words):
        for i in range(low + 2, high - 3):
            if words.tags[i] != "VBD" or words.forms[i - 1] != "," or words.clause_verb(low, i - 1) is not None:
                continue
            end = words.next_stop(i, high)
            closed = end + 1 < high and words.forms[end] == "," and words.finite(words.skip_adverbs(end + 1, high - 1))
            if closed and has_form(unprefixed(words.lower[i]), "VBN"):
                yield i, "VBN", words.relations[i]


def behind_relatives(words: Words) -> Repairs:
    """Make a participle behind a relative clause the verb that is missing: `the clerk, who was ill, resigned`."""
    for low, high in sentences(words):
        commas = [i for i in range(low + 1, high - 1) if words.forms[i] == ","]
        opening = next((i for i in commas if words.lower[i + 1] in RELATIVES), high)
        closing = next((i for i in commas if i > opening and words.clause_verb(opening + 2, i) is not None), high)
        verb = words.skip_adverbs(closing + 1, high - 1)
        if closing == high or words.tags[verb] != "VBN" or not past_tense(words.lower[verb]):
            continue
        if words.clause_verb(low, opening) is None and words.clause_verb(closing + 1, high) is None:
            yield verb, "VBD", "root"

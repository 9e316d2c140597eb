"""Clauses whose auxiliary precedes their subject: `no sooner had the bus left than ...`, `nor did the phone ring`.

A negative or limiting opener turns its own clause (`hardly had she sat down when ...`) or the main clause behind it
(`not until the doctor came did the fever fall`).
"""

from __future__ import annotations

from typing import Final

from nlbridge.language.lexicon import word_class, word_phrases
from nlbridge.language.pipeline.words import AUXILIARIES, ENDS, SUBJECTS, Words

TURNING: Final = frozenset(word_phrases("turning_openers"))
"""Signals that turn their own clause; a `than` or `when` ends it."""
NONFINITE: Final = frozenset({"VB", "VBN", "VBG", "VBD", "VBP"})


def inversion(words: Words, i: int, high: int) -> int | None:
    """Return where the predicate of an inverted clause begins, if one begins with the auxiliary at word `i`.

    Between the two stands its subject: `did the phone ring`.
    """
    subject = i + 1
    if words.lower[i] not in AUXILIARIES or subject + 1 >= high or words.tags[subject] not in SUBJECTS:
        return None
    if words.tags[subject] == "PRP" and words.lower[subject] not in word_class("subject_pronouns"):
        return None
    verb = _predicate(words, i, high)
    if verb is None:
        return None
    end = words.before_adverbs(verb) + 1
    return end if words.nominal_before(subject, end) else None


def _predicate(words: Words, i: int, high: int) -> int | None:
    """Return the verb that the auxiliary at `i` governs, or an adjective behind a form of `be`."""
    stop = words.next_stop(i, high - (words.forms[high - 1] in ENDS))
    behind = range(i + 2, stop)
    verb = next((j for j in behind if words.tags[j] in NONFINITE and not _describes(words, j)), None)
    if verb is None and words.lemmas[i] == "be":
        return next((j for j in behind if words.tags[j] == "JJ" and words.tags[j - 1].startswith(("NN", "PRP"))), None)
    if verb is None and words.lower[i] in word_class("do_forms") and words.tags[i - 1] != "CC":
        return stop - 1 if words.tags[stop - 2 : stop] == ("NN", "NN") else None  # `did the fever fall`
    return verb


def _describes(words: Words, j: int) -> bool:
    """Whether a participle stands before its noun: `a broken pump`."""
    return words.tags[j + 1 : j + 2] in {("NN",), ("NNS",)} and words.tags[j - 1] in {"DT", "PRP$", "JJ"}

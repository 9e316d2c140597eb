"""What a story says would have been: `without the pump the hold would have flooded`.

Such a sentence tells two facts: that what follows `without` was there, and that what `would have` been was not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from nlbridge.language.clauses.clause import Clause
from nlbridge.language.lexicon import word_class, word_phrases
from nlbridge.language.pipeline.words import STOPS, Words

UNREAL: Final = word_class("unreal_modals")
DENIALS: Final = word_class("denying_adverbs")
CONDITIONS: Final = frozenset(word_phrases("unreal_conditions"))
"""Signals whose effect is told by its contrary; they signal nothing where no `would have` goes with them."""
REACH: Final = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class UnrealVerb:
    """`would never have sunk`: where the group begins, its participle, and whether it is denied."""

    modal: int
    participle: int
    denied: bool


def unreal_verb(words: Words, low: int, high: int) -> UnrealVerb | None:
    """Return the first verb group of a stretch that says what would have been."""
    for i in range(low, high):
        if words.lower[i] not in UNREAL:
            continue
        have = next((j for j in range(i + 1, min(i + REACH, high)) if words.lower[j] in word_class("bare_have")), None)
        if have is None or any(words.forms[j] in STOPS for j in range(i, have)):
            continue
        participle = have + 1
        while participle < high and words.tags[participle] in {"RB", "RBR"}:
            participle += 1
        if participle < high and words.tags[participle] in {"VBN", "VBD", "JJ"}:
            denied = any(words.lower[j] in DENIALS for j in range(i, participle))
            return UnrealVerb(modal=i, participle=participle, denied=denied)
    return None


def supposed(words: Words, i: int, low: int, high: int) -> bool:
    """Whether a condition at word `i` of the sentence [low, high) has a `would have` to go with it."""
    evenly = i > low and words.lower[i - 1] in word_class("even_not")
    return not evenly and unreal_verb(words, low, high) is not None


def conditioned(words: Words, clauses: Sequence[Clause], k: int) -> UnrealVerb | None:
    """Return the unreal verb of clause `k` where its sentence says but for what it would have been."""
    clause = clauses[k]
    beside = [c for c in clauses if c.sentence == clause.sentence]
    if not any(signal.words in CONDITIONS for c in beside for signal in c.signals):
        return None
    return unreal_verb(words, clause.low, clause.high)

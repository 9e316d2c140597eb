"""One thing more of which the same is said: `as did the sheep`, `and so was the barn`, `nor had the boy`."""

from __future__ import annotations

from typing import Final

from nlbridge.language.lexicon import word_class
from nlbridge.language.pipeline.words import Words

LIKEWISE: Final = word_class("likewise_words")
AUXILIARIES: Final = word_class("inverting_auxiliaries")
NAMING: Final = ("NN", "PRP", "CD")
SUBJECTS: Final = frozenset({"DT", "PRP", "PRP$", "NN", "NNS", "NNP", "NNPS", "JJ", "CD", "PDT"})


def inverted(words: Words, low: int, high: int) -> int | None:
    """Return the auxiliary of a stretch that is nothing but `as did` and its subject.

    A second verb makes it something else: `so was he told`, `as was agreed`.
    """
    i = low + (words.lower[low] in LIKEWISE)
    if i == low or i + 1 >= high or words.lower[i] not in AUXILIARIES or words.tags[i + 1] not in SUBJECTS:
        return None
    named = any(words.tags[j].startswith(NAMING) for j in range(i + 1, high))
    pronoun = words.tags[i + 1] == "PRP" and i + 2 < high
    verbs = any(words.tags[j] in {"VB", "VBD", "VBZ", "VBP", "VBN", "MD"} for j in range(i + 1, high))
    return i if named and not verbs and not pronoun else None

"""The form of a finite verb: which tense it shows, and whether it takes its distance from reality."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from nlbridge.language.lexicon import word_class
from nlbridge.language.pipeline.words import ENDS, RELATIVES, STOPS

if TYPE_CHECKING:
    from nlbridge.language.pipeline.words import Words

REMOTE: Final = word_class("unreal_modals")
"""Modals that carry a consequence on under a supposition (modal subordination, Roberts 1989)."""

BETWEEN: Final = frozenset({"RB", "RBR", "RBS", "PRP", "EX", "NN", "NNS", "NNP", "NNPS", "DT", "JJ"})
"""What may stand between an auxiliary and its verb, the subject of an inversion included."""


@dataclass(frozen=True, slots=True, kw_only=True)
class VerbForm:
    """What the first word of a verb group, and the word after it, show.

    Parameters
    ----------
    word
        The finite word, in lower case.
    remote
        `would`, `might` or `could`.
    past
        A past tense, `were` included.
    perfect
        `had` with a participle: the past of a past, or of a supposition.
    """

    word: str
    remote: bool
    past: bool
    perfect: bool


def verb_form(words: Words, i: int) -> VerbForm:
    """Return the form of the finite verb at position `i`."""
    word = words.lower[i]
    had = word in word_class("had_or_d") and _participle_ahead(words, i)
    return VerbForm(
        word=word,
        remote=word in REMOTE and not had,
        past=had or words.tags[i] in {"VBD", "VBN"} or word in word_class("past_not_participle"),
        perfect=had,
    )


def _participle_ahead(words: Words, i: int) -> bool:
    """Whether a participle follows with nothing but adverbs, or an inverted subject, in between."""
    for j in range(i + 1, min(i + 7, len(words.tags))):
        if words.tags[j] in {"VBN", "VBD"} or words.lower[j] in word_class("been_had"):
            return True
        if words.tags[j] not in BETWEEN:
            return False
        if words.tags[j] not in {"RB", "RBR", "RBS"} and not _inverted(words, i):
            return False
    return False


def _inverted(words: Words, i: int) -> bool:
    """Whether the verb at `i` opens its clause."""
    return i == 0 or words.forms[i - 1] in STOPS | ENDS


def finite_verbs(words: Words, low: int, high: int) -> tuple[int, ...]:
    """Return the positions of the finite verbs of a range that stand outside relative clauses, auxiliaries for all."""
    found: list[int] = []
    start = low
    while (i := words.clause_verb(start, high)) is not None:
        found.append(i)
        start = _after_group(words, i, high)
    return tuple(found)


def _after_group(words: Words, i: int, high: int) -> int:
    """Return the position behind the verb group that begins at `i`."""
    j = i + 1
    while j < high and words.tags[j] in {"RB", "VB", "VBN", "VBG"} and words.lower[j] not in RELATIVES:
        j += 1
    return j

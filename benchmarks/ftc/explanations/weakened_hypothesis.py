"""A hypothesis without what does not follow: `a cook in a red cap sings` without `red`, or without `in a red cap`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from benchmarks.ftc.explanations.clause_structure import Kind, clause, content, shares_word
from benchmarks.ftc.explanations.tagged_text import Tagged, concatenated, word
from nlbridge.language.forms.inflection import article
from nlbridge.language.lexicon import word_class

ADJUNCT_TAGS: Final = frozenset({"IN", "TO"})
PHRASE_TAGS: Final = frozenset(
    {"DT", "PRP$", "CD", "JJ", "JJR", "JJS", "NN", "NNS", "NNP", "POS", "HYPH", "VB", "VBG", "RB"}
)
GENERIC: Final = word_class("kept_subjects")


def without(hypothesis: Tagged, phrase: Tagged) -> Tagged | None:
    """Leave out of a hypothesis the modifier or adjunct that a phrase mentions; None if it is more than that.

    Examples
    --------
    >>> from benchmarks.ftc.explanations.tagged_text import tag
    >>> whole, colour, place, verb = tag(["An old cook is singing in a hall.", "old", "he is in a hall", "singing"])
    >>> without(whole, colour).text(), without(whole, place).text(), without(whole, verb)
    ('A cook is singing in a hall', 'An old cook is singing', None)
    """
    target = clause(hypothesis)
    words = target.words
    spoken = _spoken_of(words, phrase)
    if not spoken or target.main in spoken:
        return None
    if all(_attributive(words, i) for i in spoken):
        return _repaired(words, spoken)
    low = _adjunct(words, spoken, target.main)
    if low is None:
        return None
    high = spoken[-1] + 1
    return _repaired(words, range(low, high))


def _spoken_of(words: Tagged, phrase: Tagged) -> tuple[int, ...]:
    """Return the positions of what a phrase says of its subject."""
    cut = clause(phrase)
    said = cut.predicate if cut.kind is Kind.CLAUSE and len(cut.predicate) else cut.words
    return tuple(
        i
        for i in content(words)
        if words.lower[i] not in GENERIC and words.tags[i] != "IN" and shares_word(words, i, said)
    )


def _attributive(words: Tagged, i: int) -> bool:
    adjective = words.tags[i].startswith(("JJ", "VBN", "CD")) or (
        words.is_noun(i) and words.tags[i + 1 : i + 2] == ("NN",)
    )
    return adjective and i + 1 < len(words) and any(words.is_noun(k) for k in range(i + 1, min(len(words), i + 3)))


def _adjunct(words: Tagged, spoken: Sequence[int], main: int) -> int | None:
    """Return where the prepositional phrase or infinitive that holds the words begins, if it is no complement."""
    low = spoken[0]
    while low > main + 1 and words.tags[low] in PHRASE_TAGS and words.tags[low - 1] in PHRASE_TAGS:
        low -= 1
    if words.tags[low] not in ADJUNCT_TAGS and low > 0 and words.tags[low - 1] in ADJUNCT_TAGS:
        low -= 1
    complement = words.tags[low] == "TO" and low == main + 1  # `about to leave`, `trying to sing`
    if low <= main or complement or words.tags[low] not in ADJUNCT_TAGS or words.lower[low] == "of":
        return None
    contiguous = all(words.tags[k] not in {"VBZ", "VBP", "VBD", "MD"} for k in range(low, spoken[-1] + 1))
    return low if contiguous else None


def _repaired(words: Tagged, gone: Sequence[int]) -> Tagged:
    """Leave words out, and adapt an article to the word that now follows it."""
    left = [i for i in range(len(words)) if i not in set(gone)]
    rest = concatenated(*(words.part(i, i + 1) for i in left))
    for i in range(len(rest) - 1):
        if rest.lower[i] in word_class("indefinite_articles"):
            form = article(rest.lower[i + 1])
            put = word(form.capitalize() if rest.forms[i][0].isupper() else form, "DT")
            rest = concatenated(rest.part(0, i), put, rest.part(i + 1, len(rest)))
    return rest

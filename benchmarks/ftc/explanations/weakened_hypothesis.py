"""A hypothesis without the part that does not follow: `a cook in a red cap sings` without `red` or `in a red cap`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from benchmarks.ftc.explanations.clause_structure import (
    DETERMINER_TAGS,
    Clause,
    Kind,
    clause,
    content,
    head_noun,
    is_plural,
    refers_to_person,
    shares_word,
)
from benchmarks.ftc.explanations.tagged_text import AUXILIARIES, FINITE_TAGS, Tagged, concatenated, word
from nlbridge.language.lexicon import word_class
from nlbridge.language.pipeline.dictionary import article

ADJUNCT_TAGS: Final = frozenset({"IN", "TO"})
PHRASE_TAGS: Final = frozenset(
    {"DT", "PRP$", "CD", "JJ", "JJR", "JJS", "NN", "NNS", "NNP", "POS", "HYPH", "VB", "VBG", "RB"}
)
GENERIC: Final = word_class("kept_subjects")


def without(hypothesis: Tagged, phrase: Tagged, premise: Tagged | None = None) -> Tagged | None:
    """Remove the modifier, adjunct or further clause that a phrase mentions; return None if it mentions more.

    Parameters
    ----------
    premise
        Words that the premise contains stay, even if the phrase mentions them.

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
    if premise is not None:
        spoken = tuple(i for i in spoken if not shares_word(words, i, premise)) or spoken
    if not spoken or target.main in spoken:
        return None
    if all(_attributive(words, i) for i in spoken):
        return _repaired(words, spoken)
    if spoken[-1] < target.verb and premise is not None:
        return _renamed(target, spoken, phrase, premise)
    low = _adjunct(words, spoken, target.main)
    if low is not None:
        return _repaired(words, range(low, spoken[-1] + 1))
    low = _further(words, spoken, target.main)
    if low is None or (premise is not None and any(shares_word(words, i, premise) for i in content(words) if i >= low)):
        return None
    return _repaired(words, range(low, len(words)))


def _renamed(target: Clause, spoken: Sequence[int], phrase: Tagged, premise: Tagged) -> Tagged | None:
    """Rename a subject as in the premise, if the phrase only says what it is: `two sisters` are two women."""
    words, said, told = target.words, clause(phrase), clause(premise).subject_words
    named = said.predicate if said.kind is Kind.CLAUSE else said.words
    head, noun = head_noun(words, *target.subject), head_noun(named, 0, len(named))
    new = head_noun(told, 0, len(told))
    if head is None or noun is None or new is None:
        return None
    if head not in spoken or not target.finite or not refers_to_person(told):
        return None
    same = shares_word(named, noun, words.part(head, head + 1)) and told.lower[new] != words.lower[head]
    if not same or any(named.is_verb(i) for i in range(len(named))) or words.lower[head] in word_class("share_nouns"):
        return None
    numbers = is_plural(words, *target.subject), is_plural(told, 0, len(told))
    if len(set(numbers)) > 1 or "CC" in words.tags[slice(*target.subject)]:
        return None
    first = next((i for i in range(head) if words.tags[i] not in DETERMINER_TAGS | {"CD"}), head)
    own = told.part(0, 1) if words.tags[head] in {"NNP", "NNPS"} and told.tags[0] == "DT" else words.part(0, first)
    return _repaired(concatenated(own, told.part(new, new + 1), words.part(head + 1, len(words))), ())


def _further(words: Tagged, spoken: Sequence[int], main: int) -> int | None:
    """Return the start of the further predicate, subordinate clause or participle that contains all words."""
    if words.tags[0] == "IN":
        return None  # a fronted clause has its own verb
    low = next((i for i in range(spoken[0], main, -1) if _opens(words, i, spoken[0])), None)
    return None if low == main + 1 and not words.is_verb(main) else low


def _opens(words: Tagged, i: int, first: int) -> bool:
    """Return whether the part from here to the end can be removed."""
    verb = i + 1 < len(words) and (words.is_verb(i + 1) or words.lower[i + 1] in AUXILIARIES)
    if words.lower[i] in word_class("and_but"):
        return verb
    if words.lower[i] in word_class("caption_subordinators"):
        return i < first and not (FINITE_TAGS | {"VBG"}).isdisjoint(words.tags[i + 1 :])
    if words.lower[i] == ",":
        return words.tags[i + 1 : i + 2] in {("JJ",), ("VBG",), ("VBN",)}
    return words.tags[i] == "VBG" and words.tags[i - 1] in {"NN", "NNS", "NNP", "PRP", "RP", "RB"}


def _spoken_of(words: Tagged, phrase: Tagged) -> tuple[int, ...]:
    """Return the positions of the words in a phrase's predicate, or in the whole phrase."""
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
    """Return the start of the prepositional phrase or infinitive around the words, unless it is a complement."""
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


def _repaired(words: Tagged, removed: Sequence[int]) -> Tagged:
    """Remove words, and adapt an article to its new next word."""
    left = [i for i in range(len(words)) if i not in set(removed)]
    rest = concatenated(*(words.part(i, i + 1) for i in left))
    for i in range(len(rest) - 1):
        if rest.lower[i] in word_class("indefinite_articles"):
            form = article(rest.lower[i + 1])
            put = word(form.capitalize() if rest.forms[i][0].isupper() else form, "DT")
            rest = concatenated(rest.part(0, i), put, rest.part(i + 1, len(rest)))
    return rest

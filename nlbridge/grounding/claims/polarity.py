"""Whether an edit affirms or denies the predicate of a claim: negators, and verbs that deny what follows them.

Source: natural logic's polarity of a position (MacCartney and Manning, "Modeling semantic containment and exclusion in
natural language inference", COLING 2008), read from word order. A negator scopes over its own clause to the right; `no`
and `nothing` also over the verb before them; `without` and `lack of` over the noun phrase or gerund after them. Two
denials affirm, and an opposite counts as one.

Examples
--------
>>> from nlbridge.language.meaning.sentences import words
>>> denials(words("without steam the mash stayed cold"), 4)
0
>>> denials(words("the crew failed to close the hatch"), 4)
1
>>> denials(words("he did not refuse to sign"), 5)
2
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from nlbridge.language.lexicon import word_class
from nlbridge.language.meaning.sentences import Word, begin_of, end_of, verbal
from nlbridge.language.meaning.veridicality import denies_complement
from nlbridge.language.meaning.word_relations import denies

if TYPE_CHECKING:
    from collections.abc import Iterable

STOPS: Final = word_class("clause_stops") | {".", ",", ";", ":", "!", "?"}
REACH: Final = 9
"""Words before a predicate in which a negator of its clause is looked for."""
AFTER: Final = 4
"""Words after a verb in which a negated object is looked for."""
_NOT_DENYING: Final = frozenset(
    {
        ("not", "only"), ("not", "just"), ("not", "merely"), ("not", "least"), ("no", "doubt"), ("no", "matter"),
        ("no", "wonder"), ("no", "choice"), ("no", "option"), ("no", "alternative"), ("no", "sooner"),
        ("no", "later"), ("no", "less"), ("no", "fewer"), ("nothing", "but"), ("none", "other"),
        ("none", "the"), ("never", "mind"), ("not", "even"),
    }
)  # fmt: skip
"""Negators that do not deny the clause: `had no choice but to`, `no later than`."""
_OF_NOUNS: Final = word_class("noun_negators")
_EMPTY: Final = word_class("empty_words")
_ADJUNCT: Final = word_class("adjunct_prepositions")


def denials(words: tuple[Word, ...], place: int) -> int:
    """Count the denials of the word at `place` within its clause."""
    count = 0
    for j in range(place - 1, max(-1, place - REACH - 1), -1):
        if words[j].text in STOPS:
            break
        count += _denies(words, j, place)
    if words[place].predicative:
        for j in range(place + 1, min(len(words), place + AFTER + 1)):
            if words[j].text in STOPS or words[j].text in _ADJUNCT or verbal(words[j].text):
                break
            count += words[j].text in _EMPTY and _is_denial(words, j)
    return count


def _denies(words: tuple[Word, ...], j: int, place: int) -> bool:
    """Return whether the word at `j` denies the later one at `place`."""
    between = [w.text for w in words[j + 1 : place]]
    if words[j].negator:
        return _is_denial(words, j) and not _of_another(words, j, place)
    if words[j].text in word_class("instead_words"):
        return between[:1] in (["of"], ["than"])
    if words[j].text in word_class("unable_words"):
        return "to" in between[-2:]
    if not words[j].content:
        return False
    lemmas = words[j].lemmas
    if between[-1:] == ["to"]:
        return any(denies_complement(lemma, "to") for lemma in lemmas)
    if "from" in between[-2:]:
        return any(denies(lemma) or denies_complement(lemma, "from") or lemma == "keep" for lemma in lemmas)
    gerund = words[place].text.endswith("ing") and not between
    return gerund and any(denies_complement(lemma, "gerund") for lemma in lemmas)


def negations(words: tuple[Word, ...], places: Iterable[int]) -> int:
    """Count the negators at some places that deny their clause."""
    return sum(words[j].negator and _is_denial(words, j) for j in places)


def _is_denial(words: tuple[Word, ...], j: int) -> bool:
    after = words[j + 1].text if j + 1 < len(words) else ""
    return (words[j].text, after) not in _NOT_DENYING


def _of_another(words: tuple[Word, ...], j: int, place: int) -> bool:
    """Return whether a negator belongs to a noun phrase beside the clause: `with no steam the mash stayed cold`."""
    finite = words[place].predicative and not words[place].text.endswith("ing")
    if words[j].text == "without":
        return finite or place - j > 4
    if words[j].text in _OF_NOUNS and not finite:
        return place - j > 3
    return words[j].text in _OF_NOUNS and j > 0 and words[j - 1].text in _ADJUNCT


def clause(words: tuple[Word, ...], place: int) -> range:
    """Return the places of the words in a word's clause."""
    texts = [word.text for word in words]
    return range(begin_of(texts, place, STOPS), end_of(texts, place + 1, STOPS))

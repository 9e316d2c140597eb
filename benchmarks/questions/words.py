"""The words of a phrase, how two words relate, and which of a variable's two values a phrase means."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, product
from typing import Final

from nlbridge.language.lexicon import word_class, word_order
from nlbridge.language.meaning.word_relations import (
    adjoin,
    are_antonyms,
    are_contrary,
    are_opposites,
    are_synonyms,
    denies,
    share_sense,
)
from nlbridge.language.pipeline.dictionary import verb_lemma

FUNCTION_WORDS: Final = word_class("question_function_words")
"""Words of grammar, light verbs and words for anybody or anything."""
PARTICLES: Final = word_class("question_particles")
"""Words of grammar that mean something of their own at the end of a phrase: `lamp on`."""
NEGATIONS: Final = word_class("question_negations")
"""Words that negate their neighbours."""
DENYING_NOUNS: Final = word_class("denying_nouns")
"""Words that do so, too, and mean something of their own."""
RISING: Final = word_class("rising_words")
FALLING: Final = word_class("falling_words")
RELATED: Final = dict(
    pair.split(":") for pair in "death:die dead:die life:live loss:lose youth:young poverty:poor freedom:free".split()
)
"""Nouns and adjectives of common words that endings do not tell."""
HIDDEN_WORDS: Final = word_class("hidden_words")
"""Words for unobserved things, whatever their name."""
_SUFFIXES: Final = tuple(
    sorted(
        word_order("question_suffixes"),
        key=len,
        reverse=True,
    )
)
_HEAVY: Final = word_class("heavy_suffixes")
"""Endings that many short words merely look to have: `parent`."""
_WORD: Final = re.compile(r"[a-z0-9]+(?:'[a-z]+)?|[^\W\d_]+")
_SUBJECT: Final = re.compile(r"^(?:the|an?)\s+(\w+)")
DECIDED: Final = 0.05
"""Difference from which a phrase is more like the one value than the other."""
SHORTEST_ROOT: Final = 3
SHARED_PREFIX: Final = 5


@dataclass(frozen=True, slots=True)
class Phrase:
    """A phrase as the roots of its words.

    Parameters
    ----------
    words, roots
        Of the words with a meaning of their own, in their order.
    negations
        How often it is negated.
    denying
        Those of the words that count as negations, such as `refuse`.
    population
        How many of the words, from the start, name those of whom the rest speaks: `patients who smoke`.
    """

    text: str
    words: tuple[str, ...]
    roots: tuple[str, ...]
    negations: int
    denying: frozenset[str]
    population: int


@lru_cache(maxsize=8192)
def phrase(text: str) -> Phrase:
    """Take a phrase apart.

    Examples
    --------
    >>> phrase("patients who don't smoke").roots, phrase("nonsmokers").roots
    (('patient', 'smok'), ('smok',))
    >>> phrase("patients who don't smoke").negations, phrase("nonsmokers").negations
    (1, 1)
    """
    plain = text.lower().replace("’", "'")
    words: list[str] = []
    denying: set[str] = set()
    negations, population, headed = 0, 0, False
    found = _WORD.findall(plain.replace("cannot", "can not"))
    for place, word in enumerate(found):
        stem, _, ending = word.partition("'")
        if ending == "t" and stem.endswith("n"):
            negations += 1
            continue
        if stem in word_class("phrase_leavers") and not headed:
            headed, population = True, len(words)
        if stem in DENYING_NOUNS or _denies(stem):
            negations += 1
            words.append(stem)
            denying.add(stem)
        elif stem in NEGATIONS:
            negations += 1
        elif stem.startswith("non") and len(stem) > 6:
            negations += 1
            words.append(stem[3:])
        elif stem not in FUNCTION_WORDS or (stem in PARTICLES and 0 < place == len(found) - 1):
            words.append(stem)
    population = population if population < len(words) else 0
    return Phrase(text, tuple(words), tuple(root(word) for word in words), negations, frozenset(denying), population)


@lru_cache(maxsize=8192)
def root(word: str) -> str:
    """Cut the endings off a word, down to what its relatives share.

    Examples
    --------
    >>> root("vaccine") == root("vaccination"), root("kind") == root("kindness"), root("smokers") == root("smoking")
    (True, True, True)
    """
    found = word
    while (ending := _ending(found)) is not None and (found == word or ending not in word_class("plural_endings")):
        found = found[: -len(ending)]
    if len(found) > SHORTEST_ROOT and found[-1] == "i":
        found = found[:-1]
    return found[:-1] if len(found) > SHORTEST_ROOT and found[-1] == found[-2] else found


def _ending(word: str) -> str | None:
    least = SHORTEST_ROOT if len(word) > 4 or word[-1] in "es" else SHORTEST_ROOT + 1
    return next(
        (end for end in _SUFFIXES if word.endswith(end) and len(word) - len(end) >= least + 2 * (end in _HEAVY)), None
    )


def _stated(word: str) -> str:
    """Return the verb, or the nearer word, that a word is a form of; itself if none."""
    return RELATED.get(word) or verb_lemma(word) or word


@lru_cache(maxsize=8192)
def base_forms(word: str) -> tuple[str, ...]:
    """Return what a dictionary may list a word under."""
    found = [word, _stated(word)]
    for ending, put in (("ies", "y"), ("es", ""), ("s", ""), ("ed", ""), ("ed", "e"), ("ing", ""), ("ing", "e")):
        if word.endswith(ending) and len(word) - len(ending) >= SHORTEST_ROOT:
            found.append(word[: -len(ending)] + put)
    for ending in ("ed", "ing"):
        stem = word.removesuffix(ending)
        if stem != word and len(stem) > SHORTEST_ROOT and stem[-1] == stem[-2]:
            found.append(stem[:-1])
    found += [root(word), root(word) + "e"]
    return tuple(dict.fromkeys(found))


@lru_cache(maxsize=8192)
def _denies(word: str) -> bool:
    return any(denies(form) for form in base_forms(word))


@lru_cache(maxsize=16384)
def relation(first: str, second: str) -> float:
    """Say how two words relate: 1 the same root, -1 opposites, between for words of near meaning, 0 for none.

    Examples
    --------
    >>> relation("smokers", "smoking"), relation("high", "low"), relation("attractive", "unattractive")
    (1.0, -1.0, -1.0)
    >>> relation("purchase", "bread")
    0.0
    """
    if first == second:
        return 1.0
    if {first, second} in ({"on", "off"}, {"in", "out"}):
        return -1.0
    if _direction(first) * _direction(second):
        return float(_direction(first) * _direction(second))
    one, two = root(_stated(first)), root(_stated(second))
    if one == two or _share_start(one, two):
        return 1.0
    pairs = list(product(base_forms(first), base_forms(second)))
    if any(are_opposites(a, b) or are_contrary(a, b) or are_antonyms(a, b) for a, b in pairs) or _affixed(one, two):
        return -1.0
    if any(share_sense(a, b) or are_synonyms(a, b) for a, b in pairs):
        return 0.6
    return 0.4 if any(adjoin(a, b) for a, b in pairs) else 0.0


def _direction(word: str) -> int:
    return (word in RISING) - (word in FALLING)


def _share_start(one: str, two: str) -> bool:
    """Tell whether two roots differ in their ending only: `decis` and `decid`."""
    short = min(len(one), len(two))
    same = next((place for place in range(short) if one[place] != two[place]), short)
    return same >= SHARED_PREFIX - 1 and max(len(one), len(two)) - same <= 2 and short - same <= 1 and short > same - 1


def _affixed(one: str, two: str) -> bool:
    short, long = sorted((one, two), key=len)
    return len(short) >= SHORTEST_ROOT and any(long == prefix + short for prefix in word_order("negative_prefixes"))


def splits(text: str, parts: int, word: str = "and") -> list[tuple[str, ...]]:
    """Return all ways to cut a phrase at a connective into a number of parts.

    Examples
    --------
    >>> splits("a and b and c", 2)
    [('a', 'b and c'), ('a and b', 'c')]
    """
    pieces = text.split(f" {word} ")
    cuts = combinations(range(1, len(pieces)), parts - 1)
    ends = (zip((0, *cut), (*cut, len(pieces)), strict=True) for cut in cuts)
    return [tuple(f" {word} ".join(pieces[a:b]) for a, b in pairs) for pairs in ends]


# ---------------------------------------------------------------- which of two values


def plain(text: str) -> str:
    """Return a phrase as it is compared."""
    return " ".join(text.lower().replace("’", "'").split()).strip(" ,.?")


@dataclass(frozen=True, slots=True)
class Similarity:
    """How much two phrases about one variable share, and whether they say the same of it.

    Parameters
    ----------
    shared
        From 0 to 1.
    sign
        1 for the same value, -1 for the other one.
    left, right
        Words of each that the other has not.
    """

    shared: float
    sign: int
    left: tuple[str, ...]
    right: tuple[str, ...]


@lru_cache(maxsize=16384)
def compare(one: str, two: str, *, loosely: bool = False) -> Similarity:
    """Compare two phrases about one variable.

    Parameters
    ----------
    loosely
        Whether words of neighbouring meaning (`live` and `life`) count as shared, too.

    Examples
    --------
    >>> compare("high salary", "a low salary").sign, compare("people without a garden", "having a garden").sign
    (-1, -1)
    """
    first, second = phrase(one), phrase(two)
    left, right = list(_without_population(first)), list(_without_population(second))
    flips, shared = first.negations + second.negations, 0.0
    for wanted in (1.0, -1.0, 0.6, 0.4) if loosely else (1.0, -1.0, 0.6):
        for word in list(left):
            found = next((other for other in right if relation(word, other) == wanted), None)
            if found is not None:
                left.remove(word)
                right.remove(found)
                denied = (word in first.denying) != (found in second.denying)
                flips += wanted < 0 and not denied
                shared += abs(wanted)
    total = len(_without_population(first)) + len(_without_population(second))
    return Similarity(2 * shared / total if total else 0.0, -1 if flips % 2 else 1, tuple(left), tuple(right))


def _without_population(said: Phrase) -> tuple[str, ...]:
    return said.words[said.population :]


def value_in_pair(text: str, pair: tuple[str, str]) -> tuple[int, bool]:
    """Return which phrase of a pair of contraries a phrase goes with, and whether words decide it; 1 if none does.

    Examples
    --------
    >>> value_in_pair("kindness", ("people with mean neighbours", "people with kind neighbours"))
    (1, True)
    >>> value_in_pair("absence of rain", ("areas without rain", "rainy areas"))
    (0, True)
    """
    exact = [plain(text) == plain(each) for each in pair]
    if exact[0] != exact[1]:
        return int(exact[1]), True
    none, some = (compare(text, each) for each in pair)
    vote = some.shared * some.sign - none.shared * none.sign
    return (int(vote > 0), True) if abs(vote) > DECIDED else (1, False)


def same_value(text: str, reference: str, *, clause: bool = False) -> tuple[bool, bool]:
    """Tell whether a phrase means the same value as a reference, and whether words decide it.

    Two phrases about one variable whose differing words are not synonyms name its two values; the subject of a
    clause does not count.

    Examples
    --------
    >>> same_value("the room is dark", "bright room", clause=True)
    (False, True)
    >>> same_value("the forest burns down", "forest on fire", clause=True)[0]
    True
    """
    if plain(text) == plain(reference):
        return True, True
    found = compare(text, reference, loosely=clause)
    if found.sign < 0:
        return False, True
    left = found.left
    subject = _SUBJECT.match(plain(text)) if clause else None
    if subject is not None and left[:1] == (subject[1],):
        left = left[1:]
    if not left or not found.right:
        return True, found.shared > 0
    return False, not clause

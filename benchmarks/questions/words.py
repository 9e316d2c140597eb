"""The words of a phrase, how two words relate, and which of a variable's two values a phrase refers to."""

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
"""Grammatical words, light verbs and words for anybody or anything."""
PARTICLES: Final = word_class("question_particles")
"""Grammatical words that carry meaning at the end of a phrase: `lamp on`."""
NEGATIONS: Final = word_class("question_negations")
"""Words that negate their neighbours."""
DENYING_NOUNS: Final = word_class("denying_nouns")
"""Words that also negate, and carry a meaning of their own."""
RISING: Final = word_class("rising_words")
FALLING: Final = word_class("falling_words")
RELATED: Final = dict(
    pair.split(":") for pair in "death:die dead:die life:live loss:lose youth:young poverty:poor freedom:free".split()
)
"""Related forms of common words that suffixes do not reveal."""
HIDDEN_WORDS: Final = word_class("hidden_words")
"""Words for unobserved things of any name."""
_SUFFIXES: Final = tuple(
    sorted(
        word_order("question_suffixes"),
        key=len,
        reverse=True,
    )
)
_HEAVY: Final = word_class("heavy_suffixes")
"""Suffixes that many short words only seem to have: `parent`."""
_WORD: Final = re.compile(r"[a-z0-9]+(?:'[a-z]+)?|[^\W\d_]+")
_SUBJECT: Final = re.compile(r"^(?:the|an?)\s+(\w+)")
DECIDED: Final = 0.05
"""Least difference at which a phrase is more similar to one value than to the other."""
SHORTEST_ROOT: Final = 3
SHARED_PREFIX: Final = 5


@dataclass(frozen=True, slots=True)
class Phrase:
    """A phrase and the roots of its words.

    Parameters
    ----------
    words, roots
        Content words and their roots, in order.
    negations
        Number of negations.
    denying
        The words that count as negations, such as `refuse`.
    population
        Number of leading words that name the people described: `patients who smoke`.
    """

    text: str
    words: tuple[str, ...]
    roots: tuple[str, ...]
    negations: int
    denying: frozenset[str]
    population: int


@lru_cache(maxsize=8192)
def phrase(text: str) -> Phrase:
    """Parse a phrase.

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
    tokens = _WORD.findall(plain.replace("cannot", "can not"))
    for place, word in enumerate(tokens):
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
        elif stem not in FUNCTION_WORDS or (stem in PARTICLES and 0 < place == len(tokens) - 1):
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
    stem = word
    while (ending := _ending(stem)) is not None and (stem == word or ending not in word_class("plural_endings")):
        stem = stem[: -len(ending)]
    if len(stem) > SHORTEST_ROOT and stem[-1] == "i":
        stem = stem[:-1]
    return stem[:-1] if len(stem) > SHORTEST_ROOT and stem[-1] == stem[-2] else stem


def _ending(word: str) -> str | None:
    least = SHORTEST_ROOT if len(word) > 4 or word[-1] in "es" else SHORTEST_ROOT + 1
    return next(
        (end for end in _SUFFIXES if word.endswith(end) and len(word) - len(end) >= least + 2 * (end in _HEAVY)), None
    )


def _stated(word: str) -> str:
    """Return the verb or related word that a word is a form of; the word itself if none."""
    return RELATED.get(word) or verb_lemma(word) or word


@lru_cache(maxsize=8192)
def base_forms(word: str) -> tuple[str, ...]:
    """Return the forms under which a dictionary may list a word."""
    forms = [word, _stated(word)]
    for ending, new in (("ies", "y"), ("es", ""), ("s", ""), ("ed", ""), ("ed", "e"), ("ing", ""), ("ing", "e")):
        if word.endswith(ending) and len(word) - len(ending) >= SHORTEST_ROOT:
            forms.append(word[: -len(ending)] + new)
    for ending in ("ed", "ing"):
        stem = word.removesuffix(ending)
        if stem != word and len(stem) > SHORTEST_ROOT and stem[-1] == stem[-2]:
            forms.append(stem[:-1])
    forms += [root(word), root(word) + "e"]
    return tuple(dict.fromkeys(forms))


@lru_cache(maxsize=8192)
def _denies(word: str) -> bool:
    return any(denies(form) for form in base_forms(word))


@lru_cache(maxsize=16384)
def relation(first: str, second: str) -> float:
    """Return how two words relate: 1 for one root, -1 for opposites, 0.6 or 0.4 for near meanings, 0 for none.

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
    """Return whether two roots differ only in their ending: `decis` and `decid`."""
    short = min(len(one), len(two))
    same = next((place for place in range(short) if one[place] != two[place]), short)
    return same >= SHARED_PREFIX - 1 and max(len(one), len(two)) - same <= 2 and short - same <= 1 and short > same - 1


def _affixed(one: str, two: str) -> bool:
    short, long = sorted((one, two), key=len)
    return len(short) >= SHORTEST_ROOT and any(long == prefix + short for prefix in word_order("negative_prefixes"))


def splits(text: str, parts: int, word: str = "and") -> list[tuple[str, ...]]:
    """Return all ways to cut a phrase at a connective into so many parts.

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
    """Normalise a phrase for comparison."""
    return " ".join(text.lower().replace("’", "'").split()).strip(" ,.?")


@dataclass(frozen=True, slots=True)
class Similarity:
    """How much two phrases about one variable share, and whether they give it the same value.

    Parameters
    ----------
    shared
        From 0 to 1.
    sign
        1 for the same value, -1 for the opposite one.
    left, right
        Words of each phrase that the other lacks.
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
        Whether words of related meaning (`live` and `life`) also count as shared.

    Examples
    --------
    >>> compare("high salary", "a low salary").sign, compare("people without a garden", "having a garden").sign
    (-1, -1)
    """
    first, second = phrase(one), phrase(two)
    left, right = list(_without_population(first)), list(_without_population(second))
    flips, shared = first.negations + second.negations, 0.0
    for strength in (1.0, -1.0, 0.6, 0.4) if loosely else (1.0, -1.0, 0.6):
        for word in list(left):
            match = next((other for other in right if relation(word, other) == strength), None)
            if match is not None:
                left.remove(word)
                right.remove(match)
                denied = (word in first.denying) != (match in second.denying)
                flips += strength < 0 and not denied
                shared += abs(strength)
    total = len(_without_population(first)) + len(_without_population(second))
    return Similarity(2 * shared / total if total else 0.0, -1 if flips % 2 else 1, tuple(left), tuple(right))


def _without_population(parsed: Phrase) -> tuple[str, ...]:
    return parsed.words[parsed.population :]


def value_in_pair(text: str, pair: tuple[str, str]) -> tuple[int, bool]:
    """Return which of two contraries a phrase matches, and whether its words decide; 1 if they do not.

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
    """Return whether a phrase means the same value as a reference, and whether its words decide.

    If two phrases about one variable differ in words that are not synonyms, they name its two values. The subject of
    a clause does not count.

    Examples
    --------
    >>> same_value("the room is dark", "bright room", clause=True)
    (False, True)
    >>> same_value("the forest burns down", "forest on fire", clause=True)[0]
    True
    """
    if plain(text) == plain(reference):
        return True, True
    similarity = compare(text, reference, loosely=clause)
    if similarity.sign < 0:
        return False, True
    left = similarity.left
    subject = _SUBJECT.match(plain(text)) if clause else None
    if subject is not None and left[:1] == (subject[1],):
        left = left[1:]
    if not left or not similarity.right:
        return True, similarity.shared > 0
    return False, not clause

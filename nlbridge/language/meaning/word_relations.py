"""How the meanings of two words are related: same, derived, similar, opposite, or not.

A word is its lower-case form with all its possible lemmas. A relation is a similarity in [0, 1] and whether the two
words are opposites. Opposites are about the same thing, so they locate a claim in a rewrite and show that it was
reversed.

Examples
--------
>>> [relation(frozenset({one}), frozenset({other})) for one, other in (("spike", "spike"), ("arrive", "arrival"))]
[(1.0, False), (0.8, False)]
>>> [relation(frozenset({one}), frozenset({other})) for one, other in (("buy", "purchase"), ("rise", "fall"))]
[(0.8, False), (0.7, True)]
>>> share_sense("purchase", "buy"), adjoin("stroke", "touch"), are_antonyms("remember", "forget")
(True, True, True)
>>> are_opposites("happy", "unhappy"), are_synonyms("buy", "purchase"), are_contrary("wither", "thrive")
(True, True, True)
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

from nlbridge.language.lexicon import rows, word_class, word_order
from nlbridge.language.meaning.sentences import Word
from nlbridge.language.pipeline.dictionary import entry, has_form, lemmas

SAME: Final = 1.0
DERIVED: Final = 0.8
ALIKE: Final = 0.8
SENSE_SHARED: Final = 0.75
OPPOSED: Final = 0.7
NEXT_TO: Final = 0.6
SAME_WAY: Final = 0.45
"""Similarity of two words of the same direction, rising or falling."""
SHORTEST: Final = 4
"""Fewest initial letters that related forms share."""

Relation = tuple[float, bool]
"""Similarity, and whether the two are opposites."""

NONE: Final[Relation] = (0.0, False)
LEXICON: Final = Path(__file__).parents[1] / "lexicon" / "wordnet.tsv"
NEGATIVE_PREFIXES: Final = word_order("negative_prefixes")


@dataclass(frozen=True, slots=True, kw_only=True)
class Lexeme:
    """The lexicons' entries for a lemma.

    Parameters
    ----------
    senses, beside, antonyms
        Its senses in WordNet, the neighbouring senses, and the antonyms of it or of a similar word.
    synonyms, contraries
        The words of its classes, and of the opposite classes; from `synonyms.tsv`.
    opposites, direction, denies
        Listed opposites; 1 for a word of rising, -1 for one of falling; whether it is a verb that says that its
        complement does not happen (fail, refuse, prevent); from `opposites.tsv`.
    """

    senses: frozenset[str]
    beside: frozenset[str]
    antonyms: frozenset[str]
    synonyms: frozenset[str]
    contraries: frozenset[str]
    opposites: frozenset[str]
    direction: int
    denies: bool


@lru_cache(maxsize=8192)
def lexeme(lemma: str) -> Lexeme:
    """Return the lexicons' entries for a lemma; empty sets if they lack it."""
    senses, beside, antonyms = (frozenset(part.split()) for part in _wordnet().get(lemma, ("", "", "")))
    alike, contrary = _classes()
    partners, kinds = _opposites()
    return Lexeme(
        senses=senses,
        beside=beside,
        antonyms=antonyms,
        synonyms=frozenset(alike.get(lemma, ())),
        contraries=frozenset(contrary.get(lemma, ())),
        opposites=frozenset(partners.get(lemma, ())),
        direction={"upward": 1, "downward": -1}.get(kinds.get(lemma, ""), 0),
        denies=lemma in kinds and kinds[lemma] == "negative verb",
    )


@cache
def _wordnet() -> dict[str, tuple[str, str, str]]:
    return {lemma: (own, near, opposed) for lemma, own, near, opposed in rows(LEXICON.name)}


@cache
def _classes() -> tuple[dict[str, set[str]], dict[str, set[str]]]:
    alike: dict[str, set[str]] = defaultdict(set)
    contrary: dict[str, set[str]] = defaultdict(set)
    for members, *opposed in rows("synonyms.tsv"):
        others = " ".join(opposed).split()
        for word in members.split():
            alike[word].update(members.split())
            contrary[word].update(others)
        for word in others:
            contrary[word].update(members.split())
    return alike, contrary


@cache
def _opposites() -> tuple[dict[str, set[str]], dict[str, str]]:
    partners: dict[str, set[str]] = defaultdict(set)
    kinds: dict[str, str] = {}
    for kind, word, partner in rows("opposites.tsv"):
        if kind == "opposite":
            partners[word].add(partner)
            partners[partner].add(word)
        else:
            kinds[word] = kind
    return partners, kinds


def direction(word: str) -> int:
    """Return 1 for a word of rising, -1 for one of falling, 0 for any other."""
    return lexeme(word).direction


def denies(word: str) -> bool:
    """Return whether a verb says that its complement does not happen (fail, refuse, prevent)."""
    return lexeme(word).denies


def share_sense(first: str, second: str) -> bool:
    """Return whether two lemmas have a sense in common."""
    return not lexeme(first).senses.isdisjoint(lexeme(second).senses)


def adjoin(first: str, second: str) -> bool:
    """Return whether a sense of one lemma is above, below, derived from, similar to or entailed by one of the other."""
    one, other = lexeme(first), lexeme(second)
    return not (one.beside.isdisjoint(other.senses) and one.senses.isdisjoint(other.beside))


def are_antonyms(first: str, second: str) -> bool:
    """Return whether WordNet has one lemma as an antonym of the other, or of a word similar to the other."""
    return second in lexeme(first).antonyms or first in lexeme(second).antonyms


def are_synonyms(first: str, second: str) -> bool:
    """Return whether two lemmas share a class."""
    return second in lexeme(first).synonyms


def are_contrary(first: str, second: str) -> bool:
    """Return whether two lemmas belong to opposite classes."""
    return second in lexeme(first).contraries


@lru_cache(maxsize=4096)
def are_opposites(first: str, second: str) -> bool:
    """Return whether two lemmas are listed as opposites, or one is the other with an affix that denies it.

    Examples
    --------
    >>> are_opposites("likely", "unlikely"), are_opposites("play", "display"), are_opposites("flammable", "inflammable")
    (True, False, False)
    """
    short, long = sorted((first, second), key=len)
    if second in lexeme(first).opposites or len(short) < SHORTEST:
        return second in lexeme(first).opposites
    if any(long == prefix + short for prefix in NEGATIVE_PREFIXES):
        return _denied_by_prefix(short, long)
    return long.endswith("less") and short.startswith(long[:-4]) and len(long) > 7


def _denied_by_prefix(bare: str, prefixed: str) -> bool:
    """Whether a word with a negative prefix denies the rest: `unlocked`, `inaccurate`; not `display`, `inform`.

    Without an entry in the lexicons, `in`, `im`, `il`, `ir` and `dis` count only between adjectives, adverbs and
    participles; a word that the dictionary lacks may be one.
    """
    forms = lemmas(prefixed)
    if not word_class("unreversed_words").isdisjoint(forms):
        return False
    sure = prefixed.startswith(word_order("sure_negative_prefixes"))
    if sure or are_antonyms(bare, prefixed) or not word_class("reversed_words").isdisjoint(forms):
        return True
    describes = not {"ADJ", "ADV"}.isdisjoint(entry(prefixed)) or not entry(prefixed)
    return describes and (not entry(bare) or not {"ADJ", "ADV"}.isdisjoint(entry(bare)) or has_form(bare, "VBN"))


@lru_cache(maxsize=4096)
def kinship(first: str, second: str) -> float:
    """Return how similar two lemmas are in form: 1 if they are the same, less for a derived form, 0 if unrelated."""
    shorter, longer = sorted((first, second), key=len)
    if first == second or len(shorter) < SHORTEST:
        return SAME if first == second else 0.0
    prefix = next((k for k, letter in enumerate(shorter) if letter != longer[k]), len(shorter))
    return DERIVED if prefix >= max(SHORTEST, len(shorter) - 2) and prefix >= 0.5 * len(longer) else 0.0


@lru_cache(maxsize=1024)
def traits(forms: frozenset[str]) -> tuple[frozenset[str], frozenset[str]]:
    """Return a word's own traits, and these with its neighbouring senses.

    Two related words share a trait that is among the own traits of at least one of them. Most pairs share none, so this
    rules them out quickly.
    """
    own: set[str] = set()
    near: set[str] = set()
    for lemma in forms:
        entries = lexeme(lemma)
        near |= entries.beside
        own.update(entries.senses, entries.antonyms, entries.opposites, entries.synonyms, entries.contraries)
        own.update((lemma, f"-{lemma}", f"{lemma[:SHORTEST]}-"), ["direction"] * abs(entries.direction))
        own.update(f"-{lemma.removeprefix(prefix)}" for prefix in NEGATIVE_PREFIXES)
    return frozenset(own), frozenset(own | near)


@lru_cache(maxsize=4096)
def relation(first: frozenset[str], second: frozenset[str]) -> Relation:
    """Return the closest relation between the lemmas of two words."""
    if not first.isdisjoint(second):
        return SAME, False
    (mine, around_mine), (yours, around_yours) = traits(first), traits(second)
    if mine.isdisjoint(around_yours) and yours.isdisjoint(around_mine):
        return NONE
    return max((_of_lemmas(one, other) for one in first for other in second), key=lambda r: r[0], default=NONE)


@lru_cache(maxsize=1024)
def _of_lemmas(first: str, second: str) -> Relation:
    """Return how two lemmas are related: this project's lexicons come before word forms, and these before WordNet."""
    trend = direction(first) * direction(second)
    form_similarity = kinship(first, second)
    ranked: tuple[tuple[bool, Relation], ...] = (
        (are_opposites(first, second), (OPPOSED, True)),
        (are_synonyms(first, second), (ALIKE, False)),
        (are_contrary(first, second) or trend < 0, (OPPOSED, True)),
        (form_similarity > 0, (form_similarity, False)),
        (are_antonyms(first, second), (OPPOSED, True)),
        (share_sense(first, second), (SENSE_SHARED, False)),
        (adjoin(first, second), (NEXT_TO, False)),
        (trend > 0, (SAME_WAY, False)),
    )
    return next((related_as for applies, related_as in ranked if applies), NONE)


def same(first: Word, second: Word) -> float:
    """Return how similar two words are in form, by their lemmas; a number only equals itself."""
    if first.lemmas & second.lemmas:
        return SAME
    if first.text[0].isdigit() or second.text[0].isdigit():
        return 0.0
    return max(kinship(one, other) for one in first.lemmas for other in second.lemmas)


def related(first: Word, second: Word) -> Relation:
    """Return how two words are related in meaning; a number is related only to itself."""
    if first.text[0].isdigit() or second.text[0].isdigit():
        return (SAME, False) if first.lemmas & second.lemmas else NONE
    return relation(first.lemmas, second.lemmas)


class Relatives:
    """The content words of a passage, indexed by the traits that related words share with them."""

    def __init__(self, passage: Iterable[Word]) -> None:
        content = [word for word in passage if word.content]
        self._lemmas = frozenset(lemma for word in content for lemma in word.lemmas)
        self._owners: dict[str, set[frozenset[str]]] = defaultdict(set)
        self._bearers: dict[str, set[frozenset[str]]] = defaultdict(set)
        self._found: dict[frozenset[str], tuple[float, float]] = {}
        for word_lemmas in {word.lemmas for word in content if not word.text[0].isdigit()}:
            own, every = traits(word_lemmas)
            for trait in own:
                self._owners[trait].add(word_lemmas)
            for trait in every:
                self._bearers[trait].add(word_lemmas)

    def closest(self, word: Word) -> tuple[float, float]:
        """Return a word's greatest similarity to a related word of the passage, and to an opposite.

        A word that the passage contains has similarity 1, and its opposites are not looked for. Numbers have none.
        """
        if word.text[0].isdigit() or not word.lemmas.isdisjoint(self._lemmas):
            return (0.0 if word.lemmas.isdisjoint(self._lemmas) else SAME), 0.0
        if word.lemmas not in self._found:
            own, every = traits(word.lemmas)
            candidates = {candidate for trait in own for candidate in self._bearers.get(trait, ())}
            candidates |= {candidate for trait in every for candidate in self._owners.get(trait, ())}
            relations = [relation(word.lemmas, other) for other in candidates]
            self._found[word.lemmas] = (
                max((similarity for similarity, opposed in relations if not opposed), default=0.0),
                max((similarity for similarity, opposed in relations if opposed), default=0.0),
            )
        return self._found[word.lemmas]

"""How the meanings of two words are related: the same, derived, alike, opposed, or not at all.

Words are compared as sets of lemmas, since a form may belong to several. A
relation is a similarity in [0, 1] and whether the two are opposites: opposites
mention the same matter, so they find the place in a rewrite that a claim went
to, and say at once that it was turned.

Examples
--------
>>> relation(frozenset({"spike"}), frozenset({"spike", "spiked"}))
(1.0, False)
>>> relation(frozenset({"arrive"}), frozenset({"arrival"}))
(0.8, False)
>>> relation(frozenset({"buy"}), frozenset({"purchase"}))
(0.8, False)
>>> relation(frozenset({"rise"}), frozenset({"fall"}))
(0.7, True)
>>> relation(frozenset({"stroke"}), frozenset({"touch"}))
(0.6, False)
>>> share_sense("purchase", "buy"), share_sense("purchase", "bread")
(True, False)
>>> adjoin("stroke", "touch"), adjoin("stroke", "vote")
(True, False)
>>> are_antonyms("remember", "forget"), are_antonyms("damp", "dry")
(True, True)
>>> are_opposites("rise", "fall"), are_opposites("happy", "unhappy"), are_opposites("rise", "bread")
(True, True, False)
>>> direction("soar")
1
>>> are_synonyms("buy", "purchase"), are_synonyms("buy", "sell"), are_contrary("wither", "thrive")
(True, False, True)
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import Final

from nlbridge.language.lexicon import word_order

SAME: Final = 1.0
DERIVED: Final = 0.8
ALIKE: Final = 0.8
OPPOSED: Final = 0.7
SENSE_SHARED: Final = 0.75
NEXT_TO: Final = 0.6
SHORTEST: Final = 4
"""Letters that kindred words have in common at least."""
SAME_WAY: Final = 0.45
"""Similarity of two words of rising, or of two of falling."""

Relation = tuple[float, bool]
"""Similarity, and whether the two are opposites."""

NONE: Final[Relation] = (0.0, False)


@lru_cache(maxsize=4096)
def kinship(first: str, second: str) -> float:
    """Return how near two lemmas are by form: 1 the same, less for a derived form, 0 for strangers."""
    if first == second:
        return SAME
    shorter, longer = sorted((first, second), key=len)
    if len(shorter) < SHORTEST:
        return 0.0
    common = 0
    while common < len(shorter) and shorter[common] == longer[common]:
        common += 1
    if common >= max(SHORTEST, len(shorter) - 2) and common >= 0.5 * len(longer):
        return DERIVED
    return 0.0


@lru_cache(maxsize=1024)
def _of_lemmas(first: str, second: str) -> Relation:
    trend = direction(first) * direction(second)
    if are_opposites(first, second):
        return OPPOSED, True
    if are_synonyms(first, second):
        return ALIKE, False
    if are_contrary(first, second) or trend < 0:
        return OPPOSED, True
    if near := kinship(first, second):
        return near, False
    return _by_sense(first, second) or ((SAME_WAY, False) if trend > 0 else NONE)


def _by_sense(first: str, second: str) -> Relation | None:
    """Return how two lemmas that our own lexicon does not relate stand in WordNet."""
    if are_antonyms(first, second):
        return OPPOSED, True
    if share_sense(first, second):
        return SENSE_SHARED, False
    return (NEXT_TO, False) if adjoin(first, second) else None


@lru_cache(maxsize=1024)
def traits(lemmas: frozenset[str]) -> tuple[frozenset[str], frozenset[str]]:
    """Return what a word is looked up by, and that with what stands next to it.

    Most pairs of words have nothing to do with one another, and this shows it at once: related ones share a trait that
    is one of the first kind for one of them.
    """
    own: set[str] = set()
    near: set[str] = set()
    for lemma in lemmas:
        senses, beside, opposed = entry(lemma)
        own.update(senses, opposed, opposites(lemma), synonyms(lemma), contraries(lemma), (lemma,))
        near |= beside
        own.add(f"-{lemma}")
        own.update(f"-{lemma.removeprefix(prefix)}" for prefix in NEGATIVE_PREFIXES)
        own.add(f"{lemma[:SHORTEST]}-")
        if direction(lemma):
            own.add("direction")
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


LEXICON: Final = Path(__file__).parents[1] / "lexicon" / "wordnet.tsv"
_NOTHING: Final = ("", "", "")


@lru_cache(maxsize=1)
def _lexicon() -> dict[str, tuple[str, str, str]]:
    rows: dict[str, tuple[str, str, str]] = {}
    for line in LEXICON.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            lemma, own, near, opposed = line.split("\t")
            rows[lemma] = (own, near, opposed)
    return rows


@lru_cache(maxsize=2048)
def entry(lemma: str) -> tuple[frozenset[str], frozenset[str], frozenset[str]]:
    """Return the senses of a lemma, those next to them, and the lemmas that are opposed to it."""
    own, near, opposed = _lexicon().get(lemma, _NOTHING)
    return frozenset(own.split()), frozenset(near.split()), frozenset(opposed.split())


def share_sense(first: str, second: str) -> bool:
    """Tell whether two lemmas have a common sense."""
    return not entry(first)[0].isdisjoint(entry(second)[0])


def adjoin(first: str, second: str) -> bool:
    """Tell whether a sense of the one is above, below, derived from, similar to or entailed by one of the other."""
    (own, near, _), (others, beside, _) = entry(first), entry(second)
    return not (near.isdisjoint(others) and own.isdisjoint(beside))


def are_antonyms(first: str, second: str) -> bool:
    """Tell whether WordNet opposes two lemmas, or one of them to a word that is similar to the other."""
    return second in entry(first)[2] or first in entry(second)[2]


OPPOSITES: Final = Path(__file__).parents[1] / "lexicon" / "opposites.tsv"
NEGATIVE_PREFIXES: Final = word_order("negative_prefixes")


@lru_cache(maxsize=1)
def _opposites_of() -> tuple[dict[str, frozenset[str]], dict[str, int], frozenset[str]]:
    partners: dict[str, set[str]] = {}
    directions: dict[str, int] = {}
    deniers: set[str] = set()
    for line in OPPOSITES.read_text(encoding="utf-8").splitlines():
        if not line or line.startswith("#"):
            continue
        kind, word, partner = line.split("\t")
        if kind == "opposite":
            partners.setdefault(word, set()).add(partner)
            partners.setdefault(partner, set()).add(word)
        elif kind == "negative verb":
            deniers.add(word)
        else:
            directions[word] = 1 if kind == "upward" else -1
    return {word: frozenset(others) for word, others in partners.items()}, directions, frozenset(deniers)


def opposites(word: str) -> frozenset[str]:
    """Return the listed opposites of a lemma."""
    return _opposites_of()[0].get(word, frozenset())


def direction(word: str) -> int:
    """Return 1 for a word of rising, -1 for one of falling, 0 for any other."""
    return _opposites_of()[1].get(word, 0)


def directions(words: Iterable[str]) -> set[int]:
    """Return which ways, up or down, some words go."""
    known = _opposites_of()[1]
    return {known[word] for word in words if word in known} - {0}


def denies(word: str) -> bool:
    """Tell whether a verb says that its complement does not come about (fail, refuse, prevent)."""
    return word in _opposites_of()[2]


@lru_cache(maxsize=4096)
def are_opposites(first: str, second: str) -> bool:
    """Tell whether two lemmas are listed as opposites, or one is the other with a negative affix."""
    if second in opposites(first):
        return True
    short, long = sorted((first, second), key=len)
    if len(short) < 4:
        return False
    if any(long == prefix + short for prefix in NEGATIVE_PREFIXES):
        return True
    return long.endswith("less") and short.startswith(long[:-4]) and len(long) > 7


SYNONYMS: Final = Path(__file__).parents[1] / "lexicon" / "synonyms.tsv"


@lru_cache(maxsize=1)
def _synonym_sets() -> tuple[dict[str, frozenset[str]], dict[str, frozenset[str]]]:
    alike: dict[str, set[str]] = {}
    contrary: dict[str, set[str]] = {}
    for line in SYNONYMS.read_text(encoding="utf-8").splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        row, _, opposed = line.partition("\t")
        members, others = row.split(), opposed.split()
        for word in members:
            alike.setdefault(word, set()).update(members)
            contrary.setdefault(word, set()).update(others)
        for word in others:
            contrary.setdefault(word, set()).update(members)
    return {w: frozenset(s) for w, s in alike.items()}, {w: frozenset(s) for w, s in contrary.items()}


def synonyms(word: str) -> frozenset[str]:
    """Return the words of the classes that a lemma belongs to, itself among them; none if it is not listed."""
    return _synonym_sets()[0].get(word, frozenset())


def are_synonyms(first: str, second: str) -> bool:
    """Tell whether two lemmas share a class."""
    return second in synonyms(first)


def contraries(word: str) -> frozenset[str]:
    """Return the words of the classes opposite to those that a lemma belongs to."""
    return _synonym_sets()[1].get(word, frozenset())


def are_contrary(first: str, second: str) -> bool:
    """Tell whether two lemmas belong to opposite classes."""
    return second in contraries(first)

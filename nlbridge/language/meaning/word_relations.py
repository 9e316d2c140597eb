"""How the meanings of two words are related: the same, derived, alike, opposed, or not at all.

Words are compared as sets of lemmas, since a form may belong to several. A
relation is a likeness in [0, 1] and whether the two are opposites: opposites
speak of the same matter, so they find the place in a rewrite that a claim went
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
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from nlbridge.language.meaning.opposites import NEGATIVE_PREFIXES, are_opposites, direction, opposites
from nlbridge.language.meaning.synonyms import are_contrary, are_synonyms, contraries, synonyms
from nlbridge.language.meaning.wordnet import adjoin, are_antonyms, entry, share_sense

SAME: Final = 1.0
DERIVED: Final = 0.8
ALIKE: Final = 0.8
OPPOSED: Final = 0.7
SENSE_SHARED: Final = 0.75
NEXT_TO: Final = 0.6
SHORTEST: Final = 4
"""Letters that kindred words have in common at least."""
SAME_WAY: Final = 0.45
"""Likeness of two words of rising, or of two of falling."""

Relation = tuple[float, bool]
"""Likeness, and whether the two are opposites."""

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

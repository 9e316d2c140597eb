"""Opposites, directions of change and verbs that deny, as general English has them.

Source: `lexicon/opposites.tsv`, written for this project. Words are compared as
lemmas; `un-`, `in-`, `dis-` and `-less` make further opposites by morphology.

Examples
--------
>>> are_opposites("rise", "fall"), are_opposites("happy", "unhappy"), are_opposites("rise", "bread")
(True, True, False)
>>> direction("soar")
1
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Final

from nlbridge.language.lexicon import word_order

LEXICON: Final = Path(__file__).parents[1] / "lexicon" / "opposites.tsv"
NEGATIVE_PREFIXES: Final = word_order("negative_prefixes")


@lru_cache(maxsize=1)
def _lexicon() -> tuple[dict[str, frozenset[str]], dict[str, int], frozenset[str]]:
    partners: dict[str, set[str]] = {}
    directions: dict[str, int] = {}
    deniers: set[str] = set()
    for line in LEXICON.read_text(encoding="utf-8").splitlines():
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
    return _lexicon()[0].get(word, frozenset())


def direction(word: str) -> int:
    """Return 1 for a word of rising, -1 for one of falling, 0 for any other."""
    return _lexicon()[1].get(word, 0)


def denies(word: str) -> bool:
    """Tell whether a verb says that its complement does not come about (fail, refuse, prevent)."""
    return word in _lexicon()[2]


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

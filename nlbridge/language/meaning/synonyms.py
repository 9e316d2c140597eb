"""Classes of words that may stand for one another in a claim, and the classes that say the opposite.

Source: `lexicon/synonyms.tsv`, written for this project. Words are compared as
lemmas; a word may belong to several classes.

Examples
--------
>>> are_synonyms("buy", "purchase"), are_synonyms("buy", "sell"), are_contrary("wither", "thrive")
(True, False, True)
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Final

LEXICON: Final = Path(__file__).parents[1] / "lexicon" / "synonyms.tsv"


@lru_cache(maxsize=1)
def _lexicon() -> tuple[dict[str, frozenset[str]], dict[str, frozenset[str]]]:
    alike: dict[str, set[str]] = {}
    contrary: dict[str, set[str]] = {}
    for line in LEXICON.read_text(encoding="utf-8").splitlines():
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
    return _lexicon()[0].get(word, frozenset())


def are_synonyms(first: str, second: str) -> bool:
    """Tell whether two lemmas share a class."""
    return second in synonyms(first)


def contraries(word: str) -> frozenset[str]:
    """Return the words of the classes opposite to those that a lemma belongs to."""
    return _lexicon()[1].get(word, frozenset())


def are_contrary(first: str, second: str) -> bool:
    """Tell whether two lemmas belong to opposite classes."""
    return second in contraries(first)

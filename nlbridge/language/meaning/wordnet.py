"""Words that share a sense, words whose senses lie next to one another, and opposites, after WordNet.

Source: `lexicon/wordnet.tsv`, condensed from WordNet 3.0 (Miller, "WordNet: a lexical database for English",
Communications of the ACM 38, 1995) by `research.training.condense_wordnet`; its licence is in NOTICE.
Words are compared as lemmas, in their four commonest senses for each part of speech.

Examples
--------
>>> share_sense("purchase", "buy"), share_sense("purchase", "bread")
(True, False)
>>> adjoin("stroke", "touch"), adjoin("stroke", "vote")
(True, False)
>>> are_antonyms("remember", "forget"), are_antonyms("damp", "dry")
(True, True)
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Final

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

"""How similar two words are, to find what a what-if mentions.

A coarse stem removes inflection and derivation (`spiked` / `spike`, `failure` / `failed`). A negative prefix or a known
opposite counts as the same subject with reversed meaning.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from nlbridge.language.lexicon import word_class, word_order, word_pairs
from nlbridge.language.meaning.veridicality import denies_complement
from nlbridge.language.meaning.word_relations import are_opposites, direction
from nlbridge.language.pipeline.dictionary import dictionary_lemmas
from nlbridge.language.pipeline.parsing import ParseCache

if TYPE_CHECKING:
    from spacy.tokens import Doc

FUNCTION_TAGS: Final = frozenset({"DT", "IN", "TO", "CC", "PRP", "PRP$", "EX", "WDT", "WP", "WRB", "POS", "PDT", "MD"})
LIGHT: Final = word_class("light_verbs")
NEGATIONS: Final = word_class("negators_and_without")
IRREGULAR_NOUNS: Final = word_pairs("verb_of_noun")  # fmt: skip
SUFFIXES: Final = word_order("suffixes")  # fmt: skip
PREFIXES: Final = word_order("negative_prefixes")
FRAMES: Final = {"TO": "to", "VBG": "gerund"}
"""Tags of the word after a verb, with the frame of the complement that it opens."""
NONE: Final = (0.0, False, "")
EQUAL, DERIVED, OPPOSITE, DISTANT = 1.0, 0.85, 0.8, 0.85 - 0.15


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """A word as it is compared; `content` says whether it has a meaning of its own."""

    lower: str
    lemma: str
    tag: str
    position: int
    content: bool


def _items(doc: Doc) -> tuple[Item, ...]:
    results = []
    for token in doc:
        if token.is_punct or token.is_space:
            continue
        lemma = token.lemma_.lower()
        if token.pos_ in {"NOUN", "ADJ"}:
            lemma = next(iter(dictionary_lemmas(token.lower_, token.pos_)), lemma)
        content = token.tag_ not in FUNCTION_TAGS and lemma not in LIGHT and lemma not in NEGATIONS
        results.append(Item(lower=token.lower_, lemma=lemma, tag=token.tag_, position=token.i, content=content))
    return tuple(results)


items: Final = ParseCache(_items, size=1024, unused=("parser",))
"""The words of a text, without punctuation; `items.prefetch` analyses several texts in one call."""


@lru_cache(maxsize=2048)
def stem(lemma: str) -> str:
    """Reduce a lemma to the stem that its derivations share.

    Examples
    --------
    >>> stem("failure") == stem("fail"), stem("loss") == stem("lose")
    (True, True)
    """
    word = IRREGULAR_NOUNS.get(lemma, lemma)
    for suffix in SUFFIXES:
        if word.endswith(suffix) and len(word) - len(suffix) >= 3:
            word = word[: -len(suffix)]
            break
    if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "aeiou":
        word = word[:-1]
    return word[:-1] + "y" if word.endswith("i") else word


@lru_cache(maxsize=4096)
def likeness(one: str, other: str) -> tuple[float, bool]:
    """Return how similar two lemmas are, and whether they are opposites.

    Examples
    --------
    >>> likeness("repair", "unrepaired")
    (0.8, True)
    """
    if one == other:
        return EQUAL, False
    if are_opposites(one, other) or direction(one) * direction(other) < 0:
        return OPPOSITE, True
    a, b = stem(one), stem(other)
    if a == b:
        return DERIVED, False
    for prefix in PREFIXES:
        for x, y in ((a, b), (b, a)):
            if x.startswith(prefix) and len(y) >= 3 and x.removeprefix(prefix) == y:
                return OPPOSITE, True
    shared = next((k for k, (x, y) in enumerate(zip(one, other, strict=False)) if x != y), min(len(one), len(other)))
    return (DISTANT, False) if shared >= 5 and shared >= 0.7 * max(len(a), len(b)) else (0.0, False)


def best(lemma: str, others: Iterable[str]) -> tuple[float, bool, str]:
    """Return the lemma that is closest to the first: its similarity, whether it is an opposite, and itself."""
    closest = max(
        ((*likeness(lemma, other), other) for other in others), key=lambda candidate: candidate[0], default=NONE
    )
    return closest if closest[0] > 0 else NONE


def denials(words: Iterable[Item]) -> int:
    """Count negations, and verbs that negate the verb after them."""
    listed = tuple(words)
    count = sum(item.lower in NEGATIONS for item in listed)
    for item, after in pairwise(listed):
        frame = FRAMES.get(after.tag)
        verbs = {item.lemma, *dictionary_lemmas(item.lower, "VERB")} if frame else ()  # `forgotten` as an adjective
        count += any(denies_complement(verb, frame) for verb in verbs if frame)
    return count

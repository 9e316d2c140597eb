"""How alike two words are for the purpose of finding what a what-if mentions.

Inflection and derivation are undone coarsely (`spiked` / `spike`, `failure` /
`failed`), a prefix of negation or a known opposite counts as the same subject
seen from the other side.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
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
EQUAL, DERIVED, OPPOSITE = 1.0, 0.85, 0.8


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """A word as it counts in a comparison; `content` is whether it says something of its own."""

    lower: str
    lemma: str
    tag: str
    position: int
    content: bool


def items(text: str) -> tuple[Item, ...]:
    """Return the words of a text, punctuation left out."""
    return _ITEMS(text)


def items_ahead(texts: Iterable[str]) -> None:
    """Analyse together the texts whose items will be asked for."""
    _ITEMS.ahead(texts)


def _items(doc: Doc) -> tuple[Item, ...]:
    told = ((t, _lemma(t.lower_, t.lemma_.lower(), t.pos_)) for t in doc if not (t.is_punct or t.is_space))
    return tuple(
        Item(
            lower=t.lower_,
            lemma=lemma,
            tag=t.tag_,
            position=t.i,
            content=t.tag_ not in FUNCTION_TAGS and lemma not in LIGHT and lemma not in NEGATIONS,
        )
        for t, lemma in told
    )


_ITEMS: Final = ParseCache(_items, size=1024, unused=("parser",))


def _lemma(lower: str, lemma: str, part: str) -> str:
    if part in {"NOUN", "ADJ"}:
        found = dictionary_lemmas(lower, part)
        return found[0] if found else lemma
    return lemma


@lru_cache(maxsize=2048)
def stem(lemma: str) -> str:
    """Cut a lemma down to what its derivations share.

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
    """Return how alike two lemmas are, and whether they are opposites.

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
    shared = _shared_prefix(one, other)
    if shared >= 5 and shared >= 0.7 * max(len(a), len(b)):
        return DERIVED - 0.15, False
    return 0.0, False


def _shared_prefix(one: str, other: str) -> int:
    count = 0
    for x, y in zip(one, other, strict=False):
        if x != y:
            break
        count += 1
    return count


def best(lemma: str, others: Iterable[str]) -> tuple[float, bool, str]:
    """Return the closest of several lemmas: its similarity, whether it is an opposite, and which it is."""
    found = (0.0, False, "")
    for other in others:
        score, opposed = likeness(lemma, other)
        if score > found[0]:
            found = (score, opposed, other)
    return found


def denials(words: Iterable[Item]) -> int:
    """Count negations, and verbs that deny the verb after them."""
    listed = tuple(words)
    count = sum(item.lower in NEGATIONS for item in listed)
    for k, item in enumerate(listed[:-1]):
        after = listed[k + 1].tag
        count += after == "TO" and denies_complement(item.lemma, "to")
        count += after == "VBG" and denies_complement(item.lemma, "gerund")
    return count

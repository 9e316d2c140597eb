"""A text and an edit, aligned by form and by meaning, and the edit measured as a whole."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

from nlbridge.language.meaning.alignment import Alignment, Word, align
from nlbridge.language.meaning.relatives import Relatives


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """An original and an edit, aligned by form and by meaning."""

    same: Alignment
    alike: Alignment
    copied: float
    length: float
    sentences: tuple[int, ...]
    newly: frozenset[int]
    """Words of the edit that are no word's partner by meaning."""
    in_text: Relatives = field(compare=False)
    in_edit: Relatives = field(compare=False)
    """What the text, and what the edit, has that is related to a word; it follows from the words that are aligned."""


@lru_cache(maxsize=512)
def _sentences(original: tuple[Word, ...]) -> tuple[int, ...]:
    found, current = [], 0
    for word in original:
        found.append(current)
        current += word.text in {".", "!", "?"}
    return tuple(found)


def compare(original: tuple[Word, ...], edit: tuple[Word, ...]) -> Comparison:
    """Align an original with an edit and measure the edit as a whole."""
    same, alike = align(original, edit)
    taken = {place for place in alike.partner if place is not None}
    return Comparison(
        same=same,
        alike=alike,
        copied=sum(same.verbatim) / max(1, len(original)),
        length=len(edit) / max(1, len(original)),
        sentences=_sentences(original),
        newly=frozenset(range(len(edit))) - taken,
        in_text=Relatives(original),
        in_edit=Relatives(edit),
    )

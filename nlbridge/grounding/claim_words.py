"""Which words of the original make each event's claim."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache
from typing import Final

from nlbridge.language.lexicon import word_class
from nlbridge.language.meaning.alignment import Word, same, words

GAP: Final = 3
"""Words of the text that may stand between two copied runs of one statement."""
_WHAT_IF_FRAME: Final = word_class("what_if_frame")


@dataclass(frozen=True, slots=True, kw_only=True)
class EventWords:
    """The words of one event in the original, and those of them that no other event shares."""

    event: str
    indices: tuple[int, ...]
    own: frozenset[int]


@lru_cache(maxsize=512)
def event_words(text: str, spans: tuple[tuple[str, tuple[int, int] | None, str], ...]) -> tuple[EventWords, ...]:
    """Return the words of each event; `spans` holds id, span and statement.

    An event without a span is found in the text by the words of its statement: the stretch that copies most of them,
    or, where that is less than half of what they say, the words that are alike.
    """
    original = words(text)
    found = {event: _indices(original, span, statement) for event, span, statement in spans}
    counts: dict[int, int] = {}
    for indices in found.values():
        for index in indices:
            counts[index] = counts.get(index, 0) + 1
    return tuple(
        EventWords(event=event, indices=indices, own=frozenset(i for i in indices if counts[i] == 1))
        for event, indices in found.items()
    )


def _indices(original: tuple[Word, ...], span: tuple[int, int] | None, statement: str) -> tuple[int, ...]:
    if span is not None:
        return tuple(i for i, w in enumerate(original) if w.start < span[1] and w.end > span[0])
    claimed = tuple(w for w in words(statement) if not w.mark)
    content = [w for w in claimed if w.content]
    stretch = _copied_stretch(original, claimed)
    if len(stretch) > 1 and 2 * _content(original, stretch) >= len(content):
        return stretch
    return tuple(i for i, w in enumerate(original) if w.content and any(same(w, other) > 0 for other in content))


def _copied_stretch(original: tuple[Word, ...], claimed: tuple[Word, ...]) -> tuple[int, ...]:
    """Return the stretch of the text that copies most words of a statement in their order; gaps are short."""
    blocks = SequenceMatcher(None, [w.text for w in original], [w.text for w in claimed], autojunk=False)
    best: tuple[int, ...] = ()
    copied: list[int] = []
    for block in blocks.get_matching_blocks():
        places = range(block.a, block.a + block.size)
        copied = [*copied, *places] if copied and places and block.a - copied[-1] - 1 <= GAP else list(places)
        if _content(original, copied) > _content(original, best):
            best = tuple(range(copied[0], copied[-1] + 1))
    return best


def _content(original: tuple[Word, ...], places: Sequence[int]) -> int:
    return sum(original[i].content for i in places)


@lru_cache(maxsize=2048)
def what_if_lemmas(clause: str) -> frozenset[str]:
    """Return the lemmas of the content words of a hypothetical clause."""
    return frozenset(lemma for w in words(clause) if w.content and w.text not in _WHAT_IF_FRAME for lemma in w.lemmas)

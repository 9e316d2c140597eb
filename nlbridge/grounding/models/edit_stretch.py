"""Stretches of an edit that a claim can be held against: sentences, and the parts between their commas."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

_PART: Final = re.compile(r"[^,;:]+")
SHORTEST: Final = 3
"""Words from which a stretch can state a claim."""


@lru_cache(maxsize=512)
def sentences(passage: str) -> tuple[tuple[int, int], ...]:
    """Return start and end of each sentence.

    Examples
    --------
    >>> text = "It rained at 4.30 p.m. today. Nobody came."
    >>> [text[start:end] for start, end in sentences(text)]
    ['It rained at 4.30 p.m. today.', 'Nobody came.']
    """
    ends = [m.end() for m in re.finditer(r"[.!?;][\"')\]]*(?=\s+[A-Z0-9\"'(]|\s*$)", passage)]
    starts = [0, *ends]
    spans = ((start, end) for start, end in zip(starts, [*ends, len(passage)], strict=True))
    return tuple(_trimmed(passage, start, end) for start, end in spans if passage[start:end].strip())


@lru_cache(maxsize=512)
def stretches(passage: str) -> tuple[str, ...]:
    """Return the sentences of a passage and the parts of each that commas divide, without repeats."""
    found: list[str] = []
    for start, end in sentences(passage):
        sentence = passage[start:end]
        parts = [part.strip() for part in _PART.findall(sentence)]
        found += [sentence, *(part for part in parts if len(part.split()) >= SHORTEST)]
    return tuple(dict.fromkeys(found))


def surrounding(passage: str, start: int, end: int) -> str:
    """Return the sentences that a stretch lies in; the whole passage where there is no stretch.

    Examples
    --------
    >>> surrounding("The lamp fell. It did not break. All slept.", 19, 22)
    'It did not break.'
    """
    if end <= start:
        return passage
    met = [(a, b) for a, b in sentences(passage) if a < end and b > start]
    return passage[met[0][0] : met[-1][1]] if met else passage


def _trimmed(passage: str, start: int, end: int) -> tuple[int, int]:
    piece = passage[start:end]
    return start + len(piece) - len(piece.lstrip()), end - (len(piece) - len(piece.rstrip()))

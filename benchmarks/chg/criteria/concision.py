"""The length limit in CHG's prompt: one sentence, at most 20 words (Abdolmaleki et al., Figure 2)."""

from __future__ import annotations

import re
from typing import Final

SENTENCES: Final = 1
WORDS: Final = 20

_END: Final = re.compile(r"[.!?…]+[\"'”’)\]]*(?:\s+|$)|\n+")
_ABBREVIATION: Final = re.compile(
    r"(?:^|[\s(])(?:[A-Za-z]|Mr|Mrs|Ms|Dr|St|Prof|Jr|Sr|vs|etc|e\.g|i\.e|approx|no)\.$", re.IGNORECASE
)
_ENDS_ALWAYS: Final = frozenset("!?\n…")


def sentences(text: str) -> tuple[str, ...]:
    """Split a text into sentences; a piece without a letter or digit is none.

    A full stop after an abbreviation or an initial, or before a lower-case word, ends no sentence.

    Examples
    --------
    >>> sentences("Dr. Roe left at 5 p.m. on foot. The ward slept.")
    ('Dr. Roe left at 5 p.m. on foot.', 'The ward slept.')
    """
    split: list[str] = []
    start = 0
    for match in _END.finditer(text):
        before, after = text[start : match.end()].rstrip(), text[match.end() :]
        if after and _goes_on(before, after, match.group()):
            continue
        split.append(before.strip())
        start = match.end()
    split.append(text[start:].strip())
    return tuple(one for one in split if any(character.isalnum() for character in one))


def _goes_on(before: str, after: str, end: str) -> bool:
    if _ENDS_ALWAYS & set(end):
        return after.lstrip("\"'“‘([")[:1].islower() and "\n" not in end
    return bool(_ABBREVIATION.search(before)) or after.lstrip("\"'“‘([")[:1].islower()


def word_count(text: str) -> int:
    """Count the pieces between white space that contain a letter or a digit.

    Examples
    --------
    >>> word_count("The mother-in-law didn't wave - she sang.")
    6
    """
    return sum(any(character.isalnum() for character in word) for word in text.split())


def within_limits(text: str) -> bool:
    """Return whether a text is one sentence of at most 20 words.

    Examples
    --------
    >>> within_limits("The gate was left open."), within_limits("The gate is open. The goats are out.")
    (True, False)
    """
    return len(sentences(text)) == SENTENCES and word_count(text) <= WORDS

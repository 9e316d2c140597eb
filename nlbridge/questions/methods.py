"""The two ways of looking at a correlation that a question about adjustment compares."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from nlbridge.questions.background import Sentence

_METHOD: Final = re.compile(r"^method\s*(?P<number>\d+)\s*[:,]\s*(?P<text>.+)$", re.IGNORECASE)
_CASES: Final = re.compile(
    r"\b(?:case by case|separately|within each)\b.*?\b(?:according to|by|for each|of)\s+(?P<names>.+)$", re.IGNORECASE
)


def read_methods(sentences: Iterable[Sentence]) -> dict[str, str]:
    """Return, by its number, the variable that each method goes through case by case; empty for none.

    Examples
    --------
    >>> from nlbridge.questions.background import sentences
    >>> text = "Method 1: We look at how rest correlates with mood case by case according to age. Method 2: We look "
    >>> read_methods(sentences(text + "directly at how rest correlates with mood in general."))
    {'1': 'age', '2': ''}
    """
    found = {}
    for sentence in sentences:
        match = _METHOD.match(sentence.text)
        if match is not None:
            cases = _CASES.search(match["text"])
            found[match["number"]] = cases["names"] if cases is not None else ""
    return found

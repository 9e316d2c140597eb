"""Items that nearly duplicate a kept one.

The measure is the Jaccard index of the three-word runs in text and what-if of two items.

References
----------
.. [1] Broder (1997), On the resemblance and containment of documents.
"""

from __future__ import annotations

import re
from typing import Final

TOO_NEAR: Final = 0.7
"""Least share of common runs at which one of two items is dropped."""
RUN: Final = 3
_WORD: Final = re.compile(r"\w+")


class KeptTexts:
    """The texts kept so far.

    Examples
    --------
    >>> kept = KeptTexts()
    >>> kept.nearest("The pump failed, so the cellar flooded.")
    0.0
    >>> kept.add("The pump failed, so the cellar flooded.")
    >>> kept.nearest("The pump failed. So the cellar flooded!")
    1.0
    """

    def __init__(self) -> None:
        self._kept: list[frozenset[tuple[str, ...]]] = []

    def add(self, text: str) -> None:
        """Add a text."""
        self._kept.append(_runs(text))

    def nearest(self, text: str) -> float:
        """Return the similarity of the nearest kept text."""
        runs = _runs(text)
        return max((len(runs & other) / len(runs | other) for other in self._kept if runs | other), default=0.0)


def _runs(text: str) -> frozenset[tuple[str, ...]]:
    words = _WORD.findall(text.casefold())
    return frozenset(tuple(words[start : start + RUN]) for start in range(max(1, len(words) - RUN + 1)))

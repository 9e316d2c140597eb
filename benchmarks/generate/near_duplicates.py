"""Items that say nearly the same as one that is there.

The measure is Jaccard's: of all runs of three words that text and what-if of two items have, the share that both have.

References
----------
.. [1] Broder (1997), On the resemblance and containment of documents.
"""

from __future__ import annotations

import re
from typing import Final

TOO_NEAR: Final = 0.7
"""Share of runs of words from which one of two items is left out."""
RUN: Final = 3
_WORD: Final = re.compile(r"\w+")


class KeptTexts:
    """The texts that were kept so far.

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
        """Take a text up."""
        self._kept.append(_runs(text))

    def nearest(self, text: str) -> float:
        """Return how near the nearest kept text comes."""
        runs = _runs(text)
        return max((len(runs & other) / len(runs | other) for other in self._kept if runs | other), default=0.0)


def _runs(text: str) -> frozenset[tuple[str, ...]]:
    words = _WORD.findall(text.casefold())
    return frozenset(tuple(words[start : start + RUN]) for start in range(max(1, len(words) - RUN + 1)))

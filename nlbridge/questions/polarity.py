"""Which of a variable's two values a phrase means: by negations, opposites, and differences."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from nlbridge.questions.matching import plain
from nlbridge.questions.words import Phrase, phrase, relation

_SUBJECT: Final = re.compile(r"^(?:the|an?)\s+(\w+)")
DECIDED: Final = 0.05
"""Difference from which a phrase is more like the one value than the other."""


@dataclass(frozen=True, slots=True)
class Similarity:
    """How much two phrases about one variable share, and whether they say the same of it.

    Parameters
    ----------
    shared
        From 0 to 1.
    sign
        1 for the same value, -1 for the other one.
    left, right
        Words of each that the other has not.
    """

    shared: float
    sign: int
    left: tuple[str, ...]
    right: tuple[str, ...]


@lru_cache(maxsize=16384)
def compare(one: str, two: str, *, loosely: bool = False) -> Similarity:
    """Compare two phrases about one variable.

    Parameters
    ----------
    loosely
        Whether words of neighbouring meaning (`live` and `life`) count as shared, too.

    Examples
    --------
    >>> compare("high salary", "a low salary").sign, compare("people without a garden", "having a garden").sign
    (-1, -1)
    """
    first, second = phrase(one), phrase(two)
    left, right = list(_without_population(first)), list(_without_population(second))
    flips, shared = first.negations + second.negations, 0.0
    for wanted in (1.0, -1.0, 0.6, 0.4) if loosely else (1.0, -1.0, 0.6):
        for word in list(left):
            found = next((other for other in right if relation(word, other) == wanted), None)
            if found is not None:
                left.remove(word)
                right.remove(found)
                denied = (word in first.denying) != (found in second.denying)
                flips += wanted < 0 and not denied
                shared += abs(wanted)
    total = len(_without_population(first)) + len(_without_population(second))
    return Similarity(2 * shared / total if total else 0.0, -1 if flips % 2 else 1, tuple(left), tuple(right))


def _without_population(said: Phrase) -> tuple[str, ...]:
    return said.words[said.population :]


def value_in_pair(text: str, pair: tuple[str, str]) -> tuple[int, bool]:
    """Return which phrase of a pair of contraries a phrase goes with, and whether words decide it; 1 if none does.

    Examples
    --------
    >>> value_in_pair("kindness", ("people with mean neighbours", "people with kind neighbours"))
    (1, True)
    >>> value_in_pair("absence of rain", ("areas without rain", "rainy areas"))
    (0, True)
    """
    exact = [plain(text) == plain(each) for each in pair]
    if exact[0] != exact[1]:
        return int(exact[1]), True
    none, some = (compare(text, each) for each in pair)
    vote = some.shared * some.sign - none.shared * none.sign
    return (int(vote > 0), True) if abs(vote) > DECIDED else (1, False)


def same_value(text: str, reference: str, *, clause: bool = False) -> tuple[bool, bool]:
    """Tell whether a phrase means the same value as a reference, and whether words decide it.

    Two phrases about one variable whose differing words are not synonyms name its two values; the subject of a
    clause does not count.

    Examples
    --------
    >>> same_value("the room is dark", "bright room", clause=True)
    (False, True)
    >>> same_value("the forest burns down", "forest on fire", clause=True)[0]
    True
    """
    if plain(text) == plain(reference):
        return True, True
    found = compare(text, reference, loosely=clause)
    if found.sign < 0:
        return False, True
    left = found.left
    subject = _SUBJECT.match(plain(text)) if clause else None
    if subject is not None and left[:1] == (subject[1],):
        left = left[1:]
    if not left or not found.right:
        return True, found.shared > 0
    return False, not clause


def contraries(texts: Sequence[str]) -> tuple[str, str] | None:
    """Return two phrases of one variable as value 0 and value 1, the negated or lesser one first."""
    if len(texts) != 2:
        return None
    one, two = texts
    return (one, two) if phrase(one).negations >= phrase(two).negations else (two, one)

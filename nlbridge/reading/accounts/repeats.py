"""The same fact told twice is one claim: which claims say no more than one before them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from nlbridge.language.lexicon import word_class

EMPTY: Final = word_class("empty_beside_nouns")
"""Words that tell nothing of their own."""
LEAST: Final = 2
"""Words that a claim has at least which can be told twice."""
PLACING: Final = word_class("placing_prepositions")
"""Words that open the place or the time of what happened."""


def repeats(statements: Sequence[str]) -> dict[int, int]:
    """Return for each statement that says no more than one before it the position of that one.

    Examples
    --------
    >>> repeats(["The server room overheated on Tuesday.", "Both fans had stopped.", "The server room overheated."])
    {2: 0}
    >>> repeats(["The van was late on Monday.", "The van was late on Tuesday.", "The van was not late."])
    {}
    """
    content = [_content(statement) for statement in statements]
    found: dict[int, int] = {}
    for k, told in enumerate(content):
        before = next((j for j in range(k) if j not in found and _says(content[j], told)), None)
        if before is not None and len(told) >= LEAST:
            found[k] = before
    return found


def _content(statement: str) -> tuple[str, ...]:
    bare = (word.strip(".,;:!?\"'“”‘’()").lower() for word in statement.split())
    return tuple(word for word in bare if word and word not in EMPTY)


def _says(whole: tuple[str, ...], told: tuple[str, ...]) -> bool:
    """Whether a statement is another one without its place or time."""
    if whole == told:
        return True
    if len(whole) <= len(told):
        return False
    if whole[: len(told)] == told:
        return whole[len(told)] in PLACING
    return whole[-len(told) :] == told and whole[0] in PLACING and _time(whole[-len(told) - 1])


def _time(word: str) -> bool:
    return word in word_class("times") or any(character.isdigit() for character in word)

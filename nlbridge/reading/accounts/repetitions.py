"""Claims that a text makes twice: which statement only repeats an earlier one."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from nlbridge.language.lexicon import word_class
from nlbridge.language.meaning.word_relations import NEGATORS

EMPTY: Final = word_class("empty_beside_nouns")
"""Words without a meaning of their own."""
DEGREES: Final = word_class("degree_adverbs")
"""Words that a repetition may leave out: `unusually low`, then `low`."""
LEAST: Final = 2
"""Fewest words of a claim that counts as a repetition."""
PLACING: Final = word_class("placing_prepositions")
"""Words that open the place or time of an event."""
DESCRIBING: Final = word_class("describing_prepositions")
DESCRIBED: Final = 6
"""Most words that a repetition may leave out around the noun of its subject."""


def repeats(statements: Sequence[str], recalling: Collection[int] = ()) -> dict[int, int]:
    """Return the repetitions among statements: the position of each, with that of the earlier statement.

    Parameters
    ----------
    recalling
        Positions of statements that recall what was just told, as `Because the lift stood still, ...` does. Each may
        describe its subject in fewer words than the nearest of the statements that it can repeat.

    Examples
    --------
    >>> repeats(["The server room overheated on Tuesday.", "Both fans had stopped.", "The server room overheated."])
    {2: 0}
    >>> repeats(["The tide was unusually low.", "The tide was low."])
    {1: 0}
    >>> repeats(["The van was late on Monday.", "The van was late on Tuesday.", "The van was not late."])
    {}
    >>> told = ["The goods lift in building C stood still.", "The lift stood still."]
    >>> repeats(told), repeats(told, recalling={1})
    ({}, {1: 0})
    """
    content = [_content(statement) for statement in statements]
    earlier: dict[int, int] = {}
    for k, words in enumerate(content):
        told = [j for j in range(k) if j not in earlier]
        before = next((j for j in told if _says(content[j], words)), None)
        if before is None and k in recalling:
            before = next((j for j in reversed(told) if _describes(content[j], words)), None)
        if before is not None and len(words) >= LEAST:
            earlier[k] = before
    return earlier


def _content(statement: str) -> tuple[str, ...]:
    bare = (word.strip(".,;:!?\"'“”‘’()").lower() for word in statement.split())
    return tuple(word for word in bare if word and word not in EMPTY)


def _says(whole: tuple[str, ...], said: tuple[str, ...]) -> bool:
    """Whether a statement equals another one, or equals it without its degree or the place or time at its end."""
    if DEGREES.isdisjoint(said):
        whole = tuple(word for word in whole if word not in DEGREES)
    rest = whole[len(said) :]
    return whole[: len(said)] == said and (not rest or rest[0] in PLACING)


def _describes(whole: tuple[str, ...], said: tuple[str, ...]) -> bool:
    """Whether a statement says the same with more words around the noun of its subject."""
    if len(said) < LEAST:
        return False
    noun, predicate = said[0], said[1:]
    for place in (k for k, word in enumerate(whole) if word == noun):
        for start in range(place + 1, len(whole) - len(predicate) + 1):
            before, between = whole[:place], whole[place + 1 : start]
            described = len(before) + len(between) <= DESCRIBED and NEGATORS.isdisjoint((*before, *between))
            if described and (not between or between[0] in DESCRIBING) and _says(whole[start:], predicate):
                return True
    return False

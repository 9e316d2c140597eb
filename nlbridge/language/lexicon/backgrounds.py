"""Settings of a story: time of day, season, day of the week, weather, light, tide and the like.

Source: `lexicon/backgrounds.yaml`, written for this project: dimensions, each with values that exclude one another. A
word may name several values of one dimension (`evening` is part of the night); two words exclude one another where a
dimension has both and they share no value of it.

Examples
--------
>>> [(one.scale, one.statement) for one in backgrounds("winter")]
[('season', 'It was winter')]
>>> found = backgrounds_in("At two in the morning it was May, and they may march.".split())
>>> [(place, [one.statement for one in named]) for place, named in found if named]
[(4, ['It was night', 'It was dark', 'It was morning']), (7, ['It was spring', 'It was summer', 'It was May'])]
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from nlbridge.language.lexicon.classes import groups

TABLE: Final = "backgrounds.yaml"
CAPITAL: Final = frozenset({"march", "may"})
"""Months that are words of other classes without a capital."""
BEFORE_DAWN: Final = frozenset("12 1 2 3 4 twelve one two three four".split())
CLOCK: Final = frozenset("o'clock half past quarter to a".split())


@dataclass(frozen=True, slots=True, kw_only=True)
class Background:
    """One value of one dimension, with the claim that it makes."""

    scale: str
    statement: str


@lru_cache(maxsize=1)
def _groups() -> dict[str, tuple[Background, ...]]:
    found: dict[str, tuple[Background, ...]] = {}
    for scale, statements in groups(TABLE).items():
        for statement, lemmas in () if isinstance(statements, str) else statements.items():
            for lemma in lemmas.split():
                found[lemma] = (*found.get(lemma, ()), Background(scale=scale, statement=statement))
    return found


def is_pair(word: str, after: str) -> bool:
    """Tell whether two words name a value together: `low tide`."""
    return f"{word}_{after}" in _groups()


def terms(forms: Sequence[str]) -> list[str]:
    """Return the words of a passage, each with the one before it where only the two name a value."""
    pairs = zip(["", *forms], forms, strict=False)
    return [f"{before} {word}" if is_pair(before, word) else word for before, word in pairs]


def backgrounds(lemma: str) -> tuple[Background, ...]:
    """Return the values that a word names, of any dimension."""
    return _groups().get(lemma, ())


def background_word(form: str) -> Background | None:
    """Return the value of a word in its base form or its plural; other forms (`sprang`) say something else.

    Of several values it is the one that the word itself names: an afternoon is no midday, and June may be spring.

    Examples
    --------
    >>> [background_word(form).statement for form in ("nights", "afternoon", "june", "dawn")]
    ['It was night', 'It was afternoon', 'It was June', 'It was morning']
    >>> background_word("sprang")
    """
    lemma = form if backgrounds(form) else form.removesuffix("s")
    found = backgrounds(lemma)
    return next((one for one in found if one.statement.lower().endswith(f" {lemma}")), next(iter(found), None))


def backgrounds_in(forms: Sequence[str]) -> tuple[tuple[int, tuple[Background, ...]], ...]:
    """Return for each word of a text the values that it names there: `high tide`, `three in the morning`.

    A pair of words counts at the second.
    """
    lower = [re.sub(r"\W+$", "", form.lower()) for form in forms]
    found: list[tuple[int, tuple[Background, ...]]] = []
    for i, word in enumerate(lower):
        named = backgrounds(word) or backgrounds(word.removesuffix("s"))
        if word in CAPITAL and not forms[i][:1].isupper():
            named = ()
        elif i and is_pair(lower[i - 1], word):
            named = backgrounds(f"{lower[i - 1]}_{word}")
        elif word == "morning" and _before_dawn(lower, i):
            named = (*backgrounds("midnight"), *named)
        found.append((i, named))
    return tuple(found)


def _before_dawn(lower: Sequence[str], i: int) -> bool:
    """Whether a clock time makes the morning part of the night: `at two in the morning`."""
    if tuple(lower[max(0, i - 2) : i]) != ("in", "the"):
        return False
    for word in reversed(lower[max(0, i - 6) : i - 2]):
        if word in BEFORE_DAWN:
            return True
        if word not in CLOCK:
            return False
    return False


def excluded(one: Iterable[Background], other: Iterable[Background]) -> frozenset[str]:
    """Return the dimensions of which two words name values, and none in common.

    Examples
    --------
    >>> sorted(excluded(backgrounds("july"), backgrounds("winter")))
    ['season']
    >>> excluded(backgrounds("evening"), backgrounds("night"))
    frozenset()
    """
    said, others = set(one), set(other)
    scales = {value.scale for value in said} & {value.scale for value in others}
    return frozenset(scales - {value.scale for value in said & others})

"""Settings of a story: time of day, season, day of the week, weather, light, tide and the like.

Source: `lexicon/backgrounds.yaml`, written for this project: dimensions with mutually exclusive values. A word may name
several values of a dimension (`evening` is part of the night). Two words exclude each other if they name values of the
same dimension and none in common.

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
"""Months that, without a capital, are other words."""
BEFORE_DAWN: Final = frozenset("12 1 2 3 4 twelve one two three four".split())
CLOCK: Final = frozenset("o'clock half past quarter to a".split())


@dataclass(frozen=True, slots=True, kw_only=True)
class Background:
    """One value of a dimension (`scale`), as a statement."""

    scale: str
    statement: str


@lru_cache(maxsize=1)
def _groups() -> dict[str, tuple[Background, ...]]:
    by_lemma: dict[str, tuple[Background, ...]] = {}
    for scale, statements in groups(TABLE).items():
        for statement, lemmas in () if isinstance(statements, str) else statements.items():
            for lemma in lemmas.split():
                by_lemma[lemma] = (*by_lemma.get(lemma, ()), Background(scale=scale, statement=statement))
    return by_lemma


def is_pair(word: str, after: str) -> bool:
    """Return whether two words name a value together: `low tide`."""
    return f"{word}_{after}" in _groups()


def terms(forms: Sequence[str]) -> list[str]:
    """Return the words of a passage, each preceded by the word before it if the two name a value together."""
    pairs = zip(["", *forms], forms, strict=False)
    return [f"{before} {word}" if is_pair(before, word) else word for before, word in pairs]


def backgrounds(lemma: str) -> tuple[Background, ...]:
    """Return the values that a word names, in all dimensions."""
    return _groups().get(lemma, ())


def background_word(form: str) -> Background | None:
    """Return the value of a word in its base form or plural; other forms (`sprang`) mean something else.

    Of several values, prefer the one whose statement ends in the word itself, otherwise take the first.

    Examples
    --------
    >>> [background_word(form).statement for form in ("nights", "afternoon", "june", "dawn")]
    ['It was night', 'It was afternoon', 'It was June', 'It was morning']
    >>> background_word("sprang")
    """
    lemma = form if backgrounds(form) else form.removesuffix("s")
    values = backgrounds(lemma)
    return next((value for value in values if value.statement.lower().endswith(f" {lemma}")), next(iter(values), None))


def backgrounds_in(forms: Sequence[str]) -> tuple[tuple[int, tuple[Background, ...]], ...]:
    """Return each word's position and values in context: `three in the morning`, `high tide` (at its second word)."""
    lower = [re.sub(r"\W+$", "", form.lower()) for form in forms]
    results: list[tuple[int, tuple[Background, ...]]] = []
    for i, word in enumerate(lower):
        values = backgrounds(word) or backgrounds(word.removesuffix("s"))
        if word in CAPITAL and not forms[i][:1].isupper():
            values = ()
        elif i and is_pair(lower[i - 1], word):
            values = backgrounds(f"{lower[i - 1]}_{word}")
        elif word == "morning" and _before_dawn(lower, i):
            values = (*backgrounds("midnight"), *values)
        results.append((i, values))
    return tuple(results)


def _before_dawn(lower: Sequence[str], i: int) -> bool:
    """Whether a clock time puts the morning before dawn: `at two in the morning`."""
    if tuple(lower[max(0, i - 2) : i]) != ("in", "the"):
        return False
    for word in reversed(lower[max(0, i - 6) : i - 2]):
        if word in BEFORE_DAWN:
            return True
        if word not in CLOCK:
            return False
    return False


def excluded(one: Iterable[Background], other: Iterable[Background]) -> frozenset[str]:
    """Return the dimensions in which two words both name values, but none in common.

    Examples
    --------
    >>> sorted(excluded(backgrounds("july"), backgrounds("winter")))
    ['season']
    >>> excluded(backgrounds("evening"), backgrounds("night"))
    frozenset()
    """
    values, others = set(one), set(other)
    scales = {value.scale for value in values} & {value.scale for value in others}
    return frozenset(scales - {value.scale for value in values & others})

"""Amounts in English: number, unit and the role that a preposition gives them.

Source: `lexicon/units.tsv`, written for this project. Values are converted to the base unit of their dimension, so that
`90 minutes` and `an hour and a half` compare. The dimension of a count is the counted noun.

Examples
--------
>>> [(a.value, a.dimension, str(a.role)) for a in amounts("The bill rose by a third, from 40 to 53 euros.")]
[(33.333333333333336, 'share', 'change'), (40.0, 'euro', 'origin'), (53.0, 'euro', 'level')]
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from itertools import pairwise
from typing import Final

from nlbridge.language.lexicon.classes import rows

TOKEN: Final = re.compile(r"\d+(?:[.,:]\d+)*|km/h|o['’]clock|[^\W\d_]+(?:[-'’][^\W\d_]+)*|[%$€£°]|[.,;:!?]")
ONES: Final = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
    "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16, "seventeen": 17,
    "eighteen": 18, "nineteen": 19, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70,
    "eighty": 80, "ninety": 90, "dozen": 12, "couple": 2,
}  # fmt: skip
PLAIN: Final = tuple(sorted(ONES.keys() - {"one", "couple", "dozen"}))
"""Words that are only numbers; `one` is also a pronoun."""
SCALES: Final = {"hundred": 100, "thousand": 1_000, "million": 1_000_000, "billion": 1_000_000_000}
FRACTIONS: Final = {
    "half": 50.0, "third": 100 / 3, "quarter": 25.0, "fifth": 20.0, "sixth": 100 / 6, "tenth": 10.0, "twentieth": 5.0,
}  # fmt: skip
"""Fractions in percent. All but `half` need `a` or `one` before them."""
PER: Final = frozenset({"a", "an", "per", "each", "every"})
SIGNS: Final = frozenset({"$", "€", "£"})


class Role(StrEnum):
    """What an amount says about a quantity."""

    LEVEL = "level"
    """Its value: `to 41 degrees`, `at 4 dollars`."""
    CHANGE = "change"
    """How much it changed: `by 20 percent`."""
    ORIGIN = "origin"
    """Its earlier value: `from 12,000`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Amount:
    """A number with its unit.

    Parameters
    ----------
    value
        In the base unit of the dimension.
    dimension
        What is measured or counted; None if the text does not say.
    first, last
        Positions of its tokens, [first, last).
    words
        Its tokens, joined by spaces.
    """

    value: float
    dimension: str | None
    role: Role
    first: int
    last: int
    words: str

    @property
    def measured(self) -> bool:
        """Whether it has a unit of measurement, not a counted noun or no dimension."""
        return self.dimension in _dimensions()


@lru_cache(maxsize=1)
def _units() -> dict[str, tuple[str, float, float]]:
    return {
        name: (dimension, float(factor), float(offset))
        for dimension, factor, offset, names in rows("units.tsv")
        for name in names.split()
    }


@lru_cache(maxsize=1)
def _dimensions() -> frozenset[str]:
    return frozenset(dimension for dimension, _, _ in _units().values())


@lru_cache(maxsize=1024)
def tokens(text: str) -> tuple[str, ...]:
    """Split a text into lower-case words, numbers and signs."""
    return tuple(token.lower() for token in TOKEN.findall(text))


@lru_cache(maxsize=1024)
def amounts(text: str) -> tuple[Amount, ...]:
    """Return the amounts of a text, in order; an origin without a unit takes that of the level after it."""
    text_tokens = tokens(text)
    results: list[Amount] = []
    i = 0
    while i < len(text_tokens):
        amount = _amount(text_tokens, i)
        if amount is not None:
            results.append(amount)
        i = amount.last if amount is not None else i + 1
    for k, (amount, later) in enumerate(pairwise(results)):
        if amount.dimension is None and amount.role is Role.ORIGIN and later.role is Role.LEVEL:
            results[k] = replace(amount, dimension=later.dimension)
    return tuple(results)


def _amount(said: tuple[str, ...], i: int) -> Amount | None:
    sign = said[i] if said[i] in SIGNS else None
    start = i + 1 if sign else i
    number = _number(said, start)
    if number is None or (sign is None and _names(said, start)):
        return None
    value, end, share = number
    dimension, factor, offset, last = ("share", 1.0, 0.0, end) if share else _unit(said, end, sign)
    if last == end and said[start] == "one" and not share:
        return None
    words = " ".join(said[i:last])
    value = value * factor + offset
    return Amount(value=value, dimension=dimension, role=_role(said, i), first=i, last=last, words=words)


def _number(said: tuple[str, ...], i: int) -> tuple[float, int, bool] | None:
    """Parse a number or a fraction at `i`: its value, the position after it, and whether it is a share."""
    if i >= len(said):
        return None
    if said[i] == "half" or (i + 1 < len(said) and said[i] in {"a", "one"} and said[i + 1] in FRACTIONS):
        word, end = (said[i], i + 1) if said[i] == "half" else (said[i + 1], i + 2)
        return (FRACTIONS[word], end, True) if said[end : end + 1] not in {("past",), ("an",)} else None
    return _digits(said, i) if said[i][0].isdigit() else _words(said, i)


def _digits(said: tuple[str, ...], i: int) -> tuple[float, int, bool] | None:
    try:
        value = float(said[i].replace(",", ""))
    except ValueError:
        return None
    end = i + 1
    while end < len(said) and said[end] in SCALES:
        value, end = value * SCALES[said[end]], end + 1
    return value, end, False


def _words(said: tuple[str, ...], i: int) -> tuple[float, int, bool] | None:
    total, part, end = 0.0, 0.0, i
    while end < len(said):
        pieces = said[end].split("-")
        if all(piece in ONES for piece in pieces):
            part += sum(ONES[piece] for piece in pieces)
        elif said[end] in SCALES and part:
            total, part = total + part * SCALES[said[end]], 0.0
        else:
            break
        end += 1
    if end > i and said[end : end + 3] == ("and", "a", "half"):
        return total + part + 0.5, end + 3, False
    return (total + part, end, False) if end > i else None


def _names(said: tuple[str, ...], i: int) -> bool:
    """Whether a number is a name, not an amount: a year, a clock time, or `the 6.40 to York`."""
    before, after = said[max(0, i - 1) : i], said[i + 1 : i + 2]
    bare = not after or (after[0] not in _units() and not after[0].endswith("s"))
    year = said[i].isdigit() and len(said[i]) == 4 and "1000" <= said[i] <= "2199" and before[:1] != ("to",)
    hour = before == ("at",) and ONES.get(said[i], 99) <= 12
    return bare and (year or hour or (before == ("the",) and said[i][0].isdigit()))


def _unit(said: tuple[str, ...], end: int, sign: str | None) -> tuple[str | None, float, float, int]:
    units = _units()
    if sign:
        dimension, factor, offset = units[sign]
        return dimension, factor, offset, end
    after = said[end] if end < len(said) else ""
    if after in {"°", "degree", "degrees"} and said[end + 1 : end + 2] and said[end + 1] in {"f", "fahrenheit"}:
        return (*units["fahrenheit"], end + 2)
    if after == "°":
        return (*units["degrees"], end + 1)
    if after in units:
        return (*units[after], end + 1)
    counted = after.endswith("s") and after.isalpha() and len(after) > 3 and after not in PER
    return (after if counted else None), 1.0, 0.0, (end + 1 if counted else end)


APPROXIMATE: Final = frozenset(
    {"a", "about", "almost", "approximately", "around", "barely", "exactly", "just", "maybe", "mere", "nearly", "only"}
    | {"over", "perhaps", "roughly", "some", "under"}
)
"""Words allowed between an amount and the preposition that determines its role: `from perhaps forty`."""


def _role(said: tuple[str, ...], first: int) -> Role:
    before = said[max(0, first - 3) : first]
    for word in reversed(before):
        if word == "by":
            return Role.CHANGE
        if word == "from":
            return Role.ORIGIN
        if word not in APPROXIMATE:
            return Role.LEVEL
    return Role.LEVEL

"""The statements of an argument, and what an edit does to them.

Examples
--------
>>> [part.text for part in statements("Statement1: It rained. Statement2: So the path is muddy.")]
['It rained.', 'So the path is muddy.']
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

_MARK: Final = re.compile(r"[*_#\s]*\b(?:statement|sent)\s*(\d{1,3})\s*(?:\([^()\n]*\)\s*)?[*_]*:[*_]*", re.IGNORECASE)
_PARAGRAPH: Final = re.compile(r"\n[ \t]*\n")
_WORD: Final = re.compile(r"\w+(?:['’-]\w+)*|[^\w\s]")
_HEADING: Final = re.compile(r"\W*(?:(?:the|modified|new|edited)\s+)*argument\W*", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """One numbered part of an argument."""

    number: int
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """Words that an edit removed and inserted at one place.

    Parameters
    ----------
    statement
        Position of the statement, from 1.
    """

    statement: int
    before: str
    after: str


def statements(argument: str) -> tuple[Statement, ...]:
    """Split an argument at its marks `Statement1:`, `**Statement 2:**`; a statement ends with its paragraph."""
    marks = list(_MARK.finditer(argument))
    ends = [mark.start() for mark in marks[1:]] + [len(argument)]
    return tuple(
        Statement(number=int(mark[1]), text=_PARAGRAPH.split(argument[mark.end() : end].strip())[0].strip())
        for mark, end in zip(marks, ends, strict=False)
    )


def after_statements(argument: str) -> str:
    """Return the paragraphs that follow a statement without a mark."""
    marks = list(_MARK.finditer(argument))
    ends = [mark.start() for mark in marks[1:]] + [len(argument)]
    bodies = (argument[mark.end() : end].strip() for mark, end in zip(marks, ends, strict=False))
    return "\n".join(extra for body in bodies for extra in _PARAGRAPH.split(body)[1:]).strip()


def before_statements(argument: str) -> str:
    """Return the text before the first mark, without a heading such as `Argument:`."""
    mark = _MARK.search(argument)
    start = argument[: mark.start()].strip() if mark else argument.strip()
    return "" if _HEADING.fullmatch(start) else start


@lru_cache(maxsize=4096)
def words(text: str) -> tuple[str, ...]:
    """Split a text into lower-case words and marks."""
    return tuple(_WORD.findall(text.lower()))


def likeness(one: str, other: str) -> float:
    """Return the share of words that two texts have in common and in order: 0 to 1."""
    return SequenceMatcher(None, words(one), words(other), autojunk=False).ratio()


def changes(before: Sequence[str], after: Sequence[str]) -> tuple[Change, ...]:
    """List changes by statement; both sides must have the same number of statements.

    Examples
    --------
    >>> changes(["The path is muddy."], ["The path is dry."])
    (Change(statement=1, before='muddy', after='dry'),)
    """
    edits = []
    for place, (old, new) in enumerate(zip(before, after, strict=True), 1):
        left, right = _WORD.findall(old), _WORD.findall(new)
        matcher = SequenceMatcher(None, [w.lower() for w in left], [w.lower() for w in right], autojunk=False)
        for kind, i1, i2, j1, j2 in matcher.get_opcodes():
            if kind != "equal":
                edits.append(Change(statement=place, before=" ".join(left[i1:i2]), after=" ".join(right[j1:j2])))
    return tuple(edits)

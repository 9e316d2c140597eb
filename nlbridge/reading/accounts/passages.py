"""What a text holds beside its account of what happened, each passage with its kind."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from causalcore.scenario.scenario import LeftOut, Span

SHOWN = 3
"""Passages that a message names."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A line of a text that keeps words.

    Parameters
    ----------
    span
        Its words, without a prefix, a label or a greeting before them.
    marked
        Whether a prefix or a label precedes its words.
    item
        Whether it is an item of a list.
    gap
        Whether a blank line precedes it.
    """

    span: Span
    marked: bool = False
    item: bool = False
    gap: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """A text with blanks for what its layout shows to be no account.

    Parameters
    ----------
    given
        The text without marks of Markdown.
    text
        The text to be parsed, as long as the one that was given, so that every place points into both.
    left_out
        What became blank.
    stops
        Where a line ends a sentence without a mark.
    quotes
        Where direct speech became blank.
    """

    given: str
    text: str
    left_out: tuple[LeftOut, ...] = ()
    stops: tuple[int, ...] = ()
    lines: tuple[Line, ...] = ()
    quotes: tuple[Span, ...] = ()


def passage(text: str, low: int, high: int, kind: str) -> LeftOut | None:
    """Return what stands in [low, high) of a text without the blanks around it; None where only marks do."""
    while low < high and (text[low].isspace() or text[low] in ",;–—-#>*"):
        low += 1
    while high > low and text[high - 1].isspace():
        high -= 1
    if not any(character.isalnum() for character in text[low:high]):
        return None
    return LeftOut(span=(low, high), words=" ".join(text[low:high].split()), kind=kind)


def merged(text: str, found: Iterable[LeftOut]) -> tuple[LeftOut, ...]:
    """Return passages in the order of the text; neighbours of a kind with nothing but marks between them are one."""
    kept: list[LeftOut] = []
    for each in sorted(found, key=lambda one: one.span):
        before = kept[-1] if kept else None
        if before and before.kind == each.kind and not _word_between(text, before.span[1], each.span[0]):
            joined = passage(text, before.span[0], max(before.span[1], each.span[1]), each.kind)
            kept[-1] = joined or before
        else:
            kept.append(each)
    return tuple(kept)


def _word_between(text: str, low: int, high: int) -> bool:
    between = text[low:high]
    return any(character.isalnum() for character in between) or "\n" in between


def listed(found: Iterable[LeftOut]) -> str:
    """Return the first passages as a message names them.

    Examples
    --------
    >>> listed([LeftOut(span=(0, 7), words="Hi team", kind="greeting")])
    "'Hi team' (greeting)"
    """
    passages = tuple(found)
    shown = ", ".join(f"{_short(each.words)!r} ({each.kind})" for each in passages[:SHOWN])
    return f"{shown} and {len(passages) - SHOWN} more" if len(passages) > SHOWN else shown


def _short(words: str) -> str:
    return words if len(words) <= 40 else f"{words[:37]}..."

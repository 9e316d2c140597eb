"""A text cut where marks begin and end, so that a page draws it piece by piece and never counts characters."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise


@dataclass(frozen=True, slots=True)
class Mark:
    """Something that stands at a place of a text.

    Parameters
    ----------
    start, end
        Characters [start, end).
    """

    start: int
    end: int
    kind: str
    id: str


@dataclass(frozen=True, slots=True)
class Segment:
    """A piece of a text, with all marks that cover it."""

    text: str
    start: int
    end: int
    marks: tuple[Mark, ...]

    def of_kind(self, kind: str) -> list[str]:
        """Return the ids of its marks of one kind."""
        return [mark.id for mark in self.marks if mark.kind == kind]


def segments(text: str, marks: list[Mark]) -> list[Segment]:
    """Cut a text at all ends of marks; marks beyond it are cut off.

    Examples
    --------
    >>> [(s.text, s.of_kind("claim")) for s in segments("It rained.", [Mark(3, 9, "claim", "e1")])]
    [('It ', []), ('rained', ['e1']), ('.', [])]
    """
    inside = [mark for mark in marks if 0 <= mark.start < mark.end <= len(text)]
    begins: dict[int, list[Mark]] = {}
    for mark in inside:
        begins.setdefault(mark.start, []).append(mark)
    borders = sorted({0, len(text)} | {m.start for m in inside} | {m.end for m in inside})
    found, covering = [], list[Mark]()
    for start, end in pairwise(borders):
        covering = [mark for mark in covering if mark.end > start] + begins.get(start, [])
        found.append(Segment(text[start:end], start, end, tuple(covering)))
    return found

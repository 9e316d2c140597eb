"""Where in an edit the words of an event are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from nlbridge.language.lexicon import word_class
from nlbridge.language.meaning.alignment import Alignment, Word

BREAKS: Final = frozenset({".", ";", "!", "?", ":"})
SOFT_BREAKS: Final = word_class("region_stops") | {","}


@dataclass(frozen=True, slots=True, kw_only=True)
class Region:
    """Where in the edit the words of an event are: the matched words and the clause around them."""

    matched: tuple[int, ...]
    first: int
    last: int

    @property
    def centre(self) -> float:
        """Return the middle of the matched words."""
        return sum(self.matched) / len(self.matched) if self.matched else -1.0


def region(alignment: Alignment, indices: tuple[int, ...]) -> Region:
    """Find the region of the edit that speaks of the original's words `indices`."""
    places = sorted(p for i in indices if alignment.original[i].content and (p := alignment.partner[i]) is not None)
    places = _densest(places, alignment.edit)
    if not places:
        places = sorted(p for i in indices if (p := alignment.partner[i]) is not None)
    if not places:
        return _gap(alignment, indices)
    first, last = places[0], places[-1]
    edit = alignment.edit
    while first > 0 and edit[first - 1].text not in BREAKS | SOFT_BREAKS and places[0] - first < 7:
        first -= 1
    while last < len(edit) - 1 and edit[last + 1].text not in BREAKS | SOFT_BREAKS and last - places[-1] < 7:
        last += 1
    return Region(matched=tuple(places), first=first, last=last)


def _densest(places: list[int], edit: tuple[Word, ...]) -> list[int]:
    """Keep the largest group of places that no sentence end or long gap divides."""
    groups: list[list[int]] = []
    for place in places:
        broken = bool(groups) and (
            place - groups[-1][-1] > 14 or any(edit[i].text in BREAKS for i in range(groups[-1][-1], place))
        )
        if not groups or broken:
            groups.append([])
        groups[-1].append(place)
    return max(groups, key=len, default=[])


def _gap(alignment: Alignment, indices: tuple[int, ...]) -> Region:
    """Return the stretch of the edit between the neighbours of words that are all gone."""
    before = [p for p in alignment.partner[: indices[0]] if p is not None] if indices else []
    after = [p for p in alignment.partner[indices[-1] + 1 :] if p is not None] if indices else []
    first = before[-1] + 1 if before else 0
    last = after[0] - 1 if after else len(alignment.edit) - 1
    if last < first or last - first > 25:
        return Region(matched=(), first=0, last=-1)
    return Region(matched=(), first=first, last=last)

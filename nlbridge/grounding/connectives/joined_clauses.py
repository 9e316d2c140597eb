"""The two clauses right beside a connective, and how much of them the claims that it joins account for.

A stretch that a connective reaches over may hold more than one clause. What it joins for certain is the nearest clause
on each side: `the bolt held` of `The gale blew, the bolt held, so the mast stood, and all slept`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from nlbridge.language.lexicon import word_class
from nlbridge.language.meaning.alignment import verbal

if TYPE_CHECKING:
    from nlbridge.grounding.claims.region import Region
    from nlbridge.grounding.connectives.arguments import Joint
    from nlbridge.language.meaning.alignment import Word

Stretch = tuple[int, int]
_BREAKS: Final = word_class("joined_breaks") | {",", ";", ":", ".", "!", "?"}
_LEAST: Final = 2
"""Content words that a clause needs; a shorter piece belongs to its neighbour."""


def clauses_beside(edit: tuple[Word, ...], joint: Joint) -> tuple[Stretch, Stretch]:
    """Return the stretches of the cause's and of the effect's clause that are nearest to the connective."""
    return _nearest(edit, joint.cause, joint.place), _nearest(edit, joint.effect, joint.place)


def _nearest(edit: tuple[Word, ...], stretch: Stretch, place: int) -> Stretch:
    """Return the first clause of a stretch that follows a connective, or the last one of a stretch before it."""
    start, end = stretch
    pieces = _pieces(edit, stretch)
    if not pieces:
        return stretch
    if start >= place:
        return start, next((b for a, b in pieces if _clausal(edit, (start, b))), end)
    return next((a for a, b in reversed(pieces) if _clausal(edit, (a, end))), start), end


def _pieces(edit: tuple[Word, ...], stretch: Stretch) -> list[Stretch]:
    found, first = [], stretch[0]
    for place in range(*stretch):
        if edit[place].text in _BREAKS:
            found.append((first, place))
            first = place + 1
    return [*found, (first, stretch[1])]


def _clausal(edit: tuple[Word, ...], stretch: Stretch) -> bool:
    inside = edit[slice(*stretch)]
    return sum(word.content for word in inside) >= _LEAST and any(_verb(word.text) for word in inside)


def _verb(text: str) -> bool:
    return verbal(text) or text in word_class("joined_auxiliaries")


def covered(edit: tuple[Word, ...], joint: Joint, cause: Region, effect: Region) -> float:
    """Return the share of the content words of both clauses that the claims account for, the lesser of the two."""
    if not edit:
        return 0.0
    beside = clauses_beside(edit, joint)
    return min(_share(edit, stretch, region) for stretch, region in zip(beside, (cause, effect), strict=True))


def _share(edit: tuple[Word, ...], stretch: Stretch, region: Region) -> float:
    content = [place for place in range(*stretch) if edit[place].content]
    return sum(place in region.matched for place in content) / len(content) if content else 0.0

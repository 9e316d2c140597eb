"""Where in an edit the words of an event are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from nlbridge.language.lexicon import word_class
from nlbridge.language.meaning.alignment import Alignment, Word, verbal

if TYPE_CHECKING:
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
    """Find the region of the edit that mentions the original's words `indices`."""
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


UNREAD: Final = 0.5
"""Probability that such a claim is altered, at most: the edit leaves it open."""
_QUANTIFIERS: Final = word_class("empty_subjects")
_REACH: Final = 4
"""Words between the quantifier and its noun, at most."""
_AUXILIARIES: Final = word_class("finite_auxiliaries")


def only_its_predicate_is_denied(alignment: Alignment, indices: tuple[int, ...], place: Region) -> bool:
    """Tell whether a claim that is a noun phrase is the subject of a denied predicate that the text has, too.

    Parameters
    ----------
    indices
        The words of the claim in the original.
    place
        Where in the edit they lead.
    """
    original, edit = alignment.original, alignment.edit
    if not place.matched or not _is_subject(original, indices):
        return False
    first, last = place.matched[0], place.matched[-1]
    quantified = any(edit[k].text in _QUANTIFIERS for k in range(max(0, first - _REACH), first + 1))
    before = edit[first - 1].text if first else ""
    existential = any(edit[k].text == "there" for k in range(max(0, first - _REACH - 2), first))
    if not quantified or existential or before in word_class("with_without") or last + 1 >= len(edit):
        return False
    head = last + 1
    while head < len(edit) - 1 and edit[head].text in _AUXILIARIES:
        head += 1
    own = {p for i, p in enumerate(alignment.partner) if p is not None and i not in indices}
    return head in own and (head > last + 1 or verbal(edit[head].text) or edit[head].predicative)


def _is_subject(original: tuple[Word, ...], indices: tuple[int, ...]) -> bool:
    """Whether a verb of another claim follows right after a claim without an auxiliary: a clause ends before that."""
    after = indices[-1] + 1 if indices else len(original)
    if after >= len(original) or any(original[i].text in _AUXILIARIES for i in indices):
        return False
    return original[after].text in _AUXILIARIES or original[after].predicative

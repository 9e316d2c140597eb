"""Which words of an edit stand where words of the original stood."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Final

from nlbridge.language.meaning.word_relations import Relation, Word, related, same

NEAR: Final = 0.002
FAR: Final = 0.01
"""What a word of distance costs, for words that are the same and for those that are only alike."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Alignment:
    """For each word of the original the index of its word in the edit, and the verbatim runs.

    Parameters
    ----------
    partner
        Index in the edit, or None where the word is gone.
    verbatim
        Whether the word stands in a run of at least three words that was copied.
    opposed
        Whether the partner is an opposite.
    """

    original: tuple[Word, ...]
    edit: tuple[Word, ...]
    partner: tuple[int | None, ...]
    verbatim: tuple[bool, ...]
    opposed: tuple[bool, ...]


def align(original: tuple[Word, ...], edit: tuple[Word, ...]) -> tuple[Alignment, Alignment]:
    """Align by form, and by meaning.

    Words in order come first, then what moved; each word of the edit is used once.

    Returns
    -------
    tuple of Alignment
        The first knows forms and derivations only; the second adds words that are alike or opposed, closest first.
    """
    by_form, verbatim = _in_order(original, edit)
    swapped = _swapped(original, edit, by_form)
    by_meaning = by_form | swapped
    _place_the_moved(original, edit, by_form, swapped, lambda one, other: (same(one, other), False), 0.0, NEAR)
    for floor, cost in ((0.99, NEAR), (0.6, FAR), (0.4, FAR)):
        _place_the_moved(original, edit, by_meaning, swapped, related, floor, cost)
    every = range(len(original))
    first, second = (
        Alignment(
            original=original,
            edit=edit,
            partner=tuple(found[i][0] if i in found else None for i in every),
            verbatim=tuple(i in verbatim for i in every),
            opposed=tuple(i in found and found[i][1] for i in every),
        )
        for found in (by_form, by_meaning)
    )
    return first, second


Partners = dict[int, tuple[int, bool]]
"""Words of the original, each with the place of its word in the edit, and whether the two are opposites."""


def _key(word: Word) -> str:
    return min(word.lemmas, key=lambda lemma: (len(lemma), lemma))


def _in_order(original: tuple[Word, ...], edit: tuple[Word, ...]) -> tuple[Partners, set[int]]:
    """Align what stands in the same order, and tell what of it was copied."""
    found: Partners = {}
    verbatim: set[int] = set()
    mine, yours = ([_key(word) for word in passage] for passage in (original, edit))
    for block in SequenceMatcher(None, mine, yours, autojunk=False).get_matching_blocks():
        run = range(block.size)
        if block.size >= 2 or any(original[block.a + i].content for i in run):
            found |= {block.a + i: (block.b + i, False) for i in run}
            verbatim.update(block.a + i for i in run if block.size >= 3)
    return found, verbatim


def _swapped(original: tuple[Word, ...], edit: tuple[Word, ...], found: Partners) -> Partners:
    """Return the words that gave their place to an opposite, between neighbours that stayed: `rolled good dice`.

    Such a word did not move elsewhere, even if another clause of the edit has it.
    """
    swapped: Partners = {}
    taken = {place for place, _ in found.values()}
    for index in range(1, len(original) - 1):
        before, after = found.get(index - 1), found.get(index + 1)
        if index in found or before is None or after is None or after[0] != before[0] + 2:
            continue
        word, place = original[index], before[0] + 1
        if word.content and edit[place].content and place not in taken and related(word, edit[place])[1]:
            swapped[index] = (place, True)
    return swapped


def _place_the_moved(
    original: tuple[Word, ...],
    edit: tuple[Word, ...],
    found: Partners,
    swapped: Partners,
    relate: Callable[[Word, Word], Relation],
    floor: float,
    cost: float,
) -> None:
    """Find each lost word where the edit has one that is nearer to it than a floor, not far from its neighbours."""
    taken = {place for place, _ in (*found.values(), *swapped.values())}
    free = [place for place, other in enumerate(edit) if other.content and place not in taken]
    for index, word in enumerate(original):
        if index in found or index in swapped or not word.content:
            continue
        near = [found[k][0] for k in range(index - 6, index + 7) if k in found]
        anchor = sum(near) / len(near) if near else index * len(edit) / len(original)
        options = []
        for place in free:
            likeness, opposed = relate(word, edit[place])
            if likeness > floor:
                options.append((likeness - cost * abs(place - anchor), place, opposed))
        if options and max(options)[0] > 0:
            _, best, opposed = max(options)
            found[index] = (best, opposed)
            free.remove(best)

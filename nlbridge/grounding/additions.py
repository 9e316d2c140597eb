"""Sentences of an edit that speak of nothing the text speaks of.

An edit may put what it tells into other words and add colour. A sentence of its own with a verb, most of whose words
stand for none of the text, tells something that nobody can hold against the text.

Examples
--------
>>> from nlbridge.grounding.edit import edit_of_words
>>> edit = edit_of_words("The pump held. A thief stole the wine.", "The pump failed, so the cellar flooded.")
>>> additions(edit)
('A thief stole the wine.',)
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Final

from nlbridge.language.meaning.alignment import predicative, related

if TYPE_CHECKING:
    from nlbridge.grounding.edit import Edit

FEWEST: Final = 2
"""Content words that a sentence needs to tell something."""
KNOWN: Final = 0.34
"""Share of its content words that a sentence takes from the text, or has partners for in it, to speak of the same."""
ALIKE: Final = 0.6
ENDS: Final = frozenset(". ! ?".split())


def additions(edit: Edit) -> tuple[str, ...]:
    """Return the sentences of an edit that speak of nothing in the text."""
    text = [word for word in edit.original if word.content]
    partners = {place for place in edit.compared.alike.partner if place is not None}
    found = []
    for first, last in _sentences(edit):
        places = [k for k in range(first, last) if edit.words[k].content]
        if len(places) < FEWEST or not any(predicative(edit.words, k) for k in places):
            continue
        known = sum(k in partners or any(related(edit.words[k], word)[0] >= ALIKE for word in text) for k in places)
        if known < KNOWN * len(places):
            found.append(edit.passage[edit.words[first].start : edit.words[last - 1].end])
    return tuple(found)


def _sentences(edit: Edit) -> list[tuple[int, int]]:
    bounds = [0, *(k + 1 for k, word in enumerate(edit.words) if word.text in ENDS)]
    if bounds[-1] != len(edit.words):
        bounds.append(len(edit.words))
    return [(low, high) for low, high in pairwise(bounds) if low < high]

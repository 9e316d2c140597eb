"""Sentences and reasons of an edit that speak of nothing the text speaks of.

An edit may put what it tells into other words and add colour. A sentence of its own with a verb, most of whose words
stand for none of the text, tells something that nobody can hold against the text; so does a clause of reason.

Examples
--------
>>> from nlbridge.grounding.edit import edit_of_words
>>> edit = edit_of_words("The pump held. A thief stole the wine.", "The pump failed, so the cellar flooded.")
>>> additions(edit)
('A thief stole the wine.',)
>>> edit = edit_of_words("The pump held because a thief had cut the wires.", "The pump failed, so the cellar flooded.")
>>> additions(edit)
('because a thief had cut the wires.',)
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Final

from nlbridge.language.meaning.alignment import predicative, related, same

if TYPE_CHECKING:
    from nlbridge.grounding.edit import Edit
    from nlbridge.language.meaning.alignment import Word

FEWEST: Final = 2
"""Content words that a sentence needs to tell something."""
KNOWN: Final = 0.34
"""Share of its content words that a sentence takes from the text, or has partners for in it, to speak of the same."""
KNOWN_REASON: Final = 0.5
"""The same for a reason, of which likeness in meaning is not enough."""
ALIKE: Final = 0.6
ENDS: Final = frozenset(". ! ?".split())
REASONS: Final = frozenset({("because",), ("since",), ("due", "to"), ("owing", "to"), ("thanks", "to")})
CLOSES: Final = frozenset(", ; : . ! ?".split())


def additions(edit: Edit) -> tuple[str, ...]:
    """Return the sentences and reasons of an edit that speak of nothing in the text."""
    text = [word for word in edit.original if word.content]
    partners = {place for place in edit.compared.alike.partner if place is not None}
    strange = []
    for first, last in _sentences(edit):
        places = _telling(edit, first, last)
        known = sum(k in partners or any(related(edit.words[k], word)[0] >= ALIKE for word in text) for k in places)
        strange += [(first, last)] if known < KNOWN * len(places) else []
    for first, last in _reasons(edit):
        places = _telling(edit, first, last)
        known = sum(any(_of_the_text(edit.words[k], word) for word in text) for k in places)
        strange += [(first, last)] if known < KNOWN_REASON * len(places) else []
    return tuple(edit.passage[edit.words[first].start : edit.words[last - 1].end] for first, last in strange)


def _telling(edit: Edit, first: int, last: int) -> list[int]:
    """Return the content words of a stretch that tells something; none of one that has no verb or hardly a word."""
    places = [k for k in range(first, last) if edit.words[k].content]
    return places if len(places) >= FEWEST and any(predicative(edit.words, k) for k in places) else []


def _of_the_text(word: Word, other: Word) -> bool:
    """Whether a word is one of the text in some form, or the opposite of one: what only resembles it is new."""
    return same(word, other) >= ALIKE or related(word, other)[1]


def _sentences(edit: Edit) -> list[tuple[int, int]]:
    bounds = [0, *(k + 1 for k, word in enumerate(edit.words) if word.text in ENDS)]
    if bounds[-1] != len(edit.words):
        bounds.append(len(edit.words))
    return [(low, high) for low, high in pairwise(bounds) if low < high]


def _reasons(edit: Edit) -> list[tuple[int, int]]:
    """Return the stretches of an edit that give a reason, up to the next stop."""
    found = []
    for k, word in enumerate(edit.words):
        pair = (word.text, edit.words[k + 1].text) if k + 1 < len(edit.words) else (word.text,)
        if (word.text,) in REASONS or pair in REASONS:
            end = next((n for n in range(k, len(edit.words)) if edit.words[n].text in CLOSES), len(edit.words))
            found.append((k, min(end + 1, len(edit.words))))
    return found

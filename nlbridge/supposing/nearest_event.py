"""The event that a what-if may mean that shares no word with the text: `had the boat been on time`, of a late ferry.

It is offered, never taken: words that lie near each other in a dictionary of senses need not speak of one thing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from nlbridge.language.forms.inflection import lemmas
from nlbridge.language.meaning.word_relations import relation
from nlbridge.language.meaning.word_similarity import Item

LEAST: Final = 0.6
"""Likeness below which two words are strangers: next to one another in WordNet is enough."""


def nearest(words: Iterable[Item], events: Sequence[tuple[str, Iterable[Item]]]) -> str | None:
    """Return the statement whose words lie nearest to those of a what-if; None where none is near, or two are.

    Parameters
    ----------
    events
        Each with its statement and its words.
    """
    said = [lemmas(word.lemma) for word in words if word.content]
    ranked = sorted(((_nearness(said, own), statement) for statement, own in events), reverse=True)
    if not ranked or ranked[0][0] == 0 or (len(ranked) > 1 and ranked[1][0] == ranked[0][0]):
        return None
    return ranked[0][1]


def _nearness(said: Sequence[frozenset[str]], own: Iterable[Item]) -> float:
    """Add up how near each word of the what-if is to the nearest of the event."""
    told = [lemmas(word.lemma) for word in own if word.content]
    closest = (max((relation(word, other)[0] for other in told), default=0.0) for word in said)
    return sum(score for score in closest if score >= LEAST)

"""The words of a passage, laid out so that those which are related to a word are found without asking each.

Most pairs of words have nothing to do with one another, and a text of five hundred words has a quarter of a million
pairs with a rewrite of it.

Examples
--------
>>> from nlbridge.language.meaning.alignment import words
>>> found = Relatives(words("Prices fell again."))
>>> [found.closest(word) for word in words("costs rose")]
[(0.8, 0.0), (0.0, 0.7)]
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from nlbridge.language.meaning.word_relations import relation, traits

if TYPE_CHECKING:
    from collections.abc import Iterable

    from nlbridge.language.meaning.alignment import Word


class Relatives:
    """The content words of a passage, by what words that are related to them have in common with them."""

    def __init__(self, passage: Iterable[Word]) -> None:
        content = [word for word in passage if word.content]
        self._lemmas = frozenset(lemma for word in content for lemma in word.lemmas)
        self._owners: dict[str, set[frozenset[str]]] = {}
        self._bearers: dict[str, set[frozenset[str]]] = {}
        self._found: dict[frozenset[str], tuple[float, float]] = {}
        for lemmas in {word.lemmas for word in content if not word.text[0].isdigit()}:
            own, every = traits(lemmas)
            for trait in own:
                self._owners.setdefault(trait, set()).add(lemmas)
            for trait in every:
                self._bearers.setdefault(trait, set()).add(lemmas)

    def closest(self, word: Word) -> tuple[float, float]:
        """Return the greatest similarity of a word to one of the passage, and the greatest to an opposite.

        A word that the passage has is nearest to itself, and its opposites are not looked for: numbers have none.
        """
        if not word.lemmas.isdisjoint(self._lemmas):
            return 1.0, 0.0
        if word.text[0].isdigit():
            return 0.0, 0.0
        if word.lemmas not in self._found:
            self._found[word.lemmas] = self._closest(word.lemmas)
        return self._found[word.lemmas]

    def _closest(self, lemmas: frozenset[str]) -> tuple[float, float]:
        own, every = traits(lemmas)
        near: set[frozenset[str]] = set()
        for trait in own:
            near |= self._bearers.get(trait, near)
        for trait in every:
            near |= self._owners.get(trait, near)
        relations = [relation(lemmas, other) for other in near]
        return (
            max((likeness for likeness, opposed in relations if not opposed), default=0.0),
            max((likeness for likeness, opposed in relations if opposed), default=0.0),
        )

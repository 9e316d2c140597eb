"""Words of a passage, and which words of an edit stand where words of the original stood.

Case, quotation marks and white space play no part: a word is its lower-case form
with its lemma. Function words carry order, content words carry meaning.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Collection
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from nlbridge.language.lexicon import word_class
from nlbridge.language.meaning.word_relations import Relation, kinship, relation, traits
from nlbridge.language.pipeline.dictionary import entry

if TYPE_CHECKING:
    from collections.abc import Iterable


_TOKEN: Final = re.compile(
    r"[0-9]+(?:[.,:][0-9]+)*|[^\W\d_]+n't|[^\W\d_]+(?:-[^\W\d_]+)*(?:'(?:s|re|ve|d|ll|m))?|[.,;:!?]", re.IGNORECASE
)
FUNCTION: Final = word_class("edit_function_words")
NEGATORS: Final = word_class("negators_and_without")
_ABBREVIATIONS: Final = word_class("abbreviations")


@dataclass(frozen=True, slots=True, kw_only=True)
class Word:
    """One word or mark with its place in the passage.

    Parameters
    ----------
    mark
        Whether this is punctuation.
    number
        The number that the digits write, if they do.
    predicative
        Whether it is a verb by its form, or by what precedes it: `had not been cut`, `the firing`.
    """

    text: str
    lemmas: frozenset[str]
    start: int
    end: int
    content: bool
    negator: bool
    mark: bool
    number: float | None
    predicative: bool


def _number(text: str) -> float | None:
    try:
        return float(text.replace(",", "").replace(":", "."))
    except ValueError:
        return None


@lru_cache(maxsize=8192)
def lemmas(word: str) -> frozenset[str]:
    """Return what a lower-case form may be a form of."""
    base = word[:-2] if word.endswith("'s") else word
    found = {lemma.lower() for group in entry(base).values() for lemma in group}
    return frozenset(found | {base})


@lru_cache(maxsize=8192)
def verbal(word: str) -> bool:
    """Tell whether a form is a past or present form of a verb, other than an auxiliary."""
    if word in FUNCTION:
        return False
    forms = entry(word)
    verbs = forms.get("VERB", ())
    return bool(verbs) and (word not in verbs or "NOUN" not in forms)


AUXILIARIES: Final = word_class("edit_auxiliaries")


DETERMINERS: Final = word_class("plain_determiners")
"""What a noun phrase begins with: the form after it is no finite verb, as in `the kids`."""


def _predicative(text: str, before: str, *, content: bool) -> bool:
    if before in DETERMINERS or (text.endswith("ing") and before in word_class("predicative_prepositions")):
        return False
    if verbal(text):
        return True
    auxiliary = before in AUXILIARIES or before.endswith("n't")
    return content and auxiliary and "VERB" in entry(text)


@lru_cache(maxsize=512)
def words(passage: str) -> tuple[Word, ...]:
    """Cut a passage into words and marks."""
    found: list[Word] = []
    for match in _TOKEN.finditer(passage):
        text = match.group().lower()
        if text == "." and found and found[-1].text in _ABBREVIATIONS:
            continue
        negator = text in NEGATORS or text.endswith("n't")
        content = text[0].isalnum() and text not in FUNCTION and not negator
        found.append(
            Word(
                text=text,
                lemmas=lemmas(text) if text[0].isalpha() else frozenset({text}),
                start=match.start(),
                end=match.end(),
                content=content,
                negator=negator,
                mark=not text[0].isalnum(),
                number=_number(text) if text[0].isdigit() else None,
                predicative=_predicative(text, found[-1].text if found else "", content=content),
            )
        )
    return tuple(found)


def touched(passage: tuple[Word, ...], span: tuple[int, int]) -> range:
    """Return the places of the words and marks that a stretch of characters holds any of."""
    first = bisect_right(passage, span[0], key=lambda word: word.end)
    return range(first, bisect_left(passage, span[1], key=lambda word: word.start))


def same(first: Word, second: Word) -> float:
    """Return how near two words are by their lemmas."""
    if first.lemmas & second.lemmas:
        return 1.0
    if first.text[0].isdigit() or second.text[0].isdigit():
        return 0.0
    return max([kinship(one, other) for one in first.lemmas for other in second.lemmas])


def related(first: Word, second: Word) -> Relation:
    """Return how two words are related in meaning; numbers are related to themselves only."""
    if first.text[0].isdigit() or second.text[0].isdigit():
        return (1.0, False) if first.lemmas & second.lemmas else (0.0, False)
    return relation(first.lemmas, second.lemmas)


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


def _key(word: Word) -> str:
    return min(word.lemmas, key=lambda lemma: (len(lemma), lemma))


@dataclass(slots=True, kw_only=True)
class _Draft:
    original: tuple[Word, ...]
    edit: tuple[Word, ...]
    partner: list[int | None]
    verbatim: list[bool]
    opposed: list[bool]
    taken: set[int]

    def done(self) -> Alignment:
        return Alignment(
            original=self.original,
            edit=self.edit,
            partner=tuple(self.partner),
            verbatim=tuple(self.verbatim),
            opposed=tuple(self.opposed),
        )


def _in_order(original: tuple[Word, ...], edit: tuple[Word, ...]) -> _Draft:
    """Align what stands in the same order."""
    size = len(original)
    draft = _Draft(
        original=original,
        edit=edit,
        partner=[None] * size,
        verbatim=[False] * size,
        opposed=[False] * size,
        taken=set(),
    )
    matcher = SequenceMatcher(None, [_key(w) for w in original], [_key(w) for w in edit], autojunk=False)
    for block in matcher.get_matching_blocks():
        meaningful = any(original[block.a + i].content for i in range(block.size))
        if not meaningful and block.size < 2:
            continue
        for i in range(block.size):
            draft.partner[block.a + i] = block.b + i
            draft.verbatim[block.a + i] = block.size >= 3
            draft.taken.add(block.b + i)
    return draft


def align(original: tuple[Word, ...], edit: tuple[Word, ...]) -> tuple[Alignment, Alignment]:
    """Align by form, and by meaning.

    Words in order come first, then what moved; each word of the edit is used once.

    Returns
    -------
    tuple of Alignment
        The first knows forms and derivations only; the second adds words that are alike or opposed, closest first.
    """
    draft = _in_order(original, edit)
    swapped = _swapped(draft)
    copy = _Draft(
        original=original,
        edit=edit,
        partner=list(draft.partner),
        verbatim=draft.verbatim,
        opposed=list(draft.opposed),
        taken=set(draft.taken),
    )
    for index, place in swapped.items():
        copy.partner[index], copy.opposed[index] = place, True
        copy.taken.add(place)
        draft.taken.add(place)
    _place_the_moved(draft, lambda one, other: (same(one, other), False), 0.0, NEAR, without=swapped)
    for floor in (0.99, 0.6, 0.4):
        _place_the_moved(copy, related, floor, NEAR if floor > 0.9 else FAR)
    return draft.done(), copy.done()


NEAR: Final = 0.002
FAR: Final = 0.01
"""What a word of distance costs, for words that are the same and for those that are only alike."""


def _swapped(draft: _Draft) -> dict[int, int]:
    """Return the words that gave their place to an opposite, between neighbours that stayed: `rolled good dice`.

    Such a word did not move elsewhere, even if another clause of the edit has it.
    """
    found: dict[int, int] = {}
    for index in range(1, len(draft.original) - 1):
        before, after = draft.partner[index - 1], draft.partner[index + 1]
        if draft.partner[index] is not None or before is None or after != before + 2:
            continue
        word, other = draft.original[index], draft.edit[before + 1]
        if word.content and other.content and before + 1 not in draft.taken and related(word, other)[1]:
            found[index] = before + 1
    return found


def _place_the_moved(
    draft: _Draft,
    relate: Callable[[Word, Word], Relation],
    floor: float,
    cost: float,
    without: Collection[int] = (),
) -> None:
    free = [place for place, other in enumerate(draft.edit) if other.content and place not in draft.taken]
    for index, word in enumerate(draft.original):
        if draft.partner[index] is not None or not word.content or index in without:
            continue
        near = [p for p in draft.partner[max(0, index - 6) : index + 7] if p is not None]
        anchor = sum(near) / len(near) if near else index * len(draft.edit) / max(1, len(draft.original))
        options = []
        for place in free:
            likeness, opposed = relate(word, draft.edit[place])
            if likeness > floor:
                options.append((likeness - cost * abs(place - anchor), place, opposed))
        if options and max(options)[0] > 0:
            _, best, draft.opposed[index] = max(options)
            draft.partner[index] = best
            draft.taken.add(best)
            free.remove(best)


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

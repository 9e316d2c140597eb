"""Two sentences compared by their words: whether one says the same as the other, and nothing else.

Words weigh as much as they add. A word from the description of the scene (`the man`, `the stick`) identifies what is
mentioned; a word that is new to the scene says something about it. Two sentences say the same if each one's weighted
words occur in the other, by form or meaning, and neither reverses the other.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

from nlbridge.language.lexicon import word_class
from nlbridge.language.meaning.sentences import Word, words
from nlbridge.language.meaning.word_relations import ALIKE, related

LEXICON: Final = Path(__file__).with_name("everyday_words.tsv")

GIVEN: Final = 0.35
"""Weight of a word from the description of the scene; a new word weighs 1."""
LIGHT: Final = 0.35
"""Weight of a word that says little on its own."""
NEAR: Final = 0.6
"""Least similarity at which two words match."""

_LIGHT: Final = word_class("light_words")
_REPLACING: Final = word_class("replacing_words")
_DENYING: Final = word_class("ending_verbs")
_OVER: Final = re.compile(
    r"\b(?:is|are|was|were|be|been|'s|'re) (?:already |now |finally |all )?over\b(?! (?:the|a|an)\b)", re.I
)
"""`Over` as a predicate: what is over has ended."""
_SCANTY: Final = re.compile(
    r"\b(?:there (?:is|are|was|were)|has|have|had|get|gets|with) (?:very |too |so )?(?:little|few)\b", re.IGNORECASE
)
"""`Little` and `few` as quantities mean too little; `a little` and `a few` do not."""
_AHEAD: Final = re.compile(
    r"\b(?:about to|going to|will|yet to|begins?|beginning|starts?|starting|soon)\b", re.IGNORECASE
)
_DONE: Final = re.compile(
    r"\b(?:already|just now|(?:has|have|had) (?:just )?\w+(?:ed|en)|finish\w*|end(?:s|ed)|no longer)\b", re.IGNORECASE
)
"""Mutually exclusive stages of an event: upcoming or beginning, and done."""


_PHRASAL: Final = (
    (
        re.compile(r"\b(?:runs?|ran|running|crash\w*|bump\w*|knock\w*) (?:into|against)\b", re.IGNORECASE),
        "collide with",
    ),
    (re.compile(r"\b(?:look|looks|looked|looking) for\b", re.IGNORECASE), "search"),
    (re.compile(r"\b(?:takes?|took|taking) part in\b", re.IGNORECASE), "join"),
    (re.compile(r"\b(?:takes?|took|taking) care of\b", re.IGNORECASE), "tend"),
    (re.compile(r"\b(?:picks?|picked|picking) up\b", re.IGNORECASE), "lift"),
    (re.compile(r"\b(?:sets?|setting) up\b", re.IGNORECASE), "prepare"),
    (re.compile(r"\b(?:gets?|got|getting) ready\b", re.IGNORECASE), "prepare"),
)
"""Phrasal verbs whose meaning differs from their verb's, and a verb with that meaning."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """How much of each sentence the other contains.

    Parameters
    ----------
    of_first, of_second
        Weighted share of the first sentence's words found in the second, and the reverse; in [0, 1].
    turned
        Whether one sentence denies the other or says the opposite.
    lacks
        Whether a word of the second sentence that is new to the scene has no match in the first.
    replaced
        Whether the first sentence has a new word that the second lacks, and lacks a word of the second: it may replace
        one thing with another.
    """

    of_first: float
    of_second: float
    turned: bool
    lacks: bool
    replaced: bool

    @property
    def overlap(self) -> float:
        """Harmonic mean of the two shares."""
        total = self.of_first + self.of_second
        return 2 * self.of_first * self.of_second / total if total else 0.0


def compare(first: str, second: str, scene: str = "") -> Comparison:
    """Compare two sentences, given the description of the scene.

    Examples
    --------
    >>> same = compare("The clerk purchased a kettle.", "A kettle was bought by the clerk.", "A clerk is in a shop.")
    >>> round(same.overlap, 2), same.turned
    (0.91, False)
    >>> compare("The shop is open.", "The shop is closed.").turned
    True
    """
    ours, theirs, given = content(first), content(second), content(scene)
    return Comparison(
        of_first=_share(ours, theirs, given),
        of_second=_share(theirs, ours, given),
        turned=_turned(first, second),
        lacks=any(weight(word, given) == 1 for word in _missing(theirs, ours)),
        replaced=any(weight(word, given) == 1 for word in _missing(ours, theirs)) and bool(_missing(theirs, ours)),
    )


def additions(text: str, known: str) -> int:
    """Count a text's content words that match no known word.

    Examples
    --------
    >>> additions("The clerk buys an old kettle.", "A clerk is in a shop. The clerk purchased a kettle.")
    1
    """
    return len(_missing(content(text), content(known)))


def content(text: str) -> tuple[Word, ...]:
    """Return the distinct content words of a text."""
    for phrase, verb in _PHRASAL:
        text = phrase.sub(verb, text)
    distinct: dict[str, Word] = {}
    for word in words(text):
        if word.content and len(word.text) > 1:
            distinct.setdefault(word.text, word)
    return tuple(distinct.values())


def likeness(word: Word, others: Iterable[Word]) -> float:
    """Return the similarity of the closest of several words; an opposite counts as 0."""
    return max((_near(word, other) for other in others), default=0.0)


def _near(one: Word, other: Word) -> float:
    near, turned = related(one, other)
    if turned:
        return 0.0
    return max(near, ALIKE) if _classes(one) & _classes(other) else near


def _classes(word: Word) -> frozenset[int]:
    return frozenset[int]().union(*(_everyday().get(lemma, frozenset()) for lemma in word.lemmas))


@lru_cache(maxsize=1)
def _everyday() -> dict[str, frozenset[int]]:
    numbers: dict[str, set[int]] = {}
    for number, line in enumerate(LEXICON.read_text(encoding="utf-8").splitlines()):
        for word in () if line.startswith("#") else line.split():
            numbers.setdefault(word, set()).add(number)
    return {word: frozenset(classes) for word, classes in numbers.items()}


def weight(word: Word, scene: Iterable[Word]) -> float:
    """Return the weight of a word, given the words that describe the scene."""
    if word.lemmas & _LIGHT:
        return LIGHT
    return GIVEN if likeness(word, scene) >= 1 else 1.0


def _share(these: Iterable[Word], those: tuple[Word, ...], scene: tuple[Word, ...]) -> float:
    weighed = [(weight(word, scene), likeness(word, those)) for word in these]
    total = sum(heavy for heavy, _ in weighed)
    return sum(heavy * near for heavy, near in weighed) / total if total else 0.0


def _missing(these: Iterable[Word], those: tuple[Word, ...]) -> list[Word]:
    return [word for word in these if likeness(word, those) < NEAR]


def denials(text: str, *, besides: Iterable[str] = ()) -> int:
    """Count a text's words of denial: negators, and denying verbs and phrases.

    Parameters
    ----------
    besides
        Words to ignore.
    """
    left_out = frozenset(besides)
    counted = [word for word in words(text) if word.text not in left_out]
    phrases = sum(bool(phrase.search(text)) for phrase in (_OVER, _SCANTY))
    return sum(word.negator or bool(word.lemmas & (_REPLACING | _DENYING)) for word in counted) + phrases


def opposed(first: Iterable[Word], second: tuple[Word, ...]) -> tuple[tuple[str, str], ...]:
    """Return the pairs of opposite words that do not occur in both sentences."""
    ours = tuple(first)
    return tuple(
        (one.text, other.text)
        for one in ours
        for other in second
        if related(one, other)[1] and likeness(one, second) < 1 and likeness(other, ours) < 1
    )


def _turned(first: str, second: str) -> bool:
    pairs = opposed(content(first), content(second))
    here, there = (denials(text, besides=(pair[place] for pair in pairs)) for place, text in enumerate((first, second)))
    return ((here - there) % 2 != 0) != bool(pairs) or _stage(first) * _stage(second) < 0


def _stage(text: str) -> int:
    """Return -1 for something upcoming or beginning, 1 for something done or over, 0 otherwise."""
    return bool(_DONE.search(text)) - bool(_AHEAD.search(text))

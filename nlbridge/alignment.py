"""Words of a passage, and which words of an edit stand where words of the original stood.

Case, quotation marks and white space play no part: a word is its lower-case form
with its lemma. Function words carry order, content words carry meaning.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache
from typing import Final

_TOKEN: Final = re.compile(r"[0-9]+(?:[.,:][0-9]+)*|[^\W\d_]+(?:-[^\W\d_]+)*(?:n't|'(?:s|re|ve|d|ll|m))?|[.,;:!?]")
FUNCTION: Final = frozenset(
    (
        "a an the this that these those it its he his him she her they their them we our us i my me you your "
        "who whom whose which what of in on at to from by for with as into onto over under up down out off "
        "through during within about than and or but nor so yet if when while because since although though "
        "despite after before until where then there here be is are was were been being am have has had "
        "having do does did done will would can could shall should may might must also too very just only "
        "even still anyway again ever all any some more most such own same once 's quite rather therefore "
        "thus hence consequently nevertheless nonetheless however moreover meanwhile instead regardless due "
        "thanks result spite owing "
    ).split()
)
NEGATORS: Final = frozenset(
    "not no never none nobody nothing neither nor without nowhere cannot hardly scarcely barely".split()
)
_ABBREVIATIONS: Final = frozenset("mr mrs ms dr st prof no vs etc".split())


@dataclass(frozen=True, slots=True, kw_only=True)
class Word:
    """One word or mark with its place in the passage."""

    text: str
    lemmas: frozenset[str]
    start: int
    end: int
    content: bool
    negator: bool

    @property
    def mark(self) -> bool:
        """Tell whether this is punctuation."""
        return not self.text[0].isalnum()

    @property
    def number(self) -> float | None:
        """Return the number that the digits write, if they do."""
        if not self.text[0].isdigit():
            return None
        try:
            return float(self.text.replace(",", "").replace(":", "."))
        except ValueError:
            return None


@lru_cache(maxsize=65536)
def lemmas(word: str) -> frozenset[str]:
    """Return what a lower-case form may be a form of."""
    from lemminflect import getAllLemmas

    base = word[:-2] if word.endswith("'s") else word
    found = {lemma.lower() for group in getAllLemmas(base).values() for lemma in group}
    return frozenset(found | {base})


@lru_cache(maxsize=65536)
def verbal(word: str) -> bool:
    """Tell whether a form is a past or present form of a verb, other than an auxiliary."""
    from lemminflect import getAllLemmas

    if word in FUNCTION:
        return False
    forms = getAllLemmas(word)
    verbs = forms.get("VERB", ())
    return bool(verbs) and (word not in verbs or "NOUN" not in forms)


@lru_cache(maxsize=4096)
def words(passage: str) -> tuple[Word, ...]:
    """Cut a passage into words and marks."""
    found: list[Word] = []
    for match in _TOKEN.finditer(passage):
        text = match.group().lower()
        if text == "." and found and found[-1].text in _ABBREVIATIONS:
            continue
        found.append(
            Word(
                text=text,
                lemmas=lemmas(text) if text[0].isalpha() else frozenset({text}),
                start=match.start(),
                end=match.end(),
                content=text[0].isalnum()
                and text not in FUNCTION
                and text not in NEGATORS
                and not text.endswith("n't"),
                negator=text in NEGATORS or text.endswith("n't"),
            )
        )
    return tuple(found)


@lru_cache(maxsize=65536)
def kinship(first: str, second: str) -> float:
    """Return how near two lemmas are: 1 the same, less for a derived form, 0 for strangers."""
    if first == second:
        return 1.0
    shorter, longer = sorted((first, second), key=len)
    if len(shorter) < 4:
        return 0.0
    common = 0
    while common < len(shorter) and shorter[common] == longer[common]:
        common += 1
    if common >= max(4, len(shorter) - 2) and common >= 0.5 * len(longer):
        return 0.8
    return 0.0


def same(first: Word, second: Word) -> float:
    """Return how near two words are by their lemmas."""
    if first.lemmas & second.lemmas:
        return 1.0
    if first.text[0].isdigit() or second.text[0].isdigit():
        return 0.0
    return max(kinship(one, other) for one in first.lemmas for other in second.lemmas)


@dataclass(frozen=True, slots=True, kw_only=True)
class Alignment:
    """For each word of the original the index of its word in the edit, and the verbatim runs.

    Parameters
    ----------
    partner
        Index in the edit, or None where the word is gone.
    verbatim
        Whether the word stands in a run of at least three words that was copied.
    """

    original: tuple[Word, ...]
    edit: tuple[Word, ...]
    partner: tuple[int | None, ...]
    verbatim: tuple[bool, ...]


def _key(word: Word) -> str:
    return min(word.lemmas, key=lambda lemma: (len(lemma), lemma))


def align(original: tuple[Word, ...], edit: tuple[Word, ...]) -> Alignment:
    """Align in order first, then place what moved by lemma, each word of the edit once."""
    partner: list[int | None] = [None] * len(original)
    verbatim = [False] * len(original)
    matcher = SequenceMatcher(None, [_key(w) for w in original], [_key(w) for w in edit], autojunk=False)
    taken: set[int] = set()
    for block in matcher.get_matching_blocks():
        meaningful = any(original[block.a + i].content for i in range(block.size))
        if not meaningful and block.size < 2:
            continue
        for i in range(block.size):
            partner[block.a + i] = block.b + i
            verbatim[block.a + i] = block.size >= 3
            taken.add(block.b + i)
    _place_the_moved(original, edit, partner, taken)
    return Alignment(original=original, edit=edit, partner=tuple(partner), verbatim=tuple(verbatim))


def _place_the_moved(
    original: tuple[Word, ...], edit: tuple[Word, ...], partner: list[int | None], taken: set[int]
) -> None:
    for index, word in enumerate(original):
        if partner[index] is not None or not word.content:
            continue
        near = [p for p in partner[max(0, index - 6) : index + 7] if p is not None]
        anchor = sum(near) / len(near) if near else index * len(edit) / max(1, len(original))
        options = [
            (same(word, other) - 0.002 * abs(place - anchor), place)
            for place, other in enumerate(edit)
            if other.content and place not in taken and same(word, other) > 0
        ]
        if options:
            best = max(options)[1]
            partner[index] = best
            taken.add(best)

"""An edit, worked out once: its passage, its words, and how they are aligned with the text.

Whatever asks about an edit takes this value; nobody tokenises the passage or aligns it again.

Examples
--------
>>> edit = edit_of_words("Sure! Here is the rewritten text: The pump held.", "The pump failed.")
>>> edit.passage, [word.text for word in edit.words]
('The pump held.', ['the', 'pump', 'held', '.'])
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from nlbridge.grounding.passage import passage
from nlbridge.language.lexicon import word_class
from nlbridge.language.markdown import without_tags
from nlbridge.language.meaning.alignment import Alignment, align
from nlbridge.language.meaning.word_relations import Relatives, Word, same, sentences, touched, words

if TYPE_CHECKING:
    from causalcore.scenario.scenario import Scenario


@dataclass(frozen=True, slots=True, kw_only=True)
class Edit:
    """An edit beside its text.

    Parameters
    ----------
    text
        The text, or the statements of its events where there is none.
    passage
        The edit without what a writer or a model wraps around it.
    given
        The edit as it was given; spans of a report point into it.
    original, words
        The words and marks of the text and of the passage.
    compared
        How the two are aligned, by form and by meaning.
    claims
        Which words of the text make each event's claim.
    """

    text: str
    passage: str
    given: str
    original: tuple[Word, ...]
    words: tuple[Word, ...]
    compared: Comparison
    claims: tuple[EventWords, ...]


def edit_of(edit: str, scenario: Scenario) -> Edit:
    """Take the passage out of an edit and align it with the text of a scenario."""
    text = without_tags(scenario.text) or " ".join(event.statement for event in scenario.events)
    spans = tuple((e.id, e.span if scenario.text else None, e.statement) for e in scenario.events)
    return _aligned(edit, passage(edit, scenario.text), text, event_words(text, spans))


def edit_of_words(edit: str, text: str) -> Edit:
    """Take the passage out of an edit and align it with a bare text, without claims."""
    return _aligned(edit, passage(edit, text), text, ())


def is_copy(said: Sequence[Word], text: str) -> bool:
    """Tell whether the words of a passage are those of a text, marks aside.

    Examples
    --------
    >>> is_copy(words("the pump failed"), "The pump failed.")
    True
    """
    before = [word.text for word in words(passage(text, text)) if not word.mark]
    return bool(before) and before == [word.text for word in said if not word.mark]


def _aligned(given: str, told: str, text: str, claims: tuple[EventWords, ...]) -> Edit:
    original, edited = words(text), words(told)
    return Edit(
        text=text,
        passage=told,
        given=given,
        original=original,
        words=edited,
        compared=compare(original, edited),
        claims=claims,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """An original and an edit, aligned by form and by meaning."""

    same: Alignment
    alike: Alignment
    copied: float
    length: float
    sentences: tuple[int, ...]
    newly: frozenset[int]
    """Words of the edit that are no word's partner by meaning."""
    in_text: Relatives = field(compare=False)
    in_edit: Relatives = field(compare=False)
    """What the text, and what the edit, has that is related to a word; it follows from the words that are aligned."""


@lru_cache(maxsize=512)
def _sentences(original: tuple[Word, ...]) -> tuple[int, ...]:
    return tuple(number for number, bounds in enumerate(sentences(original)) for _ in range(*bounds))


def compare(original: tuple[Word, ...], edit: tuple[Word, ...]) -> Comparison:
    """Align an original with an edit and measure the edit as a whole."""
    same, alike = align(original, edit)
    taken = {place for place in alike.partner if place is not None}
    return Comparison(
        same=same,
        alike=alike,
        copied=sum(same.verbatim) / max(1, len(original)),
        length=len(edit) / max(1, len(original)),
        sentences=_sentences(original),
        newly=frozenset(range(len(edit))) - taken,
        in_text=Relatives(original),
        in_edit=Relatives(edit),
    )


GAP: Final = 3
"""Words of the text that may stand between two copied runs of one statement."""
_WHAT_IF_FRAME: Final = word_class("what_if_frame")


@dataclass(frozen=True, slots=True, kw_only=True)
class EventWords:
    """The words of one event in the original."""

    event: str
    indices: tuple[int, ...]


@lru_cache(maxsize=512)
def event_words(text: str, spans: tuple[tuple[str, tuple[int, int] | None, str], ...]) -> tuple[EventWords, ...]:
    """Return the words of each event; `spans` holds id, span and statement.

    An event without a span is found in the text by the words of its statement: the stretch that copies most of them,
    or, where that is less than half of what they say, the words that are alike.
    """
    original = words(text)
    return tuple(
        EventWords(event=event, indices=_indices(original, span, statement)) for event, span, statement in spans
    )


def _indices(original: tuple[Word, ...], span: tuple[int, int] | None, statement: str) -> tuple[int, ...]:
    if span is not None:
        return tuple(touched(original, span))
    claimed = tuple(w for w in words(statement) if not w.mark)
    content = [w for w in claimed if w.content]
    stretch = _copied_stretch(original, claimed)
    if len(stretch) > 1 and 2 * _content_of(original, stretch) >= len(content):
        return stretch
    return tuple(i for i, w in enumerate(original) if w.content and any(same(w, other) > 0 for other in content))


def _copied_stretch(original: tuple[Word, ...], claimed: tuple[Word, ...]) -> tuple[int, ...]:
    """Return the stretch of the text that copies most words of a statement in their order; gaps are short."""
    blocks = SequenceMatcher(None, [w.text for w in original], [w.text for w in claimed], autojunk=False)
    best: tuple[int, ...] = ()
    copied: list[int] = []
    for block in blocks.get_matching_blocks():
        places = range(block.a, block.a + block.size)
        copied = [*copied, *places] if copied and places and block.a - copied[-1] - 1 <= GAP else list(places)
        if _content_of(original, copied) > _content_of(original, best):
            best = tuple(range(copied[0], copied[-1] + 1))
    return best


def _content_of(original: tuple[Word, ...], places: Sequence[int]) -> int:
    return sum(original[i].content for i in places)


@lru_cache(maxsize=2048)
def what_if_lemmas(clause: str) -> frozenset[str]:
    """Return the lemmas of the content words of a hypothetical clause."""
    return frozenset(lemma for w in words(clause) if w.content and w.text not in _WHAT_IF_FRAME for lemma in w.lemmas)

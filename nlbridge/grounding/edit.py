"""An edit, analyzed once: its passage, its words, and how they align with the text.

Every question about an edit takes this value, so no passage is tokenized or aligned twice.

Examples
--------
>>> edit = edit_of_words("Sure! Here is the rewritten text: The pump held.", "The pump failed.")
>>> edit.passage, [word.text for word in edit.words]
('The pump held.', ['the', 'pump', 'held', '.'])
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from nlbridge.grounding.passage import occurrences, passage, place
from nlbridge.language.lexicon import word_class
from nlbridge.language.markdown import without_tags
from nlbridge.language.meaning.sentences import Word, sentences, touched, words
from nlbridge.language.meaning.word_relations import Relation, Relatives, related, same

if TYPE_CHECKING:
    from causalcore.scenario.scenario import Scenario


OPENING: Final = 5
"""Words of a passage by which its start is found in the raw edit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Edit:
    """An edit and its text.

    Parameters
    ----------
    text
        The text, or the statements of its events if there is none.
    passage
        The edit without what a writer or a model wraps around it.
    given
        The raw edit; spans of a report point into it.
    start
        Offset of the passage in the raw edit, behind what a writer or a model puts before it; 0 if it is not found.
    original, words
        The words and marks of the text and of the passage.
    claims
        For each event, the places of its claim's words in the text.
    same, alike
        How the two align, by form alone and also by meaning.
    copied, length
        Share of the text's words in copied runs, and the number of words in the passage per word of the text.
    sentences
        For each word of the text, the number of its sentence.
    newly
        Words of the passage that match no word of the text by meaning.
    in_text, in_edit
        The words of the text, and of the passage, that are related to a word; derived from the words.
    """

    text: str
    passage: str
    given: str
    start: int
    original: tuple[Word, ...]
    words: tuple[Word, ...]
    claims: Mapping[str, tuple[int, ...]]
    same: Alignment
    alike: Alignment
    copied: float
    length: float
    sentences: tuple[int, ...]
    newly: frozenset[int]
    in_text: Relatives = field(compare=False)
    in_edit: Relatives = field(compare=False)

    def span_of(self, quote: str, occurrence: int = 0) -> tuple[int, int] | None:
        """Return where the raw edit has a quote of the passage; None if it does not have its words in a row.

        `occurrence` counts from 0 within the passage.

        Units
        -----
        offsets of characters, the end not included
        """
        return place(quote, self.given, occurrences(quote, self.given[: self.start]) + occurrence)


def edit_of(edit: str, scenario: Scenario) -> Edit:
    """Extract the passage from an edit and align it with the text of a scenario."""
    text = without_tags(scenario.text) or " ".join(event.statement for event in scenario.events)
    spans = tuple((e.id, e.span if scenario.text else None, e.statement) for e in scenario.events)
    return _aligned(edit, passage(edit, scenario.text), text, event_words(text, spans))


def edit_of_words(edit: str, text: str) -> Edit:
    """Extract the passage from an edit and align it with a bare text, without claims."""
    return _aligned(edit, passage(edit, text), text, {})


def _aligned(given: str, passage_text: str, text: str, claims: Mapping[str, tuple[int, ...]]) -> Edit:
    """Align a text with a passage and measure the passage as a whole."""
    original, edited = words(text), words(passage_text)
    same_words, alike = align(original, edited)
    opening = place(" ".join([word.text for word in edited if not word.mark][:OPENING]), given)
    return Edit(
        text=text,
        passage=passage_text,
        given=given,
        start=0 if opening is None else opening[0],
        original=original,
        words=edited,
        claims=claims,
        same=same_words,
        alike=alike,
        copied=sum(same_words.verbatim) / max(1, len(original)),
        length=len(edited) / max(1, len(original)),
        sentences=tuple(number for number, bounds in enumerate(sentences(original)) for _ in range(*bounds)),
        newly=frozenset(range(len(edited))).difference(place for place in alike.partner if place is not None),
        in_text=Relatives(original),
        in_edit=Relatives(edited),
    )


NEAR: Final = 0.002
FAR: Final = 0.01
"""Cost of a word of distance, for words that are the same and for words that are only similar."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Alignment:
    """For each word of the original, the index of its word in the edit, and the verbatim runs.

    Parameters
    ----------
    partner
        Index in the edit, or None if the word is gone.
    verbatim
        Whether the word is in a copied run of at least three words.
    opposed
        Whether the partner is an opposite.
    """

    original: tuple[Word, ...]
    edit: tuple[Word, ...]
    partner: tuple[int | None, ...]
    verbatim: tuple[bool, ...]
    opposed: tuple[bool, ...]


def align(original: tuple[Word, ...], edit: tuple[Word, ...]) -> tuple[Alignment, Alignment]:
    """Align by form, and by meaning: words in order first, then moved ones; each word of the edit is used once.

    Returns
    -------
    tuple of Alignment
        The first knows only forms and derivations; the second adds similar and opposed words, closest first.
    """
    by_form, verbatim = _in_order(original, edit)
    swapped = _swapped(original, edit, by_form)
    by_meaning = by_form | swapped
    _place_the_moved(original, edit, by_form, swapped, lambda word, other: (same(word, other), False), 0.0, NEAR)
    for floor, cost in ((0.99, NEAR), (0.6, FAR), (0.4, FAR)):
        _place_the_moved(original, edit, by_meaning, swapped, related, floor, cost)
    every = range(len(original))
    first, second = (
        Alignment(
            original=original,
            edit=edit,
            partner=tuple(partners[i][0] if i in partners else None for i in every),
            verbatim=tuple(i in verbatim for i in every),
            opposed=tuple(i in partners and partners[i][1] for i in every),
        )
        for partners in (by_form, by_meaning)
    )
    return first, second


Partners = dict[int, tuple[int, bool]]
"""Words of the original, each with the place of its word in the edit, and whether the two are opposites."""


def _in_order(original: tuple[Word, ...], edit: tuple[Word, ...]) -> tuple[Partners, set[int]]:
    """Align the words that are in the same order, and return which of them are copied in runs."""
    partners: Partners = {}
    verbatim: set[int] = set()
    mine, yours = (
        [min(word.lemmas, key=lambda lemma: (len(lemma), lemma)) for word in each] for each in (original, edit)
    )
    for block in SequenceMatcher(None, mine, yours, autojunk=False).get_matching_blocks():
        run = range(block.size)
        if block.size >= 2 or any(original[block.a + i].content for i in run):
            partners |= {block.a + i: (block.b + i, False) for i in run}
            verbatim.update(block.a + i for i in run if block.size >= 3)
    return partners, verbatim


def _swapped(original: tuple[Word, ...], edit: tuple[Word, ...], partners: Partners) -> Partners:
    """Return the words replaced by an opposite between neighbors that stayed: `rolled good dice`.

    Such a word did not move elsewhere, even if another clause of the edit has it.
    """
    swapped: Partners = {}
    used = {place for place, _ in partners.values()}
    for index in range(1, len(original) - 1):
        before, after = partners.get(index - 1), partners.get(index + 1)
        if index in partners or before is None or after is None or after[0] != before[0] + 2:
            continue
        word, place = original[index], before[0] + 1
        if word.content and edit[place].content and place not in used and related(word, edit[place])[1]:
            swapped[index] = (place, True)
    return swapped


def _place_the_moved(
    original: tuple[Word, ...],
    edit: tuple[Word, ...],
    partners: Partners,
    swapped: Partners,
    relate: Callable[[Word, Word], Relation],
    floor: float,
    cost: float,
) -> None:
    """Match each lost word with a free word of the edit that is similar enough, preferring one near its neighbors."""
    used = {place for place, _ in (*partners.values(), *swapped.values())}
    free = [place for place, other in enumerate(edit) if other.content and place not in used]
    for index, word in enumerate(original):
        if index in partners or index in swapped or not word.content:
            continue
        near = [partners[k][0] for k in range(index - 6, index + 7) if k in partners]
        anchor = sum(near) / len(near) if near else index * len(edit) / len(original)
        options = []
        for at in free:
            similarity, opposed = relate(word, edit[at])
            if similarity > floor:
                options.append((similarity - cost * abs(at - anchor), at, opposed))
        if options and max(options)[0] > 0:
            _, best, opposed = max(options)
            partners[index] = (best, opposed)
            free.remove(best)


GAP: Final = 3
"""Most words of the text between two copied runs of one statement."""
_WHAT_IF_FRAME: Final = word_class("what_if_frame")


@lru_cache(maxsize=512)
def event_words(text: str, spans: tuple[tuple[str, tuple[int, int] | None, str], ...]) -> Mapping[str, tuple[int, ...]]:
    """Return the places of the words of each event; `spans` holds id, span and statement.

    An event without a span is located by its statement: the stretch of the text that copies most of it, or, if that
    covers less than half of its content words, the similar words.
    """
    original = words(text)
    return {event: _indices(original, span, statement) for event, span, statement in spans}


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
    """Return the stretch of the text that copies most words of a statement in order, with short gaps."""
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

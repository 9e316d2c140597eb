"""Whether an edit mentions a claim's own subject and object, or something else in similar words.

Copied words do not show that the same thing is mentioned: *the heater did not fail* copies *fail* and mentions no pump,
and a rewrite of another text shares function words and a few verbs. So the features compare the words before and after
the predicate with those of the claim, and the whole edit with the text.

Examples
--------
>>> from nlbridge.grounding.edit import edit_of_words
>>> edit = edit_of_words("The heater did not fail.", "The pump failed.")
>>> claim = claim_words(edit.original, (0, 1, 2))
>>> found = dict(zip(NAMES, same_matter(edit, claim, region(edit.alike, (0, 1, 2)), edit_likeness(edit)), strict=True))
>>> found["the subject's words are in the clause"], found["the word before the predicate is like the subject"]
(0.0, 0.0)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from nlbridge.grounding.claims.features import claim_words, region, share
from nlbridge.language.lexicon import word_class
from nlbridge.language.meaning.sentences import Word, verbal
from nlbridge.language.meaning.word_relations import related

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from nlbridge.grounding.claims.features import ClaimWords, Region
    from nlbridge.grounding.edit import Alignment, Edit


UNREAD: Final = 0.5
"""Highest probability that a claim is altered if the edit leaves it open."""
PRESUPPOSED: Final = 0.1
"""The same if the edit takes the claim for granted: `the frost did not kill the roses`."""
_QUANTIFIERS: Final = word_class("empty_subjects")
_REACH: Final = 4
"""Most words between the quantifier and its noun."""
_AUXILIARIES: Final = word_class("finite_auxiliaries")


def highest_chance_altered(
    alignment: Alignment, indices: tuple[int, ...], place: Region, starts: Collection[int]
) -> float:
    """Return the highest chance that a noun phrase is altered: less than one if only its predicate is denied.

    `No frost killed the roses`, `a frost did not kill them` and `the roses were not killed` leave open whether there
    was frost; `the frost did not kill the roses` takes it for granted. `place` is the region of the claim's words
    `indices` in the edit; `starts` holds the indices in the original at which claims begin.
    """
    original, edit = alignment.original, alignment.edit
    if not _is_subject(original, indices, starts):
        return 1.0
    if not place.matched:
        return UNREAD if _is_done_by_none(alignment, indices[-1] + 1) else 1.0
    first, last = place.matched[0], place.matched[-1]
    if _acts_in_denied_passive(edit, first):
        return UNREAD
    quantified = any(edit[k].text in _QUANTIFIERS for k in range(max(0, first - _REACH), first + 1))
    before = edit[first - 1].text if first else ""
    existential = any(edit[k].text == "there" for k in range(max(0, first - _REACH - 2), first))
    head = _verb_behind(edit, last + 1)
    denied = quantified or any(edit[k].negator for k in range(last + 1, head))
    if not denied or existential or before in word_class("with_without"):
        return 1.0
    own = {p for i, p in enumerate(alignment.partner) if p is not None and i not in indices}
    if head not in own or not (head > last + 1 or verbal(edit[head].text) or edit[head].predicative):
        return 1.0
    return PRESUPPOSED if before == "the" and not quantified else UNREAD


def _is_done_by_none(alignment: Alignment, verb: int) -> bool:
    """Return whether an edit denies a verb of the text: `the pass was not blocked` for `snow blocked the pass`."""
    place = alignment.partner[verb] if verb < len(alignment.partner) else None
    before = () if place is None else alignment.edit[max(0, place - _REACH) : place]
    return any(word.negator for word in before) and not any(word.mark for word in before[-2:])


def _acts_in_denied_passive(edit: tuple[Word, ...], first: int) -> bool:
    """Return whether a noun phrase is only what did not do something: `the pass was not blocked by heavy snow`."""
    by = next((k for k in range(first - 1, max(-1, first - _REACH), -1) if edit[k].text == "by"), None)
    if by is None or any(edit[k].mark or edit[k].negator for k in range(by, first)):
        return False
    acts = verbal(edit[by - 1].text) or edit[by - 1].predicative
    return acts and any(edit[k].negator for k in range(max(0, by - _REACH), by))


def of_another_claim(edit: Edit, event: str) -> bool:
    """Return whether an edit has a claim's words only in a clause about another claim.

    `Tom did not fall off the ladder` names Tom, but says nothing of `Tom painted the fence`: its predicate is that of
    another claim of the text.

    Examples
    --------
    >>> from dataclasses import replace
    >>> from nlbridge.grounding.edit import edit_of_words
    >>> told = edit_of_words("Tom did not fall.", "Tom painted the fence. Tom fell.")
    >>> told = replace(told, claims={"e1": (0, 1, 2, 3), "e2": (5, 6)})
    >>> of_another_claim(told, "e1")
    True
    >>> of_another_claim(told, "e2")
    False
    """
    indices, partner = edit.claims.get(event, ()), edit.alike.partner
    place, own = region(edit.alike, indices), claim_words(edit.original, indices).predicates
    here = range(place.first, place.last + 1)
    if not place.matched or not own or any(partner[i] is not None for i in own):
        return False
    others = (claim_words(edit.original, other) for other in edit.claims.values() if set(own).isdisjoint(other))
    if not any(partner[i] in here for other in others for i in other.predicates):
        return False
    from_text = {p for p in partner if p is not None}
    return all(k in from_text for k in here if edit.words[k].content)


def _verb_behind(edit: tuple[Word, ...], place: int) -> int:
    """Return the place of the main verb of a predicate, after its auxiliaries and negators."""
    while place < len(edit) and (edit[place].text in _AUXILIARIES or edit[place].negator):
        place += 1
    return place


def _is_subject(original: tuple[Word, ...], indices: tuple[int, ...], starts: Collection[int]) -> bool:
    """Return whether a claim is a noun phrase directly followed by the verb of another claim."""
    after = indices[-1] + 1 if indices else len(original)
    if after >= len(original) or any(original[i].text in _AUXILIARIES for i in indices):
        return False
    follows = after in starts and not any(original[i].predicative for i in indices)
    return follows or original[after].text in _AUXILIARIES or original[after].predicative


WHOLE: Final = (
    "share of the edit's words that the text has",
    "share of the edit's words that are like some of the text",
    "share of the text's words that the edit has",
    "share of the text's words that are like some of the edit",
    "edit doubles the text",
)
NAMES: Final = (
    "the subject's words are in the clause",
    "the word before the predicate is like the subject",
    "the word before the predicate is another's",
    "the word after the predicate is another's",
    "claim has a subject",
    "matched words",
    *WHOLE,
)
PRONOUNS: Final = word_class("matterless_pronouns")
NEAR: Final = 6
"""Words before or after a predicate in which its subject or object is looked for."""
ALIKE: Final = 0.6
STOPS: Final = frozenset(". ; : ! ?".split())


def edit_likeness(edit: Edit) -> tuple[float, ...]:
    """Measure how far edit and text mention the same things, in the order of `WHOLE`."""
    content = [word for word in edit.words if word.content]
    text = [word for word in edit.original if word.content]
    text_lemmas = frozenset(lemma for word in text for lemma in word.lemmas)
    edit_lemmas = frozenset(lemma for word in content for lemma in word.lemmas)
    return (
        share([bool(word.lemmas & text_lemmas) for word in content]),
        share([max(edit.in_text.closest(word)) >= ALIKE for word in content]),
        share([bool(word.lemmas & edit_lemmas) for word in text]),
        share([max(edit.in_edit.closest(word)) >= ALIKE for word in text]),
        min(3.0, len(content) / max(1, len(text))) * edit.copied,
    )


def same_matter(edit: Edit, claim: ClaimWords, place: Region, whole: tuple[float, ...]) -> tuple[float, ...]:
    """Measure whether the edit mentions what a claim mentions, in the order of `NAMES`.

    `place` is the region of the claim's words in the edit, by meaning; `whole` is its `edit_likeness`.
    """
    original, edited, partner = edit.original, edit.words, edit.alike.partner
    content, predicates = claim.content, claim.predicates
    first = predicates[0] if predicates else -1
    subject = [original[i] for i in content if i < first] or [original[i] for i in content if i not in predicates]
    clause = edited[place.first : place.last + 1] if place.matched else ()
    anchor = next((p for i in predicates if (p := partner[i]) is not None), None)
    before = _noun_before(edited, anchor) if anchor is not None else None
    after = _word_after(edited, anchor) if anchor is not None else None
    own = [original[i] for i in content]
    return (
        share([_closest(word, clause) >= ALIKE for word in subject]),
        0.5 if before is None or not subject else _closest(before, subject),
        float(before is not None and _closest(before, own) < ALIKE),
        float(after is not None and _closest(after, own) < ALIKE),
        float(bool(content) and content[0] < first),
        float(len(place.matched)),
        *whole,
    )


def _noun_before(edited: tuple[Word, ...], anchor: int) -> Word | None:
    """Return the nearest content word before a predicate, verbs aside; None if a break or pronoun intervenes."""
    for j in range(anchor - 1, max(-1, anchor - NEAR - 1), -1):
        if edited[j].text in STOPS or edited[j].text in PRONOUNS:
            return None
        if edited[j].content and not edited[j].predicative:
            return edited[j]
    return None


def _word_after(edited: tuple[Word, ...], anchor: int) -> Word | None:
    for j in range(anchor + 1, min(len(edited), anchor + NEAR + 1)):
        if edited[j].mark:
            return None
        if edited[j].content:
            return edited[j]
    return None


def _closest(word: Word, others: Sequence[Word]) -> float:
    return max([related(word, other)[0] for other in others if other.content], default=0.0)

"""Claims that an edit tells with a word exchanged, or of others, although most of its words are the claim's.

- Negated with one word exchanged: `Maria did not pay the plumber`, although she called him. However similar the words
  are, they do not say what happened to the claim. A synonym or near-synonym does not count as an exchanged word.
- Told of others: `Leon taught Anna` for `Anna taught Leon`.
- Denied of another person or place: `did not miss her flight to Rome` for a flight to Oslo.

Examples
--------
>>> from nlbridge.grounding.edit import edit_of_words
>>> exchanged(edit_of_words("Maria did not pay the plumber.", "Maria called the plumber."), (0, 1, 2, 3))
('called', 'pay')
>>> exchanged(edit_of_words("Maria did not phone the plumber.", "Maria called the plumber."), (0, 1, 2, 3))
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from nlbridge.grounding.claims.features import region
from nlbridge.language.lexicon import word_class
from nlbridge.language.meaning.sentences import ENDS
from nlbridge.language.meaning.word_relations import related
from nlbridge.language.pipeline.dictionary import entry

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from nlbridge.grounding.edit import Edit
    from nlbridge.language.meaning.sentences import Word

STRANGERS: Final = 0.4
"""Similarity below which two words are unrelated."""
FEWEST_CONTENT: Final = 3
"""Fewest content words of a claim with a subject, a predicate and an object."""
KINDS: Final = frozenset({"NOUN", "VERB"})
TURNING: Final = frozenset({"by", "there", "?"}) | word_class("relative_words_and_that")
"""Words next to which a subject may follow its verb."""
SUBJECTS: Final = word_class("matterless_pronouns")
"""Subjects that are not content words; a noun before one is outside the clause."""
BEING: Final = word_class("be_forms")


def exchanged(edit: Edit, indices: Sequence[int], supposed: frozenset[str] = frozenset()) -> tuple[str, str] | None:
    """Return the word that an edit exchanges in a claim it negates (or affirms instead), and its replacement.

    If the edit keeps all words, these are a subject and an object that swapped places. Return None if it only drops
    words, has more than one of its own, or keeps less than half of the claim. `indices` are the words of the claim in
    the text; `supposed` holds lemmas of the what-if, which an edit may use instead of the claim's own.
    """
    original, edited, partner = edit.original, edit.words, edit.alike.partner
    place = region(edit.alike, tuple(indices))
    clause = range(place.first, place.last + 1)
    content = [i for i in indices if original[i].content]
    aligned = {i: p for i in content if (p := partner[i]) is not None and p in clause}
    kept = {i: p for i, p in aligned.items() if not _is_another_person(original[i], edited[p])}
    new = [p for p in clause if edited[p].content and p not in kept.values()]
    turned = any(edited[p].negator for p in clause) is not any(original[i].negator for i in indices)
    if 2 * len(kept) < len(content) or not kept or len(new) > 1 or not turned:
        return None
    if len(kept) == len(content):
        return _changed_sides(edit, kept) if not new and "by" not in {edited[p].text for p in clause} else None
    if not new or list(kept.values()) != sorted(kept.values()):
        return None
    low = max((i for i, p in kept.items() if p < new[0]), default=-1)
    high = min((i for i, p in kept.items() if p > new[0]), default=len(original))
    lost = [original[i] for i in content if i not in kept and low < i < high]
    replacement = edited[new[0]]
    another = [mine for mine in lost if _is_another(mine, replacement, edit)]
    alike = (mine for mine in lost if mine not in another)
    if not another and not supposed.isdisjoint(replacement.lemmas):
        return None
    if any(related(mine, replacement)[0] >= STRANGERS for mine in alike):
        return None
    mine = next((word for word in lost if _alike(word, replacement, edit)), None)
    return (_written(mine, edit.text), _written(replacement, edit.passage)) if mine is not None else None


def _is_another_person(word: Word, other: Word) -> bool:
    """Return whether two words name persons that are contraries: `sister` and `brother`, `patient` and `doctor`."""
    persons = word_class("persons")
    both = not word.lemmas.isdisjoint(persons) and not other.lemmas.isdisjoint(persons)
    return both and related(word, other)[1]


def _is_another(word: Word, other: Word, edit: Edit) -> bool:
    """Return whether two words name different persons or places: `a flight to Rome` for `a flight to Oslo`."""
    if _is_another_person(word, other):
        return True
    named = _written(word, edit.text)[:1].isupper() and _written(other, edit.passage)[:1].isupper()
    listed = set(entry(word.text)) | set(entry(other.text))
    return named and listed <= {"NOUN"} and word.lemmas.isdisjoint(other.lemmas)


def recast(edit: Edit, indices: Sequence[int]) -> str | None:
    """Return the words of an edit that give a claim's roles to others: `Leon taught Anna` for `Anna taught Leon`.

    The edit has all words of the claim, but the subject follows the verb or owns somebody else. Return None if the
    edit has a passive or a relative clause there, or if the claim itself is a passive.

    Examples
    --------
    >>> from nlbridge.grounding.edit import edit_of_words
    >>> recast(edit_of_words("Leon taught Anna chess.", "Anna taught Leon chess."), (0, 1, 2, 3))
    'Leon taught Anna chess'
    >>> recast(edit_of_words("Leon was taught chess by Anna.", "Anna taught Leon chess."), (0, 1, 2, 3))
    """
    original, edited, partner = edit.original, edit.words, edit.alike.partner
    content = [i for i in indices if original[i].content]
    verb = next((i for i in content[1:-1] if original[i].predicative), None)
    if verb is None or _is_passive(original, indices, verb):
        return None
    if original[content[0]].predicative and verb != content[1]:  # a name that may be a verb: `Peter visited`
        return None
    if any((p := partner[i]) is None or original[i].lemmas.isdisjoint(edited[p].lemmas) for i in content):
        return None
    subject = max(i for i in content if i < verb)
    place, acts = partner[subject], partner[verb]
    if place is None or acts is None or SUBJECTS & {original[i].text for i in range(subject, verb)}:
        return None
    low, high = sorted((place, acts))
    if any(word.text in TURNING or word.text in ENDS | {";"} for word in edited[max(0, low - 1) : high + 1]):
        return None
    after = next((p for p in range(place + 1, len(edited)) if edited[p].content), None)
    owner = edited[place].text.endswith("'s") and not original[subject].text.endswith("'s") and after not in partner
    inverted = place > acts and edited[acts].predicative
    places = [p for i in content if (p := partner[i]) is not None]
    return edit.passage[edited[min(places)].start : edited[max(places)].end] if owner or inverted else None


def _is_passive(original: Sequence[Word], indices: Sequence[int], verb: int) -> bool:
    """Return whether the verb of a claim is passive; the active puts the passive's subject after the verb."""
    helped = {original[i].text for i in indices if i < verb} & BEING
    return bool(helped) or any(original[i].text in TURNING for i in indices)


def _changed_sides(edit: Edit, kept: Mapping[int, int]) -> tuple[str, str] | None:
    """Return subject and object of a claim if they swapped places: `the plumber called Maria`."""
    if len(kept) < FEWEST_CONTENT:
        return None
    first, *middle, last = kept
    turned = any(edit.original[i].predicative and kept[first] > kept[i] > kept[last] for i in middle)
    return (_written(edit.original[first], edit.text), _written(edit.original[last], edit.text)) if turned else None


def _written(word: Word, passage: str) -> str:
    return passage[word.start : word.end]


def _alike(first: Word, second: Word, edit: Edit) -> bool:
    """Return whether one word can replace the other: both may be nouns, or both verbs."""
    return not _kinds(first, edit.text).isdisjoint(_kinds(second, edit.passage))


def _kinds(word: Word, passage: str) -> set[str]:
    """Return whether a word may be a noun or a verb; a capitalized or unlisted word may be a name."""
    listed = set(entry(word.text))
    named = not listed or (passage[word.start].isupper() and "ADV" not in listed)
    return listed & KINDS | ({"NOUN"} if named else set())

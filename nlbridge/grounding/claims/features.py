"""What an edit does to the words of one event, as features of a small model.

No feature depends on the topic: copied or similar words, negators added or removed, amounts, how much of the
claim is left, and what happened to the words around it. Losing words means more in an edit that copies the rest than in
one that rewrites everything, so some features measure the whole edit. No feature knows which value the event should
have. Of 107 features, these are the ones without which claims are read worse (decision 21).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from nlbridge.grounding.claims.polarity import NAMES as POLARITY
from nlbridge.grounding.claims.polarity import polarity_features
from nlbridge.grounding.claims.same_matter import Region, region
from nlbridge.grounding.quantity_moves import displacement
from nlbridge.language.meaning.word_relations import related

if TYPE_CHECKING:
    from collections.abc import Sequence

    from nlbridge.grounding.edit import Edit

_BY_WORDS: Final = (
    "words kept",
    "copied",
    "all copied",
    "negation put in",
    "new words",
    "predicate gone, frame kept",
    "single words lost",
    "negation and predicate kept",
)
_BY_MEANING: Final = ("likeness of the words", "likeness of the words anywhere", "opposite of a word")
_AROUND: Final = (
    "words around kept",
    "sentence copied",
    "last word copied",
    "negator near the predicate",
    "negators in the text",
    "negators more than in the text",
    "moved to the front",
    "place in the text",
)
_AMOUNTS: Final = ("its amount is another", "its amount is the same")
_WHOLE: Final = ("edit copied", "length of the edit")
_WHAT_IF: Final = ("what-if given", "what-if words")
NAMES: Final = (*_BY_WORDS, *_BY_MEANING, *_AROUND, *_AMOUNTS, *_WHOLE, *_WHAT_IF, *POLARITY)
FAR_AWAY: Final = 20.0
"""Distance of an absent negator, in words."""
BESIDE: Final = 4
"""Words on each side of a claim that count as around it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Claim:
    """Indices of a claim's words in the text: all, those with content, and its verbs."""

    indices: tuple[int, ...]
    content: tuple[int, ...]
    predicates: tuple[int, ...]


def features(edit: Edit, indices: tuple[int, ...], what_if: frozenset[str]) -> tuple[tuple[float, ...], Region]:
    """Measure what happened to the words `indices` of the original, in the order of `NAMES`; also return their region.

    `what_if` holds the lemmas of the what-if clause for the event that it sets; it is empty for other events.
    """
    original = edit.original
    content = tuple(i for i in indices if original[i].content)
    predicates = tuple(i for i in content if original[i].predicative) or content[-1:]
    claim = _Claim(indices=indices, content=content, predicates=predicates)
    place = region(edit.alike, indices)
    return (
        *_by_words(edit, claim),
        *_by_meaning(edit, claim, place),
        *_around(edit, claim, place),
        *_amounts(edit, claim, place),
        edit.copied,
        edit.length,
        *_by_what_if(edit, place, what_if),
        *polarity_features(edit.alike, indices, content, predicates),
    ), place


def _by_words(edit: Edit, claim: _Claim) -> tuple[float, ...]:
    """Measure by form how much of the claim is left where the edit has most of its words."""
    original, edited, partner = edit.original, edit.words, edit.same.partner
    place = region(edit.same, claim.indices)
    near = range(place.first, place.last + 1)
    kept = frozenset(i for i in claim.content if partner[i] in near)
    matched = {p for p in partner if p is not None}
    new = sum(j not in matched and edited[j].content for j in near)
    negation = sum(edited[j].negator for j in near) - sum(original[i].negator for i in claim.indices)
    predicate_kept = _mean([i in kept for i in claim.predicates])
    frame_kept = _mean([i in kept for i in claim.content if i not in claim.predicates])
    return (
        _mean([i in kept for i in claim.content]),
        sum(edit.same.verbatim[i] for i in claim.indices) / max(1, len(claim.indices)),
        float(all(partner[i] is not None for i in claim.indices if not original[i].mark)),
        float(negation > 0),
        min(1.0, new / max(2, len(claim.content))),
        frame_kept * (1 - predicate_kept),
        min(3.0, len(claim.content) - len(kept)) / 3,
        float(negation != 0) * predicate_kept,
    )


def _by_meaning(edit: Edit, claim: _Claim, place: Region) -> tuple[float, ...]:
    """Measure how similar the claim's words are to those of its region, and to any in the edit."""
    original, edited = edit.original, edit.words
    stated = [edited[j] for j in range(place.first, place.last + 1) if edited[j].content]
    relations = [[related(original[i], other) for other in stated] for i in claim.content]
    similarity = [max((alike for alike, opposed in row if not opposed), default=0.0) for row in relations]
    anywhere = [edit.in_edit.closest(original[i])[0] for i in claim.content]
    opposite = [max((alike for alike, opposed in row if opposed), default=0.0) for row in relations]
    return _mean(similarity), _mean(anywhere), max(opposite, default=0.0)


def _around(edit: Edit, claim: _Claim, place: Region) -> tuple[float, ...]:
    """Measure what surrounds the claim in the text, and which negators are near its region in the edit."""
    original, edited, partner, verbatim = edit.original, edit.words, edit.alike.partner, edit.same.verbatim
    near = range(place.first, place.last + 1)
    first, last = (min(claim.indices), max(claim.indices)) if claim.indices else (0, 0)
    beside = (*range(max(0, first - BESIDE), first), *range(last + 1, min(len(original), last + BESIDE + 1)))
    sentence = [i for i, s in enumerate(edit.sentences) if s == edit.sentences[first]]
    negators = [j for j in near if edited[j].negator]
    in_text = sum(original[i].negator for i in claim.indices)
    anchors = [p for i in claim.predicates if (p := partner[i]) in near and p is not None] or place.matched or [0]
    middle = place.centre / max(1, len(edited)) if place.matched else 0.5
    return (
        _mean([edit.same.partner[i] is not None for i in beside if not original[i].mark]),
        sum(verbatim[i] for i in sentence) / max(1, len(sentence)),
        float(bool(claim.indices) and verbatim[last]),
        min((float(abs(j - p)) for j in negators for p in anchors), default=FAR_AWAY),
        float(in_text),
        float(len(negators) - in_text),
        middle - (first + last) / 2 / max(1, len(original)),
        first / max(1, len(original)),
    )


def _amounts(edit: Edit, claim: _Claim, place: Region) -> tuple[float, float]:
    """Return whether the edit gives the claim another amount, and whether it gives the same."""
    before = " ".join(edit.original[i].text for i in claim.indices)
    after = " ".join(edit.words[j].text for j in range(place.first, place.last + 1))
    moved = displacement(before, after) if place.matched else None
    return float(moved in {1, -1}), float(moved == 0)


def _by_what_if(edit: Edit, place: Region, what_if: frozenset[str]) -> tuple[float, float]:
    """Return whether a what-if is given, and the share of its words in the event's region."""
    stated = [word for word in edit.words[place.first : place.last + 1] if word.content]
    return float(bool(what_if)), sum(bool(w.lemmas & what_if) for w in stated) / max(1, len(what_if))


def _mean(values: Sequence[float]) -> float:
    """Return the mean of some values, or the share of flags that are true; 1 if there are none."""
    return sum(values) / len(values) if values else 1.0

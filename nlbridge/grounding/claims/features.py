"""What an edit does to the words of one event, as features of a small model.

No feature depends on the topic: copied or similar words, negators added or removed, amounts, how much of the
claim is left, and what happened to the words around it. Losing words means more in an edit that copies the rest than in
one that rewrites everything, so some features measure the whole edit. No feature knows which value the event should
have. Of 107 features, these are the ones without which claims are read worse (decision 21).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from nlbridge.grounding.claims.polarity import clause, denials, negations
from nlbridge.grounding.quantity_moves import displacement
from nlbridge.language.lexicon import word_class
from nlbridge.language.meaning.sentences import Word
from nlbridge.language.meaning.word_relations import related

if TYPE_CHECKING:
    from collections.abc import Sequence

    from nlbridge.grounding.edit import Alignment, Edit

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
POLARITY: Final = (
    "a predicate turned",
    "a predicate affirmed as before",
    "the first predicate turned or affirmed",
    "a claim without a verb",
    "denials in the clause beyond the text's",
    "new words in the clause",
)
NAMES: Final = (*_BY_WORDS, *_BY_MEANING, *_AROUND, *_AMOUNTS, *_WHOLE, *_WHAT_IF, *POLARITY)
FAR_AWAY: Final = 20.0
"""Distance of an absent negator, in words."""
BESIDE: Final = 4
"""Words on each side of a claim that count as around it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimWords:
    """Places of a claim's words in the text: all, those with content, and what says something of its subject."""

    indices: tuple[int, ...]
    content: tuple[int, ...]
    predicates: tuple[int, ...]


def claim_words(original: tuple[Word, ...], indices: Sequence[int]) -> ClaimWords:
    """Return the words of a claim; without a verb, its last word with content is its predicate."""
    content = tuple(i for i in indices if original[i].content)
    predicates = tuple(i for i in content if original[i].predicative) or content[-1:]
    return ClaimWords(indices=tuple(indices), content=content, predicates=predicates)


BREAKS: Final = frozenset({".", ";", "!", "?", ":"})
SOFT_BREAKS: Final = word_class("region_stops") | {","}


@dataclass(frozen=True, slots=True, kw_only=True)
class Region:
    """Where the edit has the words of an event: the matched words and the clause around them."""

    matched: tuple[int, ...]
    first: int
    last: int

    @property
    def centre(self) -> float:
        """Return the middle of the matched words."""
        return sum(self.matched) / len(self.matched) if self.matched else -1.0


def region(alignment: Alignment, indices: tuple[int, ...]) -> Region:
    """Find the region of the edit that mentions the original's words `indices`."""
    places = sorted(p for i in indices if alignment.original[i].content and (p := alignment.partner[i]) is not None)
    places = _densest(places, alignment.edit)
    if not places:
        places = sorted(p for i in indices if (p := alignment.partner[i]) is not None)
    if not places:
        return _gap(alignment, indices)
    first, last = places[0], places[-1]
    edit = alignment.edit
    while first > 0 and edit[first - 1].text not in BREAKS | SOFT_BREAKS and places[0] - first < 7:
        first -= 1
    while last < len(edit) - 1 and edit[last + 1].text not in BREAKS | SOFT_BREAKS and last - places[-1] < 7:
        last += 1
    return Region(matched=tuple(places), first=first, last=last)


def _densest(places: list[int], edit: tuple[Word, ...]) -> list[int]:
    """Return the largest group of places that no sentence end or long gap divides."""
    groups: list[list[int]] = []
    for place in places:
        broken = bool(groups) and (
            place - groups[-1][-1] > 14 or any(edit[i].text in BREAKS for i in range(groups[-1][-1], place))
        )
        if not groups or broken:
            groups.append([])
        groups[-1].append(place)
    return max(groups, key=len, default=[])


def _gap(alignment: Alignment, indices: tuple[int, ...]) -> Region:
    """Return the stretch of the edit between the neighbors of words that are all gone."""
    before = [p for p in alignment.partner[: indices[0]] if p is not None] if indices else []
    after = [p for p in alignment.partner[indices[-1] + 1 :] if p is not None] if indices else []
    first = before[-1] + 1 if before else 0
    last = after[0] - 1 if after else len(alignment.edit) - 1
    if last < first or last - first > 25:
        return Region(matched=(), first=0, last=-1)
    return Region(matched=(), first=first, last=last)


def features(edit: Edit, claim: ClaimWords, what_if: frozenset[str]) -> tuple[tuple[float, ...], Region]:
    """Measure what happened to the words of a claim, in the order of `NAMES`; also return their region.

    `what_if` holds the lemmas of the what-if clause for the event that it sets; it is empty for other events.
    """
    place = region(edit.alike, claim.indices)
    return (
        *_by_words(edit, claim),
        *_by_meaning(edit, claim, place),
        *_around(edit, claim, place),
        *_amounts(edit, claim, place),
        edit.copied,
        edit.length,
        *_by_what_if(edit, place, what_if),
        *polarity_features(edit.alike, claim),
    ), place


def _by_words(edit: Edit, claim: ClaimWords) -> tuple[float, ...]:
    """Measure by form how much of the claim is left where the edit has most of its words."""
    original, edited, partner = edit.original, edit.words, edit.same.partner
    place = region(edit.same, claim.indices)
    near = range(place.first, place.last + 1)
    kept = frozenset(i for i in claim.content if partner[i] in near)
    matched = {p for p in partner if p is not None}
    new = sum(j not in matched and edited[j].content for j in near)
    negation = sum(edited[j].negator for j in near) - sum(original[i].negator for i in claim.indices)
    predicate_kept = share([i in kept for i in claim.predicates])
    frame_kept = share([i in kept for i in claim.content if i not in claim.predicates])
    return (
        share([i in kept for i in claim.content]),
        sum(edit.same.verbatim[i] for i in claim.indices) / max(1, len(claim.indices)),
        float(all(partner[i] is not None for i in claim.indices if not original[i].mark)),
        float(negation > 0),
        min(1.0, new / max(2, len(claim.content))),
        frame_kept * (1 - predicate_kept),
        min(3.0, len(claim.content) - len(kept)) / 3,
        float(negation != 0) * predicate_kept,
    )


def _by_meaning(edit: Edit, claim: ClaimWords, place: Region) -> tuple[float, ...]:
    """Measure how similar the claim's words are to those of its region, and to any in the edit."""
    original, edited = edit.original, edit.words
    stated = [edited[j] for j in range(place.first, place.last + 1) if edited[j].content]
    relations = [[related(original[i], other) for other in stated] for i in claim.content]
    similarity = [max((alike for alike, opposed in row if not opposed), default=0.0) for row in relations]
    anywhere = [edit.in_edit.closest(original[i])[0] for i in claim.content]
    opposite = [max((alike for alike, opposed in row if opposed), default=0.0) for row in relations]
    return share(similarity), share(anywhere), max(opposite, default=0.0)


def _around(edit: Edit, claim: ClaimWords, place: Region) -> tuple[float, ...]:
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
        share([edit.same.partner[i] is not None for i in beside if not original[i].mark]),
        sum(verbatim[i] for i in sentence) / max(1, len(sentence)),
        float(bool(claim.indices) and verbatim[last]),
        min((float(abs(j - p)) for j in negators for p in anchors), default=FAR_AWAY),
        float(in_text),
        float(len(negators) - in_text),
        middle - (first + last) / 2 / max(1, len(original)),
        first / max(1, len(original)),
    )


def _amounts(edit: Edit, claim: ClaimWords, place: Region) -> tuple[float, float]:
    """Return whether the edit gives the claim another amount, and whether it gives the same."""
    before = " ".join(edit.original[i].text for i in claim.indices)
    after = " ".join(edit.words[j].text for j in range(place.first, place.last + 1))
    moved = displacement(before, after) if place.matched else None
    return float(moved in {1, -1}), float(moved == 0)


def _by_what_if(edit: Edit, place: Region, what_if: frozenset[str]) -> tuple[float, float]:
    """Return whether a what-if is given, and the share of its words in the event's region."""
    stated = [word for word in edit.words[place.first : place.last + 1] if word.content]
    return float(bool(what_if)), sum(bool(w.lemmas & what_if) for w in stated) / max(1, len(what_if))


def polarity_features(alignment: Alignment, claim: ClaimWords) -> tuple[float, ...]:
    """Measure whether an edit affirms the predicate of a claim, in the order of `POLARITY`."""
    original, edit, content = alignment.original, alignment.edit, claim.content
    kept = [_turned(alignment, i) for i in claim.predicates]
    first, turned = kept[0] if kept else None, [t for t in kept if t is not None]
    within = _within(alignment, claim)
    matched = set(alignment.partner)
    new = sum(edit[j].content and j not in matched for j in within)
    return (
        float(any(turned)),
        float(not all(turned)) if turned else 0.0,
        0.0 if first is None else (1.0 if first else -1.0),
        float(bool(content) and not any(original[i].predicative for i in content)),
        float(negations(edit, within) - negations(original, claim.indices)),
        min(2.0, new / max(1, len(content))),
    )


def _turned(alignment: Alignment, index: int) -> bool | None:
    """Return whether a word has the other polarity in the edit; None if the word is gone."""
    place = alignment.partner[index]
    if place is None:
        return None
    parity = denials(alignment.edit, place) + denials(alignment.original, index) + alignment.opposed[index]
    return parity % 2 == 1


def _within(alignment: Alignment, claim: ClaimWords) -> range:
    """Return the clause of the edit with most of a claim's words, where verbs count twice."""
    best, most = range(0), 0.0
    for index in claim.content:
        place = alignment.partner[index]
        if place is None:
            continue
        here = clause(alignment.edit, place)
        weight = sum(1 + (i in claim.predicates) for i in claim.content if alignment.partner[i] in here)
        if weight > most:
            best, most = here, weight
    return best


def share(values: Sequence[float]) -> float:
    """Return the mean of some values, or the share of flags that are true; 1 if there are none."""
    return sum(values) / len(values) if values else 1.0

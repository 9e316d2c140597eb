"""What an edit does to the words of one event, as numbers that a small model weighs.

Every feature is about language in general: copied words, negators put in or
taken out, opposites, numbers, the share of the claim's words that is left.
None knows what the event ought to be.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from nlbridge.alignment import Alignment, Word, verbal
from nlbridge.language.opposites import are_opposites, denies, direction

NAMES: Final = (
    "words kept",
    "own words kept",
    "predicate kept",
    "copied",
    "all copied",
    "negation put in",
    "negation taken out",
    "opposite put in",
    "direction reversed",
    "number changed",
    "number kept",
    "denying verb put in",
    "new words",
    "new verb",
    "not mentioned",
    "predicate gone, frame kept",
    "what-if words new",
    "what-if words",
    "hedge put in",
    "single words lost",
    "negation and predicate kept",
    "short claim",
)
BREAKS: Final = frozenset({".", ";", "!", "?", ":"})
SOFT_BREAKS: Final = frozenset(
    ", and but so yet because since although though while which who when as whereas therefore despite".split()
)
HEDGES: Final = frozenset("instead rather other another else only hardly less fewer almost nearly part partly".split())


@dataclass(frozen=True, slots=True, kw_only=True)
class Region:
    """Where in the edit the words of an event are: the matched words and the clause around them."""

    matched: tuple[int, ...]
    first: int
    last: int

    @property
    def centre(self) -> float:
        """Return the middle of the matched words."""
        return sum(self.matched) / len(self.matched) if self.matched else -1.0


def region(alignment: Alignment, indices: tuple[int, ...]) -> Region:
    """Find the region of the edit that speaks of the original's words `indices`."""
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
    """Keep the largest group of places that no sentence end or long gap divides."""
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
    """Return the stretch of the edit between the neighbours of words that are all gone."""
    before = [p for p in alignment.partner[: indices[0]] if p is not None] if indices else []
    after = [p for p in alignment.partner[indices[-1] + 1 :] if p is not None] if indices else []
    first = before[-1] + 1 if before else 0
    last = after[0] - 1 if after else len(alignment.edit) - 1
    if last < first or last - first > 25:
        return Region(matched=(), first=0, last=-1)
    return Region(matched=(), first=first, last=last)


def features(
    alignment: Alignment, indices: tuple[int, ...], own: frozenset[int], what_if: frozenset[str]
) -> tuple[tuple[float, ...], Region]:
    """Measure what became of the words `indices` of the original.

    Parameters
    ----------
    own
        The indices that no other event claims.
    what_if
        Lemmas of the hypothetical clause, for the event that it sets; empty for others.
    """
    place = region(alignment, indices)
    original, edit = alignment.original, alignment.edit
    content = [i for i in indices if original[i].content]
    near = set(range(place.first, place.last + 1))
    kept = [i for i in content if alignment.partner[i] in near]
    lost = [original[i] for i in content if alignment.partner[i] not in near]
    predicates = [i for i in content if verbal(original[i].text)] or content[-1:]
    taken = {p for p in alignment.partner if p is not None}
    new = [edit[j] for j in sorted(near) if j not in taken and edit[j].content]
    inside = [original[i] for i in indices]
    stated = [edit[j] for j in sorted(near)]
    predicate_kept = _share(predicates, kept)
    negation = sum(w.negator for w in stated) - sum(w.negator for w in inside)
    numbers = {w.number for w in inside if w.number is not None}
    new_numbers = {w.number for w in stated if w.number is not None}
    frame = _share([i for i in content if i not in predicates], kept)
    span_lemmas = frozenset(lemma for w in inside for lemma in w.lemmas)
    kept_words = [original[i] for i in kept]
    values = (
        _share(content, kept),
        _share([i for i in content if i in own], kept),
        predicate_kept,
        sum(alignment.verbatim[i] for i in indices) / max(1, len(indices)),
        float(all(alignment.partner[i] is not None for i in indices if not original[i].mark)),
        float(negation > 0),
        float(negation < 0),
        float(_opposed(lost, new) or _opposed(inside, new)),
        float(_reversed(inside, new)),
        float(bool(numbers - new_numbers) and bool(new_numbers - numbers)),
        float(bool(numbers) and numbers <= new_numbers),
        float(any(denies(lemma) for w in new for lemma in w.lemmas)),
        min(1.0, len(new) / max(2, len(content))),
        float(any(verbal(w.text) for w in new)),
        float(not place.matched),
        frame * (1 - predicate_kept),
        float(bool(what_if) and any((w.lemmas & what_if) and not (w.lemmas & span_lemmas) for w in new)),
        sum(bool(w.lemmas & what_if) for w in stated if w.content) / max(1, len(what_if)),
        float(any(w.text in HEDGES for w in stated) and not any(w.text in HEDGES for w in inside)),
        min(3.0, len(lost)) / 3,
        float(negation != 0) * predicate_kept,
        float(len(kept_words) + len(lost) <= 2),
    )
    return values, place


def _share(wanted: list[int], kept: list[int]) -> float:
    return sum(i in kept for i in wanted) / len(wanted) if wanted else 1.0


def _opposed(gone: list[Word], new: list[Word]) -> bool:
    return any(are_opposites(a, b) for x in gone for y in new for a in x.lemmas for b in y.lemmas)


def _reversed(inside: list[Word], new: list[Word]) -> bool:
    before = {direction(lemma) for w in inside for lemma in w.lemmas} - {0}
    after = {direction(lemma) for w in new for lemma in w.lemmas} - {0}
    return bool(before) and bool(after) and not before & after

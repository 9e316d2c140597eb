"""What an edit does to the words of one event, as features of a small model.

Every feature is about language in general: copied words, words alike, negators
put in or taken out, opposites, numbers, the share of the claim's words that is
left, and what happened to the words around. The same loss of words means more in
an edit that copies the rest than in one that tells everything again, so the edit
as a whole is measured too. No feature knows what the event ought to be.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from nlbridge.grounding.claims.polarity import NAMES as POLARITY
from nlbridge.grounding.claims.polarity import denials, polarity_features
from nlbridge.grounding.claims.same_matter import Region, region
from nlbridge.grounding.edit import Comparison
from nlbridge.grounding.quantity_moves import displacement
from nlbridge.language.lexicon import word_class
from nlbridge.language.meaning.alignment import Alignment
from nlbridge.language.meaning.word_relations import Word, are_opposites, denies, directions, related, verbal

_BY_WORDS: Final = (
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
    "single words lost",
    "negation and predicate kept",
    "short claim",
)
_BY_MEANING: Final = (
    "likeness of the words",
    "least likeness of a word",
    "likeness of the words anywhere",
    "opposite of a word",
    "likeness of the predicate",
    "least likeness of the predicate",
    "opposite of the predicate",
    "words turned",
    "words without a partner",
    "new words without a partner",
)
_AROUND: Final = (
    "words around kept",
    "sentence copied",
    "first word copied",
    "last word copied",
    "negator near the predicate",
    "negator before the predicate",
    "negators",
    "negators in the text",
    "negators more than in the text",
    "concessive at the clause",
    "modal",
    "moved to the front",
    "moved",
    "place in the text",
    "verb in the claim",
    "content words of the claim",
    "words of the claim",
)
_MANNER: Final = (
    "said to go as it should",
    "its amount is another",
    "its amount is the same",
    "its predicate affirmed somewhere",
    "its predicate turned somewhere",
)
_WHOLE: Final = ("edit copied", "length of the edit", "edit copied and words alike")
_WHAT_IF: Final = ("what-if given", "what-if words new", "what-if words")
NAMES: Final = (
    *(f"{name}, same" for name in _BY_WORDS),
    *(f"{name}, alike" for name in _BY_WORDS),
    *_BY_MEANING,
    *_AROUND,
    *_MANNER,
    *_WHOLE,
    *_WHAT_IF,
    *POLARITY,
)
CONCESSIVES: Final = word_class("counted_concessives")
MODALS: Final = word_class("counted_modals")
AS_IT_SHOULD: Final = word_class("as_it_should")
FAR_AWAY: Final = 20.0


def features(
    compared: Comparison, indices: tuple[int, ...], own: frozenset[int], what_if: frozenset[str]
) -> tuple[tuple[float, ...], Region]:
    """Measure what happened to the words `indices` of the original, in the order of `NAMES`.

    Parameters
    ----------
    own
        The indices that no other event claims.
    what_if
        Lemmas of the what-if clause, for the event that it sets; empty for others.
    """
    original = compared.same.original
    content = tuple(i for i in indices if original[i].content)
    predicates = tuple(i for i in content if original[i].predicative) or content[-1:]
    claim = _Claim(indices=indices, content=content, predicates=predicates, own=own)
    by_form = region(compared.same, indices)
    place = region(compared.alike, indices)
    meaning = _by_meaning(compared, claim, place)
    return (
        *_by_words(compared.same, claim, by_form),
        *_by_words(compared.alike, claim, place),
        *meaning,
        *_around(compared, claim, place),
        *_manner(compared, claim, place),
        compared.copied,
        compared.length,
        compared.copied * meaning[0],
        *_by_what_if(compared, claim, place, what_if),
        *polarity_features(compared.alike, indices, content, predicates, own),
    ), place


@dataclass(frozen=True, slots=True, kw_only=True)
class _Claim:
    indices: tuple[int, ...]
    content: tuple[int, ...]
    predicates: tuple[int, ...]
    own: frozenset[int]


def _by_words(alignment: Alignment, claim: _Claim, place: Region) -> tuple[float, ...]:
    original, edit, partner = alignment.original, alignment.edit, alignment.partner
    near = range(place.first, place.last + 1)
    kept = frozenset(i for i in claim.content if partner[i] in near)
    lost = [original[i] for i in claim.content if i not in kept]
    taken = {p for p in partner if p is not None}
    new = [edit[j] for j in near if j not in taken and edit[j].content]
    inside = [original[i] for i in claim.indices]
    stated = [edit[j] for j in near]
    predicate_kept = _share(claim.predicates, kept)
    negation = sum(w.negator for w in stated) - sum(w.negator for w in inside)
    numbers = {w.number for w in inside if w.number is not None}
    new_numbers = {w.number for w in stated if w.number is not None}
    frame = _share([i for i in claim.content if i not in claim.predicates], kept)
    return (
        _share(claim.content, kept),
        _share([i for i in claim.content if i in claim.own], kept),
        predicate_kept,
        sum(alignment.verbatim[i] for i in claim.indices) / max(1, len(claim.indices)),
        float(all(partner[i] is not None for i in claim.indices if not original[i].mark)),
        float(negation > 0),
        float(negation < 0),
        float(_opposed(lost, new) or _opposed(inside, new)),
        float(_reversed(inside, new)),
        float(bool(numbers - new_numbers) and bool(new_numbers - numbers)),
        float(bool(numbers) and numbers <= new_numbers),
        float(any(denies(lemma) for w in new for lemma in w.lemmas)),
        min(1.0, len(new) / max(2, len(claim.content))),
        float(any(verbal(w.text) for w in new)),
        float(not place.matched),
        frame * (1 - predicate_kept),
        min(3.0, len(lost)) / 3,
        float(negation != 0) * predicate_kept,
        float(len(claim.content) <= 2),
    )


def _by_meaning(compared: Comparison, claim: _Claim, place: Region) -> tuple[float, ...]:
    original, edit = compared.alike.original, compared.alike.edit
    near = range(place.first, place.last + 1)
    stated = [edit[j] for j in near if edit[j].content]
    alike = {i: _closest(original[i], stated) for i in claim.content}
    anywhere = {i: compared.in_edit.closest(original[i])[0] for i in claim.content}
    lost = sum(compared.alike.partner[i] not in near for i in claim.content)
    new = [edit[j] for j in near if j in compared.newly and edit[j].content]
    size = max(1, len(claim.content))
    return (
        sum(a for a, _ in alike.values()) / len(alike) if alike else 1.0,
        min((a for a, _ in alike.values()), default=1.0),
        sum(anywhere.values()) / len(anywhere) if anywhere else 1.0,
        max((o for _, o in alike.values()), default=0.0),
        max((alike[i][0] for i in claim.predicates), default=0.0),
        min((alike[i][0] for i in claim.predicates), default=0.0),
        max((alike[i][1] for i in claim.predicates), default=0.0),
        float(sum(compared.alike.opposed[i] for i in claim.content if compared.alike.partner[i] in near)),
        lost / size,
        min(2.0, len(new) / size),
    )


def _closest(word: Word, others: list[Word]) -> tuple[float, float]:
    """Return the greatest similarity of a word to others, and the greatest to an opposite."""
    relations = [related(word, other) for other in others]
    return (
        max((likeness for likeness, opposed in relations if not opposed), default=0.0),
        max((likeness for likeness, opposed in relations if opposed), default=0.0),
    )


def _around(compared: Comparison, claim: _Claim, place: Region) -> tuple[float, ...]:
    alike, edit, original = compared.alike, compared.alike.edit, compared.alike.original
    near = range(place.first, place.last + 1)
    first, last = (min(claim.indices), max(claim.indices)) if claim.indices else (0, 0)
    beside = [
        compared.same.partner[i] is not None
        for i in (*range(max(0, first - 4), first), *range(last + 1, min(len(original), last + 5)))
        if not original[i].mark
    ]
    sentence = [i for i, s in enumerate(compared.sentences) if s == compared.sentences[first]] if original else []
    stated = [edit[j].text for j in near]
    opening = {w.text for w in edit[max(0, place.first - 3) : max(0, place.first + 3)]}
    negators = [j for j in near if edit[j].negator]
    in_text = sum(original[i].negator for i in claim.indices)
    kept = [p for i in claim.predicates if (p := alike.partner[i]) in near and p is not None]
    anchors = kept or place.matched or (0,)
    shift = _relative(place.matched, len(edit), 0.5) - (first + last) / 2 / max(1, len(original))
    verbatim = compared.same.verbatim
    return (
        _mean(beside),
        sum(verbatim[i] for i in sentence) / max(1, len(sentence)),
        float(bool(claim.indices) and verbatim[first]),
        float(bool(claim.indices) and verbatim[last]),
        min((float(abs(j - p)) for j in negators for p in anchors), default=FAR_AWAY),
        min((float(p - j) for j in negators for p in anchors if p > j), default=FAR_AWAY),
        float(len(negators)),
        float(in_text),
        float(len(negators) - in_text),
        float(bool(opening & CONCESSIVES)),
        float(any(text in MODALS for text in stated)),
        shift,
        abs(shift),
        first / max(1, len(original)),
        float(any(verbal(original[i].text) for i in claim.indices)),
        float(len(claim.content)),
        float(len(claim.indices)),
    )


def _manner(compared: Comparison, claim: _Claim, place: Region) -> tuple[float, ...]:
    """Measure what an edit says of how a claim goes: in new words of its clause, by its amounts, and elsewhere."""
    original, edit = compared.alike.original, compared.alike.edit
    inside = {original[i].text for i in claim.indices}
    stated = {edit[j].text for j in range(place.first, place.last + 1)} - inside
    before = " ".join(original[i].text for i in claim.indices)
    after = " ".join(edit[j].text for j in range(place.first, place.last + 1))
    moved = displacement(before, after) if place.matched else None
    return (
        float(bool(stated & AS_IT_SHOULD)),
        float(moved in {1, -1}),
        float(moved == 0),
        *_anywhere(compared, claim),
    )


def _anywhere(compared: Comparison, claim: _Claim) -> tuple[float, float]:
    """Tell whether any clause affirms a predicate of the claim, or turns one.

    An edit may mention a claim twice: `at first she would not sign, but in the end she signed`.
    """
    original, edit = compared.alike.original, compared.alike.edit
    affirmed = turned = False
    for i in claim.predicates:
        before = denials(original, i)
        for j, word in enumerate(edit):
            if word.content and not word.lemmas.isdisjoint(original[i].lemmas):
                same_way = (denials(edit, j) - before) % 2 == 0
                affirmed, turned = affirmed or same_way, turned or not same_way
    return float(affirmed), float(turned)


def _by_what_if(compared: Comparison, claim: _Claim, place: Region, what_if: frozenset[str]) -> tuple[float, ...]:
    original, edit = compared.alike.original, compared.alike.edit
    in_text = frozenset(lemma for i in claim.indices for lemma in original[i].lemmas)
    stated = [edit[j] for j in range(place.first, place.last + 1) if edit[j].content]
    taken = {p for p in compared.same.partner if p is not None}
    new = [edit[j] for j in range(place.first, place.last + 1) if j not in taken]
    return (
        float(bool(what_if)),
        float(any((w.lemmas & what_if) and not (w.lemmas & in_text) for w in new)),
        sum(bool(w.lemmas & what_if) for w in stated) / max(1, len(what_if)),
    )


def _mean(flags: list[bool]) -> float:
    return sum(flags) / len(flags) if flags else 1.0


def _relative(places: tuple[int, ...], length: int, otherwise: float) -> float:
    return sum(places) / len(places) / max(1, length) if places else otherwise


def _share(wanted: tuple[int, ...] | list[int], kept: frozenset[int]) -> float:
    return sum(i in kept for i in wanted) / len(wanted) if wanted else 1.0


def _opposed(gone: list[Word], new: list[Word]) -> bool:
    return any(are_opposites(a, b) for x in gone for y in new for a in x.lemmas for b in y.lemmas)


def _reversed(inside: list[Word], new: list[Word]) -> bool:
    before = directions([lemma for w in inside for lemma in w.lemmas])
    after = directions([lemma for w in new for lemma in w.lemmas])
    return bool(before) and bool(after) and not before & after

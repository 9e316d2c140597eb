"""Whether an edit affirms or denies the predicate of a claim: negators, and verbs that deny what follows them.

Source: natural logic's polarity of a position (MacCartney and Manning, "Modeling
semantic containment and exclusion in natural language inference", COLING 2008),
read from word order: a negator reaches over its own clause to the right, `no` and
`nothing` also to the verb before them, `without` and `lack of` over the noun phrase
or gerund after them. Two denials affirm, an opposite counts as one.

Examples
--------
>>> from nlbridge.language.meaning.word_relations import words
>>> denials(words("without steam the mash stayed cold"), 4)
0
>>> denials(words("the crew failed to close the hatch"), 4)
1
>>> denials(words("he did not refuse to sign"), 5)
2
"""

from __future__ import annotations

from typing import Final

from nlbridge.language.lexicon import word_class
from nlbridge.language.meaning.alignment import Alignment
from nlbridge.language.meaning.veridicality import denies_complement
from nlbridge.language.meaning.word_relations import FUNCTION, Word, denies, verbal

NAMES: Final = (
    "a predicate turned",
    "a predicate affirmed as before",
    "the first predicate turned or affirmed",
    "the verb in its place denied",
    "a claim without a verb",
    "its noun stands",
    "its noun denied by a determiner",
    "its noun taken as given",
    "words in the clause",
    "own words in the clause",
    "denials in the clause beyond the text's",
    "new words in the clause",
    "an opposite in the clause",
    "predicate missing from the clause",
    "clause begins with a concessive or a reason",
)
STOPS: Final = word_class("clause_stops") | {".", ",", ";", ":", "!", "?"}
REACH: Final = 9
"""Words before a predicate in which a negator of its clause may stand."""
AFTER: Final = 4
"""Words after a verb in which a negated object may stand."""
_IDLE: Final = frozenset(
    {
        ("not", "only"), ("not", "just"), ("not", "merely"), ("not", "least"), ("no", "doubt"), ("no", "matter"),
        ("no", "wonder"), ("no", "choice"), ("no", "option"), ("no", "alternative"), ("no", "sooner"),
        ("no", "later"), ("no", "less"), ("no", "fewer"), ("nothing", "but"), ("none", "other"),
        ("none", "the"), ("never", "mind"), ("not", "even"),
    }
)  # fmt: skip
"""Negators that deny nothing of the clause: `had no choice but to`, `no later than`."""
_OF_NOUNS: Final = word_class("noun_negators")
_EMPTY: Final = word_class("empty_words")
_ADJUNCT: Final = word_class("adjunct_prepositions")
_LACK: Final = word_class("lack_words")
_GIVEN: Final = word_class("given_determiners")
_REASONS: Final = word_class("concession_or_reason")


def denials(words: tuple[Word, ...], place: int) -> int:
    """Count what denies the word at `place` within its clause."""
    count = 0
    for j in range(place - 1, max(-1, place - REACH - 1), -1):
        if words[j].text in STOPS:
            break
        count += _denies(words, j, place)
    if words[place].predicative:
        for j in range(place + 1, min(len(words), place + AFTER + 1)):
            if words[j].text in STOPS or words[j].text in _ADJUNCT or verbal(words[j].text):
                break
            count += words[j].text in _EMPTY and not _idle(words, j)
    return count


def _denies(words: tuple[Word, ...], j: int, place: int) -> bool:
    """Tell whether the word at `j` denies a later one."""
    between = [w.text for w in words[j + 1 : place]]
    if words[j].negator:
        return not _idle(words, j) and not _of_another(words, j, place)
    if words[j].text in word_class("instead_words"):
        return between[:1] in (["of"], ["than"])
    if words[j].text in word_class("unable_words"):
        return "to" in between[-2:]
    if not words[j].content:
        return False
    lemmas = words[j].lemmas
    if between[-1:] == ["to"]:
        return any(denies_complement(lemma, "to") for lemma in lemmas)
    if "from" in between[-2:]:
        return any(denies(lemma) or denies_complement(lemma, "from") or lemma == "keep" for lemma in lemmas)
    gerund = words[place].text.endswith("ing") and not between
    return gerund and any(denies_complement(lemma, "gerund") for lemma in lemmas)


def _idle(words: tuple[Word, ...], j: int) -> bool:
    after = words[j + 1].text if j + 1 < len(words) else ""
    return (words[j].text, after) in _IDLE


def _of_another(words: tuple[Word, ...], j: int, place: int) -> bool:
    """Tell whether a negator belongs to a noun phrase beside the clause: `with no steam the mash stayed cold`."""
    finite = words[place].predicative and not words[place].text.endswith("ing")
    if words[j].text == "without":
        return finite or place - j > 4
    if words[j].text in _OF_NOUNS and not finite:
        return place - j > 3
    return words[j].text in _OF_NOUNS and j > 0 and words[j - 1].text in _ADJUNCT


def denied_noun(words: tuple[Word, ...], place: int) -> bool:
    """Tell whether the determiner of a noun says that there is none: `no gale`, `without a gale`, `lack of wind`."""
    for j in range(place - 1, max(-1, place - 5), -1):
        text = words[j].text
        if text in STOPS or verbal(text):
            return False
        if text in _OF_NOUNS:
            return not _idle(words, j)
        if text in word_class("of_from") and j and words[j - 1].text in _LACK:
            return True
        if text in word_class("denied_determiners") and j and words[j - 1].negator:
            return True
    return False


def clause(words: tuple[Word, ...], place: int) -> range:
    """Return the places between the breaks around a word."""
    first, last = place, place
    while first > 0 and words[first - 1].text not in STOPS:
        first -= 1
    while last < len(words) - 1 and words[last + 1].text not in STOPS:
        last += 1
    return range(first, last + 1)


def polarity_features(
    alignment: Alignment,
    indices: tuple[int, ...],
    content: tuple[int, ...],
    predicates: tuple[int, ...],
    own: frozenset[int],
) -> tuple[float, ...]:
    """Measure whether an edit affirms the predicate of a claim, in the order of `NAMES`.

    Parameters
    ----------
    indices, content, predicates, own
        Indices in the original: of the claim, of its content words, of its verbs, and those no other claim has.
    """
    turned = [t for i in predicates if (t := _turned(alignment, i)) is not None]
    first = _turned(alignment, predicates[0]) if predicates else None
    within = _within(alignment, content, predicates)
    return (
        float(any(turned)),
        float(not all(turned)) if turned else 0.0,
        0.0 if first is None else (1.0 if first else -1.0),
        *_without_verb(alignment, indices, content),
        *_in_clause(alignment, indices, content, predicates, own, within),
    )


def _turned(alignment: Alignment, index: int) -> bool | None:
    """Tell whether the polarity of a word is another in the edit; None where the word is gone."""
    place = alignment.partner[index]
    if place is None:
        return None
    parity = denials(alignment.edit, place) + denials(alignment.original, index) + alignment.opposed[index]
    return parity % 2 == 1


def _within(alignment: Alignment, content: tuple[int, ...], predicates: tuple[int, ...]) -> range:
    """Return the clause of the edit about a claim: the one with most of its words, verbs counting twice."""
    best, most = range(0), 0.0
    for index in content:
        place = alignment.partner[index]
        if place is None:
            continue
        here = clause(alignment.edit, place)
        weight = sum(1 + (i in predicates) for i in content if alignment.partner[i] in here)
        if weight > most:
            best, most = here, weight
    return best


def _without_verb(
    alignment: Alignment, indices: tuple[int, ...], content: tuple[int, ...]
) -> tuple[float, float, float, float, float]:
    original, edit = alignment.original, alignment.edit
    gone = [i for i in content if original[i].predicative and alignment.partner[i] is None]
    denied = 0.0
    if gone:
        within = _within(alignment, content, ())
        new = [j for j in within if edit[j].predicative and j not in alignment.partner]
        denied = float(denials(edit, new[0]) % 2) if new else 0.0
    if any(original[i].predicative for i in content) or not content:
        return denied, 0.0, 0.0, 0.0, 0.0
    heads = [i for i in content if i + 1 > indices[-1] or original[i + 1].text in FUNCTION or original[i + 1].mark]
    place = alignment.partner[(heads or content)[0]]
    if place is None:
        return denied, 1.0, 0.0, 0.0, 0.0
    before = {w.text for w in edit[max(0, place - 3) : place]}
    return denied, 1.0, 1.0, float(denied_noun(edit, place)), float(bool(before & _GIVEN))


def _in_clause(
    alignment: Alignment,
    indices: tuple[int, ...],
    content: tuple[int, ...],
    predicates: tuple[int, ...],
    own: frozenset[int],
    within: range,
) -> tuple[float, ...]:
    original, edit, partner = alignment.original, alignment.edit, alignment.partner
    kept = [i for i in content if partner[i] in within]
    mine = [i for i in content if i in own]
    taken = set(partner)
    new = [j for j in within if edit[j].content and j not in taken]
    said = sum(edit[j].negator and not _idle(edit, j) for j in within)
    before = sum(original[i].negator and not _idle(original, i) for i in indices)
    opening = {w.text for w in edit[max(0, within.start - 2) : within.start + 1]} if within else set()
    return (
        len(kept) / max(1, len(content)),
        sum(i in kept for i in mine) / max(1, len(mine)),
        float(said - before),
        min(2.0, len(new) / max(1, len(content))),
        float(any(alignment.opposed[i] for i in kept)),
        float(not any(partner[i] in within for i in predicates)),
        float(bool(opening & _REASONS)),
    )

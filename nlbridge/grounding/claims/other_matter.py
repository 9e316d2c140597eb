"""Claims whose words an edit has, but that it leaves open, and claims that it asserts after all.

- Left open: hoped for, asked, supposed, or denied only for a while. Only words that the text lacks do that: what the
  text hoped, the edit may hope.
- Asserted after all: in the text's words, in synonyms, or by denying the opposite, whatever another place says.

Source: `nlbridge.language.meaning.veridicality`, what verbs leave open.

Examples
--------
>>> from nlbridge.grounding.edit import edit_of_words
>>> text = "The cellar flooded."
>>> suspended(edit_of_words("Everybody hoped that the cellar did not flood.", text), (0, 1, 2))
'hoped'
>>> suspended(edit_of_words("The cellar did not flood until midnight.", text), (0, 1, 2))
'until'
>>> suspended(edit_of_words("The cellar did not flood.", text), (0, 1, 2)) is None
True
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from nlbridge.grounding.claims.features import region
from nlbridge.grounding.claims.polarity import denials
from nlbridge.language.lexicon import word_class
from nlbridge.language.meaning.sentences import ENDS, begin_of, end_of
from nlbridge.language.meaning.veridicality import denies_complement, leaves_open
from nlbridge.language.meaning.word_relations import NEXT_TO, related

if TYPE_CHECKING:
    from collections.abc import Sequence

    from nlbridge.grounding.edit import Edit
    from nlbridge.language.meaning.sentences import Word

BREAKS: Final = ENDS | {",", ";", ":"}
CONDITIONS: Final = word_class("condition_words")
"""Words that suppose or question what follows them in the sentence of a claim."""
NEARLY: Final = word_class("nearly_words")
"""Words right before a predicate which say that it did not quite happen."""
FOR_A_WHILE: Final = word_class("limiting_times")
"""Words after a negator that limit the denial to a time, or to how often."""
PLACES: Final = word_class("frame_prepositions")
"""Words that open a place or time."""
ADJUNCTS: Final = word_class("non_finite_prepositions")
ASKING: Final = word_class("that_and_whether")
NECESSARY: Final = word_class("necessity_words")
"""Lemmas of words that say that something had to happen or could, and imply that it did."""
FINITE: Final = word_class("finite_auxiliaries")
STATES: Final = word_class("state_verbs")
INTENDING: Final = word_class("intending_words")
"""Words before `to` that say something was meant to happen: `was going to`."""
REGRETTING: Final = word_class("regretting_modals")
"""Modals that, denied before a perfect, say that it did happen: `need not have waited`."""
EARLIER: Final = word_class("opening_flashbacks")
"""Words of an opening phrase about a time before the story."""
OPENING: Final = 5
"""Most words of such a phrase."""
SUPPOSING: Final = CONDITIONS | NEARLY | word_class("supposing_words", "instead_words")
SYNONYM: Final = 0.75
"""Least similarity of a verb that says the same as the claim's own."""
FEWEST_WORDS: Final = 3
"""Fewest words by whose order a claim is recognized."""
REACH: Final = 3
"""Most words between a word that leaves a claim open and the first word of the claim."""


def suspended(edit: Edit, indices: Sequence[int]) -> str | None:
    """Return the word by which an edit leaves open a claim whose words (`indices`) it has; None if there is none."""
    place, edited = region(edit.alike, tuple(indices)), edit.words
    if not place.matched:
        return None
    first = place.matched[0]
    verb = next((p for p in place.matched if edited[p].predicative), place.matched[-1])
    texts, text_words = [word.text for word in edited], {word.text for word in edit.original}
    low, high = begin_of(texts, first + 1, ENDS), min(end_of(texts, verb, ENDS), len(edited) - 1)
    if edited[high].text == "?" and "?" not in text_words:
        return "?"
    for k in range(verb - 1, low - 1, -1):
        if edited[k].text not in text_words and _opens(edited, k, place.matched, verb) and not _denied(edited, k):
            return edited[k].text
    mark = next((k for k in range(low, min(low + OPENING, high)) if edited[k].mark), low)
    opening = edited[low:mark] if not any(word.predicative for word in edited[low:mark]) else ()
    earlier = next((word.text for word in opening if word.text in EARLIER and word.text not in text_words), None)
    if earlier:
        return earlier
    stop = end_of(texts, place.last, ENDS)
    for k in range(place.first, min(place.last + REACH, stop - 2)):
        if (edited[k].text, edited[k + 1].text) == ("but", "not") and edited[k + 2].text in PLACES:
            return "but not"  # `the pipe burst, but not in the attic`
    return _taken_back(edited, verb, high) or _regretted(edited, verb, high) or _for_a_while(edited, verb, text_words)


def _opens(edited: Sequence[Word], k: int, matched: Sequence[int], verb: int) -> bool:
    """Return whether the word at `k` leaves open what the edit has at `matched` after it."""
    first, word, between = matched[0], edited[k], [other.text for other in edited[k + 1 : verb]]
    if word.text in CONDITIONS:
        return True
    if word.text in NEARLY:
        return len(between) < REACH
    open_to = NECESSARY.isdisjoint(word.lemmas) and any(leaves_open(lemma, "to") for lemma in word.lemmas)
    if open_to or word.text in INTENDING:
        to = next((p for p in range(k + 1, verb) if edited[p].text == "to" and {p + 1, p + 2} & set(matched)), None)
        if to is not None and not BREAKS & {other.text for other in edited[k:to]}:
            return True
    if not any(leaves_open(lemma, "that") for lemma in word.lemmas):
        return False
    bare = k < first and not [w for w in edited[k + 1 : first] if w.content or w.mark or w.text in ADJUNCTS]
    return bare or bool(ASKING & set(between[:REACH]))


def _denied(edited: Sequence[Word], k: int) -> bool:
    """Return whether a word that leaves something open is itself denied: `she had no need to think of it`."""
    low = begin_of([word.text for word in edited], k, BREAKS)
    return edited[k].text not in CONDITIONS and any(word.negator for word in edited[low:k])


def _taken_back(edited: Sequence[Word], verb: int, end: int) -> str | None:
    """Return the words after a claim that deny it: `wanted to go, but did not`."""
    for k in range(verb + 1, end - 1):
        if edited[k].text == "but" and edited[k + 1].text.removesuffix("n't") in FINITE:
            last = k + 1 if edited[k + 1].negator else k + 2
            if edited[last].negator and (last + 1 == len(edited) or edited[last + 1].mark):
                return " ".join(word.text for word in edited[k : last + 1])
    return None


def _regretted(edited: Sequence[Word], verb: int, end: int) -> str | None:
    """Return the words by which a denial says that something did happen: `should not have sold it`.

    Not if the rest of the sentence denies it: `should not have frozen, and they did not`.
    """
    if any(word.negator for word in edited[verb:end]):
        return None
    before = edited[max(0, verb - REACH) : verb]
    modal = next((k for k, word in enumerate(before) if word.text.removesuffix("n't") in REGRETTING), None)
    if modal is None or before[-1].text != "have" or not any(word.negator for word in before[modal:]):
        return None
    return " ".join(word.text for word in before[modal:])


def _for_a_while(edited: Sequence[Word], verb: int, text_words: set[str]) -> str | None:
    """Return the word that limits a denial in time: `did not flood until midnight`."""
    texts = [word.text for word in edited]
    low, high = begin_of(texts, verb + 1, BREAKS), end_of(texts, verb, BREAKS)
    negator = next((k for k in range(low, verb) if edited[k].negator), None)
    if negator is None:
        return None
    return next((w.text for w in edited[negator:high] if w.text in FOR_A_WHILE and w.text not in text_words), None)


def told_anywhere(edit: Edit, indices: Sequence[int]) -> bool:
    """Return whether an edit has a claim's words in order somewhere, with nothing before them to retract them.

    Examples
    --------
    >>> from nlbridge.grounding.edit import edit_of_words
    >>> text = "The cellar flooded."
    >>> told_anywhere(
    ...     edit_of_words("The cellar did not flood. In the end the cellar flooded after all.", text), (0, 1, 2)
    ... )
    True
    >>> told_anywhere(edit_of_words("Nobody feared that the cellar flooded.", text), (0, 1, 2))
    False
    """
    own = [edit.original[i].text for i in indices if not edit.original[i].mark]
    edited, texts = edit.words, [word.text for word in edit.words]
    if len(own) < FEWEST_WORDS or not any(edit.original[i].predicative for i in indices):
        return False
    for low in range(len(edited) - len(own) + 1):
        before = edited[begin_of(texts, low, ENDS) : low]
        if texts[low : low + len(own)] == own and not any(_takes_back(word) for word in before):
            return True
    return False


def told_alike(edit: Edit, indices: Sequence[int]) -> bool:
    """Return whether a clause of an edit has a word like each of a claim, closer for verbs, and does not deny it.

    Two denials affirm: `did not avoid flooding`.

    Examples
    --------
    >>> from nlbridge.grounding.edit import edit_of_words
    >>> told_alike(edit_of_words("So the payroll was held up.", "The payroll was delayed."), (0, 1, 2, 3))
    True
    >>> told_alike(edit_of_words("So the payroll was not held up.", "The payroll was delayed."), (0, 1, 2, 3))
    False
    >>> told_alike(edit_of_words("The cellar did not avoid flooding.", "The cellar flooded."), (0, 1, 2))
    True
    """
    own, clause = _compared(edit, indices)
    if not clause:
        return False
    edited = edit.words
    stated = []
    for word in own:
        relations = [(*related(word, edited[k]), k) for k in clause]
        likeness, _, k = max(relations, key=lambda relation: relation[0])
        if any(turned for _, turned, _ in relations) or likeness < _least_similarity(word):
            return False
        stated += [k] if word.predicative else []
    counts = {denials(edited, k) for k in stated}
    place = region(edit.alike, tuple(indices))
    negated = any(edited[k].negator for k in range(place.first, place.last + 1))
    return counts == {2} or not (negated or any(denials(edited, k) for k in clause))


def denies_opposite(edit: Edit, indices: Sequence[int]) -> bool:
    """Return whether a clause of an edit says a claim by denying the opposite of one of its words.

    Every other word of the claim but `stay` and the like has a similar one in the clause.

    Examples
    --------
    >>> from nlbridge.grounding.edit import edit_of_words
    >>> denies_opposite(edit_of_words("The museum failed to open.", "The museum stayed closed."), (0, 1, 2, 3))
    True
    >>> denies_opposite(edit_of_words("The museum opened.", "The museum stayed closed."), (0, 1, 2, 3))
    False
    """
    own, clause = _compared(edit, indices)
    if not clause:
        return False
    edited = edit.words
    relations = [(word, [(*related(word, edited[k]), k) for k in clause]) for word in own]
    opposed = [{k for _, turned, k in row if turned} for _, row in relations]
    against = [places for places in opposed if places]
    if len(against) != 1 or not all(_denied_state(edited, k) for k in against[0]):
        return False
    return all(
        places or STATES & word.lemmas or max(likeness for likeness, _, _ in row) >= _least_similarity(word)
        for places, (word, row) in zip(opposed, relations, strict=True)
    )


def _compared(edit: Edit, indices: Sequence[int]) -> tuple[list[Word], list[int]]:
    """Return the content words of a claim, and the places of those in the edit's clause that corresponds to it.

    There are no places for a claim that is negated or has no predicate.
    """
    place = region(edit.alike, tuple(indices))
    own = [edit.original[i] for i in indices if edit.original[i].content]
    if any(edit.original[i].negator for i in indices) or not any(word.predicative for word in own):
        return own, []
    return own, [k for k in range(place.first, place.last + 1) if edit.words[k].content]


def _denied_state(edited: tuple[Word, ...], k: int) -> bool:
    """Return whether a word is denied, or the `stay` or the like right before it is."""
    verb = k - 1 if k and STATES & edited[k - 1].lemmas else k
    return max(denials(edited, k), denials(edited, verb)) % 2 == 1


def _least_similarity(word: Word) -> float:
    """Return how similar a word must be to say the same as a word of a claim."""
    return SYNONYM if word.predicative else NEXT_TO


def _takes_back(word: Word) -> bool:
    """Return whether a word denies, supposes or leaves open what follows it in its sentence."""
    if word.negator or word.text in SUPPOSING:
        return True
    frames = ((lemma, frame) for lemma in word.lemmas for frame in ("that", "to"))
    return any(leaves_open(*pair) or denies_complement(*pair) for pair in frames)

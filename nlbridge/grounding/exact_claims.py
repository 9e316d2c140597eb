"""Claims that an edit asserts in the text's own words, or denies with only a negator or one opposite word.

Such a claim needs no weighing. It counts only if nothing around it can retract it: it is a clause with its own subject,
it lies between punctuation or words that join clauses, and its sentence has no supposing word that the text lacks.

Examples
--------
>>> from nlbridge.grounding.edit import edit_of_words
>>> text = "The pump failed, so the cellar was flooded."
>>> dry = edit_of_words("The pump did not fail. The cellar was flooded.", text)
>>> exact_claim(dry, (0, 15)).denied, exact_claim(dry, (20, 42)).denied
(True, False)
>>> exact_claim(edit_of_words("So the tea was hot.", "The tea was cold."), (0, 16)).denied
True
>>> exact_claim(edit_of_words("There was no fog.", "A thick fog delayed the ferry."), (0, 11)).denied
True
>>> exact_claim(edit_of_words("Nobody knew whether the cellar was flooded.", text), (20, 42)) is None
True
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice, pairwise
from typing import TYPE_CHECKING, Final

from nlbridge.language.forms.negation import negate
from nlbridge.language.lexicon import word_class, word_phrases
from nlbridge.language.meaning.sentences import NEGATORS, Word, sentences, touched, verbal, words
from nlbridge.language.meaning.word_relations import related
from nlbridge.language.pipeline.dictionary import has_form

if TYPE_CHECKING:
    from nlbridge.grounding.edit import Edit

FEWEST: Final = 3
"""Least number of words in a claim; with fewer, their order says nothing."""
MOST_CHANGED: Final = 4
"""Most words of a claim that its denial may lack, such as verb forms and quantifiers; negating it takes a parse."""
_FINITE: Final = word_class("finite_auxiliaries")
"""Auxiliaries that `not` follows when it denies a clause."""
_RELATIVE: Final = word_class("relative_words_and_that")
_NON_FINITE: Final = word_class("non_finite_prepositions")
_COORDINATES: Final = word_class("sentence_coordinators")
_JOINING: Final = _COORDINATES | word_class("joining_words")
"""Words right before a claim that leave it asserted."""
_FOLLOWING: Final = _COORDINATES | word_class("following_joints")
"""Words right after a claim that retract nothing."""
_SUPPOSING: Final = word_class("supposing_words")
"""Words that may suppose or report a claim instead of asserting it."""
_ARTICLES: Final = word_class("articles")
_WAS: Final = word_class("was_were")
_SUBJECTS: Final = word_class("general_determiners")


@dataclass(frozen=True, slots=True, kw_only=True)
class ExactClaim:
    """A claim that an edit copies, or copies and denies; `first` and `last` are places of its words in the edit."""

    denied: bool
    first: int
    last: int


def exact_claim(told: Edit, span: tuple[int, int]) -> ExactClaim | None:
    """Find in an edit the claim that the text makes at `span`; return None if the edit does not have its words."""
    original, stated = told.original, told.text[slice(*span)]
    plain = [k for k, word in enumerate(told.words) if not word.mark]
    words_only = [told.words[k] for k in plain]
    indices = _standing(original, span, told.words)
    claim = tuple(original[i] for i in indices)
    if claim and _independent(claim, stated):
        matches = _found(claim, stated, words_only)
        around = _beside(original, indices[0] - 1), _beside(original, indices[-1] + 1)
    else:
        phrase = [w for w in original if span[0] <= w.start and w.end <= span[1] and not w.mark]
        matches, around = _of_being_there(phrase, words_only), (".", ".")
    for denied, low, high in matches:
        first, last = plain[low], plain[high - 1]
        if _asserted(told, (first, last), around):
            return ExactClaim(denied=denied, first=first, last=last)
    return None


def _of_being_there(claim: Sequence[Word], edit: Sequence[Word]) -> Iterator[tuple[bool, int, int]]:
    """Yield, as `_found` does, where an edit says that the thing a noun phrase names existed, or did not.

    A clause that opens with it, as a reason or despite it, implies that it existed: `Due to the flooding, ...`.
    """
    phrase, edit_texts = tuple(word.text for word in claim), tuple(word.text for word in edit)
    if not phrase or phrase[0] not in _ARTICLES or _predicate(claim) is not None or _NON_FINITE & set(phrase):
        return
    for low in (k for k in range(len(edit_texts) - 3) if edit_texts[k] == "there" and edit_texts[k + 1] in _WAS):
        for denied, wanted in ((False, phrase), (True, ("no", *phrase[1:])), (True, ("no", phrase[-1]))):
            if edit_texts[low + 2 : low + 2 + len(wanted)] == wanted:
                yield denied, low, low + 2 + len(wanted)
    for opening in word_phrases("presupposing_prepositions"):
        wanted = (*opening, "the", *phrase[1:])
        for low in (k for k, text in enumerate(edit_texts) if text == opening[0]):
            if edit_texts[low : low + len(wanted)] == wanted:
                yield False, low, low + len(wanted)


def negated_in(text: str, spans: Iterable[tuple[int, int]], passage: str) -> tuple[str, ...]:
    """Return the claims that may have to be negated to find them in an edited passage; negating takes a parse.

    Examples
    --------
    >>> text = "The pump failed, so the old cellar was quickly flooded."
    >>> negated_in(text, ((0, 15), (20, 54)), "The pump did not fail.")
    ('The pump failed',)
    """
    original, edit = words(text), words(passage)
    edit_text = " ".join(word.text for word in edit if not word.mark)
    claims = []
    for span in spans:
        claim = tuple(original[i] for i in _standing(original, span, edit))
        # A claim that is copied whole is found directly and needs no negation.
        if claim and (_predicate(claim) is None or " ".join(word.text for word in claim) not in edit_text):
            claims.append(text[slice(*span)])
    return tuple(claims)


def _standing(original: tuple[Word, ...], span: tuple[int, int], edit: tuple[Word, ...]) -> tuple[int, ...]:
    """Return the indices of a claim's words; none if the edit lacks too many, or if they are not a whole clause."""
    indices = [i for i in touched(original, span) if not original[i].mark]
    present = {word.text for word in edit}
    lacking = sum(original[i].text not in present for i in indices)
    if lacking > MOST_CHANGED or len(indices) < FEWEST or original[indices[0]].text in _RELATIVE | _NON_FINITE:
        return ()
    after = indices[-1] + 1
    goes_on = after < len(original) and (original[after].text in _FINITE or original[after].predicative)
    return () if goes_on else tuple(indices)  # A verb right after the claim makes it a subject, not a clause.


def _found(claim: tuple[Word, ...], span: str, edit: Sequence[Word]) -> Iterator[tuple[bool, int, int]]:
    """Yield whether a claim is denied, and where, [low, high), among the words of the edit."""
    edit_texts, claim_texts = (tuple(word.text for word in passage) for passage in (edit, claim))
    denials = ((True, denial) for denial in _denials(claim_texts, span))
    for denied, wanted in ((False, claim_texts), *denials):
        for low in range(len(edit_texts) - len(wanted) + 1):
            if edit_texts[low] == wanted[0] and edit_texts[low : low + len(wanted)] == wanted:
                yield denied, low, low + len(wanted)
    for low in range(len(edit_texts) - len(claim) + 1):
        if _one_opposite(claim, edit[low : low + len(claim)]):
            yield True, low, low + len(claim)


def _one_opposite(claim: Sequence[Word], stretch: Sequence[Word]) -> bool:
    """Return whether two stretches differ in one word only, replaced by an opposite: `he rolled bad dice`."""
    pairs = zip(claim, stretch, strict=True)
    changed = list(islice(((own, other) for own, other in pairs if own.text != other.text), 2))
    if len(changed) != 1:
        return False
    own, other = changed[0]
    return own.content and other.content and related(own, other)[1]


def _beside(passage: Sequence[Word], place: int) -> str:
    return passage[place].text if 0 <= place < len(passage) else "."


def _independent(claim: Sequence[Word], span: str) -> bool:
    """Return whether a claim is an independent clause: a finite verb with something before it.

    A past tense that could also be a noun counts if the parse negates it: `a valve burst`.
    """
    place = _predicate(claim)
    if place is not None:
        return place > 0
    own = _texts(negate(span))
    at = next((k for k, pair in enumerate(pairwise(own)) if pair == ("did", "not")), 0)
    return 0 < at < len(claim) and has_form(claim[at].text, "VBD")


def _predicate(claim: Sequence[Word]) -> int | None:
    """Return the place of the first finite verb outside relative clauses."""
    relative = False
    for place, word in enumerate(claim):
        if word.text in _RELATIVE:
            relative = True
        finite = word.text in _FINITE or (verbal(word.text) and not word.text.endswith("ing"))
        if not finite or (place and claim[place - 1].text in _NON_FINITE | _ARTICLES):
            continue
        if not relative:
            return place
        relative = False
    return None


@lru_cache(maxsize=2048)
def _denials(claim_texts: tuple[str, ...], span: str) -> tuple[tuple[str, ...], ...]:
    """Return denials of a clause: the engine's own, its contraction, one with `never`, and `no` before the subject."""
    own = _texts(negate(span))
    denials = [own] if own != claim_texts else []
    if "not" in own and "not" not in claim_texts:
        at = own.index("not")
        denials.append((*own[: at - 1], f"{own[at - 1]}n't", *own[at + 1 :]))
        did = own[at - 1] in word_class("do_forms") and own[at - 1] not in claim_texts
        kept = claim_texts[at - 1 :] if did else own[at + 1 :]
        denials.append((*(own[: at - 1] if did else own[:at]), "never", *kept))
    if claim_texts[0] in _SUBJECTS:
        denials.append(("no", *claim_texts[1:]))
    return tuple(denials)


def _texts(passage: str) -> tuple[str, ...]:
    return tuple(word.text for word in words(passage) if not word.mark)


def _asserted(edit: Edit, stretch: tuple[int, int], around: tuple[str, str]) -> bool:
    """Return whether matched words assert the claim in the edit; `around` holds their neighbors in the text."""
    (first, last), edited = stretch, edit.words
    before, after = _beside(edited, first - 1), _beside(edited, last + 1)
    left = not before[0].isalnum() or before in _JOINING or (before == around[0] and before not in _RELATIVE)
    right = not after[0].isalnum() or after in _FOLLOWING or after == around[1]
    if not (left and right) or before in NEGATORS or after in NEGATORS:
        return False
    sentence = {word.text for low, high in sentences(edited) if low <= first < high for word in edited[low:high]}
    return not sentence & (_SUPPOSING - {word.text for word in edit.original})

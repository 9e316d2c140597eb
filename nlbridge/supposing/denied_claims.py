"""The claim that a negated what-if denies: the only one that states what the what-if says did not happen.

The network may prefer another claim about the same thing: for `the phone not fallen` it takes `the phone would not
start` rather than `I dropped my phone`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

import numpy as np

from nlbridge.language.meaning.word_relations import related, words

ALIKE: Final = 0.8
"""Least similarity of two words that mean the same: `fall`, `drop`."""

if TYPE_CHECKING:
    from collections.abc import Sequence

    from nlbridge.language.encoder.scores import Scores
    from nlbridge.language.meaning.word_relations import Word


def with_denied_claim(found: Scores, clause: str, claims: Sequence[str]) -> Scores:
    """Return scores in which the claim that a negated what-if denies word by word is the likeliest one it sets.

    That claim, and no other, has all content words of the what-if, or words similar to them. Of 2,602 what-ifs of our
    stories that set one claim this corrects 4, and spoils none.
    """
    clause_words = words(clause)
    wanted = [word for word in clause_words if word.content]
    if len(wanted) < 2 or not any(word.negator for word in clause_words):
        return found
    contents = [[word for word in words(claim) if word.content] for claim in claims]
    complete = [k for k, claim in enumerate(contents) if _says(claim, wanted)]
    likeliest = int(found.sets.argmax())
    if len(complete) != 1 or complete[0] == likeliest:
        return found
    sets = np.array(found.sets)
    sets[[likeliest, complete[0]]] = sets[[complete[0], likeliest]]
    return replace(found, sets=sets)


def _says(claim: list[Word], wanted: list[Word]) -> bool:
    """Return whether a claim has every wanted word or a similar one, and at least one of them exactly."""
    same = [any(word.lemmas & other.lemmas for other in claim) for word in wanted]
    return any(same) and all(
        equal or any(_alike(word, other) for other in claim) for word, equal in zip(wanted, same, strict=True)
    )


def _alike(word: Word, other: Word) -> bool:
    similarity, opposed = related(word, other)
    return similarity >= ALIKE and not opposed

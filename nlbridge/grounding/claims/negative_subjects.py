"""Subjects that `no` stands before: `no jellyfish blocked the intake` denies the blocking, not the jellyfish.

The negative quantifier denies what the predicate says of its noun. Where the text has the same predicate of the same
noun, nothing is said about whether there was such a thing: that claim is neither kept nor denied. `There was no frost`
and `with no frost` do deny it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from nlbridge.language.lexicon import word_class
from nlbridge.language.meaning.alignment import predicative, verbal

if TYPE_CHECKING:
    from nlbridge.grounding.claims.region import Region
    from nlbridge.language.meaning.alignment import Alignment, Word

UNREAD: Final = 0.5
"""Probability that such a claim is altered, at most: the edit leaves it open."""
_QUANTIFIERS: Final = word_class("empty_subjects")
_REACH: Final = 4
"""Words between the quantifier and its noun, at most."""
_AUXILIARIES: Final = word_class("subject_auxiliaries")


def only_its_predicate_is_denied(alignment: Alignment, indices: tuple[int, ...], place: Region) -> bool:
    """Tell whether a claim that is a noun phrase is the subject of a denied predicate that the text has, too.

    Parameters
    ----------
    indices
        The words of the claim in the original.
    place
        Where in the edit they lead.
    """
    original, edit = alignment.original, alignment.edit
    if not place.matched or not _is_subject(original, indices):
        return False
    first, last = place.matched[0], place.matched[-1]
    quantified = any(edit[k].text in _QUANTIFIERS for k in range(max(0, first - _REACH), first + 1))
    before = edit[first - 1].text if first else ""
    existential = any(edit[k].text == "there" for k in range(max(0, first - _REACH - 2), first))
    if not quantified or existential or before in word_class("with_without") or last + 1 >= len(edit):
        return False
    head = last + 1
    while head < len(edit) - 1 and edit[head].text in _AUXILIARIES:
        head += 1
    own = {p for i, p in enumerate(alignment.partner) if p is not None and i not in indices}
    return head in own and (head > last + 1 or verbal(edit[head].text) or predicative(edit, head))


def _is_subject(original: tuple[Word, ...], indices: tuple[int, ...]) -> bool:
    """Whether a verb of another claim follows right after a claim without an auxiliary: a clause ends before that."""
    after = indices[-1] + 1 if indices else len(original)
    if after >= len(original) or any(original[i].text in _AUXILIARIES for i in indices):
        return False
    return original[after].text in _AUXILIARIES or predicative(original, after)

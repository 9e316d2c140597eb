"""What an edit says that no claim of the original has: new reasons, things denied, a changed background.

An edit may add colour and new causes of what is supposed, but what the text takes for granted stands still: that there
was a church, that it was dark, that a wound was grave. None of these is a claim of its own, so what is measured is how
much of the edit no claim answers for, and whether it stands where background is altered: as a reason, as a denied
thing of the original, as another time, light or weather, as told of an earlier time.

Examples
--------
>>> from nlbridge.language.meaning.alignment import words
>>> from nlbridge.grounding.comparison import compare
>>> from nlbridge.grounding.connectives.arguments import joints
>>> text, edit = words("The bell cracked in the frost."), words("As there was no bell, nothing cracked in the frost.")
>>> found = dict(zip(NAMES, novel_content(compare(text, edit), (), joints(edit)), strict=True))
>>> found["a thing of the original is denied to be there"]
1.0
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol

from nlbridge.language.lexicon import word_class
from nlbridge.language.lexicon.backgrounds import backgrounds
from nlbridge.language.meaning.alignment import predicative, verbal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from nlbridge.grounding.claims.region import Region
    from nlbridge.grounding.comparison import Comparison
    from nlbridge.language.meaning.alignment import Word

NAMES: Final = (
    "new words in the edit",
    "a reason that no claim answers for",
    "a reason that no claim answers for denies something",
    "a thing of the original is denied to be there",
    "new words of time, light or weather",
    "told of an earlier time, beyond the text",
    "verbs that no claim answers for",
    "denials that no claim answers for",
)
MOST: Final = 4.0
"""A count beyond which more say no more."""
_THERE: Final = word_class("there_words")
_NONE: Final = word_class("existence_denials")


class Joined(Protocol):
    """What this room asks of a joint of clauses."""

    @property
    def cause(self) -> tuple[int, int]:
        """Where the words of the cause stand."""
        ...

    @property
    def consecutive(self) -> bool:
        """Whether the effect follows its cause."""
        ...


def novel_content(compared: Comparison, regions: Sequence[Region], found: Sequence[Joined]) -> tuple[float, ...]:
    """Measure what no claim of the original answers for, in the order of `NAMES`.

    Parameters
    ----------
    regions
        Where the claims are in the edit.
    found
        The connectives of the edit.
    """
    edit = compared.alike.edit
    claimed = frozenset(place for one in regions if one.matched for place in range(one.first, one.last + 1))
    new = [place for place in sorted(compared.newly) if edit[place].content]
    reasons = [stretch for stretch in (joint.cause for joint in found if joint.consecutive) if stretch[0] < stretch[1]]
    bare = [stretch for stretch in reasons if not _answered(stretch, regions) and _new(new, stretch)]
    beside = [place for place in range(len(edit)) if place not in claimed]
    return (
        len(new) / max(1, sum(word.content for word in edit)),
        float(bool(bare)),
        float(any(edit[place].negator for stretch in bare for place in range(*stretch))),
        float(any(_denied_thing(compared, place) for place in range(len(edit)))),
        min(MOST, sum(bool(_background(edit[place])) for place in new)),
        max(-MOST, min(MOST, _earlier(edit) - _earlier(compared.alike.original))),
        min(MOST, sum(place in compared.newly and predicative(edit, place) for place in beside)),
        min(MOST, sum(edit[place].negator for place in beside)),
    )


def _answered(stretch: tuple[int, int], regions: Sequence[Region]) -> bool:
    """Tell whether most words of some claim are in a stretch."""
    within = range(*stretch)
    return any(2 * sum(place in within for place in one.matched) > len(one.matched) for one in regions if one.matched)


def _new(new: Sequence[int], stretch: tuple[int, int]) -> bool:
    return any(stretch[0] <= place < stretch[1] for place in new)


def _denied_thing(compared: Comparison, place: int) -> bool:
    """Tell whether a word denies that a thing of the original is there: `had no bell`, `none of the bells`."""
    edit = compared.alike.edit
    if edit[place].text not in _NONE:
        return False
    before = {word.text for word in edit[max(0, place - 2) : place]}
    if not before & _THERE and edit[place].text not in {"none"}:
        return False
    known = {lemma for word in compared.alike.original if word.content for lemma in word.lemmas}
    after = [word for word in edit[place + 1 : place + 5] if word.content][:2]
    return any(word.lemmas & known for word in after)


def _background(word: Word) -> bool:
    return bool(backgrounds(word.text) or backgrounds(word.text.removesuffix("s")))


def _earlier(passage: tuple[Word, ...]) -> int:
    """Count past perfects: `had cracked`, `had never been`, but not `had to` or `had a bell`."""
    places = [place for place, word in enumerate(passage) if word.text in word_class("had_forms")]
    return sum(any(word.text == "been" or verbal(word.text) for word in passage[k + 1 : k + 3]) for k in places)


__all__ = ["NAMES", "novel_content"]

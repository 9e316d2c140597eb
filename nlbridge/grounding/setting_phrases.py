"""The settings that a passage tells of: `on a December night`, `it was a clear evening`, `the noon sun`.

A word of a setting counts where the passage tells it of its own time: not under a denial, in a supposition or a
comparison (`colder than in winter`), of another day (`the next morning`) or as part of a name for something else (`the
night train`).

Examples
--------
>>> told = scene_of_text("On a cold December night the hinge froze. It was mended the next morning.")
>>> [one.word for one in told.settings]
['cold', 'december', 'night']
>>> scene_of_text("It was not winter, and the night train ran as if it were summer.").settings
()
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from nlbridge.language.lexicon import word_class
from nlbridge.language.lexicon.backgrounds import Background, backgrounds, backgrounds_in, is_pair, terms, word_list
from nlbridge.language.meaning.word_relations import FUNCTION, NEGATORS, Word, verbal, words

if TYPE_CHECKING:
    from collections.abc import Sequence

FRAMES: Final = word_class("setting_prepositions")
UNREAL: Final = word_class("unreal_settings")
ELSEWHEN: Final = word_class("elsewhere_settings")
"""Words that mention another time than that of the story."""
NEAR: Final = 7
OPENING: Final = 9
"""Words from the beginning of a passage within which a phrase sets its scene."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """A word that sets a background.

    Parameters
    ----------
    place
        Which word of the passage it is.
    framed
        Whether it stands in a phrase of time or weather, rather than alone (`the sun shone`).
    claimed
        Whether a clause of its own says so (`it was winter`): a claim, where a phrase would say it in passing.
    opening
        Whether the phrase opens the passage.
    """

    place: int
    word: str
    named: tuple[Background, ...]
    framed: bool
    claimed: bool
    opening: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """The words of a passage, what each names of a background, and which of them set one."""

    words: tuple[Word, ...]
    named: tuple[tuple[Background, ...], ...]
    settings: tuple[Setting, ...]

    @property
    def terms(self) -> frozenset[str]:
        """Return the words of the passage, each with the one before it where only the two name a setting."""
        return frozenset(terms([word.text for word in self.words]))


def scene_of(passage: str, said: tuple[Word, ...]) -> Scene:
    """Look for the background of a passage that was split into words."""
    named = backgrounds_in([passage[word.start : word.end] for word in said])
    return Scene(words=said, named=tuple(values for _, values in named), settings=_settings(said, named))


@lru_cache(maxsize=256)
def scene_of_text(text: str) -> Scene:
    """Look for the background of a text, once for all its edits."""
    return scene_of(text, words(text))


def _settings(said: tuple[Word, ...], named_at: Sequence[tuple[int, tuple[Background, ...]]]) -> tuple[Setting, ...]:
    """Return the words of a passage that set its background, in order."""
    found = []
    for k, named in named_at:
        if not named or not _told(said, k):
            continue
        frame = _frame(said, k)
        if _describes(said, k) if said[k].text in word_list("adjectives") else not _part_of_name(said, k):
            opening = frame is not None and _opens(said, frame)
            claimed = frame is not None and said[frame].text not in FRAMES
            found.append(
                Setting(
                    place=k,
                    word=term(said, k),
                    named=named,
                    framed=frame is not None,
                    claimed=claimed,
                    opening=opening,
                )
            )
    return tuple(found)


def term(said: tuple[Word, ...], k: int) -> str:
    """Return a word, with the one before it where only the two together name a setting."""
    return f"{said[k - 1].text} {said[k].text}" if k and is_pair(said[k - 1].text, said[k].text) else said[k].text


def _clause(said: tuple[Word, ...], k: int) -> tuple[Word, ...]:
    """Return the words before `k` back to the nearest mark."""
    start = next((j + 1 for j in range(k - 1, -1, -1) if said[j].mark), 0)
    return said[start:k]


def _told(said: tuple[Word, ...], k: int) -> bool:
    before = _clause(said, k)
    near = before[-NEAR:]
    if any(word.text in NEGATORS or word.negator for word in before[-3:]):
        return False
    if any(word.text in UNREAL for word in before) or any(word.text in ELSEWHEN for word in near):
        return False
    if any(word.text == "by" and not said[k].text.endswith("light") for word in before[-3:]):
        return False
    after = {word.text for word in said[k + 1 : k + 3]}
    return after.isdisjoint(word_class("earlier_later"))


def _frame(said: tuple[Word, ...], k: int) -> int | None:
    """Return where the phrase begins in which a word sets a background."""
    for j in range(k - 1, max(-1, k - 1 - NEAR), -1):
        word = said[j]
        if word.mark or _verb(word):
            return None
        if word.text in FRAMES:
            return j
        if word.text in word_class("passive_be") and _scene(said, j):
            return j
    return None


def _verb(word: Word) -> bool:
    """Whether a word is a verb, and no noun or adjective of time or weather that looks like one (`evening`)."""
    return verbal(word.text) and not {word.text} & (word_list("adjectives") | word_list("described"))


def _scene(said: tuple[Word, ...], j: int) -> bool:
    """Whether a form of `be` says what it was like: `it was`, `the weather was`."""
    before = said[max(0, j - 2) : j]
    return any(word.text == "it" or word.text in word_list("described") for word in before)


def _opens(said: tuple[Word, ...], frame: int) -> bool:
    return frame < OPENING and not any(word.mark or _verb(word) for word in said[:frame])


def _describes(said: tuple[Word, ...], k: int) -> bool:
    """Whether an adjective says how the weather or the light was: `a mild night`, `it was mild`, `in the dark`."""
    after = said[k + 1 : k + 4]
    for j, word in enumerate(after):
        if word.text in word_list("described"):
            return True
        linked = word.text in word_class("and_but") | {","} and j == 0
        if not (linked or word.text in word_list("adjectives")):
            break
    bare = not after or after[0].mark or after[0].text in FUNCTION
    frame = _frame(said, k)
    return bare and frame is not None and (said[frame].text not in FRAMES or said[k - 1].text == "the")


def _part_of_name(said: tuple[Word, ...], k: int) -> bool:
    """Whether a noun belongs to the name of something else: `the night nurse`, `summer camps`."""
    after = said[k + 1 : k + 2]
    if not after or not after[0].content or after[0].text in word_list("described"):
        return False
    predicate = verbal(after[0].text) and not after[0].text.endswith("s")
    if predicate or after[0].number is not None or after[0].text.endswith("ly") or backgrounds(after[0].text):
        return False
    frame = _frame(said, k)
    if frame is None or not _opens(said, frame):
        return True
    subject = any(
        _verb(word) for word in said[k + 2 : k + 3]
    )  # `in the morning thieves came`, not `the night train was`
    return said[k - 1].text == "the" and not (subject and said[frame].text in FRAMES)


__all__ = ["Scene", "Setting", "scene_of", "scene_of_text", "term"]

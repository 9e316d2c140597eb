"""Contradictions between a sentence and a scene, as far as words show them.

These are incompatible bodily positions, sleeping while doing something, being alone in company, reversed places, and
thorough denials of what the scene shows. Finding none is no proof of consistency.
"""

from __future__ import annotations

import re
from typing import Final

from benchmarks.chg.criteria.sentence_comparison import content, denials, likeness
from nlbridge.language.lexicon import word_class, word_pairs
from nlbridge.language.meaning.sentences import Word

_SEATED: Final = word_class("sitting")
_LYING: Final = word_class("lying")
_UPRIGHT: Final = word_class("standing")
_HANGING: Final = word_class("hanging")
_MOVING: Final = word_class("moving_about")
POSITIONS: Final = (_SEATED, _LYING, _UPRIGHT, _HANGING, _MOVING)
COMPATIBLE: Final = ({2, 4}, {3, 4})
"""Pairs that do not exclude each other: whoever stands may start to walk, whoever hangs may climb."""
ASLEEP: Final = word_class("sleeping")
_RESTING: Final = word_class("resting")
_ALONE: Final = re.compile(
    r"\b(?:alone|(?:all )?by (?:him|her|it|them)sel(?:f|ves)|on (?:his|her|its|their) own)\b", re.I
)
_COMPANY: Final = re.compile(
    r"\b(?:together|with (?:a|an|the|his|her|their|two|three|several|some|other) (?:\w+ )?"
    r"(?:man|woman|boy|girl|child|children|people|men|women|friends?|group|kids?|family|baby|dog)|alongside)\b",
    re.I,
)
_PLACES: Final = tuple(word_pairs("opposite_places").items())
_THOROUGH: Final = word_class("thorough_negators")
_IDIOM: Final = re.compile(
    r"\b(?:runn?\w* (?:\w+ )?(?:late|out|low|errands)|(?:hang|hung|stand|stood|stick)\w* out|stand\w* for|"
    r"work\w* out|seating|beds)\b",
    re.IGNORECASE,
)
"""Verbs of position in other meanings, and nouns that look like them."""
_LATER_CLAUSE: Final = re.compile(r"\b(?:because|after|before|since|until|if|to) \w.*$", re.IGNORECASE)
"""A clause about another time than the sentence's."""
_WORD: Final = re.compile(r"\w+")


def conflicts(text: str, scene: str) -> tuple[str, ...]:
    """Return the contradictions between a sentence and a scene, in words; empty if none is found.

    Examples
    --------
    >>> conflicts("The clerk is lying in a hammock.", "A clerk runs to the tram.")
    ('lying excludes runs',)
    >>> conflicts("The clerk is late.", "A clerk runs to the tram.")
    ()
    """
    if not scene.strip():
        return ()
    text, scene = (_IDIOM.sub(" ", _LATER_CLAUSE.sub(" ", passage)) for passage in (text, scene))
    ours, theirs = content(text), content(scene)
    all_conflicts = [*_positions(text, ours, theirs), *_sleep(text, ours, theirs), *_denied(text, scene, ours, theirs)]
    if _ALONE.search(text) and _COMPANY.search(scene) and not _ALONE.search(scene):
        all_conflicts.append("being alone excludes company")
    return tuple(dict.fromkeys(all_conflicts))


def _position(word: Word) -> int | None:
    return next((place for place, lemmas in enumerate(POSITIONS) if word.lemmas & lemmas), None)


def _positions(text: str, ours: tuple[Word, ...], theirs: tuple[Word, ...]) -> list[str]:
    """Compare the sentence's first position with the scene's; one that also occurs there may be the same."""
    theirs_at = {place: word.text for word in theirs if (place := _position(word)) is not None}
    first = next(((place, word.text) for word in ours if (place := _position(word)) is not None), None)
    if first is None or denials(text) or first[0] in theirs_at:
        return []
    return [f"{first[1]} excludes {other}" for place, other in theirs_at.items() if {first[0], place} not in COMPATIBLE]


def _sleep(text: str, ours: tuple[Word, ...], theirs: tuple[Word, ...]) -> list[str]:
    asleep = [word.text for word in ours if word.lemmas & ASLEEP]
    if not asleep or denials(text) or any(word.lemmas & _RESTING for word in theirs):
        return []
    return [f"{asleep[0]} excludes doing anything"]


def _denied(text: str, scene: str, ours: tuple[Word, ...], theirs: tuple[Word, ...]) -> list[str]:
    """Find reversed places, and thorough denials of what the scene shows."""
    here, there = (set(_WORD.findall(passage.lower())) for passage in (text, scene))
    reversed_places = [
        f"{one} excludes {other}"
        for pair in _PLACES
        for one, other in (pair, pair[::-1])
        if one in here - there and other in there - here
    ]
    shared = sum(likeness(word, theirs) >= 1 for word in ours)
    if here & _THOROUGH and shared >= 2 and not denials(scene):
        reversed_places.append("denies thoroughly what the scene shows")
    return reversed_places

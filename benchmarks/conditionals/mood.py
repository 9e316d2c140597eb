"""The world that a clause is about: the mood of a conditional, and whether its antecedent holds in the continuation.

A conditional supposes its antecedent against the facts (*had it rained*), states it as a fact (*because it rained*), or
leaves it open (*if it rains*). A continuation in the same sentence, or with *would* in later ones, is about the
supposed world (modal subordination). An indicative sentence is about the actual one; *in fact* and similar words mark
it.

======================== ============ ==========================
mood                     world        the antecedent holds there
======================== ============ ==========================
counterfactual           hypothetical yes
counterfactual           actual       no
factual                  actual       yes
open                     hypothetical yes
open                     actual       unknown
======================== ============ ==========================

Sources: Iatridou (2000) on past tense as distance; Roberts (1989) on modal subordination; Li, Yu and Ettinger
(2023), whose conditions CW, CR, CWC and RWCA are rows of this table.

Examples
--------
>>> reading = read_mood("If the ferry had sailed, the guests would be here. In fact, they wait in the rain.")
>>> reading.mood, reading.world, reading.antecedent_holds
(<Mood.COUNTERFACTUAL: 'counterfactual'>, <World.ACTUAL: 'actual'>, False)
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from logic.errors import brief
from nlbridge.errors import UnreadableTextError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from benchmarks.conditionals.antecedents import Antecedent, Continuation


class Mood(StrEnum):
    """A conditional's attitude to its antecedent."""

    COUNTERFACTUAL = "counterfactual"
    FACTUAL = "factual"
    OPEN = "open"


class World(StrEnum):
    """The world in which a text's last clause holds."""

    HYPOTHETICAL = "hypothetical"
    ACTUAL = "actual"


HOLDS: Final[dict[tuple[Mood, World], bool | None]] = {
    (Mood.COUNTERFACTUAL, World.HYPOTHETICAL): True,
    (Mood.COUNTERFACTUAL, World.ACTUAL): False,
    (Mood.FACTUAL, World.ACTUAL): True,
    (Mood.OPEN, World.HYPOTHETICAL): True,
    (Mood.OPEN, World.ACTUAL): None,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class MoodReading:
    """A text's mood, and the world of its last clause.

    Parameters
    ----------
    antecedent
        The words of the antecedent; empty if there is none.
    mood
        None if no clause supposes anything or gives a reason.
    antecedent_holds
        In `world`; None if unknown.
    why
        One sentence with the deciding words.
    """

    antecedent: str
    mood: Mood | None
    world: World
    antecedent_holds: bool | None
    why: str


def read_mood(text: str, *, pipeline: str | None = None) -> MoodReading:
    """Read the conditional that governs the last clause of a text.

    Parameters
    ----------
    pipeline
        Name or folder of a spaCy pipeline; None for the shipped one.

    Raises
    ------
    UnreadableTextError
        If the text has no word.
    """
    return next(read_moods([text], pipeline=pipeline))


def read_moods(texts: Iterable[str], *, pipeline: str | None = None) -> Iterator[MoodReading]:
    """Read many texts in order, faster than one by one."""
    from benchmarks.conditionals.antecedents import continuations

    yield from (_reading(found) for found in continuations(map(_checked, texts), pipeline=pipeline))


def _checked(text: str) -> str:
    value: object = text
    if not isinstance(value, str) or not any(character.isalpha() for character in text):
        message = f"expected a sentence, got {brief(value, 40)}; give one with a conditional"
        raise UnreadableTextError(message)
    return text


def _reading(continuation: Continuation) -> MoodReading:
    antecedent = continuation.antecedent
    if antecedent is None:
        return MoodReading(
            antecedent="",
            mood=None,
            world=World.HYPOTHETICAL if continuation.remote else World.ACTUAL,
            antecedent_holds=None,
            why="No clause supposes something or gives a reason.",
        )
    mood, because_of_mood = _mood(antecedent)
    world, because_of_world = _world(mood, continuation)
    return MoodReading(
        antecedent=antecedent.words,
        mood=mood,
        world=world,
        antecedent_holds=HOLDS[mood, world],
        why=f"{because_of_mood}; {because_of_world}.",
    )


def _mood(antecedent: Antecedent) -> tuple[Mood, str]:
    marker = f'"{antecedent.marker}"'
    if antecedent.reason:
        return Mood.FACTUAL, f"{marker} gives a fact as a reason"
    verb, consequent = antecedent.verb, antecedent.consequent
    if antecedent.future:
        return Mood.OPEN, f'"{antecedent.future}" leaves the supposition of {marker} open'
    distant = verb is not None and verb.past
    if distant and consequent is not None and consequent.remote:
        shown = "past perfect" if verb is not None and verb.perfect else "past tense"
        return Mood.COUNTERFACTUAL, f'{marker} with the {shown}, and "{consequent.word}" after it, suppose against fact'
    if distant and antecedent.unreal and consequent is None:
        return Mood.COUNTERFACTUAL, f"{marker} with the form of the unreal supposes against fact"
    return Mood.OPEN, f"{marker} without the forms of the unreal leaves it open"


def _world(mood: Mood, continuation: Continuation) -> tuple[World, str]:
    if mood is Mood.FACTUAL:
        return World.ACTUAL, "what follows a reason speaks of the actual world"
    if continuation.same_sentence:
        if continuation.turn:
            return World.ACTUAL, f'"{continuation.turn}" turns back to the actual world'
        return World.HYPOTHETICAL, "the last clause stands under the supposition"
    if continuation.remote or (mood is Mood.OPEN and continuation.word in {"will", "'ll"}):
        return World.HYPOTHETICAL, f'"{continuation.word}" carries the supposition on'
    if continuation.supposed_cue:
        return World.HYPOTHETICAL, f'"{continuation.supposed_cue}" carries the supposition on'
    if continuation.actual_cue:
        return World.ACTUAL, f'"{continuation.actual_cue}" turns to the actual world'
    return World.ACTUAL, "the last sentence is indicative, so it speaks of the actual world"

"""A clause, or a phrase that states its own event; the boundary between two clauses."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from causalcore.scenario.scenario import Sign, Strength
from nlbridge.language.lexicon.connectives import Argument, Signal, SignalKind


class Opener(StrEnum):
    """What opens a clause."""

    START = "start"
    SIGNAL = "signal"
    AND = "and"
    RELATIVE = "relative"
    PARTICIPLE = "participle"
    APPOSITION = "apposition"
    COMMA = "comma"
    BREAK = "break"
    RESUME = "resume"
    SUBJECT = "subject"


@dataclass(frozen=True, slots=True, kw_only=True)
class Cut:
    """A boundary: how many words belong to no clause (`gap`), and what opens the next one."""

    gap: int
    opener: Opener
    signal: Signal | None = None
    comma: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Open:
    """The clause under construction."""

    start: int
    opener: Opener
    signal: Signal | None
    sentence: int
    comma: bool = False


CONSECUTIVE = Signal(
    words=("so", "...", "that"),
    kind=SignalKind.ADVERB,
    follows=Argument.EFFECT,
    sign=Sign.PROMOTES,
    strength=Strength.NECESSARY,
    confidence=0.95,
    example="[C:The soup was so hot] that [E:the guests waited].",
)
ABSOLUTE = Signal(
    words=("with",),
    kind=SignalKind.PREPOSITION,
    follows=Argument.CAUSE,
    sign=Sign.PROMOTES,
    strength=Strength.NECESSARY,
    confidence=0.8,
    example="With [C:the bridge closed], [E:the drivers took the ferry].",
)
SUPPOSED = Signal(
    words=("if",),
    kind=SignalKind.SUBORDINATOR,
    follows=Argument.CAUSE,
    sign=Sign.PROMOTES,
    strength=Strength.NECESSARY,
    confidence=0.95,
    example="If [C:the guard had not slept], [E:the thief would not have got in].",
)
PREVENTED = replace(
    SUPPOSED,
    words=("would", "...", "but"),
    confidence=0.9,
    example="[E:The train would have arrived], but [C:an axle broke].",
)
EITHER = Signal(
    words=("either", "...", "or"),
    kind=SignalKind.PREPOSITION,
    follows=Argument.CAUSE,
    sign=Sign.PROMOTES,
    strength=Strength.SUFFICIENT,
    confidence=0.9,
    example="Either [C:the broken clasp] or the torn strap would have been enough to [E:spoil the bag].",
)


class Form(StrEnum):
    """How a stretch states its event."""

    FINITE = "finite"
    PARTICIPLE = "participle"
    ADJECTIVE = "adjective"
    NOMINAL = "nominal"


@dataclass(frozen=True, slots=True, kw_only=True)
class Clause:
    """A stretch of words that states one event.

    Parameters
    ----------
    low, high
        Its words, [low, high).
    verb
        Its finite verb, if it has one.
    signals
        Signals that open it or occur inside it.
    comma
        Whether a comma precedes it.
    subject
        The words [low, high) of its subject, if a relative clause or an apposition separates them.
    """

    low: int
    high: int
    sentence: int
    opener: Opener
    form: Form
    verb: int | None
    signals: tuple[Signal, ...] = ()
    comma: bool = False
    subject: tuple[int, int] | None = None

    def opened_by(self, *kinds: SignalKind) -> Signal | None:
        """Return the first of the clause's signals that has one of these kinds."""
        return next((signal for signal in self.signals if signal.kind in kinds), None)

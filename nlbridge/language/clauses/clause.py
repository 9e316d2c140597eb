"""A clause, or a phrase that states an event of its own."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from nlbridge.language.clauses.boundary import Opener
from nlbridge.language.lexicon.connectives import Signal, SignalKind


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
        Signals that open it or stand inside it.
    comma
        Whether a comma precedes it.
    subject
        Where its subject stands, [low, high), if a relative clause or an apposition comes between them.
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
        """Return the signal of one of these kinds that the clause carries."""
        return next((signal for signal in self.signals if signal.kind in kinds), None)

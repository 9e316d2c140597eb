"""The inventory of English causal signals, and a lookup of the signals at a word.

The entries are in `lexicon/connectives.tsv`: one a line, with sign, strength, argument order and an example that is
also a test.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from itertools import islice

from causalcore.scenario.scenario import Sign, Strength
from nlbridge.language.lexicon.classes import rows, word_class


class SignalKind(StrEnum):
    """The grammatical role of a signal in its sentence."""

    SUBORDINATOR = "subordinator"
    PREPOSITION = "preposition"
    ADVERB = "adverb"
    COORDINATOR = "coordinator"
    VERB = "verb"
    JOINT = "joint"
    BARRIER = "barrier"


class Argument(StrEnum):
    """What the words after a signal state."""

    CAUSE = "cause"
    EFFECT = "effect"
    NONE = "none"


@dataclass(frozen=True, slots=True, kw_only=True)
class Signal:
    """One entry of the inventory.

    Parameters
    ----------
    words
        Its words, in lower case.
    follows
        Whether its complement is the cause or the effect.
    example
        A sentence with the arguments marked `[C:...]` and `[E:...]`.
    place
        Its words [first, last + 1) in a text; None in the inventory.
    """

    words: tuple[str, ...]
    kind: SignalKind
    follows: Argument
    sign: Sign
    strength: Strength
    confidence: float
    example: str
    place: tuple[int, int] | None = None

    def __str__(self) -> str:
        return " ".join(self.words)

    @property
    def denies(self) -> bool:
        """Whether it says that what follows is no reason, or did not happen: `not because`, `for fear of`."""
        return self.follows is Argument.NONE and not word_class("denying_signal_words").isdisjoint(self.words)


@cache
def inventory() -> tuple[Signal, ...]:
    """Read the inventory, once."""
    return tuple(
        Signal(
            words=tuple(words.split()),
            kind=SignalKind(kind),
            follows=Argument(follows),
            sign=Sign(sign),
            strength=Strength(strength),
            confidence=float(confidence),
            example=example,
        )
        for words, kind, follows, sign, strength, confidence, example in islice(rows("connectives.tsv"), 1, None)
    )


@cache
def _by_first_word() -> dict[str, tuple[Signal, ...]]:
    index: dict[str, list[Signal]] = {}
    for signal in inventory():
        index.setdefault(signal.words[0], []).append(signal)
    return {word: tuple(sorted(signals, key=lambda s: -len(s.words))) for word, signals in index.items()}


def signals_at(words: Sequence[str], position: int) -> tuple[Signal, ...]:
    """Return the signals that begin at a position of a text's lower-case words, longest first.

    Examples
    --------
    >>> [str(signal) for signal in signals_at(("because", "of", "rain"), 0)]
    ['because of', 'because']
    """
    return tuple(
        signal
        for signal in _by_first_word().get(words[position], ())
        if tuple(words[position : position + len(signal.words)]) == signal.words
    )

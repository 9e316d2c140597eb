"""What an edit says about each claim of a text, by one protocol for all that can weigh it.

A claim holds in the edit, fails, has another value, or is not mentioned, each with a probability. The words alone
are weighed by default.

Examples
--------
>>> found = Finding(altered=0.75, not_mentioned=0.5, because="no word of it is left")
>>> [(str(status), chance) for status, chance in found.chances.items()]
[('holds', 0.25), ('fails', 0.25), ('other', 0.0), ('not mentioned', 0.5)]
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final, Protocol

import numpy as np

from nlbridge.grounding.claims.features import NAMES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from nlbridge.weights.calibration import Boosted

_ABSENT: Final = NAMES.index("not mentioned, alike")
_NUMBER: Final = NAMES.index("number changed, same")


class Status(StrEnum):
    """What became of a claim in an edit."""

    HOLDS = "holds"
    FAILS = "fails"
    OTHER = "other"
    NOT_MENTIONED = "not mentioned"


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """A claim of the original and the stretch of the edit that its words lead to.

    Parameters
    ----------
    statement
        The claim as a sentence.
    aligned
        Its words in the original.
    start, end
        Where in the passage the stretch lies; both 0 where no words lead to one.
    values
        What became of its words, in the order of `nlbridge.grounding.claims.features.NAMES`.
    """

    event: str
    statement: str
    aligned: str
    start: int
    end: int
    values: tuple[float, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """What an edit says about one claim.

    Parameters
    ----------
    altered
        Probability that the edit asserts anything but the claim.
    other, not_mentioned
        The parts of it that fall to another value, and to a claim that is not taken up.
    because
        What weighed most.
    """

    altered: float
    because: str
    other: float = 0.0
    not_mentioned: float = 0.0

    @property
    def chances(self) -> dict[Status, float]:
        """Return the probability of each status; they sum to 1."""
        return {
            Status.HOLDS: 1 - self.altered,
            Status.FAILS: self.altered - self.other - self.not_mentioned,
            Status.OTHER: self.other,
            Status.NOT_MENTIONED: self.not_mentioned,
        }


class ClaimEvidence(Protocol):
    """Whatever can say what an edit makes of claims."""

    def findings(self, claims: Sequence[Claim], passage: str) -> tuple[Finding, ...]:
        """Return one finding for each claim, in order."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class WordEvidence:
    """The words of a claim that are kept, lost, turned or moved, weighed by boosted trees."""

    weigher: Boosted

    def findings(self, claims: Sequence[Claim], passage: str) -> tuple[Finding, ...]:
        """Weigh the features of each claim."""
        table = np.array([claim.values for claim in claims], dtype=float).reshape(len(claims), len(self.weigher.names))
        chances = self.weigher.probabilities(table)
        return tuple(self._finding(claim, float(altered)) for claim, altered in zip(claims, chances, strict=True))

    def _finding(self, claim: Claim, altered: float) -> Finding:
        absent, number = bool(claim.values[_ABSENT]), bool(claim.values[_NUMBER])
        return Finding(
            altered=altered,
            because=self.weigher.weightiest(claim.values) if altered >= 0.5 else "its words stand",
            other=altered if number and not absent else 0.0,
            not_mentioned=altered if absent else 0.0,
        )

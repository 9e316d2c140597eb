"""What comes of a claim: holds, fails with a counterexample, or open."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from causalcore.claims.claims import Claim


class ClaimStatus(StrEnum):
    """What came of a claim.

    `unknown` says that the solver, or the search, hit its limit; it is never merged with `open`.
    """

    HOLDS = "holds"
    FAILS = "fails"
    OPEN = "open"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class ClaimVerdict:
    """A claim, what came of it, and the facts that show it.

    Parameters
    ----------
    counterexample
        Facts, of several worlds, that can occur together and break the claim; an open claim may have one too.
    tested
        Runs of a program that the claim survived without being proved; 0 for a claim that inference decided.
    """

    claim: Claim
    status: ClaimStatus
    why: str
    counterexample: tuple[str, ...] = ()
    tested: int = 0

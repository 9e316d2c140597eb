"""The verdict on a claim: holds, fails with a counterexample, or open."""

from __future__ import annotations

import json
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from causalcore.claims.claims import Claim


class ClaimStatus(StrEnum):
    """The outcome for a claim; `unknown` means that the solver or the search hit its limit, which is not `open`."""

    HOLDS = "holds"
    FAILS = "fails"
    OPEN = "open"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class ClaimVerdict:
    """A claim, its status, and the facts that show it.

    Parameters
    ----------
    counterexample
        Facts, possibly of several worlds, that can occur together and break the claim; an open claim may have one too.
    tested
        Runs of a program that the claim survived without proof; 0 for a claim that inference decided.
    """

    claim: Claim
    status: ClaimStatus
    why: str
    counterexample: tuple[str, ...] = ()
    tested: int = 0

    def explain(self) -> str:
        """Return the reason, with the facts or the calls that show it."""
        listed = ", ".join(self.counterexample)
        return (
            self.why if self.why == listed else "\n".join([self.why, *(f"    {fact}" for fact in self.counterexample)])
        )

    def to_dict(self) -> dict[str, object]:
        """Return the object that `causalcore claim --format json` writes."""
        return {
            "claim": str(self.claim),
            "verdict": self.status.value,
            "counterexample": list(self.counterexample),
            "why": self.why,
        }

    def to_json(self) -> str:
        """Return `to_dict` as JSON."""
        return json.dumps(self.to_dict(), ensure_ascii=False)

    def __str__(self) -> str:
        return f"{self.status}: {self.claim}: {self.why}"

    def __bool__(self) -> NoReturn:
        message = "expected verdict.status compared with 'holds', 'fails', 'open' or 'unknown'"
        msg = f"{message}, got a verdict used as a truth value; write `verdict.status == 'holds'`"
        raise TypeError(msg)

"""What a passage was read to tell: a value for each claim with its quote, its connectives, and what it contradicts.

This is what a blind reader hands to the judge. It was told the claims, never what is wanted of them.

Examples
--------
>>> ToldClaim(event="e1", value=Told.TRUE, quote="The pump held").stands
True
>>> ToldClaim(event="e1", value=Told.OTHER, quote="It leaked a little").stands
False
>>> ToldClaim(event="e1", value=Told.ABSENT).stands is None
True
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Told(StrEnum):
    """What a passage makes of a claim."""

    TRUE = "true"
    FALSE = "false"
    OTHER = "other"
    GONE = "gone"
    ABSENT = "absent"
    UNREAD = "unread"


class Witness(StrEnum):
    """Who says so: one reading, a second one in other words, the offline reader, or the words themselves."""

    LOOK = "look"
    SECOND_LOOK = "second look"
    OFFLINE = "offline"
    PROOF = "proof"


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldClaim:
    """What a passage says of one claim.

    Parameters
    ----------
    event
        Id of the event or latent; for what is supposed, of the event that it sets.
    way
        Where the passage gives another amount: `lower` or `higher`, else empty.
    supposed
        Whether the claim is what is supposed, in its own words.
    witnesses
        Who agrees on the value.
    doubt
        Why the value is not taken as it stands, or nothing.
    """

    event: str
    value: Told
    quote: str = ""
    way: str = ""
    supposed: bool = False
    witnesses: tuple[Witness, ...] = (Witness.LOOK,)
    doubt: str = ""

    @property
    def stands(self) -> bool | None:
        """Return whether the passage still tells the claim, None where that is not read."""
        if self.value in {Told.ABSENT, Told.UNREAD}:
            return None
        return self.value is Told.TRUE


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldConnective:
    """A word of the passage by which one claim is told to hold because of, or in spite of, another."""

    quote: str
    cause: str
    effect: str
    consecutive: bool
    witnesses: tuple[Witness, ...] = (Witness.LOOK,)


@dataclass(frozen=True, slots=True, kw_only=True)
class Conflict:
    """Words of the passage that the original excludes, of its background or newly told, with the original's words."""

    passage: str
    original: str
    background: bool
    witnesses: tuple[Witness, ...] = (Witness.LOOK,)


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldEdit:
    """Everything that a passage was read to tell.

    Parameters
    ----------
    doubts
        Why the edit is not called valid, whatever its values.
    unsteady
        Why its values are not believed to fail the edit either, save for words that are copied or denied as they stand.
    """

    passage: str
    claims: tuple[ToldClaim, ...]
    connectives: tuple[ToldConnective, ...] = ()
    conflicts: tuple[Conflict, ...] = ()
    doubts: tuple[str, ...] = ()
    unsteady: str = ""

    def claim(self, event: str, *, supposed: bool = False) -> ToldClaim | None:
        """Return what is told of an event, or of what is supposed of it; None where it was not asked."""
        return next((one for one in self.claims if one.event == event and one.supposed is supposed), None)

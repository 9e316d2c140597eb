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
    """What a passage makes of a claim.

    `bare`: told, but for a detail that it leaves out. `suspended`: told only as supposed, doubted or denied.
    """

    TRUE = "true"
    BARE = "bare"
    FALSE = "false"
    OTHER = "other"
    GONE = "gone"
    ABSENT = "absent"
    SUSPENDED = "suspended"
    UNREAD = "unread"


class Way(StrEnum):
    """Whether a cause of what is supposed is told otherwise as the way in which that came about.

    `needed`: what is supposed could not be so beside the cause. `chosen`: it could; the edit chose this explanation.
    """

    NEEDED = "needed"
    CHOSEN = "chosen"
    APART = "apart"


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
    borne_out
        Whether its contrary, asked apart, was read to the same end, and the offline side leans the same way.
    doubt
        Why the value is not taken as it stands, or nothing.
    way_there
        Where it is a cause of what is supposed, told otherwise: whether as the way in which that came about.
    """

    event: str
    value: Told
    quote: str = ""
    way: str = ""
    supposed: bool = False
    witnesses: tuple[Witness, ...] = (Witness.LOOK,)
    borne_out: bool = False
    doubt: str = ""
    way_there: Way | None = None

    @property
    def stands(self) -> bool | None:
        """Return whether the passage still tells the claim, None where that is not read."""
        if self.value in {Told.TRUE, Told.FALSE, Told.OTHER, Told.GONE}:
            return self.value is Told.TRUE
        return None


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldConnective:
    """A word of the passage by which one thing is told to hold because of, or in spite of, another.

    Parameters
    ----------
    cause, effect
        Ids of the claims at its ends; empty where an end is no claim with a value that is known: another amount,
        another outcome, something that the passage adds.
    cause_words, effect_words
        The words of the passage at its ends.
    at_sight
        Whether the reader of the whole passage thinks that the word suits; None where it cannot tell.
    suits
        Whether the word suits the story as told, by a second look at the two quotes; None where nobody looked, or saw.
    """

    quote: str
    cause: str
    effect: str
    consecutive: bool
    cause_words: str = ""
    effect_words: str = ""
    at_sight: bool | None = None
    suits: bool | None = None
    witnesses: tuple[Witness, ...] = (Witness.LOOK,)


@dataclass(frozen=True, slots=True, kw_only=True)
class Conflict:
    """Words of the passage that the original excludes, of its background or newly told, with the original's words.

    Parameters
    ----------
    suspected
        Whether the original's words lie within a claim that changes anyhow, so that only a second look tells whether
        the passage takes away more than that claim.
    """

    passage: str
    original: str
    background: bool
    suspected: bool = False
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

"""What an edit says about each claim and connective, what it adds, and whether it denies its own story.

Every reader of an edit returns this one value, and the judge knows nothing else about the edit. Reading by words gives
chances. A language model gives a value for each claim, whose chance depends on its witnesses. A field that only one
kind of reader can fill is empty for the other.

Examples
--------
>>> GroundedClaim(event="e1", value=Told.TRUE, quote="The pump held").stands
True
>>> GroundedClaim(event="e1", value=Told.OTHER, quote="It leaked a little").stands
False
>>> GroundedClaim(event="e1", value=Told.ABSENT).stands is None
True
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Protocol

from causalcore.scenario.scenario import QUANTITY_VALUES, Provenance
from nlbridge.grounding.edit import Edit
from nlbridge.weights.calibration import model_path_weights
from nlbridge.weights.thresholds import CLEAR

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from causalcore.derivation.rubric import Rubric
    from nlbridge.grounding.connectives.misuse import Mismatch
    from nlbridge.grounding.exact_claims import ExactClaim
    from nlbridge.language.encoder.scores import EditScores


class Told(StrEnum):
    """What a passage says of a claim.

    `bare`: asserted without a detail. `suspended`: stated only as supposed, doubted or denied.
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
    """Whether an edit alters a cause of the what-if to explain how the what-if came about.

    `needed`: the what-if could not hold beside the cause. `chosen`: it could; the edit chose this explanation.
    """

    NEEDED = "needed"
    CHOSEN = "chosen"
    APART = "apart"


class Witness(StrEnum):
    """Who confirms a value: one reading, a second one in other words, the offline reader, or the words themselves."""

    LOOK = "look"
    SECOND_LOOK = "second look"
    OFFLINE = "offline"
    PROOF = "proof"


@dataclass(frozen=True, slots=True, kw_only=True)
class GroundedClaim:
    """What an edit says of one claim.

    Parameters
    ----------
    event
        Id of the event or latent; for the what-if's own sentence, of the event that it sets.
    quote, aligned
        The words of the edit, and the words of the original that they correspond to.
    occurrence
        Which occurrence of the quote in the passage it is, counted from 0.
    told
        Probability that the edit mentions the claim, with the same subject and object, in whatever words.
    altered
        Probability that the edit, if it mentions the claim, gives it another value than the text.
    value
        What a language model read; None if the words alone were weighed.
    way
        Where the edit puts its quantity: `lower`, `as stated` or `higher`, or another value; else empty.
    supposed
        Whether the claim is the what-if's own sentence.
    witnesses
        Who agrees on the value.
    borne_out
        Whether its contrary, asked separately, got the matching answer, and the words agree.
    doubt
        Why the value is not accepted; empty if it is.
    way_there
        For an altered cause of the what-if, whether it explains how the what-if came about.
    exact
        Where the edit copies or denies the claim word for word.
    again
        The same for the places where the text tells the claim again.
    measures
        Features of the claim's words, in the order of `nlbridge.grounding.by_words.NAMES`.
    every_exact
        `exact`, if there is one, and `again`.
    """

    event: str
    quote: str = ""
    aligned: str = ""
    occurrence: int = 0
    told: float = 1.0
    altered: float = 0.5
    value: Told | None = None
    way: str = ""
    supposed: bool = False
    witnesses: tuple[Witness, ...] = (Witness.LOOK,)
    borne_out: bool = False
    doubt: str = ""
    way_there: Way | None = None
    exact: ExactClaim | None = None
    again: tuple[ExactClaim, ...] = ()
    measures: tuple[float, ...] = ()
    every_exact: tuple[ExactClaim, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "every_exact", self.again if self.exact is None else (self.exact, *self.again))

    @property
    def stands(self) -> bool | None:
        """Return whether the edit still asserts the claim; None if that was not read."""
        if self.value is None:
            return False if self.altered >= CLEAR else True if self.altered <= 1 - CLEAR else None
        if self.value in {Told.TRUE, Told.FALSE, Told.OTHER, Told.GONE}:
            return self.value is Told.TRUE
        return None

    @property
    def proved(self) -> bool:
        """Return whether the edit copies or denies the claim word for word, in agreement with the reading."""
        return Witness.PROOF in self.witnesses

    @property
    def moved(self) -> int | None:
        """Return how the edit moves its quantity from the fact: 1 higher, -1 lower, 0 equal, None if not read."""
        return QUANTITY_VALUES.index(self.way) - 1 if self.way in QUANTITY_VALUES else None


def trust(witnesses: Sequence[Witness]) -> float:
    """Return the chance that a value is right, by the best of its witnesses; a second look alone counts as one look.

    Examples
    --------
    >>> trust((Witness.SECOND_LOOK,)) == trust((Witness.LOOK,)) < trust((Witness.LOOK, Witness.PROOF))
    True
    """
    weights = model_path_weights()
    if tuple(witnesses) == (Witness.SECOND_LOOK,):
        return weights[Witness.LOOK]
    return max(weights[one] for one in witnesses)


@dataclass(frozen=True, slots=True, kw_only=True)
class GroundedConnective:
    """Words of an edit that say that one thing holds because of, or in spite of, another.

    Parameters
    ----------
    cause, effect
        Ids of the claims at its ends; empty if an end is not a claim with a known value: another amount, another
        outcome, something that the passage adds.
    cause_words, effect_words
        The words of the passage at its ends.
    occurrence
        Which occurrence of the quote in the passage it is, counted from 0.
    at_sight
        Whether the reader of the whole passage thinks that the words fit; None if it cannot tell.
    suits
        Whether the words fit the story, by a second look at the two quotes; None without one, or if it cannot tell.
    measured
        The offline weighing, with the chance that the words do not fit the two claims.
    """

    quote: str
    cause: str
    effect: str
    consecutive: bool
    cause_words: str = ""
    effect_words: str = ""
    occurrence: int = 0
    at_sight: bool | None = None
    suits: bool | None = None
    witnesses: tuple[Witness, ...] = (Witness.LOOK,)
    measured: Mismatch | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Conflict:
    """Words of the passage that contradict words of the original: its background, or a claim, by something new.

    Parameters
    ----------
    suspected
        Whether the original's words lie within a claim that changes anyway, so that only a second look shows whether
        the passage removes more than that claim.
    """

    passage: str
    original: str
    background: bool
    suspected: bool = False
    witnesses: tuple[Witness, ...] = (Witness.LOOK,)


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """What only the words and the network supply; the fitted score weighs it.

    Parameters
    ----------
    novel
        What no claim covers, in the order of `nlbridge.grounding.new_content.NAMES`.
    additions
        Sentences and reasons of the edit that mention nothing in the text.
    outside
        The words by which the edit denies or suspends its own story; empty if it does not.
    turned
        Connectives that make an effect the cause of its own cause, each with what it makes cause and effect.
    scores
        The network's scores of the edit; None if it was not asked.
    """

    novel: tuple[float, ...]
    additions: tuple[str, ...] = ()
    outside: str = ""
    turned: tuple[tuple[str, str, str], ...] = ()
    scores: EditScores | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Grounding:
    """Everything that a reader found in an edit.

    Parameters
    ----------
    clause
        The what-if in words that the edit was read with.
    provenance
        Who read it.
    conflicts
        What contradicts the text: its background, or something new.
    doubts
        Reasons that rule out "valid", whatever was read.
    unsteady
        Why its values cannot make the edit invalid either, except for words that are copied or denied verbatim.
    measured
        What only the words supply.
    by_event, of_what_if
        The claims by event, and the what-if's own sentences by the event that they set.
    mismatches
        The connectives that the words weighed.
    """

    edit: Edit
    claims: tuple[GroundedClaim, ...]
    connectives: tuple[GroundedConnective, ...] = ()
    conflicts: tuple[Conflict, ...] = ()
    doubts: tuple[str, ...] = ()
    unsteady: str = ""
    clause: str | None = None
    provenance: Provenance = Provenance.MODEL
    measured: Measured | None = None
    by_event: Mapping[str, GroundedClaim] = field(init=False, repr=False, compare=False)
    of_what_if: Mapping[str, GroundedClaim] = field(init=False, repr=False, compare=False)
    mismatches: tuple[Mismatch, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        found = tuple(reversed(self.claims))
        odd = tuple(one.measured for one in self.connectives if one.measured is not None)
        object.__setattr__(self, "by_event", {claim.event: claim for claim in found if not claim.supposed})
        object.__setattr__(self, "of_what_if", {claim.event: claim for claim in found if claim.supposed})
        object.__setattr__(self, "mismatches", odd)


class Grounder(Protocol):
    """A reader of edits: by words, by a language model, or both."""

    async def ground(
        self, edit: str, rubric: Rubric, *, clause: str | None = None, beside: Grounding | None = None
    ) -> Grounding:
        """Read what an edit says of the claims of a rubric; `beside` is what another grounder read before."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Together:
    """The grounder that asks a second grounder if the first reading is not enough.

    Examples
    --------
    >>> import asyncio
    >>> from causalcore.derivation.derivation import derive
    >>> from causalcore.derivation.rubric import build_rubric
    >>> from causalcore.scenario.intervention import do
    >>> from causalcore.scenario.scenario import Event, Scenario
    >>> from nlbridge.grounding.by_words import ByWords
    >>> rain = Scenario(text="It rained.", events=(Event(id="e1", statement="It rained.", span=(0, 10)),))
    >>> both = Together(first=ByWords(), second=ByWords(), enough=lambda found: found.claims != ())
    >>> rubric = build_rubric(derive(rain, do({"e1": "false"})))
    >>> asyncio.run(both.ground("It did not rain.", rubric)).by_event["e1"].stands
    False
    """

    first: Grounder
    second: Grounder
    enough: Callable[[Grounding], bool]

    async def ground(
        self, edit: str, rubric: Rubric, *, clause: str | None = None, beside: Grounding | None = None
    ) -> Grounding:
        """Read an edit by the first grounder, and by the second, given that reading, if it is not enough."""
        found = await self.first.ground(edit, rubric, clause=clause, beside=beside)
        return found if self.enough(found) else await self.second.ground(edit, rubric, clause=clause, beside=found)

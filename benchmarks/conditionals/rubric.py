"""The logical completion, derived from the mood of the conditional and the world of the completed clause.

Call a completion *fitting* if it fits the antecedent (`cabbages` with `vegetarians`). The text gives

- a law of both worlds, `all w. (Antecedent(w) <-> Fitting(w))`: by design of the experiments, nothing else affects the
  completion,
- the mood's claim about the antecedent: `Antecedent(hypothetical)`, and `~Antecedent(actual)` for a counterfactual or
  `Antecedent(actual)` for a factual conditional,
- the world of the completed clause.

The label of `Fitting(world)` decides: E, the fitting completion is logical; C, the other one; N, the text leaves it
open.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import TYPE_CHECKING, Final

import logic
from benchmarks.conditionals.data import Condition
from benchmarks.conditionals.mood import Mood, World

if TYPE_CHECKING:
    from benchmarks.conditionals.data import ConditionalItem
    from benchmarks.conditionals.mood import MoodReading
    from logic.relations.nli import Result

LAW: Final = "all w. (Antecedent(w) <-> Fitting(w))"
WORLDS: Final = ("E!(hypothetical)", "E!(actual)")
STATED: Final = {
    Mood.COUNTERFACTUAL: ("Antecedent(hypothetical)", "~Antecedent(actual)"),
    Mood.FACTUAL: ("Antecedent(actual)",),
    Mood.OPEN: ("Antecedent(hypothetical)",),
}

CONGRUENT_IS_LOGICAL: Final = {
    Condition.CW: True,
    Condition.CR: False,
    Condition.RW: False,
    Condition.CWC: True,
    Condition.RWCA: False,
}
"""The paper's underlined completions (Tables 1, 3 and 5); the baselines BB and BBC have none."""


class Fit(StrEnum):
    """The completion that the text makes logical."""

    FITTING = "fitting"
    OTHER = "other"
    EITHER = "either"

    def completion(self, item: ConditionalItem) -> str | None:
        """Return an item's logical completion; None if the text leaves it open."""
        if item.fitting is None or self is Fit.EITHER:
            return None
        return item.congruent if item.fitting == (self is Fit.FITTING) else item.incongruent


FITS: Final = {logic.Label.ENTAILMENT: Fit.FITTING, logic.Label.CONTRADICTION: Fit.OTHER}


@dataclass(frozen=True, slots=True, kw_only=True)
class Expectation:
    """The logical completion of a sentence, with its reading and proof."""

    fit: Fit
    reading: MoodReading
    proof: Result | None


def expectation(reading: MoodReading) -> Expectation:
    """Derive a sentence's logical completion from its mood and world.

    Examples
    --------
    >>> from benchmarks.conditionals.mood import read_mood
    >>> expectation(read_mood("If the ferry had sailed, the pier would be empty. In reality, the pier is full.")).fit
    <Fit.OTHER: 'other'>
    """
    proof = None if reading.mood is None else _proof(reading.mood, reading.world)
    return Expectation(fit=fit(reading.mood, reading.world), reading=reading, proof=proof)


def fit(mood: Mood | None, world: World) -> Fit:
    """Derive the logical completion in a world, under a conditional of a mood."""
    return Fit.EITHER if mood is None else FITS.get(_proof(mood, world).label, Fit.EITHER)


@lru_cache(maxsize=len(Mood) * len(World))
def _proof(mood: Mood, world: World) -> Result:
    return logic.label(premises=[LAW, *WORLDS, *STATED[mood]], hypothesis=f"Fitting({world})")

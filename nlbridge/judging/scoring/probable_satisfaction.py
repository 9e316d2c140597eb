"""How probable it is that the values which an edit asserts are those that are asked for.

Source: `docs/explanation/semantics.md`, verification as satisfiability, with
doubt on both sides: the values are read with a probability each, and what is
asked for is a weighted set of possible rubrics.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from causalcore.scenario.graph import descendants
from nlbridge.judging.scoring.possible_rubrics import PossibleRubric, possible_rubrics
from nlbridge.weights.thresholds import ASKED

if TYPE_CHECKING:
    from collections.abc import Mapping

    from causalcore.derivation.rubric import Rubric

NAMES: Final = (
    "chance that all claims have their value",
    "chance of the worst claim",
    "likeliest chance of the worst claim",
    "ways to read the text",
    "chance of the likeliest way to read the text",
    "chance of the way to read the text that the edit fits",
    "chance that all claims are likely right",
    "chance that all criteria are meant",
    "least chance of a criterion",
    "unsure criteria",
    "chance of the links that the what-if acts through",
    "least chance of a claim being one",
    "claims in the text",
    "claims below the what-if",
)
LEAST: Final = 0.01
"""No value is read with more certainty than this leaves."""


def satisfaction(rubric: Rubric, altered: Mapping[str, float]) -> tuple[float, ...]:
    """Measure how well values that were read fit what may be asked, in the order of `NAMES`; chances as logarithms.

    Parameters
    ----------
    altered
        For each event the probability that the edit asserts another value than the text.
    """
    ways = possible_rubrics(rubric.scenario, rubric.intervention)
    fits = [(way.weight, _fit(way, altered)) for way in ways]
    total = sum(weight * math.exp(math.fsum(fit)) for weight, fit in fits)
    expected = sum(weight * math.exp(min(fit, default=0.0)) for weight, fit in fits)
    best = max(math.log(weight) + min(fit, default=0.0) for weight, fit in fits)
    fitting = max((math.log(weight) + math.fsum(fit), weight) for weight, fit in fits)[1]
    return (
        math.log(total + 1e-9),
        math.log(expected),
        best,
        -sum(way.weight * math.log(way.weight) for way in ways),
        max(way.weight for way in ways),
        fitting,
        sum(weight for weight, fit in fits if min(fit, default=0.0) > math.log(0.5)),
        *_doubts(rubric),
    )


def _fit(way: PossibleRubric, altered: Mapping[str, float]) -> list[float]:
    """Return the logarithm of the chance that each event has a value that is asked for."""
    found = []
    for event, change in way.demands:
        if change is not None and event in altered:
            chance = altered[event] if change else 1 - altered[event]
            found.append(math.log(min(1 - LEAST, max(LEAST, chance))))
    return found


def _doubts(rubric: Rubric) -> tuple[float, ...]:
    scenario = rubric.scenario
    supposed = frozenset(name for name, _ in rubric.intervention)
    below = descendants(scenario, supposed) - supposed
    asked = [c.confidence for c in rubric.criteria if c.event and c.event not in supposed]
    through = [k.confidence for k in scenario.links if k.cause in supposed | below]
    return (
        math.prod(asked),
        min(asked, default=1.0),
        float(sum(confidence < ASKED for confidence in asked)),
        math.prod(through),
        min((event.confidence for event in scenario.events), default=1.0),
        float(len(scenario.events)),
        float(len(below)),
    )

"""The probability that an edit meets its criteria, averaged over the readings of the text.

Source: `docs/explanation/semantics.md`, verification as satisfiability, with doubt on both sides: the edit has a chance
for each claim, and the requirements are a weighted set of readings.

Examples
--------
>>> import numpy as np
>>> certain = Demands(events=("e1", "e2"), changed=np.array([[True], [False]]), free=(), weights=np.array([1.0]))
>>> round(satisfied(certain, {"e1": (0.1, 0.9), "e2": (0.8, 0.2)}).every, 2)
0.72
"""

from __future__ import annotations

from dataclasses import dataclass
from math import prod
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from causalcore.derivation.answer_kind import AnswerKind
from causalcore.derivation.rubric import Criterion, CriterionKind
from nlbridge.grounding.grounding import Told, Way
from nlbridge.judging.report import CriterionOutcome

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from causalcore.derivation.rubric import Rubric
    from nlbridge.grounding.grounding import Grounding
    from nlbridge.judging.report import CriterionVerdict
    from nlbridge.supposing.readings import Readings


_LIKELY_MET: Final = {Told.ABSENT: 0.5, Told.BARE: 0.7, Told.SUSPENDED: 0.3, Told.UNREAD: 0.5}
"""Chance that a criterion is met although the edit does not clearly say so, by what it says; set by hand."""
_UNTOLD_CHANGE: Final = 0.75
"""The same for a claim that must change and that the edit does not mention: mostly the change is implied."""
_NEEDED: Final = 0.5
"""The same if the edit alters a cause of the what-if that could not have stayed with it."""
_SUSPECTED: Final = 0.7
"""Chance that a joining word, or new content, is right if no second reading checked it."""
_DOUBTED: Final = 0.5
"""Chance that an edit is valid despite any other doubt."""


def chance_of_values(rubric: Rubric, grounding: Grounding, verdicts: Sequence[CriterionVerdict]) -> float:
    """Return the chance that each required criterion is met and nothing else counts against the edit.

    Passed criteria rest on one reading, whose errors occur together, so only the least certain of them counts. The
    chances of the others are multiplied.

    Units
    -----
    probability
    """
    passed, others = [1.0], [1.0]
    for verdict in verdicts:
        chance = _met(rubric, grounding, verdict)
        (passed if verdict.outcome is CriterionOutcome.PASS else others).append(chance)
    against = _DOUBTED ** (len(grounding.doubts) + bool(grounding.unsteady))
    return min(passed) * prod(others) * against


def _met(rubric: Rubric, grounding: Grounding, verdict: CriterionVerdict) -> float:
    """Return the chance that an edit meets one criterion, which may itself be uncertain."""
    criterion = verdict.criterion
    if criterion.kind is CriterionKind.OPEN:
        return _met_if_settled(rubric, grounding, criterion)
    if verdict.outcome is CriterionOutcome.UNDETERMINED and (
        criterion.kind is CriterionKind.CONNECTIVE or not criterion.event
    ):
        return _SUSPECTED if verdict.quote else 1.0
    if verdict.outcome is CriterionOutcome.UNDETERMINED:
        claim = grounding.claim(criterion.event or "")
        if claim is None or criterion.kind is CriterionKind.LATENT:
            return 1.0
        likely = _LIKELY_MET.get(claim.value or Told.UNREAD, _DOUBTED)
        if claim.way_there is Way.NEEDED:
            likely = _NEEDED
        elif claim.value is Told.ABSENT and criterion.kind in {CriterionKind.CHANGED, CriterionKind.NUMERIC}:
            likely = _UNTOLD_CHANGE
        return likely if verdict.required else (1 + likely) / 2
    meets = verdict.confidence if verdict.outcome is CriterionOutcome.PASS else 1 - verdict.confidence
    return criterion.confidence * meets + (1 - criterion.confidence) * (1 - meets)


def _met_if_settled(rubric: Rubric, grounding: Grounding, criterion: Criterion) -> float:
    """Return the chance that an edit treats a disputed claim correctly; 1 for a claim that is truly open."""
    answer = rubric.derivation.answer(criterion.event or "")
    claim = grounding.claim(answer.event)
    if not answer.doubt or claim is None:
        return 1.0
    changes = 0.5 if answer.expected is None else answer.expected
    return _LIKELY_MET[Told.ABSENT] if claim.stands is None else 1 - changes if claim.stands else changes


LEAST: Final = 0.01
"""Bounds of a probability, to avoid certainty."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Demands:
    """What each reading requires of each claim: to change, or to stay.

    Parameters
    ----------
    free
        Claims that may change or stay.

    Shapes
    ------
    changed : (claims, readings)
    weights : (readings,), sum to 1
    """

    events: tuple[str, ...]
    changed: Any
    free: tuple[str, ...]
    weights: Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Satisfied:
    """The chance that every claim is stated as required, and the expected chance of the worst one.

    Units
    -----
    probability
    """

    every: float
    worst: float


def demands_of(rubric: Rubric, readings: Readings | None) -> Demands:
    """Return the requirements: from the readings if the text was read, else from the answers of the engine."""
    supposed = dict(rubric.intervention)
    scenario = rubric.scenario
    if readings is not None:
        changed = readings.changed.copy()
        for k, name in enumerate(readings.events):
            if name in supposed:  # The what-if is required, however it was understood.
                changed[k] = supposed[name] != scenario.event(name).fact
        return Demands(events=readings.events, changed=changed, free=(), weights=readings.weights)
    kinds = {answer.event: answer.kind for answer in rubric.derivation.answers}
    names = tuple(event.id for event in scenario.events)
    changes = [
        supposed[name] != scenario.event(name).fact if name in supposed else kinds.get(name) is AnswerKind.CHANGED
        for name in names
    ]
    settled = {AnswerKind.CHANGED, AnswerKind.UNCHANGED}
    free = tuple(name for name in names if name not in supposed and kinds.get(name) not in settled)
    return Demands(events=names, changed=np.array(changes, dtype=bool)[:, None], free=free, weights=np.ones(1))


def satisfied(demands: Demands, told: Mapping[str, tuple[float, float]]) -> Satisfied:
    """Compute how well an edit meets the readings; `told` has its chances to keep and to alter each event."""
    asked = [k for k, name in enumerate(demands.events) if name in told and name not in demands.free]
    if not asked:
        return Satisfied(every=1.0, worst=1.0)
    kept = np.array([told[demands.events[k]][0] for k in asked])[:, None]
    otherwise = np.array([told[demands.events[k]][1] for k in asked])[:, None]
    chances = np.clip(np.where(demands.changed[asked], otherwise, kept), LEAST, 1 - LEAST)
    return Satisfied(
        every=float(np.exp(np.log(chances).sum(axis=0)) @ demands.weights),
        worst=float(chances.min(axis=0) @ demands.weights),
    )

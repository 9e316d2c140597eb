"""How probable it is that what an edit says of the claims is what is asked, over the readings of the text.

Source: `docs/explanation/semantics.md`, verification as satisfiability, with doubt on both sides: what the edit says is
read with a chance for each claim, and what is asked for is a weighted set of readings.

Examples
--------
>>> import numpy as np
>>> certain = Demands(events=("e1", "e2"), changed=np.array([[True], [False]]), free=(), weights=np.array([1.0]))
>>> round(satisfied(certain, {"e1": (0.1, 0.9), "e2": (0.8, 0.2)}).every, 2)
0.72
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from causalcore.derivation.verdict import AnswerKind

if TYPE_CHECKING:
    from causalcore.derivation.rubric import Rubric
    from nlbridge.supposing.readings import Readings

LEAST: Final = 0.01
"""No value is read with more certainty than this leaves."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Demands:
    """What each reading asks of each claim: to change, or to stay.

    Parameters
    ----------
    free
        Claims that may do either.

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
    """The chance that every claim is told as asked, and the expected chance of the worst one.

    Units
    -----
    probability
    """

    every: float
    worst: float


def demands_of(rubric: Rubric, readings: Readings | None) -> Demands:
    """Return what is asked: by the readings where the text was read, else by the answers of the engine."""
    supposed = dict(rubric.intervention)
    scenario = rubric.scenario
    if readings is not None:
        changed = readings.changed.copy()
        for k, name in enumerate(readings.events):
            if name in supposed:  # What is supposed is asked for, however the what-if was understood.
                changed[k] = supposed[name] != scenario.event(name).fact
        return Demands(events=readings.events, changed=changed, free=(), weights=readings.weights)
    kinds = {answer.event: answer.kind for answer in rubric.derivation.answers}
    names = tuple(event.id for event in scenario.events)
    asked = [
        supposed[name] != scenario.event(name).fact if name in supposed else kinds.get(name) is AnswerKind.CHANGED
        for name in names
    ]
    settled = {AnswerKind.CHANGED, AnswerKind.UNCHANGED}
    free = tuple(name for name in names if name not in supposed and kinds.get(name) not in settled)
    return Demands(events=names, changed=np.array(asked, dtype=bool)[:, None], free=free, weights=np.ones(1))


def satisfied(demands: Demands, told: Mapping[str, tuple[float, float]]) -> Satisfied:
    """Weigh what an edit says by what the readings ask.

    Parameters
    ----------
    told
        For each event the chances that the edit tells it as it was, and otherwise.
    """
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

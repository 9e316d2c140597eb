"""Counterfactuals: abduction, action and prediction, composed.

Source: Pearl (2009), Causality, theorem 7.1.7.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from causalcore.queries.abduction import Evidence, Posterior, abduct, as_facts
from causalcore.queries.prediction import intervene, predict, share

if TYPE_CHECKING:
    from collections.abc import Mapping

    from causalcore.model.model import SCM
    from causalcore.model.variable import Value
    from causalcore.queries.world import Setting


def counterfactual(model: SCM, evidence: Evidence, do: Mapping[str, Setting], outcome: Mapping[str, Value]) -> float:
    """Return P(outcome, had `do` been done | evidence).

    Examples
    --------
    The prisoner is dead: would he be alive, had rifleman A not fired?

    >>> from causalcore.model.textbook import FIRING_SQUAD
    >>> round(counterfactual(FIRING_SQUAD, {"D": 1}, {"A": 0}, {"D": 0}), 6)
    0.113924
    """
    return predict(intervene(model, do), abduct(model, evidence), outcome)


def probability(model: SCM, outcome: Evidence, given: Evidence = ()) -> float:
    """Return the probability of facts about any worlds, given facts about any worlds.

    Raises
    ------
    ImpossibleEvidenceError
        If `given` has probability 0.

    Examples
    --------
    >>> from causalcore.model.textbook import FIRING_SQUAD
    >>> round(probability(FIRING_SQUAD, {"D": 1}), 6)
    0.79
    """
    condition = as_facts(given)
    posterior = abduct(model, condition) if condition else Posterior(model, (), 1.0)
    return share(posterior, as_facts(outcome))

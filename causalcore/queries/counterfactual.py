"""Counterfactuals: abduction, action and prediction, composed.

Source: Pearl (2009), Causality, theorem 7.1.7. The three steps need not run in sequence: P(outcome, evidence) and
P(evidence) come from one sum over the network of all worlds (`causalcore.queries.compiled.pattern`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from causalcore.errors import UnknownMechanismError
from causalcore.queries.abduction import Evidence, Posterior, abduct, as_facts
from causalcore.queries.compiled.pattern import joint
from causalcore.queries.prediction import intervene, proper, share
from causalcore.queries.unit import observed_unit
from causalcore.queries.world import Fact, Term

if TYPE_CHECKING:
    from collections.abc import Mapping

    from causalcore.model.model import SCM
    from causalcore.model.variable import Value
    from causalcore.queries.world import Setting


def counterfactual(model: SCM, evidence: Evidence, do: Mapping[str, Setting], outcome: Mapping[str, Value]) -> float:
    """Return P(outcome, had `do` been done | evidence).

    Raises
    ------
    ImpossibleEvidenceError
        If the evidence has probability 0.

    Examples
    --------
    The prisoner is dead: would he be alive, had rifleman A not fired?

    >>> from causalcore.model.textbook import FIRING_SQUAD
    >>> round(counterfactual(FIRING_SQUAD, {"D": 1}, {"A": 0}, {"D": 0}), 6)
    0.113924
    """
    world = tuple(do.items())
    if not outcome:
        intervene(model, do)
    return probability(model, [Fact(Term(name, world), value) for name, value in outcome.items()], evidence)


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
    condition, wanted = as_facts(given), as_facts(outcome)
    answer = _at_once(model, wanted[0], condition) if len(wanted) == 1 else None
    if answer is not None:
        return answer
    posterior = abduct(model, condition) if condition else Posterior(model, (), 1.0)
    return share(posterior, wanted)


def _at_once(model: SCM, wanted: Fact, given: tuple[Fact, ...]) -> float | None:
    """Answer one fact with one sum; None if that cannot answer it, or if a single pass over the graph does."""
    if observed_unit(model, given) is not None:
        return None
    try:
        table = joint(model, given, (wanted.term,))
    except UnknownMechanismError:  # the value of the fact may decide what the term alone leaves open
        return None
    total = float(table.sum())
    if not total > 0:
        return None
    allowed = wanted.allowed(model[wanted.term.variable])
    return proper(sum([float(table[place]) for place in allowed]) / total)

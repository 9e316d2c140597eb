"""The second and third steps: change the model, then compute the consequences.

Source: Pearl (2009), Causality, theorem 7.1.7, steps 2 and 3.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from causalcore.queries.abduction import Posterior, weigh
from causalcore.queries.compiled.network import Network
from causalcore.queries.compiled.pattern import joint
from causalcore.queries.world import Fact, Setting, Term

if TYPE_CHECKING:
    from collections.abc import Mapping

    from causalcore.model.model import SCM
    from causalcore.model.variable import Value


@dataclass(frozen=True, slots=True, eq=False)
class Submodel:
    """M_x: the model with the rules of the set variables replaced."""

    model: SCM
    do: tuple[tuple[str, Setting], ...]

    def term(self, name: str) -> Term:
        """Return a variable in this submodel."""
        return Term(name, self.do)


def intervene(model: SCM, do: Mapping[str, Setting]) -> Submodel:
    """Set variables to values, to counterfactual terms, at random, or by a rule.

    Raises
    ------
    InvalidInterventionError
        If the intervention names a noise variable.
    OutsideDomainError
        If a value is not in the variable's domain.
    """
    submodel = Submodel(model, tuple(do.items()))
    network = Network(model)
    for name in do:
        network.place(submodel.term(name))
    return submodel


def predict(submodel: Submodel, posterior: Posterior, outcome: Mapping[str, Value]) -> float:
    """Return the probability of an outcome in a submodel under the updated noise.

    Examples
    --------
    >>> from causalcore.queries.abduction import abduct
    >>> from causalcore.model.textbook import FIRING_SQUAD
    >>> round(predict(intervene(FIRING_SQUAD, {"A": 0}), abduct(FIRING_SQUAD, {"D": 1}), {"D": 1}), 6)
    0.886076
    """
    return share(posterior, tuple(Fact(submodel.term(name), value) for name, value in outcome.items()))


def share(posterior: Posterior, facts: tuple[Fact, ...]) -> float:
    """Return the probability of facts, of any worlds, under the updated noise."""
    decided = None if posterior.unit is None else posterior.unit.decide(facts)
    if decided is not None:
        return decided
    return proper(weigh(posterior.model, (*posterior.evidence, *facts)) / posterior.weight)


def distribution(posterior: Posterior, *terms: Term) -> dict[tuple[Value, ...], float]:
    """Return the joint distribution of terms, of any worlds, under the updated noise."""
    model = posterior.model
    table = joint(model, posterior.evidence, terms) / posterior.weight
    return {
        tuple(model[term.variable].values[place] for term, place in zip(terms, position, strict=True)): proper(
            float(table[position])
        )
        for position in np.ndindex(*table.shape)
    }


def proper(probability: float) -> float:
    """Clip to [0, 1] what rounding moved outside."""
    return min(1.0, max(0.0, probability))

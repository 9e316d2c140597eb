"""The first step: what the evidence says about the noise.

Source: Pearl (2009), Causality, theorem 7.1.7, step 1. P(U | e) over all noise at once has as many cells as worlds, so
it is stored as the evidence and its weight; any marginal is computed exactly on request. Products of marginals never
replace it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from causalcore.errors import ImpossibleEvidenceError
from causalcore.model.variable import Value
from causalcore.queries.compiled.network import Network
from causalcore.queries.compiled.pattern import joint
from causalcore.queries.unit import Unit, observed_unit
from causalcore.queries.world import Fact, facts

if TYPE_CHECKING:
    from causalcore.model.model import SCM

Evidence = Mapping[str, Value] | Iterable[Fact]
"""Values observed in the factual world, or facts about any worlds."""


@dataclass(frozen=True, slots=True, eq=False)
class Posterior:
    """P(U | e), exact, with the correlations that the evidence causes.

    Parameters
    ----------
    weight
        P(e).
    unit
        The noise that remains possible, if the evidence gives every variable its factual value.
    """

    model: SCM
    evidence: tuple[Fact, ...]
    weight: float
    unit: Unit | None = None

    def noise(self, *names: str) -> dict[tuple[Value, ...], float]:
        """Return the joint posterior of some noise variables.

        Examples
        --------
        >>> from causalcore.model.textbook import TWO_SWITCHES
        >>> abduct(TWO_SWITCHES, {"Z": 1}).noise("U1", "U2")[0, 0]
        0.0
        """
        sizes = tuple(self.model[name].size for name in names)
        network = Network(self.model)
        network.observe(self.evidence)
        table = network.joint(network.noise_places(names), sizes)
        return {
            tuple(self.model[name].values[place] for name, place in zip(names, position, strict=True)): float(
                table[position] / self.weight
            )
            for position in np.ndindex(*sizes)
        }


def as_facts(evidence: Evidence) -> tuple[Fact, ...]:
    """Turn a mapping into facts about the factual world; return facts unchanged."""
    return facts(evidence) if isinstance(evidence, Mapping) else tuple(evidence)


def weigh(model: SCM, evidence: Iterable[Fact]) -> float:
    """Return the probability that some facts, of any worlds, hold together."""
    return float(joint(model, evidence))


def abduct(model: SCM, evidence: Evidence) -> Posterior:
    """Update the noise with evidence.

    Raises
    ------
    ImpossibleEvidenceError
        If the evidence has probability 0; the error names a minimal clashing set.

    Examples
    --------
    >>> from causalcore.model.textbook import FIRING_SQUAD
    >>> round(abduct(FIRING_SQUAD, {"D": 1}).noise("W")[(1,)], 6)
    0.379747
    """
    observed = as_facts(evidence)
    unit = observed_unit(model, observed)
    weight = weigh(model, observed) if unit is None else unit.weight()
    if not (weight > 0 if unit is None else unit.possible):
        raise ImpossibleEvidenceError(tuple(str(fact) for fact in clash(model, _suspects(observed, unit))))
    return Posterior(model, observed, weight, unit)


def _suspects(evidence: tuple[Fact, ...], unit: Unit | None) -> tuple[Fact, ...]:
    """Keep only the facts that are known to clash, so few need trying."""
    names = None if unit is None else unit.clashing()
    return evidence if names is None else tuple(fact for fact in evidence if fact.term.variable in names)


def clash(model: SCM, evidence: tuple[Fact, ...]) -> tuple[Fact, ...]:
    """Return an inclusion-minimal subset of impossible evidence that is impossible by itself."""
    core = list(dict.fromkeys(evidence))
    for fact in tuple(core):
        rest = [other for other in core if other is not fact]
        if weigh(model, rest) <= 0:
            core = rest
    return tuple(core)

"""What identifies facts about several worlds: observation, experiments, or nothing.

ID* and IDC* over the districts of the counterfactual graph. A factor of that graph is an effect of setting everything
outside its district, so ID can identify it from observation.

References
----------
.. [1] Shpitser and Pearl (2008), Complete identification methods for the causal hierarchy, ID* and IDC*.
.. [2] Correa, Lee and Bareinboim (2021), Nested counterfactual identification from arbitrary surrogate experiments.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from causalcore.errors import ImpossibleEvidenceError
from causalcore.graph_questions.estimands.district_factors import Conflict, DistrictFactor, bearing, factors
from causalcore.graph_questions.estimands.estimand_notation import free_names, renamed
from causalcore.graph_questions.estimands.parallel_worlds import ContradictionError, Demand, ParallelWorlds, Sign
from causalcore.graph_questions.estimands.simpler_estimands import quotient, simplified, summed
from causalcore.identification.effects import Hedge, district_or_hedge
from causalcore.identification.estimand import Constant, Estimand, Factor

if TYPE_CHECKING:
    from collections.abc import Callable

    from causalcore.identification.diagram import Diagram


@dataclass(frozen=True, slots=True)
class CounterfactualEstimand:
    """The estimand of a counterfactual, or what forbids one.

    Parameters
    ----------
    observed
        In observed probabilities; None if these do not identify it.
    experiments
        In probabilities of experiments; None if not even these identify it.
    hedge
        Why observation does not identify it.
    conflict
        Why experiments do not identify it.
    free
        Names in `observed` whose value does not matter.
    """

    observed: Estimand | None = None
    experiments: Estimand | None = None
    hedge: Hedge | None = None
    conflict: Conflict | None = None
    free: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Product:
    """The factors of a probability, and the values to sum over."""

    factors: tuple[DistrictFactor, ...]
    over: tuple[Sign, ...]


def identify_counterfactual(
    diagram: Diagram, outcome: Sequence[Demand], given: Sequence[Demand] = ()
) -> CounterfactualEstimand:
    """Return what identifies P(outcome | given), each a conjunction of facts about any worlds.

    Raises
    ------
    ImpossibleEvidenceError
        If the given facts hold in no case.

    Examples
    --------
    The effect of X on Y among those who had X=0 in fact, in the front door:

    >>> from causalcore.graph_questions.estimands.parallel_worlds import Asked
    >>> from causalcore.identification.diagram import Diagram
    >>> front = Diagram(("U", "X", "M", "Y"), (("U", "X"), ("U", "Y"), ("X", "M"), ("M", "Y")), frozenset({"U"}))
    >>> had = Demand(Asked("Y", (("X", Sign("X", "1")),)), Sign("Y", "1"))
    >>> fact = Demand(Asked("X"), Sign("X", "0"), given=True)
    >>> print(identify_counterfactual(front, [had], [fact]).observed)
    sum over M of P(Y=1 | X=0, M) P(M | X=1)
    """
    try:
        below = ParallelWorlds(diagram, given)
    except ContradictionError:
        raise ImpossibleEvidenceError(tuple(map(str, given))) from None
    try:
        above = ParallelWorlds(diagram, [*given, *outcome])
    except ContradictionError:
        return CounterfactualEstimand(Constant(0), Constant(0))
    if not any(fact.term.do for fact in (*outcome, *given)):
        seen = Factor(*(tuple(dict.fromkeys(str(fact.sign) for fact in part)) for part in (outcome, given)))
        return CounterfactualEstimand(seen, seen)
    variables = bearing(above)
    products: list[_Product] = []
    for worlds in (above, below):
        result = factors(worlds, variables)
        if isinstance(result, Conflict):
            return CounterfactualEstimand(conflict=result)
        products.append(_Product(tuple(result), _summed_over(worlds, variables)))
    return _written(diagram, products[0], products[1])


def _summed_over(worlds: ParallelWorlds, variables: frozenset[str]) -> tuple[Sign, ...]:
    values = [worlds.value(copy.sign) for copy in worlds.copies if copy.variable in variables]
    return tuple(dict.fromkeys(sign for sign in values if sign.summed))


def _written(diagram: Diagram, top: _Product, bottom: _Product) -> CounterfactualEstimand:
    results = {factor: district_or_hedge(diagram, factor.variables) for factor in (*top.factors, *bottom.factors)}
    hedge = next((part for part in results.values() if isinstance(part, Hedge)), None)
    experiments = quotient(_parts(top, _experiment), _parts(bottom, _experiment))
    if hedge is not None:
        return CounterfactualEstimand(experiments=experiments, hedge=hedge)
    written = {factor: part for factor, part in results.items() if not isinstance(part, Hedge)}

    def from_observation(factor: DistrictFactor, names: Mapping[Sign, str]) -> Estimand:
        name_of = {name: names[sign] for name, sign in (*factor.values, *factor.others)}
        return renamed(simplified(written[factor]), name_of, frozenset(names.values()))

    observed = quotient(_parts(top, from_observation), _parts(bottom, from_observation))
    named = {str(sign) for factor in top.factors for _, sign in (*factor.values, *factor.others) if not sign.summed}
    free = tuple(sorted(free_names(observed) - named))
    return CounterfactualEstimand(observed, experiments, free=free)


def _parts(product: _Product, write: Callable[[DistrictFactor, Mapping[Sign, str]], Estimand]) -> list[Estimand]:
    """Write a sum of products as factors."""
    names = _names(product)
    return summed([names[sign] for sign in product.over], [write(factor, names) for factor in product.factors])


def _names(product: _Product) -> dict[Sign, str]:
    """Return the name of each value: names that are summed over get primes until all differ."""
    signs = dict.fromkeys(sign for factor in product.factors for _, sign in (*factor.values, *factor.others))
    names = {sign: str(sign) for sign in signs if not sign.summed}
    for sign in sorted((sign for sign in signs if sign.summed), key=lambda sign: sign.number):
        name = sign.name
        while name in names.values():
            name += "'"
        names[sign] = name
    return names


def _experiment(factor: DistrictFactor, names: Mapping[Sign, str]) -> Estimand:
    of, do = (tuple(names[sign] for _, sign in part) for part in (factor.values, factor.others))
    return Factor(of, (), do)

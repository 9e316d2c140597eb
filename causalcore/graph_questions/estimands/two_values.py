"""Counterfactuals that subtraction identifies if a variable has only two values.

P(A, X=0) is P(A) minus P(A, X=1) if X is 0 or 1. So the effect among those with X=0 may be identified even if it is not
for a variable with more values. Source: Pearl (2009), Causality, section 8.2.5.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from causalcore.graph_questions.estimands.counterfactual_estimand import identify_counterfactual
from causalcore.graph_questions.estimands.parallel_worlds import Asked, Demand, Sign
from causalcore.graph_questions.estimands.simpler_estimands import flattened, quotient
from causalcore.identification.estimand import Estimand, Less

if TYPE_CHECKING:
    from causalcore.identification.diagram import Diagram


@dataclass(frozen=True, slots=True)
class TwoValued:
    """An estimand that holds if some variables have two values each.

    Parameters
    ----------
    values
        These variables, with their two values.
    """

    estimand: Estimand
    values: tuple[tuple[str, tuple[str, str]], ...]


def identify_two_valued(diagram: Diagram, outcome: Sequence[Demand], given: Sequence[Demand]) -> TwoValued | None:
    """Return the estimand of P(outcome | given) if clashing variables have two values; None if that does not help.

    Examples
    --------
    >>> from causalcore.graph_questions.estimands.parallel_worlds import Asked
    >>> from causalcore.identification.diagram import Diagram
    >>> collider = Diagram(("X", "Y"), (("X", "Y"),))
    >>> had = [Demand(Asked("Y", (("X", Sign("X", "1")),)), Sign("Y", "1"))]
    >>> fact = [Demand(Asked("Y"), Sign("Y", "1"), given=True)]
    >>> identify_two_valued(collider, had, fact) is None
    True
    """
    values: dict[str, tuple[str, str]] = {}
    condition = tuple(Demand(fact.term, fact.sign) for fact in given)
    top = _joint(diagram, (*condition, *outcome), values)
    bottom = _joint(diagram, condition, values) if condition else None
    if top is None or (given and bottom is None):
        return None
    whole = top if bottom is None else quotient(flattened([top]), flattened([bottom]))
    return TwoValued(whole, tuple(sorted(values.items())))


def _joint(
    diagram: Diagram,
    facts: tuple[Demand, ...],
    values: dict[str, tuple[str, str]],
    flipped: frozenset[Asked] = frozenset(),
) -> Estimand | None:
    """Return what identifies some facts; add the variables that need two values for it to `values`."""
    result = identify_counterfactual(diagram, facts)
    if result.observed is not None or result.conflict is None or not all(result.conflict.values):
        return result.observed
    name, pair = result.conflict.variable, result.conflict.values
    if set(values.get(name, pair)) != set(pair):
        return None
    for place, fact in enumerate(facts):
        if fact.term.variable == name and fact.sign.value in pair and fact.term not in flipped:
            rest = (*facts[:place], *facts[place + 1 :])
            other = pair[1] if fact.sign.value == pair[0] else pair[0]
            flipped_facts = (*facts[:place], Demand(fact.term, Sign(name, other)), *facts[place + 1 :])
            whole = _joint(diagram, rest, values, flipped)
            part = _joint(diagram, flipped_facts, values, flipped | {fact.term})
            if whole is not None and part is not None:
                values[name] = pair
                return Less(whole, part)
    return None

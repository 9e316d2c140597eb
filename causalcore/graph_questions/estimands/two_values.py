"""Counterfactuals that subtraction identifies where a variable has two values only.

P(A, X=0) is P(A) less P(A, X=1) if X is 0 or 1. So the effect among those with X=0 may follow where it does not for a
variable with more values. Source: Pearl (2009), Causality, section 8.2.5.
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
    """An estimand that holds where some variables have two values each.

    Parameters
    ----------
    values
        These variables, with their two values.
    """

    estimand: Estimand
    values: tuple[tuple[str, tuple[str, str]], ...]


def identify_two_valued(diagram: Diagram, outcome: Sequence[Demand], given: Sequence[Demand]) -> TwoValued | None:
    """Return the estimand of P(outcome | given) where what clashes has two values; None if that does not help.

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
    """Return what identifies some facts; the variables that need two values for it are added to `values`."""
    found = identify_counterfactual(diagram, facts)
    if found.observed is not None or found.conflict is None or not all(found.conflict.values):
        return found.observed
    name, pair = found.conflict.variable, found.conflict.values
    if set(values.get(name, pair)) != set(pair):
        return None
    for place, fact in enumerate(facts):
        if fact.term.variable == name and fact.sign.value in pair and fact.term not in flipped:
            rest = (*facts[:place], *facts[place + 1 :])
            other = pair[1] if fact.sign.value == pair[0] else pair[0]
            turned = (*facts[:place], Demand(fact.term, Sign(name, other)), *facts[place + 1 :])
            whole = _joint(diagram, rest, values, flipped)
            part = _joint(diagram, turned, values, flipped | {fact.term})
            if whole is not None and part is not None:
                values[name] = pair
                return Less(whole, part)
    return None

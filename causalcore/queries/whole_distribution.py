"""Whole distributions: one probability for each value of the variables whose value a query leaves out."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from math import prod
from typing import TYPE_CHECKING, Final

from causalcore.errors import MalformedModelError
from causalcore.queries.queries import Probability
from causalcore.queries.world import Fact

if TYPE_CHECKING:
    from causalcore.model.model import SCM
    from causalcore.model.variable import Value
    from causalcore.queries.world import Term

MOST_VALUES: Final = 10_000
"""Most rows of a distribution."""


@dataclass(frozen=True, slots=True)
class Distribution:
    """P(terms, outcome | given) for all values of the terms.

    Parameters
    ----------
    terms
        Variables, each in a world, without values.
    outcome
        Facts that hold together with each of their values.
    """

    terms: tuple[Term, ...]
    outcome: tuple[Fact, ...] = ()
    given: tuple[Fact, ...] = ()


def each_value(model: SCM, asked: Distribution) -> list[tuple[dict[str, Value], Probability]]:
    """Return the probability to ask for, for each combination of values, in domain order.

    Raises
    ------
    MalformedModelError
        If a term occurs twice, or there are too many values to list.
    UnknownNameError
        For a variable that the model does not have.

    Examples
    --------
    >>> from causalcore.model.textbook import FIRING_SQUAD
    >>> from causalcore.queries.queries import ask
    >>> from causalcore.queries.world import Term
    >>> rows = each_value(FIRING_SQUAD, Distribution((Term("D", (("A", 0),)),)))
    >>> [(values, round(ask(FIRING_SQUAD, query), 6)) for values, query in rows]
    [({'D@do(A=0)': 0}, 0.3), ({'D@do(A=0)': 1}, 0.7)]
    """
    names = [str(term) for term in asked.terms]
    if len(set(names)) < len(names):
        message = f"expected each variable once in a distribution, got {', '.join(names)}; leave one out"
        raise MalformedModelError(message)
    domains = [model[term.variable].values for term in asked.terms]
    count = prod(len(values) for values in domains)
    if count > MOST_VALUES:
        message = f"expected at most {MOST_VALUES} values of a distribution, got {count}; ask for fewer variables"
        raise MalformedModelError(message)
    return [
        (dict(zip(names, row, strict=True)), Probability((*_facts(asked.terms, row), *asked.outcome), asked.given))
        for row in product(*domains)
    ]


def _facts(terms: tuple[Term, ...], values: tuple[Value, ...]) -> tuple[Fact, ...]:
    return tuple(Fact(term, value) for term, value in zip(terms, values, strict=True))

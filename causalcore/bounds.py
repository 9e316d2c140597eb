"""Intervals where a conditional table leaves a counterfactual open.

Source: Balke and Pearl (1994), Counterfactual probabilities: canonical
response functions. The noise of a variable with a table is which function of
its parents it follows; the table fixes the marginals of that choice and no
more. A query that sees one such variable in several worlds is linear (with
evidence: linear-fractional) in the choice, so the least and greatest value
come from two linear programs, and both are reached.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import product
from math import prod
from typing import TYPE_CHECKING

import numpy as np

from causalcore.errors import ImpossibleEvidenceError, NotIdentifiableError
from causalcore.model import SCM, ConditionalTable, Floats, Indices, Mechanism, Noise
from causalcore.network import Network
from causalcore.queries import Probability, as_probability, ask
from causalcore.variable import Variable

if TYPE_CHECKING:
    from causalcore.queries import Query
    from causalcore.world import Fact

MAX_FUNCTIONS = 4096
"""Response functions that one variable may have."""
_RESPONSE = "response of "


@dataclass(frozen=True, slots=True)
class Interval:
    """The least and the greatest value that the model allows."""

    low: float
    high: float


def bounds(model: SCM, query: Query) -> Interval:
    """Return sharp bounds of a probability, or of pn, ps or pns.

    Raises
    ------
    NotIdentifiableError
        If several tables are seen in several worlds at once: then the bounds
        are no linear program.

    Examples
    --------
    >>> from causalcore.model_building import scm
    >>> from causalcore.queries import Change, Effect, EffectKind
    >>> trial = scm(
    ...     variables={"X": [0, 1], "Y": [0, 1]},
    ...     mechanisms={
    ...         "X": {"cpt": [0.5, 0.5]},
    ...         "Y": {"parents": ["X"], "cpt": {"0": [0.8, 0.2], "1": [0.5, 0.5]}},
    ...     },
    ... )
    >>> found = bounds(trial, Effect(EffectKind.PN, Change("X"), Change("Y")))
    >>> round(found.low, 6), round(found.high, 6)
    (0.6, 1.0)
    """
    asked = as_probability(model, query)
    try:
        value = ask(model, asked)
        return Interval(value, value)
    except NotIdentifiableError as error:
        refusal = error
    for name in model.names:
        rule = model.rule(name)
        if isinstance(rule, ConditionalTable) and _count(model, name, rule) <= MAX_FUNCTIONS:
            try:
                return _solve(model, name, rule, asked)
            except NotIdentifiableError as error:
                refusal = error
    message = (
        "expected at most one conditional table that is seen in several worlds, got more"
        f" ({refusal}); give mechanisms for all but one of them"
    )
    raise NotIdentifiableError(message)


def _count(model: SCM, name: str, rule: ConditionalTable) -> int:
    return int(model[name].size ** prod(rule.probabilities.shape[:-1]))


def _opened(model: SCM, name: str, rule: ConditionalTable) -> tuple[SCM, Indices]:
    """Replace a table by the choice of a function; return the model and the functions, one a row."""
    size, shape = model[name].size, rule.probabilities.shape[:-1]
    functions = np.array(list(product(range(size), repeat=prod(shape))), dtype=np.intp)
    choice = Variable(_RESPONSE + name, tuple(range(len(functions))))
    table = np.moveaxis(functions.reshape(len(functions), *shape), 0, -1)
    rules = tuple(
        Mechanism((*rule.parents, choice.name), table) if other == name else model.rule(other) for other in model.names
    )
    uniform = Noise((choice.name,), np.full(len(functions), 1 / len(functions)))
    opened = replace(model, exogenous=(*model.exogenous, choice), noise=(*model.noise, uniform), rules=rules)
    return opened, functions


def _weights(opened: SCM, name: str, facts: tuple[Fact, ...]) -> Floats:
    """Return P(facts | function) for each function."""
    network = Network(opened)
    network.observe(facts)
    choice = _RESPONSE + name
    size = opened[choice].size
    return network.joint(network.noise_places([choice]), (size,)) * size


def _solve(model: SCM, name: str, rule: ConditionalTable, query: Probability) -> Interval:
    opened, functions = _opened(model, name, rule)
    joint = _weights(opened, name, (*query.given, *query.outcome))
    given = _weights(opened, name, query.given) if query.given else np.ones(len(functions))
    rows = rule.probabilities.reshape(-1, model[name].size)
    marginals = np.array([functions[:, row] == value for row, value in np.ndindex(*rows.shape)], dtype=np.float64)
    ends = [_program(sign * joint, given, marginals, rows.reshape(-1)) for sign in (1.0, -1.0)]
    if ends[0] is None or ends[1] is None:
        raise ImpossibleEvidenceError(tuple(str(fact) for fact in query.given))
    return Interval(min(1.0, max(0.0, ends[0])), min(1.0, max(0.0, -ends[1])))


def _program(goal: Floats, given: Floats, marginals: Floats, values: Floats) -> float | None:
    """Minimise goal.q / given.q over the distributions q with the marginals (Charnes and Cooper, 1962)."""
    from scipy.optimize import linprog

    left = np.vstack([np.hstack([marginals, -values[:, None]]), np.append(given, 0.0)])
    right = np.append(np.zeros(len(values)), 1.0)
    found = linprog(np.append(goal, 0.0), A_eq=left, b_eq=right, bounds=(0, None), method="highs")
    return float(found.fun) if found.status == 0 else None

"""Actual causes when facts describe the context and may leave noise open."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from math import prod
from time import monotonic
from typing import TYPE_CHECKING

import numpy as np

from causalcore.causes.actual_cause import SECONDS, Witness, actual_cause
from causalcore.causes.responsibility import responsibility_range
from causalcore.causes.situation import Situation, situation
from causalcore.errors import ImpossibleEvidenceError, MalformedModelError

if TYPE_CHECKING:
    from causalcore.model.model import SCM
    from causalcore.model.variable import Value
    from causalcore.queries.query_language import Causation, Responsibility
    from causalcore.queries.world import Fact

MAX_CONTEXTS = 4096
"""Most contexts that are tried one by one."""


@dataclass(frozen=True, slots=True)
class CausationAnswer:
    """Whether the cause holds in every context that fits; None if only in some, or if undecided.

    Parameters
    ----------
    probability
        Share of the contexts in which it holds, by P(U | facts); the least possible share if some are undecided.
    """

    holds: bool | None
    witness: Witness | None
    why: str
    probability: float


def decide(model: SCM, query: Causation) -> CausationAnswer:
    """Decide a question about an actual cause.

    Raises
    ------
    ImpossibleEvidenceError
        If no context fits the facts.
    MalformedModelError
        If a variable has no mechanism, or too many contexts fit.

    Examples
    --------
    >>> from causalcore.queries.query_language import parse_query
    >>> from causalcore.model.textbook import FIRING_SQUAD
    >>> decide(FIRING_SQUAD, parse_query("cause(A=1, D=1 | C=0, W=1)")).holds
    True
    """
    for fact in (*query.cause, query.effect, *query.context):
        if fact.term.do:
            message = f"expected facts of the factual world in a question about a cause, got {fact}; leave out its do"
            raise MalformedModelError(message)
    if any(fact.relation != "=" for fact in query.cause):
        message = "expected a cause with one value for each variable, got a range; name the value"
        raise MalformedModelError(message)
    stated = {fact.term.variable: fact.value for fact in query.cause}
    end = monotonic() + SECONDS
    verdicts = [
        (chance, actual_cause(situation(model, context), stated, query.effect, end - monotonic()))
        for context, chance in _contexts(model, query)
    ]
    if not verdicts:
        raise ImpossibleEvidenceError(tuple(str(fact) for fact in query.context))
    total = sum(chance for chance, _ in verdicts)
    share = sum(chance for chance, verdict in verdicts if verdict.holds) / total
    undecided = next((verdict for _, verdict in verdicts if verdict.holds is None), None)
    if undecided is not None:
        return CausationAnswer(None, undecided.witness, undecided.why, share)
    first = verdicts[0][1]
    if len({verdict.holds for _, verdict in verdicts}) == 1:
        return CausationAnswer(first.holds, first.witness, first.why, share)
    why = f"the context leaves noise open: a cause with probability {share:.6g}; give a value of each noise variable"
    return CausationAnswer(None, None, why, share)


def degree(model: SCM, query: Responsibility) -> tuple[float, float]:
    """Return the expected degree of responsibility over the contexts that fit; two ends if undecided.

    Raises
    ------
    ImpossibleEvidenceError
        If no context fits the facts.

    Examples
    --------
    >>> from causalcore.queries.query_language import parse_query
    >>> from causalcore.model.textbook import FIRING_SQUAD
    >>> degree(FIRING_SQUAD, parse_query("responsibility(A=1, D=1 | C=1, W=0)"))
    (0.5, 0.5)
    """
    if any(fact.term.do for fact in (query.cause, query.effect, *query.context)) or query.cause.relation != "=":
        message = f"expected facts of the factual world, and one value of the cause, got {query.cause}, {query.effect}"
        raise MalformedModelError(message)
    low = high = total = 0.0
    for context, chance in _contexts(model, query):
        ends = _degree(situation(model, context), query)
        low, high, total = low + chance * ends[0], high + chance * ends[1], total + chance
    if total <= 0:
        raise ImpossibleEvidenceError(tuple(str(fact) for fact in query.context))
    return low / total, high / total


def _degree(case: Situation, query: Responsibility) -> tuple[float, float]:
    for fact in (query.cause, query.effect):
        if not _is_so(case, fact):
            return 0.0, 0.0
    return responsibility_range(case, query.cause.term.variable, query.effect)


def _contexts(model: SCM, query: Causation | Responsibility) -> Iterator[tuple[dict[str, Value], float]]:
    """Yield the values of U that fit the facts, with their probabilities."""
    about_noise = [fact for fact in query.context if fact.term.variable in model.noise_of]
    rest = [fact for fact in query.context if fact.term.variable not in model.noise_of]
    allowed = {fact.term.variable: fact.allowed(model[fact.term.variable]) for fact in about_noise}
    rows = []
    for factor in model.noise:
        fitting = [
            place
            for place in np.ndindex(*factor.probabilities.shape)
            if factor.probabilities[place] > 0
            and all(
                position in allowed.get(name, (position,)) for name, position in zip(factor.names, place, strict=True)
            )
        ]
        rows.append([(factor, place) for place in fitting])
    if prod(map(len, rows)) > MAX_CONTEXTS:
        message = (
            f"expected at most {MAX_CONTEXTS} contexts, got {prod(map(len, rows))}; give more noise variables a value"
        )
        raise MalformedModelError(message)
    for choice in product(*rows):
        positions = {name: at for factor, place in choice for name, at in zip(factor.names, place, strict=True)}
        context = model.values_of(positions)
        case = situation(model, context) if rest else None
        if case is None or all(_is_so(case, fact) for fact in rest):
            yield context, float(prod(float(factor.probabilities[place]) for factor, place in choice))


def _is_so(case: Situation, fact: Fact) -> bool:
    return case.position(fact.term.variable) in fact.allowed(case.model[fact.term.variable])

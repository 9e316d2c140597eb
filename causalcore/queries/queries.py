"""Questions about a model, on all three rungs, and their answers.

========================  ====================================================
query                     source
========================  ====================================================
`Probability`             Pearl (2009), Causality, sections 1.4 and 7.1
`Expectation`             the same, for numeric domains
ate, ett, nde, nie        see `causalcore.queries.contrast`
path-specific effects     see `causalcore.queries.path_effect`
pn, ps, pns               Pearl (2009), definitions 9.2.1 to 9.2.3
========================  ====================================================
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from causalcore.queries.abduction import Posterior, abduct
from causalcore.queries.contrast import Contrast, Mean, contrast, expected
from causalcore.queries.counterfactual import probability
from causalcore.queries.effect import Change, Effect, EffectKind
from causalcore.queries.path_effect import PathEffect
from causalcore.queries.prediction import distribution
from causalcore.queries.world import Fact, Term

if TYPE_CHECKING:
    from causalcore.model.model import SCM


@dataclass(frozen=True, slots=True)
class Probability:
    """P(outcome | given), each a conjunction of facts about any worlds."""

    outcome: tuple[Fact, ...]
    given: tuple[Fact, ...] = ()


@dataclass(frozen=True, slots=True)
class Expectation:
    """E(term | given), over a numeric domain."""

    term: Term
    given: tuple[Fact, ...] = ()


Query = Probability | Expectation | Effect | PathEffect


def ask(model: SCM, query: Query) -> float:
    """Answer a query with a number.

    Raises
    ------
    ImpossibleEvidenceError
        If what is given cannot happen.
    NotIdentifiableError
        If the model's conditional tables leave several answers.

    Examples
    --------
    >>> from causalcore.model.textbook import FIRING_SQUAD
    >>> round(ask(FIRING_SQUAD, Effect(EffectKind.PN, Change("A"), Change("D"))), 6)
    0.113924
    >>> only_b = PathEffect(Change("C"), Change("D"), (("C", "B", "D"),))
    >>> round(ask(FIRING_SQUAD, only_b), 6)
    0.7
    """
    if isinstance(query, Effect) and query.kind in PROBABILITIES:
        query = as_probability(model, query)
    if isinstance(query, Probability):
        return probability(model, query.outcome, query.given)
    asked = as_contrast(model, query)
    posterior = abduct(model, asked.given)
    return sum(sign * _mean(posterior, mean) for sign, mean in asked.parts)


def as_contrast(model: SCM, query: Expectation | Effect | PathEffect) -> Contrast:
    """Write a query that is not a probability as a weighted sum of means."""
    return expected(model, query.term, query.given) if isinstance(query, Expectation) else contrast(model, query)


def _mean(posterior: Posterior, mean: Mean) -> float:
    chances = distribution(posterior, mean.term)
    return sum(weight * chances[value,] for value, weight in mean.weights)


def ate(model: SCM, cause: Change, effect: Change) -> float:
    """Return E(Y@do(X=new)) - E(Y@do(X=old))."""
    return ask(model, Effect(EffectKind.ATE, cause, effect))


def ett(model: SCM, cause: Change, effect: Change) -> float:
    """Return the mean effect among those that actually have the new value."""
    return ask(model, Effect(EffectKind.ETT, cause, effect))


def nde(model: SCM, cause: Change, effect: Change) -> float:
    """Return the natural direct effect E(Y@do(X=new, M=M@do(X=old))) - E(Y@do(X=old))."""
    return ask(model, Effect(EffectKind.NDE, cause, effect))


def nie(model: SCM, cause: Change, effect: Change) -> float:
    """Return the natural indirect effect E(Y@do(X=old, M=M@do(X=new))) - E(Y@do(X=old))."""
    return ask(model, Effect(EffectKind.NIE, cause, effect))


def pn(model: SCM, cause: Change, effect: Change) -> float:
    """Return the probability that the cause was necessary: P(Y@do(X=old)=old | X=new, Y=new)."""
    return ask(model, Effect(EffectKind.PN, cause, effect))


def ps(model: SCM, cause: Change, effect: Change) -> float:
    """Return the probability that the cause would suffice: P(Y@do(X=new)=new | X=old, Y=old)."""
    return ask(model, Effect(EffectKind.PS, cause, effect))


def pns(model: SCM, cause: Change, effect: Change) -> float:
    """Return the probability of both: P(Y@do(X=new)=new, Y@do(X=old)=old)."""
    return ask(model, Effect(EffectKind.PNS, cause, effect))


PROBABILITIES = frozenset({EffectKind.PN, EffectKind.PS, EffectKind.PNS})
"""Effects that are probabilities of counterfactual facts, not differences of means."""


def as_probability(model: SCM, query: Effect) -> Probability:
    """Write pn, ps or pns as the probability of counterfactual facts."""
    (x0, x1), (y0, y1) = query.cause.ends(model), query.effect.ends(model)
    x, y = query.cause.variable, query.effect.variable
    without, with_cause = Fact(Term(y, ((x, x0),)), y0), Fact(Term(y, ((x, x1),)), y1)
    if query.kind is EffectKind.PN:
        return Probability((without,), (Fact(Term(x), x1), Fact(Term(y), y1)))
    if query.kind is EffectKind.PS:
        return Probability((with_cause,), (Fact(Term(x), x0), Fact(Term(y), y0)))
    return Probability((with_cause, without))

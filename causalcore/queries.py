"""Questions about a model, on all three rungs, and their answers.

========================  ====================================================
query                     source
========================  ====================================================
`Probability`             Pearl (2009), Causality, sections 1.4 and 7.1
`Expectation`             the same, for numeric domains
ate, ett                  Pearl (2009), sections 3.1 and 8.2.5
nde, nie                  Pearl (2001), Direct and indirect effects
path-specific effects     Avin, Shpitser and Pearl (2005)
pn, ps, pns               Pearl (2009), definitions 9.2.1 to 9.2.3
========================  ====================================================
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from causalcore.abduction import abduct
from causalcore.counterfactual import probability
from causalcore.errors import MalformedModelError, NotIdentifiableError
from causalcore.path_effect import PathEffect, active_world
from causalcore.prediction import distribution
from causalcore.world import Fact, Setting, Term

if TYPE_CHECKING:
    from collections.abc import Callable

    from causalcore.model import SCM
    from causalcore.variable import Value


class EffectKind(StrEnum):
    """The named effects."""

    ATE = "ate"
    ETT = "ett"
    NDE = "nde"
    NIE = "nie"
    PN = "pn"
    PS = "ps"
    PNS = "pns"


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


@dataclass(frozen=True, slots=True)
class Change:
    """A variable, and which value it goes from and to; left out, the two values of its domain."""

    variable: str
    old: Value | None = None
    new: Value | None = None

    def ends(self, model: SCM) -> tuple[Value, Value]:
        """Return the old and the new value.

        Raises
        ------
        MalformedModelError
            If the variable has not two values and none are named.
        """
        if self.old is not None and self.new is not None:
            own = model[self.variable]
            return own.values[own.index(self.old)], own.values[own.index(self.new)]
        values = model[self.variable].values
        if len(values) != 2:
            message = (
                f"expected two values of {self.variable}, got {len(values)}; write which, as in {self.variable}: "
                f"{values[0]} -> {values[-1]}"
            )
            raise MalformedModelError(message)
        return values[0], values[1]


@dataclass(frozen=True, slots=True)
class Effect:
    """A named effect of one variable on another."""

    kind: EffectKind
    cause: Change
    effect: Change


Query = Probability | Expectation | Effect | PathEffect


def ask(model: SCM, query: Query) -> float:
    """Answer a query by a number.

    Raises
    ------
    ImpossibleEvidenceError
        If what is given cannot happen.
    NotIdentifiableError
        If the model's conditional tables leave several answers.

    Examples
    --------
    >>> from causalcore.textbook import FIRING_SQUAD
    >>> round(ask(FIRING_SQUAD, Effect(EffectKind.PN, Change("A"), Change("D"))), 6)
    0.113924
    """
    if isinstance(query, Probability):
        return probability(model, query.outcome, query.given)
    if isinstance(query, Expectation):
        return expectation(model, query.term, query.given)
    if isinstance(query, PathEffect):
        return path_effect(model, query)
    return _EFFECTS[query.kind](model, query.cause, query.effect)


def expectation(model: SCM, term: Term, given: tuple[Fact, ...] = ()) -> float:
    """Return the mean of a numeric term.

    Raises
    ------
    MalformedModelError
        If the values are words.
    """
    total = 0.0
    for (value,), chance in distribution(abduct(model, given), term).items():
        if isinstance(value, str):
            message = f"expected numbers as values of {term.variable}, got {value}; ask for P instead of E"
            raise MalformedModelError(message)
        total += value * chance
    return total


def _mean(model: SCM, effect: Change, do: tuple[tuple[str, Setting], ...], given: tuple[Fact, ...] = ()) -> float:
    """Return the mean of a numeric effect, or the probability of its new value."""
    term = Term(effect.variable, do)
    numeric = all(not isinstance(value, str) for value in model[effect.variable].values)
    if effect.new is None and numeric:
        return expectation(model, term, given)
    return probability(model, [Fact(term, effect.ends(model)[1])], given)


def ate(model: SCM, cause: Change, effect: Change) -> float:
    """Return E(Y@do(X=new)) - E(Y@do(X=old))."""
    old, new = cause.ends(model)
    return _mean(model, effect, ((cause.variable, new),)) - _mean(model, effect, ((cause.variable, old),))


def ett(model: SCM, cause: Change, effect: Change) -> float:
    """Return the mean effect among those that have the new value in fact."""
    old, new = cause.ends(model)
    given = (Fact(Term(cause.variable), new),)
    treated = _mean(model, effect, ((cause.variable, new),), given)
    return treated - _mean(model, effect, ((cause.variable, old),), given)


def _natural(model: SCM, cause: Change, effect: Change, direct: Value, indirect: Value) -> float:
    """Return the mean effect when its own arrow from the cause sees one value and its other parents another."""
    x, y = cause.variable, effect.variable
    others = [parent for parent in model.parents(y) if parent != x and parent in model.descendants([x])]
    nested: list[tuple[str, Setting]] = [(name, Term(name, ((x, indirect),))) for name in others]
    return _mean(model, effect, ((x, direct), *nested))


def nde(model: SCM, cause: Change, effect: Change) -> float:
    """Return the natural direct effect E(Y@do(X=new, M=M@do(X=old))) - E(Y@do(X=old))."""
    old, new = cause.ends(model)
    return _natural(model, cause, effect, new, old) - _mean(model, effect, ((cause.variable, old),))


def nie(model: SCM, cause: Change, effect: Change) -> float:
    """Return the natural indirect effect E(Y@do(X=old, M=M@do(X=new))) - E(Y@do(X=old))."""
    old, new = cause.ends(model)
    return _natural(model, cause, effect, old, new) - _mean(model, effect, ((cause.variable, old),))


def path_effect(model: SCM, query: PathEffect) -> float:
    """Return the mean effect along some paths: E(Y with these active) - E(Y@do(X=old)).

    Examples
    --------
    >>> from causalcore.textbook import FIRING_SQUAD
    >>> only_b = PathEffect(Change("C"), Change("D"), (("C", "B", "D"),))
    >>> round(path_effect(FIRING_SQUAD, only_b), 6)
    0.7
    """
    old, _ = query.cause.ends(model)
    active = _mean(model, query.effect, active_world(model, query))
    return active - _mean(model, query.effect, ((query.cause.variable, old),))


def pn(model: SCM, cause: Change, effect: Change) -> float:
    """Return the probability that the cause was necessary: P(Y@do(X=old)=old | X=new, Y=new)."""
    return ask(model, as_probability(model, Effect(EffectKind.PN, cause, effect)))


def ps(model: SCM, cause: Change, effect: Change) -> float:
    """Return the probability that the cause would suffice: P(Y@do(X=new)=new | X=old, Y=old)."""
    return ask(model, as_probability(model, Effect(EffectKind.PS, cause, effect)))


def pns(model: SCM, cause: Change, effect: Change) -> float:
    """Return the probability of both: P(Y@do(X=new)=new, Y@do(X=old)=old)."""
    return ask(model, as_probability(model, Effect(EffectKind.PNS, cause, effect)))


def as_probability(model: SCM, query: Query) -> Probability:
    """Write pn, ps or pns as the probability of counterfactual facts.

    Raises
    ------
    NotIdentifiableError
        If the query is a mean or a difference of means.
    """
    if isinstance(query, Probability):
        return query
    if not isinstance(query, Effect) or query.kind not in {EffectKind.PN, EffectKind.PS, EffectKind.PNS}:
        message = "expected a probability, pn, ps or pns, got a mean; ask for the probability of one value"
        raise NotIdentifiableError(message)
    (x0, x1), (y0, y1) = query.cause.ends(model), query.effect.ends(model)
    x, y = query.cause.variable, query.effect.variable
    without, with_cause = Fact(Term(y, ((x, x0),)), y0), Fact(Term(y, ((x, x1),)), y1)
    if query.kind is EffectKind.PN:
        return Probability((without,), (Fact(Term(x), x1), Fact(Term(y), y1)))
    if query.kind is EffectKind.PS:
        return Probability((with_cause,), (Fact(Term(x), x0), Fact(Term(y), y0)))
    return Probability((with_cause, without))


_EFFECTS: dict[EffectKind, Callable[[SCM, Change, Change], float]] = {
    EffectKind.ATE: ate,
    EffectKind.ETT: ett,
    EffectKind.NDE: nde,
    EffectKind.NIE: nie,
    EffectKind.PN: pn,
    EffectKind.PS: ps,
    EffectKind.PNS: pns,
}

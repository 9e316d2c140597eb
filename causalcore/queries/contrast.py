"""Effects as weighted sums of means in several worlds.

========================  ====================================================
effect                    source
========================  ====================================================
ate, ett                  Pearl (2009), Causality, sections 3.1 and 8.2.5
nde, nie                  Pearl (2001), Direct and indirect effects
path-specific             Avin, Shpitser and Pearl (2005)
========================  ====================================================

One form serves exact answers, which add up means, and bounds, whose linear program maximises or minimises the sum.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from causalcore.errors import MalformedModelError
from causalcore.queries.path_effect import PathEffect, active_world
from causalcore.queries.world import Fact, Setting, Term

if TYPE_CHECKING:
    from collections.abc import Iterator

    from causalcore.model.model import SCM
    from causalcore.model.variable import Value
    from causalcore.queries.effect import Change, Effect

World = tuple[tuple[str, Setting], ...]


@dataclass(frozen=True, slots=True)
class Mean:
    """The sum over a term's values of a weight times the probability of the value."""

    term: Term
    weights: tuple[tuple[Value, float], ...]


@dataclass(frozen=True, slots=True)
class Contrast:
    """A weighted sum of means, all given the same facts."""

    parts: tuple[tuple[float, Mean], ...]
    given: tuple[Fact, ...] = ()

    def facts(self) -> Iterator[tuple[float, Fact]]:
        """Yield the facts whose probabilities are added, with their weights."""
        for sign, mean in self.parts:
            for value, weight in mean.weights:
                if weight:
                    yield sign * weight, Fact(mean.term, value)


def expected(model: SCM, term: Term, given: tuple[Fact, ...] = ()) -> Contrast:
    """Write a mean as a contrast with one part.

    Raises
    ------
    MalformedModelError
        If the values are words.
    """
    return Contrast(((1.0, Mean(term, _numbers(model, term.variable))),), given)


def contrast(model: SCM, query: Effect | PathEffect) -> Contrast:
    """Write an average, natural or path-specific effect as a contrast.

    Raises
    ------
    MalformedModelError
        If a change does not name enough values.

    Examples
    --------
    >>> from causalcore.queries.effect import Change, Effect, EffectKind
    >>> from causalcore.model.textbook import FIRING_SQUAD
    >>> found = contrast(FIRING_SQUAD, Effect(EffectKind.ATE, Change("A"), Change("D")))
    >>> [(weight, str(fact)) for weight, fact in found.facts()]
    [(1.0, 'D@do(A=1)=1'), (-1.0, 'D@do(A=0)=1')]
    """
    if isinstance(query, PathEffect):
        return _difference(model, query.effect, active_world(model, query), _world(query.cause, model, 0))
    old, new = (_world(query.cause, model, end) for end in (0, 1))
    match query.kind.value:  # its class is in `causalcore.queries.queries`, which imports this module
        case "nde":
            return _difference(model, query.effect, _natural(model, query, 1, 0), old)
        case "nie":
            return _difference(model, query.effect, _natural(model, query, 0, 1), old)
        case "ett":
            treated = (Fact(Term(query.cause.variable), query.cause.ends(model)[1]),)
            return Contrast(_difference(model, query.effect, new, old).parts, treated)
    return _difference(model, query.effect, new, old)


def _world(cause: Change, model: SCM, end: int) -> World:
    return ((cause.variable, cause.ends(model)[end]),)


def _difference(model: SCM, effect: Change, world: World, baseline: World) -> Contrast:
    weights = _weights(model, effect)
    return Contrast(
        ((1.0, Mean(Term(effect.variable, world), weights)), (-1.0, Mean(Term(effect.variable, baseline), weights)))
    )


def _natural(model: SCM, query: Effect, direct: int, indirect: int) -> World:
    """Return the world where the effect's arrow from the cause sees one value, and its other parents another."""
    x, y = query.cause.variable, query.effect.variable
    others = [parent for parent in model.parents(y) if parent != x and parent in model.descendants([x])]
    ends = query.cause.ends(model)
    return ((x, ends[direct]), *((name, Term(name, ((x, ends[indirect]),))) for name in others))


def _weights(model: SCM, effect: Change) -> tuple[tuple[Value, float], ...]:
    """Return the numeric values themselves, or weight 1 for only the new value."""
    values = model[effect.variable].values
    if effect.new is None and all(not isinstance(value, str) for value in values):
        return _numbers(model, effect.variable)
    return ((effect.ends(model)[1], 1.0),)


def _numbers(model: SCM, name: str) -> tuple[tuple[Value, float], ...]:
    weights = []
    for value in model[name].values:
        if isinstance(value, str):
            message = f"expected numbers as values of {name}, got {value}; ask for P instead of E"
            raise MalformedModelError(message)
        weights.append((value, float(value)))
    return tuple(weights)

"""What identifies an effect: the estimand in observed probabilities, or the hedge that forbids it.

The algorithms are those of `causalcore.identification.effects`; docs/decisions/0014-questions-of-graphs.md explains why
they are not y0's.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from causalcore.errors import MalformedModelError
from causalcore.graph_questions.adjustment_sets import shortest_adjustment
from causalcore.graph_questions.estimands.estimand_notation import as_json, as_latex, free_names, latex_name, primed
from causalcore.identification.effects import Hedge, identify_given_or_hedge

if TYPE_CHECKING:
    from causalcore.identification.diagram import Diagram
    from causalcore.identification.estimand import Estimand


@dataclass(frozen=True, slots=True)
class EffectQuery:
    """P(effects | do(causes), conditions), all in the world where the causes are set.

    Parameters
    ----------
    before
        Variables observed before anything is set; no cause may affect them.

    Examples
    --------
    >>> print(EffectQuery(("Y",), ("X",), ("Z",)))
    P(Y | do(X), Z)
    """

    effects: tuple[str, ...]
    causes: tuple[str, ...] = ()
    conditions: tuple[str, ...] = ()
    before: tuple[str, ...] = ()

    @property
    def given(self) -> tuple[str, ...]:
        """Everything that the query conditions on."""
        return (*self.conditions, *self.before)

    @property
    def names(self) -> tuple[str, ...]:
        """All names."""
        return (*self.effects, *self.causes, *self.given)

    def __str__(self) -> str:
        acted = [f"do({', '.join(self.causes)})"] if self.causes else []
        beside = ", ".join((*acted, *self.given))
        return f"P({', '.join(self.effects)} | {beside})" if beside else f"P({', '.join(self.effects)})"

    @property
    def latex(self) -> str:
        """The query in LaTeX."""
        acted = [rf"do({', '.join(map(latex_name, self.causes))})"] if self.causes else []
        beside = ", ".join((*acted, *map(latex_name, self.given)))
        effects = ", ".join(map(latex_name, self.effects))
        return rf"P({effects} \mid {beside})" if beside else f"P({effects})"


@dataclass(frozen=True, slots=True)
class Identified:
    """A query with either the estimand that identifies it or the hedge that forbids it.

    Parameters
    ----------
    free
        Names in the estimand that are not in the query; the number is the same for all their values.
    """

    query: EffectQuery
    estimand: Estimand | None = None
    hedge: Hedge | None = None
    free: tuple[str, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        result: dict[str, Any] = {"identified": self.estimand is not None, "query": str(self.query)}
        if self.hedge is not None:
            return result | {"hedge": {"nodes": list(self.hedge.nodes), "inner": list(self.hedge.inner)}}
        assert self.estimand is not None  # noqa: S101  there is either an estimand or a hedge
        written = {
            "text": str(self.estimand),
            "latex": f"{self.query.latex} = {as_latex(self.estimand)}",
            "tree": as_json(self.estimand),
        }
        return result | {"estimand": written, "free": list(self.free)}


def identified(diagram: Diagram, query: EffectQuery) -> Identified:
    """Return the estimand of a query, adjusted for a smallest set if one is valid, or the hedge that forbids it.

    Raises
    ------
    MalformedModelError
        If a name occurs twice, or if `before` contains an effect of a cause, which makes it a counterfactual.

    Examples
    --------
    >>> from causalcore.identification.diagram import Diagram
    >>> front = Diagram(("U", "X", "M", "Y"), (("U", "X"), ("U", "Y"), ("X", "M"), ("M", "Y")), frozenset({"U"}))
    >>> print(identified(front, EffectQuery(("Y",), ("X",))).estimand)
    sum over M of P(M | X) (sum over X' of P(X') P(Y | X', M))
    """
    _check(diagram, query)
    result = _by_adjustment(diagram, query) or identify_given_or_hedge(
        diagram, query.effects, query.causes, query.given
    )
    if isinstance(result, Hedge):
        return Identified(query, hedge=result)
    free = free_names(result)
    beyond = tuple(name for name in diagram.observed if name in free - set(query.names))
    return Identified(query, estimand=primed(result, free | set(query.names)), free=beyond)


def _by_adjustment(diagram: Diagram, query: EffectQuery) -> Estimand | None:
    if query.given or len(query.effects) != 1 or len(query.causes) != 1:
        return None
    return shortest_adjustment(diagram, query.causes[0], query.effects[0])


def _check(diagram: Diagram, query: EffectQuery) -> None:
    twice = sorted({name for name in query.names if query.names.count(name) > 1})
    if twice:
        message = f"expected each name once, got {', '.join(twice)} twice; ask for, set, or condition on it"
        raise MalformedModelError(message)
    later = sorted(set(query.before) & diagram.descendants(query.causes))
    if later:
        acted = ", ".join(query.causes)
        message = (
            f"expected what is seen before {acted} is set not to be its effect, got {', '.join(later)}: that is a "
            f"counterfactual; write P(... | do({acted}), {', '.join(later)}) for what is seen after, or values that "
            "tell the worlds apart, as in P(Y=1 @ do(X=1) | X=0)"
        )
        raise MalformedModelError(message)

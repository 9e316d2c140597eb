"""The questions that a diagram and some probabilities can answer, on all three rungs."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Kind(StrEnum):
    """A question about a cause X and an effect Y, both with the values 0 and 1."""

    MARGINAL = "marginal"
    """P(Y = 1) - P(Y = 0)."""
    CORRELATION = "correlation"
    """P(Y = 1 | X = 1) - P(Y = 1 | X = 0)."""
    EFFECT = "effect"
    """E[Y | do(X = 1)] - E[Y | do(X = 0)]."""
    TREATED = "effect on the treated"
    """E[Y_1 - Y_0 | X = 1]."""
    DIRECT = "natural direct effect"
    """E[Y_{1, M_0} - Y_0]."""
    INDIRECT = "natural indirect effect"
    """E[Y_{0, M_1} - Y_0]."""
    EXPLAINING = "explaining away"
    """P(Y = 1 | X = 1, condition) - P(Y = 1 | condition)."""
    INFLUENCE = "influence among the selected"
    """P(Y = 1 | do(X = 1), condition) - P(Y = 1 | do(X = 0), condition) as an effect: is X a cause of Y?"""
    CONTROLLED = "controlled direct effect"
    """E[Y | do(X = 1), do(condition)] - E[Y | do(X = 0), do(condition)]."""
    LEAST_NECESSITY = "lower bound of the probability of necessity"
    """The least P(Y_0 = 0 | X = 1, Y = 1) that the observed distribution and the effect allow."""
    GREATEST_NECESSITY = "upper bound of the probability of necessity"
    """The greatest P(Y_0 = 0 | X = 1, Y = 1) that they allow."""


NECESSITY = frozenset({Kind.LEAST_NECESSITY, Kind.GREATEST_NECESSITY})
"""Kinds that bound a probability; with the values of both variables swapped, they bound that of sufficiency too."""


RUNG = {
    Kind.MARGINAL: 1,
    Kind.CORRELATION: 1,
    Kind.EXPLAINING: 1,
    Kind.EFFECT: 2,
    Kind.INFLUENCE: 2,
    Kind.CONTROLLED: 2,
    Kind.TREATED: 3,
    Kind.DIRECT: 3,
    Kind.INDIRECT: 3,
    Kind.LEAST_NECESSITY: 3,
    Kind.GREATEST_NECESSITY: 3,
}
"""The rung of each kind on the ladder of causation."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """A quantity whose sign answers a question.

    Parameters
    ----------
    cause
        X; empty for a marginal.
    effect
        Y.
    mediators
        M, for natural effects; if empty, everything between cause and effect.
    condition
        What is selected on, for explaining away and influence; what is held, for a controlled direct effect.

    Examples
    --------
    >>> print(Query(kind=Kind.EFFECT, cause="X", effect="Y"))
    E[Y | do(X=1)] - E[Y | do(X=0)]
    """

    kind: Kind
    effect: str
    cause: str = ""
    mediators: tuple[str, ...] = ()
    condition: tuple[tuple[str, int], ...] = ()

    def __str__(self) -> str:
        values = {
            "x": self.cause,
            "y": self.effect,
            "m": ", ".join(self.mediators) or "M",
            "c": ", ".join(f"{name}={value}" for name, value in self.condition),
        }
        return _WRITTEN[self.kind].format(**values)


_WRITTEN = {
    Kind.MARGINAL: "P({y}=1) - P({y}=0)",
    Kind.CORRELATION: "P({y}=1 | {x}=1) - P({y}=1 | {x}=0)",
    Kind.EFFECT: "E[{y} | do({x}=1)] - E[{y} | do({x}=0)]",
    Kind.TREATED: "E[{y} @ do({x}=1) - {y} @ do({x}=0) | {x}=1]",
    Kind.DIRECT: "E[{y} @ do({x}=1), {m} as under do({x}=0)] - E[{y} @ do({x}=0)]",
    Kind.INDIRECT: "E[{y} @ do({x}=0), {m} as under do({x}=1)] - E[{y} @ do({x}=0)]",
    Kind.EXPLAINING: "P({y}=1 | {x}=1, {c}) - P({y}=1 | {c})",
    Kind.INFLUENCE: "P({y}=1 | do({x}=1), {c}) - P({y}=1 | do({x}=0), {c})",
    Kind.CONTROLLED: "E[{y} | do({x}=1, {c})] - E[{y} | do({x}=0, {c})]",
    Kind.LEAST_NECESSITY: "least P({y}=0 @ do({x}=0) | {x}=1, {y}=1)",
    Kind.GREATEST_NECESSITY: "greatest P({y}=0 @ do({x}=0) | {x}=1, {y}=1)",
}

"""The answer to a query: a value or a range, its derivation, and a check."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from causalcore.identification.diagram import Independence
from causalcore.identification.expression import Expression, evaluate, extremes, leaves
from causalcore.identification.knowledge import Given, Knowledge
from causalcore.identification.query import RUNG, Query

ZERO: Final = 1e-9
"""Numbers closer to zero than this count as zero."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """The result for a query.

    Parameters
    ----------
    low, high
        The least and greatest value of the quantity; equal for a point.
    rule, reason
        How it was found, and what in the diagram licenses it.
    estimand
        In symbols; empty if no probability is needed.
    expression
        With values inserted, in terms of the given quantities; None for a linear-programming range and for zero.
    givens
        The given probabilities that it uses.
    independences
        What must hold in the diagram.
    assumption
        What it assumes beyond what is given; empty if nothing.
    rounded
        Least and greatest value over all numbers that round to the given ones; None if not computed.
    """

    query: Query
    low: float
    high: float
    rule: str
    reason: str
    estimand: str = ""
    expression: Expression | None = None
    givens: tuple[Given, ...] = ()
    independences: tuple[Independence, ...] = ()
    assumption: str = ""
    rounded: tuple[float, float] | None = None

    @property
    def value(self) -> float | None:
        """The quantity, if it is a point."""
        return self.low if self.high - self.low < ZERO else None

    @property
    def sign(self) -> int | None:
        """1, 0 or -1; None if what is given leaves it open. A range from zero up has the sign 1."""
        if abs(self.low) < ZERO and abs(self.high) < ZERO:
            return 0
        if self.low > -ZERO:
            return 1
        return -1 if self.high < ZERO else None

    @property
    def firm(self) -> bool:
        """Whether the sign needs no assumption and is the same for all numbers that round to the given ones."""
        if self.assumption or self.sign is None:
            return False
        if self.sign == 0 and self.expression is None:
            return True
        if self.rounded is None:
            return all(given.slack == 0.0 for given in self.givens)
        least = -ZERO if self.value is None else ZERO
        return self.rounded[0] > least if self.sign > 0 else self.rounded[1] < -least

    def check(self, knowledge: Knowledge) -> bool:
        """Recompute the value from what is given, and check each independence path by path."""
        if not all(independence.holds(knowledge.diagram) for independence in self.independences):
            return False
        if self.expression is None:
            return True
        stated = {given.probability: given.value for given in self.givens}
        if any(knowledge.by_probability[leaf].value != value for leaf, value in stated.items()):
            return False
        if set(leaves(self.expression)) <= set(stated):
            again = float(evaluate(self.expression, stated.__getitem__))
            return abs(again - self.low) < ZERO and abs(again - self.high) < ZERO
        ranges = {leaf: (stated.get(leaf, 0.0), stated.get(leaf, 1.0)) for leaf in leaves(self.expression)}
        low, high = extremes(self.expression, ranges)
        return low <= self.low + ZERO and high >= self.high - ZERO

    def as_dict(self) -> Mapping[str, Any]:
        """Return the finding as a JSON object."""
        return {
            "rung": RUNG[self.query.kind],
            "query": str(self.query),
            "rule": self.rule,
            "reason": self.reason,
            "estimand": self.estimand,
            "expression": "" if self.expression is None else str(self.expression),
            "numbers": [
                {
                    "probability": str(given.probability),
                    "value": given.value,
                    "words": given.words,
                    "span": list(given.span),
                }
                for given in self.givens
            ],
            "independences": [str(independence) for independence in self.independences],
            "assumption": self.assumption,
            "value": self.value,
            "interval": [self.low, self.high],
            "rounding": None if self.rounded is None else list(self.rounded),
            "sign": self.sign,
            "firm": self.firm,
        }

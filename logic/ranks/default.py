"""Defaults: rules that hold normally, with a weight for how firmly they hold.

Examples
--------
>>> rule = default("Bird(x)", "Flies(x)", weight=2, variables=["x"])
>>> print(rule)
for x: Bird(x) normally Flies(x) [2]
>>> print(default("true", "Raining"))
normally Raining
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from logic.errors import MalformedFormulaError, OpenFormulaError
from logic.formulas.formula import Formula, Implies, Truth, Variable, check_limits, free_variables
from logic.formulas.grammar import parse

if TYPE_CHECKING:
    from collections.abc import Sequence

MAX_WEIGHT = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Default:
    """If the antecedent, then normally the consequent.

    Parameters
    ----------
    antecedent, consequent
        If the antecedent is always true, the consequent is a plain presumption.
    weight
        The cost of a world that violates the rule, a positive integer on a scale without a unit; None leaves it to
        System Z, see `logic.ranks.ranking`.
    variables
        Variables that make the rule a schema: one rule for each thing.

    Raises
    ------
    MalformedFormulaError
        If the weight is not a positive integer.
    OpenFormulaError
        If a free variable is not in `variables`.
    """

    antecedent: Formula
    consequent: Formula
    weight: int | None = None
    variables: tuple[Variable, ...] = ()

    def __post_init__(self) -> None:
        if self.weight is not None and not (type(self.weight) is int and 1 <= self.weight <= MAX_WEIGHT):
            expected = f"a default's weight from 1 to {MAX_WEIGHT}, a whole number"
            raise MalformedFormulaError(expected, repr(self.weight), "rank the defaults by small whole numbers")
        check_limits(self.material)
        unbound = free_variables(self.material) - set(self.variables)
        if unbound:
            raise OpenFormulaError(tuple(sorted(variable.text for variable in unbound)), str(self.material))

    @property
    def material(self) -> Formula:
        """The material conditional; if it is not true, the default is violated."""
        return Implies(self.antecedent, self.consequent)

    def __str__(self) -> str:
        scope = f"for {', '.join(variable.text for variable in self.variables)}: " if self.variables else ""
        condition = "" if self.antecedent == Truth(True) else f"{self.antecedent} "
        weight = "" if self.weight is None else f" [{self.weight}]"
        return f"{scope}{condition}normally {self.consequent}{weight}"


def default(
    antecedent: Formula | str, consequent: Formula | str, *, weight: int | None = None, variables: Sequence[str] = ()
) -> Default:
    """Build a default from formulas or strings.

    Raises
    ------
    FormulaSyntaxError
        If a string is not a formula.
    """
    return Default(
        antecedent=parse(antecedent, free=variables) if isinstance(antecedent, str) else antecedent,
        consequent=parse(consequent, free=variables) if isinstance(consequent, str) else consequent,
        weight=weight,
        variables=tuple(Variable(name) for name in variables),
    )

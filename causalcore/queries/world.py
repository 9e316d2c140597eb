"""Counterfactual terms and facts: Y in the world where X had been set.

Source: Shpitser and Pearl (2008), Complete identification methods for the causal hierarchy, section 2: a counterfactual
conjunction is a set of facts, each about one variable in one submodel. A setting may itself be a term (nested
counterfactuals), a distribution, or a rule (conditional intervention).
"""

from __future__ import annotations

import operator
from dataclasses import dataclass
from functools import lru_cache
from itertools import starmap
from typing import TYPE_CHECKING

from causalcore.model.variable import Value, Variable

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


@dataclass(frozen=True, slots=True)
class Randomised:
    """A random setting, independent of everything else.

    Examples
    --------
    >>> print(Randomised(((0, 0.25), (1, 0.75))))
    {0: 0.25, 1: 0.75}
    """

    probabilities: tuple[tuple[Value, float], ...]

    def __str__(self) -> str:
        return "{" + ", ".join(f"{value}: {chance:g}" for value, chance in self.probabilities) + "}"


@dataclass(frozen=True, slots=True)
class Policy:
    """A setting that a formula computes from other variables in the same world."""

    formula: str

    def __str__(self) -> str:
        return f"[{self.formula}]"


@dataclass(frozen=True, slots=True)
class Term:
    """A variable in the world of an intervention; no intervention means the factual world.

    Examples
    --------
    >>> print(Term("Y", (("X", 1), ("M", Term("M", (("X", 0),))))))
    Y@do(X=1, M=M@do(X=0))
    """

    variable: str
    do: tuple[tuple[str, Setting], ...] = ()

    def __str__(self) -> str:
        if not self.do:
            return self.variable
        return f"{self.variable}@do({', '.join(f'{name}={setting}' for name, setting in self.do)})"


Setting = Value | Term | Randomised | Policy

RELATIONS: Mapping[str, Callable[[int, int], bool]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<=": operator.le,
    ">=": operator.ge,
    "<": operator.lt,
    ">": operator.gt,
}


@dataclass(frozen=True, slots=True)
class Fact:
    """A term with a value, or with a range of an ordered domain.

    Examples
    --------
    >>> print(Fact(Term("Y", (("X", 0),)), 1, ">="))
    Y@do(X=0)>=1
    """

    term: Term
    value: Value
    relation: str = "="

    def __str__(self) -> str:
        return f"{self.term}{self.relation}{self.value}"

    def allowed(self, variable: Variable) -> tuple[int, ...]:
        """Return the positions in the domain that satisfy the fact."""
        compare, bound = RELATIONS[self.relation], variable.index(self.value)
        return tuple(position for position in range(variable.size) if compare(position, bound))


def facts(values: Mapping[str, Value], do: Mapping[str, Setting] | None = None) -> tuple[Fact, ...]:
    """Build facts about one world.

    Examples
    --------
    >>> [str(fact) for fact in facts({"Y": 1}, do={"X": 0})]
    ['Y@do(X=0)=1']
    """
    if not do and all(isinstance(value, int | float | str) for value in values.values()):
        return tuple(starmap(_seen, values.items()))
    setting = tuple((do or {}).items())
    return tuple(Fact(Term(name, setting), value) for name, value in values.items())


@lru_cache(maxsize=4096, typed=True)
def _seen(name: str, value: Value) -> Fact:
    return Fact(Term(name), value)
